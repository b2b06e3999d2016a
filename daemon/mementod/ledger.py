"""ledger.db: what cannot be computed again. Migrated in place, never rebuilt.

So far it holds what people vouched for (`verify`). A damaged file is moved aside and said, never deleted.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

from mementod.cache import connect, create
from mementod.errors import ExitCode, UserError
from mementod.stamps import Vouched
from mementod_parsers.model import How

SCHEMA = 1
_TABLES = """
CREATE TABLE vouched(repository TEXT, note TEXT, text TEXT, "commit" TEXT, how TEXT, at TEXT,
                     PRIMARY KEY(repository, note, text)) WITHOUT ROWID;
"""


class Ledger:
    """Opened on first use: a check in a repository that nobody vouched in creates nothing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem: str | None = None
        self._db: sqlite3.Connection | None = None

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._db:
            self._db.close()

    def vouched(self, repository: str) -> dict[tuple[str, str], Vouched]:
        """(note, text) -> what it was vouched to mean."""
        if not self.path.exists():
            return {}
        try:
            rows = self._open().execute(
                'SELECT note, text, "commit", how FROM vouched WHERE repository = ?', (repository,)
            )
            return {(note, cited): Vouched(commit, How(how)) for note, cited, commit, how in rows}
        except sqlite3.DatabaseError as error:
            self._set_aside(error)
            return {}

    def vouch(self, repository: str, rows: Iterable[tuple[str, str, str]], at: str) -> int:
        """Write (note, text, commit) as verified; the number of rows. Raises UserError when it cannot be kept."""
        full = [(repository, note, cited, commit, How.VERIFIED.value, at) for note, cited, commit in rows]
        try:
            with self._open() as db:
                db.executemany("INSERT OR REPLACE INTO vouched VALUES (?, ?, ?, ?, ?, ?)", full)
        except (sqlite3.DatabaseError, OSError) as error:
            raise UserError(
                f"{self.path} cannot be written: {error}; nothing was verified", ExitCode.USAGE
            ) from error
        return len(full)

    def _open(self) -> sqlite3.Connection:
        if self._db is None:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            self._db = connect(self.path)
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version == 0:
                create(self._db, _TABLES, SCHEMA)
            elif version > SCHEMA:
                raise UserError(f"{self.path} was written by a newer mementod: upgrade this one")
        return self._db

    def _set_aside(self, error: sqlite3.DatabaseError) -> None:
        if self._db:
            self._db.close()
            self._db = None
        if isinstance(error, sqlite3.OperationalError):
            self.problem = (
                f"{self.path} cannot be read now ({error}); what was verified does not count in this run"
            )
            return
        aside = self.path.with_suffix(".db.damaged")
        with contextlib.suppress(OSError):
            self.path.replace(aside)
        self.problem = (
            f"{self.path} was damaged ({error}) and is now {aside}; what was verified must be verified again"
        )
