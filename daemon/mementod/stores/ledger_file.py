"""The file of the ledger: opened, migrated, moved aside when it is damaged, read where it cannot be written.

Never rebuilt and never dropped without a word: what is readable in a damaged file is saved, and both are said.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from mementod.errors import UserError
from mementod.stores.ledger_salvage import Row, salvaged
from mementod.stores.migrations import SCHEMA, TABLES, migrate
from mementod.stores.sqlite_file import (
    check,
    connect,
    create,
    is_damage,
    private_file,
    private_folder,
    read_only,
    version,
)

LOCK_WAIT_S = 2.0  # for another process; a person waits for this, and a change can be tried again
_HELP_FILES = ("-wal", "-shm", "-journal")


class LedgerFile:
    """Opened on first use: who only asks creates nothing. `problem`: what went wrong without being raised, one line."""

    def __init__(self, path: Path, wait_s: float) -> None:
        """`wait_s`: for a lock of another process, before what was asked is given up."""
        self.path, self.wait_s = path, wait_s
        self.problem: str | None = None
        self._db: sqlite3.Connection | None = None
        self._inode: tuple[int, int] | None = None

    @property
    def is_open(self) -> bool:
        return self._db is not None

    def open(self) -> sqlite3.Connection:
        """The connection; it is in autocommit mode, see `migrations.transaction`.

        Raises sqlite3.Error and OSError for what cannot be opened now, UserError for a newer version's file.
        """
        # Else rows would go into a file that nobody will find, or into one that somebody else made in place of ours.
        if self._inode is not None and self._inode != _inode(self.path):
            self.problem = f"{self.path} was removed or replaced while it was in use: what it held may be lost"
            self.close()
        if self._db is None:
            try:
                self._db = self._opened()
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
                self._set_aside(error)
                self._db = self._opened()
            self._inode = _inode(self.path)
        return self._db

    @contextmanager
    def reader(self) -> Iterator[sqlite3.Connection]:
        """Of a folder that cannot be written: the file as it is, without the help files that SQLite would make."""
        if not self.path.is_file():
            raise OSError("it is no regular file")
        waiting = Path(f"{self.path}-wal")
        if waiting.exists() and waiting.stat().st_size:
            raise OSError("its last rows are not merged into it, and the folder cannot be written")
        with contextlib.closing(read_only(self.path, LOCK_WAIT_S, "&immutable=1")) as db:
            self._refuse_newer(db)
            yield db

    def doubt(self, error: Exception) -> None:
        """Look at the file anew before it is used again, if it is to blame for this."""
        if isinstance(error, sqlite3.DatabaseError) and is_damage(error):
            self.close()

    def close(self) -> None:
        if self._db:
            self._db.close()
            self._db = None

    def _opened(self) -> sqlite3.Connection:
        if not there(self.path):
            self._clear_orphans()
            self._make({})
        private_file(self.path)
        if not self.path.stat().st_size:
            raise sqlite3.DatabaseError("it is empty")
        db = _connect(self.path, self.wait_s)
        try:
            self._bring_up_to_date(db)
        except BaseException:
            db.close()
            raise
        return db

    def _clear_orphans(self) -> None:
        """The log of a file that was removed would be read into the new one."""
        orphans = [suffix for suffix in _HELP_FILES if there(Path(f"{self.path}{suffix}"))]
        if orphans and not there(self.path):  # looked at last: who makes the file makes it before its log
            aside = next(p for p in self._asides() if not there(Path(f"{p}{orphans[0]}")))
            self._move(aside)
            self.problem = f"{self.path} was removed: what it held is lost, its last log is {aside}{orphans[0]}"

    def _bring_up_to_date(self, db: sqlite3.Connection) -> None:
        found = self._refuse_newer(db)
        if found in TABLES and found < SCHEMA:
            check(db, found, TABLES[found])
            migrate(db, self.path)
        check(db, SCHEMA, TABLES[SCHEMA])

    def _refuse_newer(self, db: sqlite3.Connection) -> int:
        found = version(db)
        if found > SCHEMA:
            raise UserError(f"{self.path} was written by a newer mementod: upgrade this one")
        return found

    def _make(self, saved: Mapping[str, Sequence[Row]], aside: Path | None = None) -> None:
        """Make the file under another name first, so that an empty one in its place always means a loss.

        `aside`: where the old file goes once the new one is whole.
        """
        if self._inode is None:  # a folder that is removed while the ledger is in use stays removed
            private_folder(self.path.parent)
        handle, name = tempfile.mkstemp(prefix=".ledger-", dir=self.path.parent)
        os.close(handle)
        try:
            with contextlib.closing(sqlite3.connect(name)) as db:
                create(db, TABLES[SCHEMA], SCHEMA)
                with db:
                    for table, rows in ((table, rows) for table, rows in saved.items() if rows):
                        places = ", ".join("?" * len(rows[0]))
                        db.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({places})", rows)
            if aside:
                self._move(aside)
            _place(Path(name), self.path)
        finally:
            for suffix in ("", *_HELP_FILES):
                Path(name + suffix).unlink(missing_ok=True)

    def _move(self, aside: Path) -> None:
        for suffix in ("", *_HELP_FILES):
            with contextlib.suppress(FileNotFoundError):
                Path(f"{self.path}{suffix}").replace(f"{aside}{suffix}")

    def _set_aside(self, error: sqlite3.DatabaseError) -> None:
        aside = next(p for p in self._asides() if not there(p))
        saved = salvaged(self.path, LOCK_WAIT_S)
        self._make(saved, aside)
        verified = len(saved["vouched"])
        others = sum(map(len, saved.values())) - verified - len(saved["repositories"])
        enrolled = len(saved["repositories"])
        self.problem = (
            f"{self.path} was damaged ({error}) and is now {aside}; saved from it: verified lines {verified}, "
            f"enrolled repositories {enrolled}, other rows {others}; what is missing, `mementod verify` and "
            "`mementod enrol` again"
        )

    def _asides(self) -> Iterator[Path]:
        yield self.path.with_name(f"{self.path.name}.damaged")
        yield from (self.path.with_name(f"{self.path.name}.damaged-{n}") for n in itertools.count(2))


def there(path: Path) -> bool:
    """Whether there is something at a path; OSError where nobody may look."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _inode(path: Path) -> tuple[int, int] | None:
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_dev, about.st_ino


def _connect(path: Path, wait_s: float) -> sqlite3.Connection:
    """In autocommit mode; what was said to be kept is kept through a power cut."""
    db = connect(path, wait_s, "FULL")
    db.isolation_level = None
    return db


def _place(made: Path, path: Path) -> None:
    """Unlike a rename, a link refuses to replace what another run just made; not every disk has links."""
    try:
        path.hardlink_to(made)
    except FileExistsError:
        return
    except OSError:
        if not there(path):
            made.replace(path)
