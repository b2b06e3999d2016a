"""Bad days of the daemon's own files: a full disk, damage, a lock that somebody else holds, `rm -r`."""

from __future__ import annotations

import resource
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from daemons import Running, mementod, running
from mementod.ipc.client import ask
from mementod.ipc.protocol import Answer, Op, Request
from mementod.paths import Paths
from mementod.stores.ledger import Ledger
from repos import Repo

pytestmark = pytest.mark.timeout(90)
ENDS = ("", "-wal", "-shm")
BETA = "def beta():\n    return 2\n"
GONE = {"src/b.py": ("ok", "deleted"), "beta()": ("ok", "deleted")}
BACK = {"src/b.py": ("deleted", "ok"), "beta()": ("deleted", "ok")}


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo").write({"src/a.py": "A = 1\n", "src/b.py": BETA}).commit()
    repo.write({"CLAUDE.md": "`src/b.py` has `beta()`.\n"}).commit(date="2025-01-02")
    assert mementod("enrol", folder=repo.root).returncode == 0
    return repo


@pytest.fixture
def daemon(repo: Repo, paths: Paths, tmp_path: Path) -> Iterator[Running]:
    with running(paths, tmp_path) as found:
        yield found


def let_write(daemon: Running, size: int) -> None:
    """The largest file that the daemon may write from now on; none at all is a full disk."""
    resource.prlimit(daemon.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of a running process are Linux's")
def test_on_a_full_disk_verdicts_go_on_and_are_told_when_there_is_room(repo: Repo, daemon: Running) -> None:
    follower = daemon.follow(repo.root)
    let_write(daemon, 0)
    (repo.root / "src/b.py").unlink()
    daemon.await_home(repo.root, lambda home: home["levels"]["error"] == 2 and "cannot be written" in home["problem"])
    assert daemon.ask(Op.CHECK, repo.root)
    let_write(daemon, resource.RLIM_INFINITY)
    assert follower.verdicts() == GONE
    assert daemon.await_home(repo.root, lambda home: not home["problem"])


def test_a_ledger_that_is_removed_in_use_gets_back_all_that_the_daemon_knows(
    repo: Repo, daemon: Running, paths: Paths, tmp_path: Path
) -> None:
    daemon.follow(repo.root)
    ledger = paths.state_dir() / "ledger.db"
    for end in ENDS:
        ledger.with_name(ledger.name + end).unlink(missing_ok=True)
    daemon.process.send_signal(signal.SIGHUP)
    daemon.await_log("ledger")
    assert any("was removed" in problem for problem in daemon.ask(Op.STATUS)["problems"])
    daemon.kill()
    (repo.root / "src/b.py").unlink()
    with running(paths, tmp_path) as again:
        assert again.follow(repo.root).verdicts().keys() == GONE.keys()  # enrolled still, and no first day again


def test_a_ledger_that_is_damaged_in_use_is_moved_aside_and_filled_again(
    repo: Repo, daemon: Running, paths: Paths
) -> None:
    follower = daemon.follow(repo.root)
    ledger = paths.state_dir() / "ledger.db"
    for end in ENDS:
        if (path := ledger.with_name(ledger.name + end)).exists():
            path.write_bytes(b"x" * 50_000)
    (repo.root / "src/b.py").unlink()
    assert follower.verdicts() == GONE
    (repo.root / "src/b.py").write_text(BETA)
    assert follower.verdicts() == BACK
    daemon.await_log("ledger")
    with Ledger(ledger) as found:
        assert [row.root for row in found.enrolled()] == [repo.root]
        assert found.transitions(found.enrolled()[0].id)[-1].after == "ok"
    assert ledger.with_name("ledger.db.damaged").exists()


def test_what_another_process_writes_into_the_ledger_counts_at_once(
    repo: Repo, daemon: Running, paths: Paths, tmp_path: Path
) -> None:
    daemon.follow(repo.root)
    other = Repo(tmp_path / "other").write({"x.py": "X = 1\n", "AGENTS.md": "See `x.py`.\n"}).commit()
    assert mementod("enrol", folder=other.root).returncode == 0
    ledger = paths.state_dir() / "ledger.db"
    with Ledger(ledger) as found:
        gone = next(row.id for row in found.enrolled() if row.root == other.root)
        found.unenrol(gone)
    assert [home["root"] for home in daemon.ask(Op.STATUS)["repositories"]] == [str(repo.root)]


@pytest.mark.parametrize("damage", [bytes.hex, None], ids=["damaged", "removed"])
def test_a_cache_that_is_lost_in_use_changes_no_verdict(
    damage: object, repo: Repo, daemon: Running, paths: Paths
) -> None:
    follower = daemon.follow(repo.root)
    for path in paths.state_dir().glob("repositories/*/cache.db*"):
        if damage:
            path.write_bytes(b"x" * 50_000)
        else:
            path.unlink()
    (repo.root / "src/b.py").unlink()
    assert follower.verdicts() == GONE
    repo.write({"src/b.py": BETA, "src/c.py": "def gamma():\n    pass\n"}).commit()
    assert follower.verdicts() == BACK
    assert daemon.ask(Op.SYMBOLS, repo.root, name="gamma")["symbols"] == [["src/c.py", "gamma", "function", 1]]


def test_a_cache_that_another_process_locks_makes_nobody_wait(repo: Repo, daemon: Running, paths: Paths) -> None:
    follower = daemon.follow(repo.root)
    path = next(paths.state_dir().glob("repositories/*/cache.db"))
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        (repo.root / "src/b.py").unlink()
        assert follower.verdicts() == GONE  # while the lock is held
        other.execute("ROLLBACK")
    other.close()


def test_a_ledger_that_another_process_locks_makes_nobody_wait(repo: Repo, daemon: Running, paths: Paths) -> None:
    follower = daemon.follow(repo.root)
    with sqlite3.connect(paths.state_dir() / "ledger.db", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        (repo.root / "src/b.py").unlink()
        daemon.await_home(repo.root, lambda home: "another program holds it" in home["problem"])
        question = Request(Op.VERIFY, str(repo.root), {"notes": ["CLAUDE.md"]}, 1_500)  # the command line waits longer
        for _ in range(3):  # each has the ledger written
            answer = ask(paths.state_dir(), question)
            assert isinstance(answer, Answer)
            assert "another program holds it" in answer.message
        other.execute("ROLLBACK")
    other.close()
    assert follower.verdicts() == GONE


def test_a_state_directory_that_is_removed_ends_the_daemon_and_stays_removed(
    repo: Repo, daemon: Running, paths: Paths
) -> None:
    daemon.follow(repo.root)
    shutil.rmtree(paths.state_dir())
    (repo.root / "src/b.py").unlink()
    assert daemon.process.wait(20) == 75
    assert not Path(daemon.paths.home or "", "state/mementod").exists()
