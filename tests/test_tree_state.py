"""Names are judged again exactly when something that they rest on is another one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mementod import cli
from mementod.continuity.tree_state import rests_on, tree_in, tree_of
from mementod.judging import answers
from mementod.judging.resources import Resources
from mementod.paths import Paths
from mementod_parsers.continuity.record import Class, Item
from repos import Repo

ITEMS = (Item(Class.IDENTIFIERS, "src/a.py", "user", ""), Item(Class.IDENTIFIERS, "build/out.txt", "user", ""))
CHANGES: dict[str, Callable[[Repo], object]] = {
    "a file is edited": lambda repo: repo.write({"src/a.py": "x = 2\n"}),
    "a file is added": lambda repo: repo.write({"src/b.py": "x = 1\n"}),
    "a file is removed": lambda repo: (repo.root / "src/a.py").unlink(),
    "a file that git ignores is removed": lambda repo: (repo.root / "build/out.txt").unlink(),
    "something is staged": lambda repo: repo.git("rm", "-q", "--cached", "src/a.py"),
    "something is committed": lambda repo: repo.commit("Again", "2025-03-01"),
    "another commit is checked out": lambda repo: repo.git("checkout", "-q", "--detach", "HEAD^"),
    "the configuration is another": lambda repo: repo.write({".git/info/x": "", ".mementod.yaml": "ignore: [x]\n"}),
}


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repo:
    monkeypatch.setattr(answers, "RACY_NS", 0)  # no file of a test is old
    repo = Repo(tmp_path / "repo").write({"src/a.py": "x = 1\n", ".gitignore": "build/\n"}).commit("Begin")
    return repo.write({"src/a.py": "x = 3\n", "build/out.txt": "x\n"}).commit("More", "2025-02-01")


def state(repo: Repo, paths: Paths, items: tuple[Item, ...] = ITEMS) -> str | None:
    with Resources(repo.root, paths) as resources:
        return rests_on(resources, tree_of(resources), items)


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_gives_another_state_and_nothing_gives_the_same(change: str, repo: Repo, paths: Paths) -> None:
    before = state(repo, paths)
    assert before is not None
    assert state(repo, paths) == before
    CHANGES[change](repo)
    assert state(repo, paths) != before


def test_what_is_said_counts(repo: Repo, paths: Paths) -> None:
    some, more = state(repo, paths, ITEMS[:1]), state(repo, paths)
    assert some != more
    assert tree_in(some) == tree_in(more) is not None


def test_a_file_that_is_too_young_to_be_known_gives_none(
    repo: Repo, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "RACY_NS", 10**12)
    assert state(repo, paths) is None


def test_a_name_that_becomes_another_is_seen(repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    def engram() -> str:
        assert cli.run(["-C", str(repo.root), "engram"], paths) == 0
        return capsys.readouterr().out

    cli.run(["-C", str(repo.root), "remember", "look at `src/a.py`"], paths)
    capsys.readouterr()
    assert engram() == engram()
    repo.move("src/a.py", "src/z.py").commit("Move", "2025-04-01")
    assert "src/a.py: use src/z.py" in engram()
