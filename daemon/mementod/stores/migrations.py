"""The tables of ledger.db and the steps that lead to them from every version there ever was.

A step changes a file where it stands: in one transaction, after a copy was put beside it. Whatever ends it in the
middle, the file is either as it was or as it has to be.
"""

from __future__ import annotations

import contextlib
import itertools
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from mementod.stores.sqlite_file import read_only, version

KEPT_COPIES = 2  # of files from before a migration; older ones are removed
_COPYING = ".ledger-copy-"

_VOUCHED = """
CREATE TABLE vouched(repository TEXT, note TEXT, text TEXT, "commit" TEXT, how TEXT, at TEXT,
                     PRIMARY KEY(repository, note, text)) WITHOUT ROWID;
"""
# Nothing here is NULL: an absent value is the empty text, so that a saved row is known for one by its types.
_LIVE = """
CREATE TABLE repositories(id TEXT NOT NULL PRIMARY KEY, root TEXT NOT NULL, common TEXT NOT NULL,
                          trust TEXT NOT NULL, config TEXT NOT NULL, enrolled_at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE observed(repository TEXT NOT NULL, note TEXT NOT NULL, text TEXT NOT NULL, "commit" TEXT NOT NULL,
                      kind TEXT NOT NULL, path TEXT NOT NULL, symbol TEXT NOT NULL, fingerprint TEXT NOT NULL,
                      at TEXT NOT NULL, PRIMARY KEY(repository, note, text)) WITHOUT ROWID;
CREATE TABLE transitions(seq INTEGER NOT NULL PRIMARY KEY, repository TEXT NOT NULL, citation TEXT NOT NULL,
                         note TEXT NOT NULL, line INTEGER NOT NULL, text TEXT NOT NULL, before TEXT NOT NULL,
                         after TEXT NOT NULL, level TEXT NOT NULL, target TEXT NOT NULL, evidence TEXT NOT NULL,
                         at TEXT NOT NULL, batch INTEGER NOT NULL);
CREATE INDEX transitions_of ON transitions(repository, seq);
CREATE TABLE published(repository TEXT NOT NULL, citation TEXT NOT NULL, verdict TEXT NOT NULL,
                       target TEXT NOT NULL, level TEXT NOT NULL, PRIMARY KEY(repository, citation)) WITHOUT ROWID;
CREATE TABLE snoozes(repository TEXT NOT NULL, citation TEXT NOT NULL, until TEXT NOT NULL,
                     PRIMARY KEY(repository, citation)) WITHOUT ROWID;
CREATE TABLE counters(name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
"""
_INSTALLED = """
CREATE TABLE installed(whose TEXT NOT NULL, path TEXT NOT NULL, real TEXT NOT NULL, form TEXT NOT NULL,
                       before TEXT NOT NULL, after TEXT NOT NULL, folders TEXT NOT NULL, healed_on TEXT NOT NULL,
                       heals INTEGER NOT NULL, PRIMARY KEY(whose, path)) WITHOUT ROWID;
"""

_CONCERNS = """
CREATE TABLE concerns(repository TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, verdict TEXT NOT NULL,
                      target TEXT NOT NULL, note TEXT NOT NULL, line INTEGER NOT NULL, place TEXT NOT NULL,
                      evidence TEXT NOT NULL, at TEXT NOT NULL, told TEXT NOT NULL, healed TEXT NOT NULL,
                      PRIMARY KEY(repository, kind, subject)) WITHOUT ROWID;
"""

# version -> all tables of a file of that version. A new version is the last one's tables and a step more.
TABLES = {
    1: _VOUCHED,
    2: _VOUCHED + _LIVE,
    3: _VOUCHED + _LIVE + _INSTALLED,
    4: _VOUCHED + _LIVE + _INSTALLED + _CONCERNS,
}
# version -> what makes a file of that version out of one of the version before.
_STEPS = {2: _LIVE, 3: _INSTALLED, 4: _CONCERNS}
SCHEMA = max(TABLES)


def migrate(db: sqlite3.Connection, path: Path) -> None:
    """Bring an open file of an older version to SCHEMA; its copy is `NAME.v<version>-<date>`.

    Raises sqlite3.Error or OSError (a full disk, a lock that another process holds) with the file as it was.
    """
    with transaction(db):
        old = version(db)
        if old >= SCHEMA:  # another process was first
            return
        _keep(path, old)
        for number in range(old + 1, SCHEMA + 1):
            for statement in statements(_STEPS[number]):
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {SCHEMA}")
    _prune(path)


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All or nothing; the lock is taken at once, so that what is read inside is still so at the end."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):  # SQLite may have done it itself, on a full disk for instance
            db.execute("ROLLBACK")
        raise


def statements(script: str) -> list[str]:
    """The statements of a script of ours; `executescript` would end the transaction it is in."""
    return [part for part in script.split(";") if part.strip()]


def _keep(path: Path, old: int) -> None:
    """Copy the file as it was last committed. Only who holds the write lock comes here, so leftovers are dead."""
    for leftover in path.parent.glob(_COPYING + "*"):
        leftover.unlink(missing_ok=True)
    handle = tempfile.NamedTemporaryFile(prefix=_COPYING, dir=path.parent, delete=False)  # noqa: SIM115 (renamed below)
    handle.close()
    copy = Path(handle.name)
    try:
        with (
            contextlib.closing(read_only(path)) as here,
            contextlib.closing(sqlite3.connect(copy)) as there,
        ):
            here.backup(there)
        copy.replace(next(name for name in _names(path, old) if not name.exists()))
    finally:
        copy.unlink(missing_ok=True)


def _names(path: Path, old: int) -> Iterator[Path]:
    name = f"{path.name}.v{old}-{datetime.now(UTC).date().isoformat()}"
    yield path.with_name(name)
    yield from (path.with_name(f"{name}-{n}") for n in itertools.count(2))


def _prune(path: Path) -> None:
    copies = sorted(path.parent.glob(f"{path.name}.v[0-9]*-*"), key=lambda p: p.stat().st_mtime_ns, reverse=True)
    for copy in copies[KEPT_COPIES:]:
        copy.unlink(missing_ok=True)
