"""The log of one repository: what the user said and what the agent did, line by line; searchable, append-only.

Owns the index. Text comes in through `add` alone, which takes secrets out; a line goes out by
`forget` alone. How far an agent's file was read is kept in the same transaction as what was read from it, so that no
line is lost and none is kept twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b

from mementod.continuity.memory_file import MemoryFile
from mementod_parsers.continuity.search_terms import Group, groups, terms
from mementod_parsers.continuity.transcripts.episode import Actor, Episode

LINE_CAP_CHARS = 2_000  # a longer line is kept in pieces
GROUPS_CAP = 12  # words of a query that count
DROPPED_CAP = 6  # words that are left out, the shortest first, before a search gives up


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
class Imported:
    """What a reading of agents' files brought. `lines` are new; `is_whole` when nothing was left for lack of time."""

    lines: int
    is_whole: bool
    problems: tuple[str, ...] = ()


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
    """The log in an open file."""

    def __init__(self, file: MemoryFile) -> None:
        self._file, self._db = file, file.db

    # in

    def add(self, source: str, episodes: Iterable[Episode], file: FileRead | None = None) -> int:
        """Append what is new, and how far `file` was read; the number of lines. With a UserError nothing is kept."""
        with self._file.writing():
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
                self._db.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?)", row)
        return added

    def file(self, path: str) -> FileRead | None:
        """How far a file was read before."""
        key = path.encode("utf-8", "surrogateescape")
        row = self._db.execute("SELECT ino, head, read, session, cwd FROM files WHERE path = ?", (key,)).fetchone()
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
        for (row,) in self._db.execute(sql, (actor, after, limit)).fetchall():
            yield self._line(row)

    def latest(self, limit: int, session: str | None = None) -> tuple[Line, ...]:
        """The last lines, of one session or of all, oldest first."""
        where = "WHERE sessions.name = ?" if session is not None else ""
        sql = (
            "SELECT lines.id FROM lines JOIN messages ON messages.id = lines.message"
            f" JOIN sessions ON sessions.id = messages.session {where} ORDER BY lines.id DESC LIMIT ?"
        )
        rows = self._db.execute(sql, (*((session,) if session is not None else ()), limit)).fetchall()
        return tuple(self._line(row) for (row,) in reversed(rows))

    def count(self) -> int:
        """How many lines there are."""
        found: int = self._db.execute("SELECT count(*) FROM lines").fetchone()[0]
        return found

    # away

    def forget(self, lines: Sequence[int]) -> int:
        """Remove the messages that hold these lines, for good; an agent's file does not bring them back."""
        with self._file.writing():
            marks = ",".join("?" * len(lines))
            found = self._db.execute(
                f"SELECT DISTINCT message FROM lines WHERE id IN ({marks})", list(lines)
            ).fetchall()
            return self._forget_all(found)

    def forget_session(self, name: str) -> int:
        """Remove all that was kept of a session."""
        with self._file.writing():
            sql = "SELECT messages.id FROM messages JOIN sessions ON sessions.id = session WHERE sessions.name = ?"
            return self._forget_all(self._db.execute(sql, (name,)).fetchall())

    # inside

    def _add(self, source: str, episode: Episode) -> int:
        mark = _mark(source, episode)
        if self._db.execute("SELECT 1 FROM forgotten WHERE mark = ?", (mark,)).fetchone():
            return 0
        row = (self._session(source, episode.session), episode.actor, _milliseconds(episode.at), mark)
        done = self._db.execute("INSERT OR IGNORE INTO messages(session, actor, at, mark) VALUES (?, ?, ?, ?)", row)
        return self._add_lines(done.lastrowid or 0, episode.text) if done.rowcount else 0

    def _add_lines(self, message: int, text: str) -> int:
        from mementod_parsers.continuity.confidential import (
            redact,  # its patterns take long to compile, and most only read
        )

        pieces = list(_pieces(redact(text)))
        for piece in pieces:
            line = self._db.execute("INSERT INTO lines(message, text) VALUES (?, ?)", (message, piece)).lastrowid
            self._db.execute("INSERT INTO words(rowid, terms) VALUES (?, ?)", (line, " ".join(terms(piece))))
        return len(pieces)

    def _session(self, source: str, name: str) -> int:
        self._db.execute("INSERT OR IGNORE INTO sessions(source, name) VALUES (?, ?)", (source, name))
        row = self._db.execute("SELECT id FROM sessions WHERE source = ? AND name = ?", (source, name)).fetchone()
        found: int = row[0]
        return found

    def _forget_all(self, messages: Sequence[tuple[int]]) -> int:
        count = sum(self._forget(message) for (message,) in messages)
        if count:
            self._db.execute(
                "INSERT INTO words(words) VALUES ('optimize')"
            )  # an index keeps what is deleted until then
        return count

    def _forget(self, message: int) -> int:
        rows = self._db.execute("SELECT id, text FROM lines WHERE message = ?", (message,)).fetchall()
        gone = [(line, " ".join(terms(text))) for line, text in rows]
        self._db.executemany("INSERT INTO words(words, rowid, terms) VALUES ('delete', ?, ?)", gone)
        self._db.execute("DELETE FROM lines WHERE message = ?", (message,))
        self._db.execute("INSERT OR IGNORE INTO forgotten SELECT mark FROM messages WHERE id = ?", (message,))
        self._db.execute("DELETE FROM messages WHERE id = ?", (message,))
        return len(rows)

    def _matching(self, wanted: Sequence[Group], limit: int) -> list[int]:
        if not wanted:
            return []
        sql = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?"
        return [row for (row,) in self._db.execute(sql, (_match(wanted), limit))]

    def _line(self, row: int) -> Line:
        sql = (
            "SELECT text, message, actor, at, source, name FROM lines JOIN messages ON messages.id = message"
            " JOIN sessions ON sessions.id = session WHERE lines.id = ?"
        )
        text, _, actor, at, source, name = self._db.execute(sql, (row,)).fetchone()
        when = datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if at is not None else None
        return Line(row, text, self._near(row - 1, name), self._near(row + 1, name), Actor(actor), when, source, name)

    def _near(self, row: int, session: str) -> str | None:
        sql = (
            "SELECT text FROM lines JOIN messages ON messages.id = message JOIN sessions ON sessions.id = session"
            " WHERE lines.id = ? AND name = ?"
        )
        found = self._db.execute(sql, (row, session)).fetchone()
        return found[0] if found else None


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
