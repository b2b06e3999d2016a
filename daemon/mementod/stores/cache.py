"""cache.db of one repository: what content and history imply. Deleting it is always safe.

Owns the file, its schema and its version. Rows are valid by content (a blob id, a commit id) and by the version of
the code that made them, so nothing here is ever stale. A file that is damaged, of another version, or that cannot be
written is set aside or replaced by one in memory, and said in one line.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType

from mementod.stores.packing import coded, packed, unpacked
from mementod.stores.sqlite_file import check, connect, create, is_damage, private_file, private_folder, version

SCHEMA = 3
BUSY_TIMEOUT_S = 10.0
# Values in one IN (...) list, below SQLite's oldest limit of 999. A statement of each width is held ready, 70 kB for
# the longest: one for every number of keys takes 5 MB.
WIDTHS = (1, 8, 64, 400)
SIZE_CAP_BYTES = 2 << 30  # a larger file is made anew
MEMO_ROWS_CAP = 400_000  # remembered answers of one topic; more are forgotten together
HISTORY_TABLES = ("commits", "paths", "changes", "lines")

_TABLES = """
CREATE TABLE commits(id INTEGER PRIMARY KEY, oid TEXT NOT NULL UNIQUE, time INTEGER NOT NULL);
CREATE TABLE paths(id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, base BLOB NOT NULL, dir INTEGER NOT NULL);
CREATE INDEX paths_base ON paths(base);
CREATE TABLE changes(path INTEGER NOT NULL, "commit" INTEGER NOT NULL, status TEXT NOT NULL, blob BLOB NOT NULL);
CREATE INDEX changes_path ON changes(path);
CREATE TABLE lines(tip TEXT PRIMARY KEY, ids BLOB NOT NULL);
CREATE TABLE stats(path BLOB PRIMARY KEY, size INTEGER, mtime_ns INTEGER, ctime_ns INTEGER, ino INTEGER, oid TEXT)
    WITHOUT ROWID;
