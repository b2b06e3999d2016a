"""cache.db of one repository: what content and history imply. Deleting it is always safe.

Owns the file, its schema and its version. Rows are valid by content (a blob id, a commit id) and by the version of
the code that made them, so nothing here is ever stale. A file that is damaged, of another version, or that cannot be
written is set aside or replaced by one in memory, and said in one line.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType

import msgpack

SCHEMA = 1
BUSY_TIMEOUT_S = 10.0
BATCH = 400  # values in one IN (...) list, below SQLite's oldest limit of 999

_TABLES = """
CREATE TABLE commits(id INTEGER PRIMARY KEY, oid TEXT NOT NULL UNIQUE, time INTEGER NOT NULL);
CREATE TABLE paths(id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, base BLOB NOT NULL, dir INTEGER NOT NULL);
CREATE INDEX paths_base ON paths(base);
CREATE TABLE changes(path INTEGER NOT NULL, "commit" INTEGER NOT NULL, status TEXT NOT NULL, blob BLOB NOT NULL);
CREATE TABLE lines(tip TEXT PRIMARY KEY, ids BLOB NOT NULL);
CREATE TABLE stats(path BLOB PRIMARY KEY, size INTEGER, mtime_ns INTEGER, ino INTEGER, oid TEXT) WITHOUT ROWID;
CREATE TABLE tokens(oid TEXT PRIMARY KEY, words BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE facts(oid TEXT, language TEXT, version TEXT, facts BLOB, PRIMARY KEY(oid, language)) WITHOUT ROWID;
CREATE TABLE quarantine(oid TEXT, language TEXT, version TEXT, reason TEXT, path BLOB, PRIMARY KEY(oid, language)) WITHOUT ROWID;
CREATE TABLE memo(topic TEXT, question TEXT, answer BLOB, PRIMARY KEY(topic, question)) WITHOUT ROWID;
"""


class Cache:
    """One connection. `problem` says in one line when the store could not be used as it was."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem: str | None = None
        self.db = self._open()
        self._memo: dict[str, dict[str, object]] = {}
        self._fresh: dict[tuple[str, str], object] = {}

    def __enter__(self) -> Cache:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(sqlite3.Error):
            self.flush()
        self.db.close()

    # memo: immutable evidence, loaded a topic at a time

    def recall(self, topic: str, question: str) -> object | None:
        """A remembered answer (msgpack values), or None."""
        if topic not in self._memo:
            rows = self.db.execute("SELECT question, answer FROM memo WHERE topic = ?", (topic,))
            self._memo[topic] = {q: msgpack.unpackb(a, use_list=False) for q, a in rows}
        return self._memo[topic].get(question)

    def remember(self, topic: str, question: str, answer: object) -> None:
        self._memo.setdefault(topic, {})[question] = answer
        self._fresh[topic, question] = answer

    def flush(self) -> None:
        """Write what was remembered; a store that cannot be written costs speed, never an answer."""
        rows = [(t, q, msgpack.packb(a)) for (t, q), a in self._fresh.items()]
        self._fresh.clear()
        self.write("INSERT OR REPLACE INTO memo VALUES (?, ?, ?)", rows)

    def write(self, sql: str, rows: Iterable[tuple[object, ...]]) -> None:
        """One transaction; a full disk or a lock that does not come is said, not raised."""
        try:
            with self.db:
                self.db.executemany(sql, rows)
        except sqlite3.OperationalError as error:
            self.problem = f"the cache {self.path} cannot be written ({error}); answers stay right, the next run is slower"

    def pick(self, sql: str, keys: Iterable[object]) -> Iterator[tuple[object, ...]]:
        """Rows of `sql`, whose `{}` stands for a list of keys, for any number of keys."""
        wanted = list(keys)
        for start in range(0, len(wanted), BATCH):
            part = wanted[start : start + BATCH]
            yield from self.db.execute(sql.format(",".join("?" * len(part))), part)

    # opening

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            return self._connect()
        except sqlite3.DatabaseError as error:
            return self._rebuild(error)
        except OSError as error:
            return self._in_memory(error)

    def _connect(self) -> sqlite3.Connection:
        new = not self.path.exists()
        if new:
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
        db = connect(self.path)
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version == 0:
            create(db, _TABLES, SCHEMA)
        elif version != SCHEMA:
            db.close()
            raise sqlite3.DatabaseError(f"written by another version ({version})")
        else:
            db.execute("SELECT count(*) FROM lines").fetchone()
        return db

    def _rebuild(self, error: sqlite3.DatabaseError) -> sqlite3.Connection:
        if isinstance(error, sqlite3.OperationalError) and "no such table" not in str(error):
            return self._in_memory(error)  # locked, full, read-only: the file itself may be fine
        self.problem = f"the cache {self.path} was rebuilt: {error}"
        for suffix in ("", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                Path(f"{self.path}{suffix}").unlink(missing_ok=True)
        try:
            return self._connect()
        except (sqlite3.Error, OSError) as again:
            return self._in_memory(again)

    def _in_memory(self, error: Exception) -> sqlite3.Connection:
        self.problem = f"no cache at {self.path} ({error}); this run keeps nothing"
        db = sqlite3.connect(":memory:", isolation_level=None)
        create(db, _TABLES, SCHEMA)
        return db


def connect(path: Path) -> sqlite3.Connection:
    """A connection with our settings: WAL, a bounded wait for a lock."""
    db = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    return db


def create(db: sqlite3.Connection, tables: str, version: int) -> None:
    """Make the tables, unless another process just did."""
    try:
        db.executescript(f"BEGIN EXCLUSIVE; {tables} PRAGMA user_version = {version}; COMMIT;")
    except sqlite3.OperationalError as error:
        with contextlib.suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        if "already exists" not in str(error):
            raise


def squeeze(words: Iterable[str]) -> bytes:
    """A set of words as one compressed value."""
    return zlib.compress("\n".join(words).encode("utf-8", "surrogateescape"), 1)


def swell(words: bytes) -> list[str]:
    """The words of `squeeze`."""
    text = zlib.decompress(words).decode("utf-8", "surrogateescape")
    return text.split("\n") if text else []
