"""Which process reads when a judgement needs much: never the brain's own, whatever becomes of the other."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from daemons import descendants, mementod
from mementod.brain.hints import Hints
from mementod.brain.home import Home, Progress
from mementod.brain.publisher import Publisher
from mementod.brain.warming import AT_ONCE
from mementod.judging.judged import TOPIC, UNREAD_COMMITS
from mementod.paths import Paths
from mementod.stores.cache import Cache
from mementod.stores.ledger_rows import Enrolled
from mementod.vcs.repository import find
from mementod_parsers.model import Verdict
from repos import Repo

pytestmark = pytest.mark.timeout(60)
FILES = {"src/a.py": "def alpha():\n    return 1\n", "CLAUDE.md": "`src/a.py` has `alpha()`.\n"}
MORE = {"AGENTS.md": "`alpha()` is in `src/a.py`.\n"}


def readers() -> list[int]:
    """The processes that read for a brain in this one."""
    return [pid for pid, command in descendants(os.getpid()) if "mementod.brain.warm_main" in command]


def judge(home: Home) -> set[int]:
    """Go on until all is judged, or until that failed; which processes read for it."""
    seen: set[int] = set()
    failures = home.failures
    while home.failures == failures and home.step(time.monotonic()) is not Progress.QUIET:
        if home.is_warming:
            seen |= (running := set(readers()))
            for pid in running:
                os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    return seen


def holds(home: Home, note: str = "CLAUDE.md") -> bool:
    assert home.resident is not None
    (report,) = home.resident.reports([note])
    return {found.verdict for found in report.findings} == {Verdict.OK}


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo").write(FILES | MORE).commit("Begin", "2025-02-01")


Open = Callable[[Path], Home]


@pytest.fixture
def enrolled(paths: Paths) -> Iterator[Open]:
    with ExitStack() as stack:

        def open_(root: Path) -> Home:
            row = Enrolled(str(root), root, root / ".git", "", "", "2025-01-01T00:00:00+00:00")
            return stack.enter_context(closing(Home(row, paths, Publisher({}))))

        yield open_


def place(paths: Paths, root: Path) -> Path:
    return paths.of_repository(find(root).key) / "cache.db"


def nothing(_root: Path, _paths: Paths) -> None:
    pass


def checked(*notes: str) -> Callable[[Path, Paths], None]:
    def check(root: Path, _paths: Paths) -> None:
        assert mementod("check", *notes, folder=root).returncode == 0

    return check


def of_another_version(root: Path, paths: Paths) -> None:
    checked()(root, paths)
    with Cache(place(paths, root)) as cache:
        cache.remember(TOPIC, str(root), "0.0.1")


def no_cache(root: Path, paths: Paths) -> None:
    place(paths, root).mkdir(parents=True)


@pytest.mark.parametrize(
    ("before", "count"),
    [(nothing, 1), (checked("CLAUDE.md"), 1), (checked(), 0), (of_another_version, 1), (no_cache, 0)],
    ids=["never judged", "a part was judged", "all was judged", "by another version", "nothing can be handed over"],
)
def test_what_is_to_be_read_is_read_by_another_process(
    before: Callable[[Path, Paths], None], count: int, repo: Repo, paths: Paths, enrolled: Open
) -> None:
    before(repo.root, paths)
    home = enrolled(repo.root)
    assert len(judge(home)) == count
    assert holds(home)
    home.hint(Hints(everything=True))
    assert not judge(home)
    home.close()
    assert not judge(again := enrolled(repo.root))
    assert holds(again)


@pytest.mark.parametrize("is_git", [True, False])
def test_so_is_a_folder_without_a_commit(is_git: bool, tmp_path: Path, enrolled: Open) -> None:
    root = tmp_path / "folder"
    root.mkdir()
    if is_git:
        Repo(root)
    for name, text in FILES.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    home = enrolled(root)
    assert len(judge(home)) == 1
    assert holds(home)


def grown(repo: Repo, commits: int) -> None:
    said = [f"commit refs/heads/main\ncommitter a <a@b> {1_740_000_000 + n} +0000\ndata 1\nx\n" for n in range(commits)]
    said[0] += f"from {repo.head}\n"
    stream = repo.root / ".git" / "stream"
    stream.write_text("\n".join(said))
    repo.git("-c", f"alias.grow=!git fast-import --quiet --force < '{stream}'", "grow")


@pytest.mark.parametrize(("commits", "count"), [(1, 0), (UNREAD_COMMITS + 10, 1)])
def test_a_head_that_went_far_is_read_by_another_process(commits: int, count: int, repo: Repo, enrolled: Open) -> None:
    repo.git("branch", "-M", "main")
    judge(home := enrolled(repo.root))
    grown(repo, commits)
    home.hint(Hints(history=True))
    assert len(judge(home)) == count
    assert holds(home)
    repo.git("reset", "-q", "--hard", f"HEAD~{commits}")  # that one is known
    home.hint(Hints(history=True))
    assert not judge(home)


def started(home: Home) -> int:
    """The reader that a step started. The system's list of children may miss one that is just being made."""
    known = set(readers())
    home.step(time.monotonic())
    assert home.is_warming
    while not (new := set(readers()) - known):
        pass
    (pid,) = new
    return pid


def test_a_reader_that_is_killed_is_followed_by_another_one(repo: Repo, enrolled: Open) -> None:
    home = enrolled(repo.root)
    for failures in (1, 2):
        os.kill(pid := started(home), signal.SIGKILL)
        assert judge(home) <= {pid}
        assert (home.failures, home.is_open) == (failures, False)
        assert home.problem == f"the process that reads {repo.root} ended with -9"
        assert home.resident is not None
        assert not home.resident.resources.cache.holds_history(), "nobody read it here instead"
    assert len(judge(home)) == 1
    assert (home.problem, holds(home)) == ("", True)


def test_a_reader_says_why_it_could_not(repo: Repo, enrolled: Open) -> None:
    home = enrolled(repo.root)
    (repo.root / ".git" / "index").unlink()
    for name in FILES | MORE:
        (repo.root / name).unlink()
    judge(home)
    assert home.problem.startswith(f"nothing is checked out in {repo.root}")
    repo.git("reset", "-q", "--hard")
    assert len(judge(home)) == 1
    assert holds(home)


def test_of_many_repositories_few_are_read_at_once(tmp_path: Path, enrolled: Open) -> None:
    homes = [enrolled(Repo(tmp_path / f"repo{n}").write(FILES).commit().root) for n in range(AT_ONCE + 1)]
    stopped = []
    for home in homes[:AT_ONCE]:
        stopped.append(pid := started(home))
        os.kill(pid, signal.SIGSTOP)
    homes[-1].step(time.monotonic())
    assert homes[-1].is_warming
    assert sorted(readers()) == sorted(stopped)
    for pid in stopped:
        os.kill(pid, signal.SIGCONT)
    for home in homes:
        judge(home)
        assert holds(home)