CREATE TABLE tokens(oid TEXT PRIMARY KEY, words BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE word_sets(key BLOB PRIMARY KEY, hashes BLOB NOT NULL);
CREATE TABLE facts(oid TEXT, language TEXT, version TEXT, facts BLOB, PRIMARY KEY(oid, language)) WITHOUT ROWID;
CREATE TABLE quarantine(oid TEXT, language TEXT, version TEXT, reason TEXT, path BLOB, PRIMARY KEY(oid, language))
    WITHOUT ROWID;
CREATE TABLE memo(topic TEXT, question BLOB, answer BLOB, PRIMARY KEY(topic, question)) WITHOUT ROWID;
"""


class Cache:
    """One connection. `problem` says in one line when the store could not be used as it was."""

    def __init__(
        self, path: Path, wait_s: float = BUSY_TIMEOUT_S, is_lasting: bool = False, is_checked: bool = False
    ) -> None:
        """`wait_s`: for a lock of another process, before a write is given up.

        `is_lasting`: of a process that stays: an answer is read when it is asked for, and held until the next `flush`.
        `is_checked`: as in `sqlite_file.check`; damage of a later day shows in use.
        """
        self.path, self._wait_s, self._is_lasting, self._is_checked = path, wait_s, is_lasting, is_checked
        self.problem: str | None = None
        self.is_kept = True  # in a file, where other processes find it
        self._unwritten: str | None = None
        self._rebuilt = False
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
        known = self._held(topic)
        if self._is_lasting and question not in known and (found := self.fetch(topic, question)) is not None:
            known[question] = found
        return known.get(question)

    def remember(self, topic: str, question: str, answer: object) -> None:
        self._held(topic)[question] = answer
        self._fresh[topic, question] = answer

    def _held(self, topic: str) -> dict[str, object]:
        if topic not in self._memo:
            self._memo[topic] = {} if self._is_lasting else self._load(topic)
        return self._memo[topic]

    def fetch(self, topic: str, question: str) -> object | None:
        """As `recall`, for large answers that are asked once: nothing else of the topic is read, nothing stays."""
        sql = "SELECT question, answer FROM memo WHERE topic = ? AND question = ?"
        return next((answer for _, answer in unpacked(self.db.execute(sql, (topic, coded(question))))), None)

    def keep(self, topic: str, question: str, answer: object) -> None:
        """As `remember`, for what is fetched."""
        self._fresh[topic, question] = answer

    def flush(self) -> None:
        """Write what was remembered; a store that cannot be written costs speed, never an answer."""
        rows = [(topic, coded(question), packed(answer)) for (topic, question), answer in self._fresh.items()]
        self._fresh.clear()
        self.write("INSERT OR REPLACE INTO memo VALUES (?, ?, ?)", rows)
        if self._is_lasting:
            self._memo.clear()
            self.db.execute("PRAGMA shrink_memory")  # 2 MB of pages, which the system holds too

    def write(self, sql: str, rows: Iterable[tuple[object, ...]]) -> None:
        """One transaction; a full disk or a lock that does not come is said, not raised."""
        try:
            with self.db:
                self.db.executemany(sql, rows)
        except sqlite3.OperationalError as error:
            self.problem = self._unwritten = (
                f"the cache {self.path} cannot be written ({error}); answers stay right, the next run is slower"
            )
        else:
            if self.problem is self._unwritten:  # it can again
                self.problem = None

    def pick(self, sql: str, keys: Iterable[object]) -> Iterator[tuple[object, ...]]:
        """Rows of `sql`, whose `{}` stands for a list of keys, for any number of keys."""
        wanted = list(keys)
        for start in range(0, len(wanted), WIDTHS[-1]):
            part = wanted[start : start + WIDTHS[-1]]
            width = next(width for width in WIDTHS if width >= len(part))
            yield from self.db.execute(sql.format(",".join("?" * width)), part + part[-1:] * (width - len(part)))

    def holds_history(self) -> bool:
        """Whether any history was read before."""
        return self.db.execute("SELECT 1 FROM lines LIMIT 1").fetchone() is not None

    def depend(self, what: str, state: str, tables: Sequence[str]) -> None:
        """Forget these tables unless they were filled when `what` was in this state."""
        known = self.recall("state", what)
        if known == state:
            return
        if known is not None:
            with self.db:
                for table in tables:
                    self.db.execute(f"DELETE FROM {table}")
            if "memo" in tables:
                self._memo.clear()
                self._fresh.clear()
        self.remember("state", what, state)
        self.flush()

    def leave(self, error: sqlite3.Error) -> None:
        """Go on in memory: the file is damaged, locked for long, or on a full disk."""
        with contextlib.suppress(sqlite3.Error):
            self.db.close()
        heal = _is_doubtful(error) and not self._rebuilt
        self.db = self._rebuild(error) if heal else self._in_memory(error)
        self._memo.clear()
        self._fresh.clear()

    def _load(self, topic: str) -> dict[str, object]:
        rows = self.db.execute("SELECT question, answer FROM memo WHERE topic = ? LIMIT ?", (topic, MEMO_ROWS_CAP + 1))
        found = dict(unpacked(rows))
        if len(found) > MEMO_ROWS_CAP:
            self.write("DELETE FROM memo WHERE topic = ?", [(topic,)])
            return {}
        return found

    # opening

    def _open(self) -> sqlite3.Connection:
        try:
            private_folder(self.path.parent)
            return self._connect()
        except sqlite3.DatabaseError as error:
            return self._rebuild(error) if _is_doubtful(error) else self._in_memory(error)
        except OSError as error:
            return self._in_memory(error)

    def _connect(self) -> sqlite3.Connection:
        private_file(self.path)
        if self.path.stat().st_size > SIZE_CAP_BYTES:
            raise sqlite3.DatabaseError(f"larger than {SIZE_CAP_BYTES:,} bytes")
        db = connect(self.path, self._wait_s)
        try:
            if version(db) == 0:
                create(db, _TABLES, SCHEMA)
            check(db, SCHEMA, _TABLES, self._is_checked)
        except BaseException:
            db.close()
            raise
        return db

    def _rebuild(self, error: sqlite3.Error) -> sqlite3.Connection:
        self._rebuilt = True
        for suffix in ("", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                Path(f"{self.path}{suffix}").unlink(missing_ok=True)
        try:
            db = self._connect()
        except (sqlite3.Error, OSError) as again:
            return self._in_memory(again)
        self.problem = f"the cache {self.path} was rebuilt: {error}"
        return db

    def _in_memory(self, error: Exception) -> sqlite3.Connection:
        self.problem = f"no cache at {self.path} ({error}); this run keeps nothing"
        self.is_kept = False
        db = sqlite3.connect(":memory:")
        create(db, _TABLES, SCHEMA)
        return db


def _is_doubtful(error: sqlite3.Error) -> bool:
    """Whether a new file may do better; a file that was cut short shows as an error of the disk."""
    return is_damage(error) or "disk I/O error" in str(error)
