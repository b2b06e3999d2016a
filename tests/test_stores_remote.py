"""Both stores on a disk that other machines see too, where SQLite's usual log does not work."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from mementod.stores.cache import Cache
from mementod.stores.ledger import Ledger
from mementod.watcher import mounts

COMMIT = "a" * 40
NOW = "2025-01-02T03:04:05+00:00"


@pytest.fixture(params=["nfs4", "cifs", "fuse.sshfs"])
def remote(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on such a disk, as far as the list of mounts says."""
    table = tmp_path / "mountinfo"
    table.write_text(f"1 0 8:1 / / rw - ext4 /dev/a rw\n2 1 0:9 / {tmp_path}/remote rw - {request.param} host:/x rw\n")
    monkeypatch.setattr(mounts, "MOUNTS", table)
    (tmp_path / "remote").mkdir()
    return tmp_path / "remote"


def mode(path: Path) -> str:
    with closing(sqlite3.connect(path)) as db:
        return str(db.execute("PRAGMA journal_mode").fetchone()[0])


def test_the_ledger_shares_no_memory_there_and_keeps_all(remote: Path) -> None:
    path = remote / "ledger.db"
    with Ledger(path) as one, Ledger(path) as other:
        assert one.vouch("r", [("a.md", "x", COMMIT)], NOW) == 1
        assert not one.is_written_elsewhere()
        assert other.vouch("r", [("b.md", "y", COMMIT)], NOW) == 1
        assert one.is_written_elsewhere()
        assert one.vouched("r").keys() == {("a.md", "x"), ("b.md", "y")}
        assert not (remote / "ledger.db-shm").exists()
    assert mode(path) != "wal"


def test_the_cache_shares_no_memory_there_and_keeps_all(remote: Path) -> None:
    path = remote / "cache.db"
    with Cache(path) as cache:
        cache.remember("topic", "question", "answer")
        cache.flush()
        assert not (remote / "cache.db-shm").exists()
    with Cache(path) as cache:
        assert (cache.recall("topic", "question"), cache.problem) == ("answer", None)


def test_a_ledger_that_was_moved_there_is_read_and_written(remote: Path, tmp_path: Path) -> None:
    with Ledger(tmp_path / "ledger.db") as ledger:
        ledger.vouch("r", [("a.md", "x", COMMIT)], NOW)
    assert mode(tmp_path / "ledger.db") == "wal"
    (tmp_path / "ledger.db").rename(remote / "ledger.db")
    with Ledger(remote / "ledger.db") as ledger:
        assert ledger.vouch("r", [("b.md", "y", COMMIT)], NOW) == 1
        assert len(ledger.vouched("r")) == 2
    assert mode(remote / "ledger.db") != "wal"
