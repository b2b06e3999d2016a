"""Bad days of the repositories that the daemon watches: not there, broken, half deleted, hastily written."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from daemons import Running, mementod, running
from mementod.ipc.protocol import Answer, Error, Op
from mementod.paths import Paths
from repos import Repo

pytestmark = pytest.mark.timeout(90)
BETA = "def beta():\n    return 2\n"
NOTE = "`src/b.py` has `beta()`.\n"
GONE = {"src/b.py": ("ok", "deleted"), "beta()": ("ok", "deleted")}


def enrolled(root: Path) -> Repo:
    repo = Repo(root).write({"src/a.py": "A = 1\n", "src/b.py": BETA}).commit()
    repo.write({"CLAUDE.md": NOTE}).commit(date="2025-01-02")
    assert mementod("enrol", folder=repo.root).returncode == 0
    return repo


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return enrolled(tmp_path / "repo")


@pytest.fixture
def daemon(repo: Repo, paths: Paths, tmp_path: Path) -> Iterator[Running]:
    with running(paths, tmp_path) as found:
        yield found


def refused(daemon: Running, root: Path) -> Error | None:
    """Why a check is not answered; whoever asked judges by himself then."""
    answer = daemon.answer(Op.CHECK, root)
    assert isinstance(answer, Answer)
    return answer.error


def test_a_repository_that_is_not_there_at_the_start_is_looked_for(repo: Repo, paths: Paths, tmp_path: Path) -> None:
    repo.root.rename(tmp_path / "away")
    with running(paths, tmp_path) as daemon:
        home = daemon.home(repo.root)
        assert (home["state"], "is not there (looked for every" in home["problem"]) == ("gone", True)
        assert refused(daemon, repo.root) is Error.FAILED
        (tmp_path / "away").rename(repo.root)
        follower = daemon.follow(repo.root)
        (repo.root / "src/b.py").unlink()
        assert follower.verdicts() == GONE


def test_a_repository_in_whose_place_a_file_is_loses_nothing(repo: Repo, daemon: Running, tmp_path: Path) -> None:
    follower = daemon.follow(repo.root)
    repo.root.rename(tmp_path / "away")
    repo.root.write_text("no folder")
    daemon.await_home(repo.root, lambda home: home["state"] == "gone")
    daemon.process.send_signal(signal.SIGHUP)  # there is something to be done, and nothing that can be
    assert refused(daemon, repo.root) is Error.FAILED
    repo.root.unlink()
    (tmp_path / "away").rename(repo.root)
    (repo.root / "src/b.py").unlink()
    assert follower.verdicts() == GONE


@pytest.mark.parametrize("is_deleted", [False, True])
def test_without_its_git_directory_nothing_is_judged_and_nothing_told(
    is_deleted: bool, repo: Repo, daemon: Running, tmp_path: Path
) -> None:
    other = enrolled(tmp_path / "other")
    follower, beside = daemon.follow(repo.root), daemon.follow(other.root)
    if is_deleted:  # file by file
        shutil.copytree(repo.root / ".git", tmp_path / "git")
        shutil.rmtree(repo.root / ".git")
    else:
        (repo.root / ".git").rename(tmp_path / "git")
    home = daemon.await_home(repo.root, lambda home: home["state"] == "gone")
    assert f"{repo.root}/.git is gone" in home["problem"]
    (repo.root / "src/b.py").unlink()
    assert refused(daemon, repo.root) is Error.FAILED
    (other.root / "src/b.py").unlink()
    assert beside.verdicts() == GONE
    (tmp_path / "git").rename(repo.root / ".git")
    assert follower.verdicts() == GONE  # and nothing before


def test_a_broken_configuration_is_named_with_its_line_and_stops_no_other_repository(
    repo: Repo, daemon: Running, tmp_path: Path
) -> None:
    other = enrolled(tmp_path / "other")
    daemon.follow(repo.root)
    follower = daemon.follow(other.root)
    (repo.root / ".mementod.yaml").write_text("mark: none\nignore: [\n")
    home = daemon.await_home(repo.root, lambda home: home["state"] == "failing")
    assert ".mementod.yaml, line " in home["problem"]
    (other.root / "src/b.py").unlink()
    assert follower.verdicts() == GONE
    (repo.root / ".mementod.yaml").write_text("mark: none\n")
    daemon.await_home(repo.root, lambda home: home["state"] == "fresh" and not home["problem"])


def test_another_sentence_around_the_same_citations_is_still_answered(repo: Repo, daemon: Running) -> None:
    daemon.follow(repo.root)
    (repo.root / "CLAUDE.md").write_text(f"{NOTE}\nAnd so on.\n")
    assert daemon.ask(Op.CHECK, repo.root)


def test_a_note_that_is_written_all_the_time_keeps_nobody_from_an_answer(repo: Repo, daemon: Running) -> None:
    follower = daemon.follow(repo.root)
    for number in range(200):
        (repo.root / "CLAUDE.md").write_text(f"{NOTE}\nThe {number}th time.\n")
        if number % 20 == 0:
            assert daemon.ask(Op.CHECK, repo.root)
    (repo.root / "src/b.py").unlink()
    assert follower.verdicts() == GONE
