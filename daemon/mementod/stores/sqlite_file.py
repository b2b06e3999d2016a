"""What both kinds of our SQLite files share: how one is opened, made, checked, and kept to this user."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from mementod.stores.patience import left_s, spend
from mementod.watcher.mounts import Telling, telling

CHECKED_CAP_BYTES = 128 << 20  # checked on opening, at some 3 ms a megabyte; beyond it damage shows in use
OPEN_LIMIT_S = 2.0  # in all: processes that make the same file refuse each other without a wait
OPEN_PAUSE_S = 0.05
READ_WAIT_S = 5.0  # for a lock of another process
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_WRITE)


class Patient(sqlite3.Connection):
    """Waits for a lock as long as its own limit and what is left of the answer's patience allow."""

    limit_s = 0.0
    _allowed_s: float | None = None  # as SQLite was told

    # The library's own signatures, which take positions alone.
    def execute(self, *given: Any) -> sqlite3.Cursor:
        return self._asked(super().execute, given)

    def executemany(self, *given: Any) -> sqlite3.Cursor:
        return self._asked(super().executemany, given)

    def executescript(self, *given: Any) -> sqlite3.Cursor:
        return self._asked(super().executescript, given)

    def _asked(self, ask: Callable[..., sqlite3.Cursor], given: tuple[Any, ...]) -> sqlite3.Cursor:
        allowed = left_s(self.limit_s)
        if allowed != self._allowed_s:
            super().execute(f"PRAGMA busy_timeout = {int(1000 * allowed)}")
            self._allowed_s = allowed
        began = time.monotonic()
        try:
            return ask(*given)
        except sqlite3.OperationalError as error:
            if is_held(error):
                spend(time.monotonic() - began)
            raise


def connect(path: Path, wait_s: float, synchronous: str = "NORMAL") -> sqlite3.Connection:
    """A connection with our settings: WAL where it works, a bounded wait for a lock."""
    end = time.monotonic() + left_s(min(wait_s, OPEN_LIMIT_S))
    while True:
        db = _opened(path, end - time.monotonic())
        try:
            db.execute(f"PRAGMA journal_mode = {journal(path)}")
            db.execute(f"PRAGMA synchronous = {synchronous}")
        except sqlite3.DatabaseError as error:
            db.close()
            if is_damage(error) or error.sqlite_errorcode in _NO_ROOM or time.monotonic() >= end:
                raise
            time.sleep(OPEN_PAUSE_S)
            spend(OPEN_PAUSE_S)
        else:
            db.limit_s = wait_s
            return db


def _opened(place: Path | str, limit_s: float, uri: bool = False) -> Patient:
    db = sqlite3.connect(place, timeout=max(0.0, limit_s), factory=Patient, uri=uri)
    db.limit_s = max(0.0, limit_s)
    return db


def read_only(path: Path, wait_s: float = READ_WAIT_S, options: str = "") -> sqlite3.Connection:
    """A connection that writes nothing; `options` of SQLite's URI, each with its `&`. Raises for what is not there."""
    return _opened(f"file:{quote(os.fsencode(path))}?mode=ro{options}", wait_s, uri=True)


def journal(path: Path) -> str:
    """WAL shares memory among its users: on a disk that other machines see too it would damage the file."""
    return "TRUNCATE" if telling(os.fsencode(path.parent))[0] is Telling.NOTHING else "WAL"


def create(db: sqlite3.Connection, tables: str, version: int) -> None:
    """Make the tables, unless another process just did."""
    try:
        db.executescript(f"BEGIN EXCLUSIVE; {tables} PRAGMA user_version = {version}; COMMIT;")
    except sqlite3.OperationalError as error:
        with contextlib.suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        if "already exists" not in str(error):
            raise


def version(db: sqlite3.Connection) -> int:
    """The version of the tables in a file; 0 for an empty one."""
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    return found


def check(db: sqlite3.Connection, expected: int, tables: str, is_checked: bool = False) -> None:
    """Raise sqlite3.DatabaseError for a file of another version or whose structure is damaged.

    `is_checked`: another connection of this process looked through the pages.
    """
    if version(db) != expected:
        raise sqlite3.DatabaseError(f"written by another version ({version(db)})")
    held = db.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table'").fetchone()[0]
    if held != tables.count("CREATE TABLE"):
        raise sqlite3.DatabaseError("a table is missing")
    if is_checked:
        return
    pages = db.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()").fetchone()[0]
    found = db.execute("PRAGMA quick_check(1)").fetchone()[0] if pages <= CHECKED_CAP_BYTES else "ok"
    if found != "ok":
        raise sqlite3.DatabaseError(found.splitlines()[-1])


def private_folder(folder: Path) -> None:
    """Create a folder of the state directory, and the one above it, for this user alone.

    Raises FileNotFoundError when that is gone, too: a state directory that somebody removed stays removed.
    """
    for path in (folder.parent, folder):
        path.mkdir(mode=0o700, exist_ok=True)


def private_file(path: Path) -> None:
    """Create an empty file, or make the one that is there ours alone; OSError for what is no regular file.

    A file that is there is never opened: closing it again would drop the locks of another connection of ours.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, 0o600))
    about = path.stat()
    if not stat.S_ISREG(about.st_mode):
        raise OSError(f"{path} is no regular file")
    if about.st_mode & 0o077 and about.st_uid == os.getuid():
        path.chmod(0o600)


def is_held(error: sqlite3.Error) -> bool:
    """Whether another process, or another connection of ours, has a lock."""
    return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is at fault, and not a lock, a full disk or a missing permission."""
    return not isinstance(error, sqlite3.OperationalError) or "no such" in str(error) or "has no column" in str(error)
