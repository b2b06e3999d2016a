"""ledger.db: what cannot be computed again. Migrated in place, never rebuilt, never dropped without a word.

So far it holds what people vouched for (`verify`). A damaged file is moved aside, what is readable in it is saved,
and both are said. One that cannot be written is still read.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from urllib.parse import quote

from mementod.cache import BUSY_TIMEOUT_S, check, connect, create, is_damage, private_file, private_folder, version
from mementod.errors import ExitCode, UserError
from mementod.stamps import Vouched
from mementod_parsers.model import How

SCHEMA = 1
_TABLES = """
CREATE TABLE vouched(repository TEXT, note TEXT, text TEXT, "commit" TEXT, how TEXT, at TEXT,
                     PRIMARY KEY(repository, note, text)) WITHOUT ROWID;
"""
_ROWS = 'SELECT repository, note, text, "commit", how, at FROM vouched ORDER BY repository {0}, note {0}, text {0}'
_INSERT = "INSERT OR REPLACE INTO vouched VALUES (?, ?, ?, ?, ?, ?)"
_HOWS = {how.value: how for how in How}


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
        self._close()

    def vouched(self, repository: str) -> dict[tuple[str, str], Vouched]:
        """(note, text) -> what it was vouched to mean."""
        try:
            return self._vouched(repository) if _there(self.path) else {}
        except (sqlite3.Error, OSError) as error:
            self.problem = f"{self.path} cannot be read now ({error}): what was verified does not count in this run"
        except UserError as error:
            self.problem = f"{error}; until then what was verified does not count"
        return {}

    def vouch(self, repository: str, rows: Iterable[tuple[str, str, str]], at: str) -> int:
        """Write (note, text, commit) as verified; the number of rows. Raises UserError when it cannot be kept."""
        key = _stored(repository)
        full = [(key, _stored(n), _stored(cited), commit, How.VERIFIED.value, at) for n, cited, commit in rows]
        try:
            with self._open() as db:
                db.executemany(_INSERT, full)
        except (sqlite3.Error, OSError) as error:
            message = f"{self.path} cannot be written: {error}; nothing was verified"
            raise UserError(message, ExitCode.USAGE) from error
        return len(full)

    def _vouched(self, repository: str) -> dict[tuple[str, str], Vouched]:
        question = 'SELECT note, text, "commit", how FROM vouched WHERE repository = ?'
        try:
            rows = self._open().execute(question, (_stored(repository),)).fetchall()
        except (sqlite3.OperationalError, OSError):
            with self._reader() as db:
                rows = db.execute(question, (_stored(repository),)).fetchall()
        return {(_loaded(n), _loaded(cited)): Vouched(c, _HOWS[how]) for n, cited, c, how in rows if how in _HOWS}

    # opening

    def _open(self) -> sqlite3.Connection:
        if self._db is None:
            try:
                self._db = self._opened()
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
                self._set_aside(error)
                self._db = self._opened()
        return self._db

    def _opened(self) -> sqlite3.Connection:
        if not _there(self.path):
            self._make(())
        private_file(self.path)
        if not self.path.stat().st_size:
            raise sqlite3.DatabaseError("it is empty")
        db = connect(self.path)
        try:
            self._judge(db)
        except BaseException:
            db.close()
            raise
        return db

    def _judge(self, db: sqlite3.Connection) -> None:
        found = version(db)
        if found > SCHEMA:
            raise UserError(f"{self.path} was written by a newer mementod: upgrade this one")
        check(db, SCHEMA, _TABLES)

    def _make(self, rows: Iterable[tuple[object, ...]], aside: Path | None = None) -> None:
        """Make the file under another name first, so that an empty one in its place always means a loss.

        `aside`: where the old file goes once the new one is whole.
        """
        private_folder(self.path.parent)
        handle, name = tempfile.mkstemp(prefix=".ledger-", dir=self.path.parent)
        os.close(handle)
        try:
            with contextlib.closing(sqlite3.connect(name)) as db:
                create(db, _TABLES, SCHEMA)
                with db:
                    db.executemany(_INSERT, rows)
            if aside:
                self._move(aside)
            _place(Path(name), self.path)
        finally:
            for suffix in ("", "-journal"):
                Path(name + suffix).unlink(missing_ok=True)

    def _move(self, aside: Path) -> None:
        for suffix in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                Path(f"{self.path}{suffix}").replace(f"{aside}{suffix}")

    def _reader(self) -> contextlib.closing[sqlite3.Connection]:
        """Of a folder that cannot be written: the file as it is, without the help files that SQLite would make."""
        if not self.path.is_file():
            raise OSError("it is no regular file")
        waiting = Path(f"{self.path}-wal")
        if waiting.exists() and waiting.stat().st_size:
            raise OSError("its last rows are not merged into it, and the folder cannot be written")
        place = quote(os.fsencode(self.path))
        return contextlib.closing(
            sqlite3.connect(f"file:{place}?mode=ro&immutable=1", uri=True, timeout=BUSY_TIMEOUT_S)
        )

    def _set_aside(self, error: sqlite3.DatabaseError) -> None:
        aside = next(p for p in self._asides() if not _there(p))
        rows = _salvaged(self.path)
        self._make(rows, aside)
        self.problem = (
            f"{self.path} was damaged ({error}) and is now {aside}: {len(rows)} verified lines were saved from it, "
            "verify again what is missing"
        )

    def _asides(self) -> Iterator[Path]:
        yield self.path.with_name(f"{self.path.name}.damaged")
        yield from (self.path.with_name(f"{self.path.name}.damaged-{n}") for n in itertools.count(2))

    def _close(self) -> None:
        if self._db:
            self._db.close()
            self._db = None


def _salvaged(path: Path) -> list[tuple[object, ...]]:
    """The rows of a damaged file that can still be read, from its start and from its end."""
    found: dict[object, tuple[object, ...]] = {}
    for order in ("ASC", "DESC"):
        # A damaged page ends the reading: no error, no more rows.
        with (
            contextlib.suppress(sqlite3.Error, UnicodeError),
            contextlib.closing(sqlite3.connect(f"file:{quote(os.fsencode(path))}?mode=ro", uri=True)) as db,
        ):
            for row in db.execute(_ROWS.format(order)):
                if all(isinstance(value, str | bytes) for value in row):  # else it is no row of ours
                    found[row[:3]] = row
    return list(found.values())


def _place(made: Path, path: Path) -> None:
    """Unlike a rename, a link refuses to replace what another run just made; not every disk has links."""
    try:
        path.hardlink_to(made)
    except FileExistsError:
        return
    except OSError:
        if not _there(path):
            made.replace(path)


def _there(path: Path) -> bool:
    """Whether there is something at a path; OSError where nobody may look."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _stored(name: str) -> str | bytes:
    """SQLite's text is UTF-8; a name that is not is kept as bytes."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return name.encode("utf-8", "surrogatepass")
    return name


def _loaded(name: str | bytes) -> str:
    return name if isinstance(name, str) else name.decode("utf-8", "surrogatepass")
