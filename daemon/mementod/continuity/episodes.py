"""episodes.db of one repository: what the user said and what the agent did, line by line; searchable, append-only.

Owns the file, its schema and its index. Text comes in through `add` alone, which takes secrets out; a line goes out by
`forget` alone. How far an agent's file was read is kept in the same transaction as what was read from it, so that no
line is lost and none is kept twice.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Self

from mementod.errors import UserError
from mementod.stores.cache import connect, create, is_damage, private_file, private_folder, version
from mementod_parsers.confidential import redact
from mementod_parsers.search_terms import VERSION as TERMS_VERSION
from mementod_parsers.search_terms import Group, groups, terms
from mementod_parsers.transcripts.episode import Actor, Episode

SCHEMA = 1
BUSY_TIMEOUT_S = 5.0
LINE_CAP_CHARS = 2_000  # a longer line is kept in pieces
GROUPS_CAP = 12  # words of a query that count
DROPPED_CAP = 6  # words that are left out, the shortest first, before a search gives up
REINDEX_BATCH = 5_000

_TABLES = """
CREATE TABLE sessions(id INTEGER PRIMARY KEY, source TEXT NOT NULL, name TEXT NOT NULL, UNIQUE(source, name));
CREATE TABLE messages(id INTEGER PRIMARY KEY, session INTEGER NOT NULL, actor TEXT NOT NULL, at INTEGER,
    mark INTEGER NOT NULL UNIQUE);
CREATE TABLE lines(id INTEGER PRIMARY KEY, message INTEGER NOT NULL, text TEXT NOT NULL);
CREATE INDEX lines_message ON lines(message);
CREATE TABLE forgotten(mark INTEGER PRIMARY KEY);
CREATE TABLE files(path BLOB PRIMARY KEY, ino INTEGER, head BLOB, read INTEGER, session TEXT, cwd TEXT) WITHOUT ROWID;
CREATE TABLE state(terms INTEGER NOT NULL);
CREATE VIRTUAL TABLE words USING fts5(terms, content='', detail=none, columnsize=0,
    tokenize='unicode61 remove_diacritics 0');
"""


@dataclass(frozen=True, slots=True)
class FileRead:
    """How far a file of an agent was read, and what its lines so far said for those that follow."""

    path: str
    ino: int
    head: bytes  # a hash of its beginning: another file of the same name has another
    read: int  # bytes
    session: str = ""
    cwd: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log, with those around it. `at` is ISO 8601 in UTC, None where the source did not say."""

    id: int
    text: str
    before: str | None
    after: str | None
    actor: Actor
    at: str | None
    source: str
    session: str


