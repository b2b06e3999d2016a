"""memory.db of one repository: what was said and done in it, what must survive, and the last hand-over.

Owns the file: its place, schema, versions, transactions, damage. None of it can be computed again, so a damaged file
is kept beside the new one, and a file of a later version is left alone.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from mementod.errors import UserError
from mementod.judging.disk import Disk
from mementod.stores.sqlite_file import connect, create, is_damage, private_file, private_folder, read_only, version
from mementod_parsers.continuity.search_terms import VERSION as TERMS_VERSION
from mementod_parsers.continuity.search_terms import terms

SCHEMA = 1
BUSY_TIMEOUT_S = 2.0  # for another process: a person waits for this
REINDEX_BATCH = 5_000
ASIDE_CAP = 9  # damaged files that are kept; one more takes the place of the last

_TABLES = """
CREATE TABLE sessions(id INTEGER PRIMARY KEY, source TEXT NOT NULL, name TEXT NOT NULL, UNIQUE(source, name));
CREATE TABLE messages(id INTEGER PRIMARY KEY, session INTEGER NOT NULL, actor TEXT NOT NULL, at INTEGER,
    mark INTEGER NOT NULL UNIQUE);
CREATE INDEX messages_session ON messages(session);
CREATE TABLE lines(id INTEGER PRIMARY KEY, message INTEGER NOT NULL, text TEXT NOT NULL);
CREATE INDEX lines_message ON lines(message);
CREATE TABLE forgotten(mark INTEGER PRIMARY KEY);
CREATE TABLE files(path BLOB PRIMARY KEY, ino INTEGER, head BLOB, read INTEGER, session TEXT, cwd TEXT) WITHOUT ROWID;
CREATE TABLE state(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE record(id INTEGER PRIMARY KEY, class TEXT NOT NULL, text TEXT NOT NULL, origin TEXT NOT NULL,
    at TEXT NOT NULL, head TEXT, successor TEXT, revoked TEXT, UNIQUE(class, text));
CREATE TABLE handovers(id INTEGER PRIMARY KEY, at TEXT NOT NULL, session TEXT NOT NULL, head TEXT, branch TEXT,
    text TEXT NOT NULL);
CREATE VIRTUAL TABLE words USING fts5(terms, content='', detail=none, columnsize=0,
    tokenize='unicode61 remove_diacritics 0');
"""
# Added later, and of use to no older version: what statements are about, for telling which of two replaces the other,
# and which file a name stands for.
_LATER = """
CREATE TABLE IF NOT EXISTS places(text TEXT PRIMARY KEY, file TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS subjects(text TEXT PRIMARY KEY, force TEXT NOT NULL, subject TEXT NOT NULL);
CREATE TRIGGER IF NOT EXISTS record_gone AFTER DELETE ON record BEGIN
    DELETE FROM subjects WHERE text = old.text;
END;
CREATE TRIGGER IF NOT EXISTS name_gone AFTER DELETE ON record BEGIN
    DELETE FROM places WHERE text = old.text;
END;
"""


def moment() -> str:
    """The time of now as all that is kept here has it: ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def storable(text: str) -> str:
    """The text with a sign in place of each half of a character, which a store does not take."""
    return text.encode("utf-8", "replace").decode()


class MemoryFile:
    """One connection. Raises UserError when the file cannot be used; `problem` says what was set aside."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem: str | None = None
        self._only_read = ""  # why, where it may not be written
        try:
            private_folder(path.parent)
            self.db = self._open()
            self._ino = self.path.stat().st_ino
        except (sqlite3.Error, OSError) as error:
            why = error.strerror if isinstance(error, PermissionError) else error
            raise UserError(
                f"the log {path} cannot be used ({why}); free the disk or the file, then try again"
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.db.close()
        if isinstance(error, sqlite3.Error) and _is_broken(error):
            if self.path.exists() and self.path.stat().st_ino == self._ino:  # else somebody was faster
                self._begin_anew(error).close()
            raise UserError(f"{self.problem or f'the log {self.path} was damaged ({error})'}: ask again") from error

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction. Raises UserError, then nothing of it is kept."""
        try:
            self.db.execute("BEGIN IMMEDIATE")
            yield self.db
            self.db.execute("COMMIT")
        except BaseException as error:
            with contextlib.suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error) and not _is_broken(error):
                said = self._only_read or f"the log {self.path} cannot be written ({error}); nothing of it was lost"
                raise UserError(said) from error
            raise

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Everything that is read within is of one moment."""
        self.db.execute("BEGIN")
        try:
            yield
        finally:
            self.db.execute("ROLLBACK")

    def value(self, name: str) -> str | int | None:
        """A single value that was set before."""
        row = self.db.execute("SELECT value FROM state WHERE name = ?", (name,)).fetchone()
        found: str | int | None = row[0] if row else None
        return found

    def set_value(self, name: str, value: str | int | None) -> None:
        """Raises UserError."""
        with self.writing() as db:
            db.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, value))

    def _open(self) -> sqlite3.Connection:
        try:
            self._expect_power()
            return self._connect()
        except (sqlite3.Error, PermissionError) as error:
            if isinstance(error, sqlite3.Error) and is_damage(error):
                return self._begin_anew(error)
            if (db := self._as_it_is()) is None:
                raise
            why = error if isinstance(error, sqlite3.Error) else error.strerror
            self.problem = self._only_read = f"the log {self.path} can only be read ({why}): free the disk or the file"
            return db

    def _expect_power(self) -> None:
        """Raises PermissionError: SQLite would be asked again and again, and tells less."""
        if Disk(self.path.parent).there(self.path.name) and not (
            os.access(self.path, os.R_OK | os.W_OK) and os.access(self.path.parent, os.W_OK)
        ):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self.path))

    def _as_it_is(self) -> sqlite3.Connection | None:
        """Where SQLite's help files cannot be made; None where the last rows are not merged yet, or nothing is read."""
        helps = [Path(f"{self.path}{suffix}") for suffix in ("-wal", "-journal")]
        try:
            if any(path.exists() and path.stat().st_size for path in helps):
                return None
            db = read_only(self.path, BUSY_TIMEOUT_S, "&immutable=1")
        except (OSError, sqlite3.Error):
            return None
        try:
            if version(db) == SCHEMA:
                db.isolation_level = None
                return db
        except sqlite3.Error:
            pass
        db.close()
        return None

    def _begin_anew(self, error: sqlite3.Error) -> sqlite3.Connection:
        """A new file with what can be read of the damaged one, which is kept."""
        from mementod.continuity.salvage import salvage

        aside = self._set_aside(error)
        db = self._connect()
        try:
            salvage(aside, db)
            _index_again(db)
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
        return db

    def _connect(self) -> sqlite3.Connection:
        private_file(self.path)
        db = connect(self.path, BUSY_TIMEOUT_S)
        db.isolation_level = None  # our own transactions
        try:
            db.execute("PRAGMA secure_delete = ON")  # what is forgotten is gone from the file, too
            if version(db) == 0:
                create(db, f"{_TABLES}{_LATER} INSERT INTO state VALUES ('terms', {TERMS_VERSION});", SCHEMA)
            _check(db)
            db.executescript(_LATER)
        except BaseException:
            db.close()
            raise
        return db

    def _set_aside(self, error: sqlite3.Error) -> Path:
        names = [self.path.with_name(f"{self.path.name}.damaged{n or ''}") for n in range(ASIDE_CAP)]
        aside = next((path for path in names if not path.exists()), names[-1])
        for suffix in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                Path(f"{self.path}{suffix}").replace(f"{aside}{suffix}")
        self.problem = f"the log {self.path} was damaged ({error}) and is kept as {aside.name}; the rest goes on"
        return aside


def _is_broken(error: sqlite3.Error) -> bool:
    """Whether the file is at fault that is in use, and neither a lock or the disk nor a statement of ours."""
    return type(error) is sqlite3.DatabaseError or "no such table" in str(error) or "malformed" in str(error)


def _check(db: sqlite3.Connection) -> None:
    if version(db) != SCHEMA:
        raise sqlite3.OperationalError(f"written by another version ({version(db)}): upgrade mementod")
    if db.execute("SELECT value FROM state WHERE name = 'terms'").fetchone()[0] != TERMS_VERSION:
        _index_again(db)


def _index_again(db: sqlite3.Connection) -> None:
    db.execute("BEGIN IMMEDIATE")
    db.execute("INSERT INTO words(words) VALUES ('delete-all')")
    last = 0
    while rows := db.execute("SELECT id, text FROM lines WHERE id > ? LIMIT ?", (last, REINDEX_BATCH)).fetchall():
        found = [(number, " ".join(terms(text))) for number, text in rows]
        db.executemany("INSERT INTO words(rowid, terms) VALUES (?, ?)", found)
        last = rows[-1][0]
    db.execute("UPDATE state SET value = ? WHERE name = 'terms'", (TERMS_VERSION,))
    db.execute("COMMIT")
