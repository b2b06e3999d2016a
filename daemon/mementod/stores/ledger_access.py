"""Reading and writing the ledger's file: rows, and one transaction. One that cannot be written is still read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from mementod.errors import ExitCode, UserError
from mementod.stores.ledger_file import LedgerFile, there
from mementod.stores.ledger_rows import Value, loaded, stored
from mementod.stores.migrations import SCHEMA, transaction
from mementod.stores.sqlite_file import version


class Access:
    """Makes no file before something is written."""

    def __init__(self, file: LedgerFile) -> None:
        self._file = file
        self._version: int | None = None  # of what other processes wrote

    def is_written_elsewhere(self) -> bool:
        """Whether another process wrote since this was last asked; False where that cannot be asked."""
        try:
            if not self._file.is_open or not there(self._file.path):
                self._version = None
                return False
            found: int = self._file.open().execute("PRAGMA data_version").fetchone()[0]
        except (sqlite3.Error, OSError, UserError) as error:
            self._file.doubt(error)
            return False
        before, self._version = self._version, found
        return before is not None and before != found

    def asked(self, question: str, *values: Value) -> list[list[Any]]:
        """Rows. Raises UserError."""
        try:
            return self.rows(question, *values)
        except (sqlite3.Error, OSError) as error:
            self._file.doubt(error)
            raise UserError(f"{self._file.path} cannot be read: {self._reason(error)}") from error

    def rows(self, question: str, *values: Value) -> list[list[Any]]:
        """Of a ledger that need not be there, nor be ours to write. Raises sqlite3.Error and OSError too."""
        if not there(self._file.path):
            return []
        given = tuple(map(stored, values))
        try:
            found = self._file.open().execute(question, given).fetchall()
        except (sqlite3.OperationalError, OSError):
            with self._file.reader() as db:
                found = _of_any_version(db, question, given)
        return [loaded(row) for row in found]

    @contextmanager
    def writing(self, otherwise: str) -> Iterator[sqlite3.Connection]:
        """One transaction. Raises UserError, which ends with what the failure means for the user."""
        try:
            db = self._file.open()
            db.execute("PRAGMA shrink_memory")  # damage on disk has to show before a row is said to be kept
            with transaction(db):
                yield db
        except (sqlite3.Error, OSError) as error:
            self._file.doubt(error)
            message = f"{self._file.path} cannot be written: {self._reason(error)}; {otherwise}"
            raise UserError(message, ExitCode.USAGE) from error

    def _reason(self, error: Exception) -> str:
        if "locked" in str(error):
            return f"another program holds it (waited {self._file.wait_s:g} s), try again"
        return str(error)


def put(db: sqlite3.Connection, table: str, rows: Sequence[Sequence[object]]) -> None:
    """Whole rows, each in the place of the one of its key."""
    if rows:
        places = ", ".join("?" * len(rows[0]))
        db.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({places})", [tuple(map(stored, row)) for row in rows])


def _of_any_version(db: sqlite3.Connection, question: str, values: tuple[Value, ...]) -> list[tuple[Value, ...]]:
    """What a file that cannot be migrated now says; a table that came later holds nothing yet."""
    try:
        return db.execute(question, values).fetchall()
    except sqlite3.OperationalError as error:
        if "no such table" in str(error) and version(db) < SCHEMA:
            return []
        raise