class Episodes:
    """One connection. Raises UserError when the file cannot be used; `problem` says what was set aside."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem: str | None = None
        try:
            private_folder(path.parent)
            self.db = self._open()
        except (sqlite3.Error, OSError) as error:
            raise UserError(
                f"the log {path} cannot be used ({error}); free the disk or the file, then try again"
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.db.close()

    # in

    def add(self, source: str, episodes: Iterable[Episode], file: FileRead | None = None) -> int:
        """Append what is new, and how far `file` was read; the number of lines. With a UserError nothing is kept."""
        with self._writing():
            added = sum(self._add(source, episode) for episode in episodes)
            if file is not None:
                row = (
                    file.path.encode("utf-8", "surrogateescape"),
                    file.ino,
                    file.head,
                    file.read,
                    file.session,
                    file.cwd,
                )
                self.db.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?)", row)
        return added

    def file(self, path: str) -> FileRead | None:
        """How far a file was read before."""
        key = path.encode("utf-8", "surrogateescape")
        row = self.db.execute("SELECT ino, head, read, session, cwd FROM files WHERE path = ?", (key,)).fetchone()
        return FileRead(path, *row) if row else None

    # out

    def search(self, query: str, limit: int) -> tuple[Line, ...]:
        """The newest lines that hold the query's words: all as written, then by their parts, then the longest ones."""
        wanted = [group for group in groups(query)[:GROUPS_CAP] if self._matching([group], 1)]
        wanted.sort(
            key=lambda group: -len(group[0][0])
        )  # a longer word is rarer, and to count would read its whole list
        found: dict[int, None] = {}
        for kept in range(len(wanted), max(len(wanted) - DROPPED_CAP, 1) - 1, -1):
            for ways in ([group[:1] for group in wanted[:kept]], wanted[:kept]):
                if len(found) < limit:
                    found |= dict.fromkeys(self._matching(ways, limit))
        return tuple(self._line(row) for row in list(found)[:limit])

    def said(self, actor: Actor, after: int = 0, limit: int = 10_000) -> Iterator[Line]:
        """Lines of one actor in the order they came, those after a line's id."""
        sql = (
            "SELECT lines.id FROM lines JOIN messages ON messages.id = lines.message"
            " WHERE actor = ? AND lines.id > ? ORDER BY lines.id LIMIT ?"
        )
        for (row,) in self.db.execute(sql, (actor, after, limit)).fetchall():
            yield self._line(row)

    def latest(self, limit: int, session: str | None = None) -> tuple[Line, ...]:
        """The last lines, of one session or of all, oldest first."""
        where = "WHERE sessions.name = ?" if session is not None else ""
        sql = (
            "SELECT lines.id FROM lines JOIN messages ON messages.id = lines.message"
            f" JOIN sessions ON sessions.id = messages.session {where} ORDER BY lines.id DESC LIMIT ?"
        )
        rows = self.db.execute(sql, (*((session,) if session is not None else ()), limit)).fetchall()
        return tuple(self._line(row) for (row,) in reversed(rows))

    def count(self) -> int:
        """How many lines there are."""
        found: int = self.db.execute("SELECT count(*) FROM lines").fetchone()[0]
        return found

    # away

    def forget(self, lines: Sequence[int]) -> int:
        """Remove the messages that hold these lines, for good; an agent's file does not bring them back."""
        with self._writing():
            marks = ",".join("?" * len(lines))
            found = self.db.execute(f"SELECT DISTINCT message FROM lines WHERE id IN ({marks})", list(lines)).fetchall()
            return self._forget_all(found)

    def forget_session(self, name: str) -> int:
        """Remove all that was kept of a session."""
        with self._writing():
            sql = "SELECT messages.id FROM messages JOIN sessions ON sessions.id = session WHERE sessions.name = ?"
            return self._forget_all(self.db.execute(sql, (name,)).fetchall())

    # inside

    def _add(self, source: str, episode: Episode) -> int:
        mark = _mark(source, episode)
        if self.db.execute("SELECT 1 FROM forgotten WHERE mark = ?", (mark,)).fetchone():
            return 0
        row = (self._session(source, episode.session), episode.actor, _milliseconds(episode.at), mark)
        done = self.db.execute("INSERT OR IGNORE INTO messages(session, actor, at, mark) VALUES (?, ?, ?, ?)", row)
        return self._add_lines(done.lastrowid or 0, episode.text) if done.rowcount else 0

    def _add_lines(self, message: int, text: str) -> int:
        pieces = list(_pieces(redact(text)))
        for piece in pieces:
            line = self.db.execute("INSERT INTO lines(message, text) VALUES (?, ?)", (message, piece)).lastrowid
            self.db.execute("INSERT INTO words(rowid, terms) VALUES (?, ?)", (line, " ".join(terms(piece))))
        return len(pieces)

    def _session(self, source: str, name: str) -> int:
        self.db.execute("INSERT OR IGNORE INTO sessions(source, name) VALUES (?, ?)", (source, name))
        row = self.db.execute("SELECT id FROM sessions WHERE source = ? AND name = ?", (source, name)).fetchone()
        found: int = row[0]
        return found

    def _forget_all(self, messages: Sequence[tuple[int]]) -> int:
        count = sum(self._forget(message) for (message,) in messages)
        if count:
            self.db.execute("INSERT INTO words(words) VALUES ('optimize')")  # an index keeps what is deleted until then
        return count

    def _forget(self, message: int) -> int:
        rows = self.db.execute("SELECT id, text FROM lines WHERE message = ?", (message,)).fetchall()
        gone = [(line, " ".join(terms(text))) for line, text in rows]
        self.db.executemany("INSERT INTO words(words, rowid, terms) VALUES ('delete', ?, ?)", gone)
        self.db.execute("DELETE FROM lines WHERE message = ?", (message,))
        self.db.execute("INSERT OR IGNORE INTO forgotten SELECT mark FROM messages WHERE id = ?", (message,))
        self.db.execute("DELETE FROM messages WHERE id = ?", (message,))
        return len(rows)

    def _matching(self, wanted: Sequence[Group], limit: int) -> list[int]:
        if not wanted:
            return []
        sql = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?"
        return [row for (row,) in self.db.execute(sql, (_match(wanted), limit))]

    def _line(self, row: int) -> Line:
        sql = (
            "SELECT text, message, actor, at, source, name FROM lines JOIN messages ON messages.id = message"
            " JOIN sessions ON sessions.id = session WHERE lines.id = ?"
        )
        text, _, actor, at, source, name = self.db.execute(sql, (row,)).fetchone()
        when = datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if at is not None else None
        return Line(row, text, self._near(row - 1, name), self._near(row + 1, name), Actor(actor), when, source, name)

    def _near(self, row: int, session: str) -> str | None:
        sql = (
            "SELECT text FROM lines JOIN messages ON messages.id = message JOIN sessions ON sessions.id = session"
            " WHERE lines.id = ? AND name = ?"
        )
        found = self.db.execute(sql, (row, session)).fetchone()
        return found[0] if found else None

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            self.db.execute("BEGIN IMMEDIATE")
            yield
            self.db.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")
            raise UserError(f"the log {self.path} cannot be written ({error}); nothing of it was lost") from error
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")
            raise

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except sqlite3.Error as error:
            if not is_damage(error):
                raise
            self._set_aside(error)
            return self._connect()

    def _connect(self) -> sqlite3.Connection:
        private_file(self.path)
        db = connect(self.path, BUSY_TIMEOUT_S)
        db.isolation_level = None  # our own transactions
        try:
            db.execute("PRAGMA secure_delete = ON")  # what is forgotten is gone from the file, too
            if version(db) == 0:
                create(db, f"{_TABLES} INSERT INTO state VALUES ({TERMS_VERSION});", SCHEMA)
            _check(db)
        except BaseException:
            db.close()
            raise
        return db

    def _set_aside(self, error: sqlite3.Error) -> None:
        aside = self.path.with_name(f"{self.path.name}.damaged")
        for suffix in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                Path(f"{self.path}{suffix}").replace(f"{aside}{suffix}")
        self.problem = (
            f"the log {self.path} was damaged ({error}) and is kept as {aside.name}; agents' files are read again"
        )


def _check(db: sqlite3.Connection) -> None:
    if version(db) != SCHEMA:
        raise sqlite3.OperationalError(f"written by another version ({version(db)}): upgrade mementod")
    if db.execute("SELECT terms FROM state").fetchone()[0] != TERMS_VERSION:
        _index_again(db)


def _index_again(db: sqlite3.Connection) -> None:
    db.execute("BEGIN IMMEDIATE")
    db.execute("INSERT INTO words(words) VALUES ('delete-all')")
    last = 0
    while rows := db.execute("SELECT id, text FROM lines WHERE id > ? LIMIT ?", (last, REINDEX_BATCH)).fetchall():
        db.executemany(
            "INSERT INTO words(rowid, terms) VALUES (?, ?)", [(id_, " ".join(terms(text))) for id_, text in rows]
        )
        last = rows[-1][0]
    db.execute("UPDATE state SET terms = ?", (TERMS_VERSION,))
    db.execute("COMMIT")


def _match(wanted: Sequence[Group]) -> str:
    return " AND ".join(f"({' OR '.join(_all(way) for way in group)})" for group in wanted)


def _all(way: tuple[str, ...]) -> str:
    return "(" + " AND ".join(f'"{term}"' for term in way) + ")"


def _pieces(text: str) -> Iterator[str]:
    whole = text.encode("utf-8", "replace").decode()  # half a character cannot be stored
    for line in whole.splitlines():
        for at in range(0, len(line), LINE_CAP_CHARS):
            if line[at : at + LINE_CAP_CHARS].strip():
                yield line[at : at + LINE_CAP_CHARS].rstrip()


def _mark(source: str, episode: Episode) -> int:
    data = "\0".join((source, episode.session, episode.key)).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big", signed=True)


def _milliseconds(at: str) -> int | None:
    try:
        when = datetime.fromisoformat(at)
        return int((when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):
        return None
