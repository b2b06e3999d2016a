"""The log of one repository: what the user said and what the agent did, line by line; searchable, append-only.

Owns the index. Text comes in through `add` alone, which takes secrets out; a line goes out by
`forget` alone. How far an agent's file was read is kept in the same transaction as what was read from it, so that no
line is lost and none is kept twice.
"""

from __future__ import annotations

from _blake2 import blake2b  # see repository_key
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from mementod.continuity.forgetting import forget
from mementod.continuity.log_search import Search
from mementod.continuity.memory_file import MemoryFile, storable
from mementod_parsers.continuity.search_terms import terms
from mementod_parsers.continuity.transcripts.episode import Actor, Episode

LINE_CAP_CHARS = 2_000  # a longer line is kept in pieces
FENCES = ("```", "~~~")


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
        """Append what is new, and how far `file` was read; the number of lines. With a UserError nothing is kept.

        All that takes time comes before the transaction: others wait for it.
        """
        new = [(episode, mark) for episode in episodes if not self._is_known(mark := _mark(source, episode))]
        ready = [(episode, mark, tuple(_pieces(episode.text))) for episode, mark in new]
        with self._file.writing():
            added = sum(self._add(source, episode, mark, pieces) for episode, mark, pieces in ready)
            if file is not None:
                self._keep(file)
        return added

    def first_line(self, source: str, episode: Episode) -> int | None:
        """The first line that was kept of an episode."""
        sql = "SELECT min(lines.id) FROM lines JOIN messages ON messages.id = message WHERE mark = ?"
        found: int | None = self._db.execute(sql, (_mark(source, episode),)).fetchone()[0]
        return found

    def messages(self, lines: Iterable[int]) -> dict[int, int]:
        """What each of these lines was said in; of two the later one has the larger number."""
        sql = "SELECT message FROM lines WHERE id = ?"
        rows = ((line, self._db.execute(sql, (line,)).fetchone()) for line in set(lines) if line)
        return {line: row[0] for line, row in rows if row}

    def file(self, path: str) -> FileRead | None:
        """How far a file was read before."""
        key = path.encode("utf-8", "surrogateescape")
        row = self._db.execute("SELECT ino, head, read, session, cwd FROM files WHERE path = ?", (key,)).fetchone()
        return FileRead(path, *row) if row else None

    # out

    def search(self, query: str, limit: int) -> tuple[Line, ...]:
        """The newest lines that hold the query's words: all as written, then by their parts, then most of them."""
        with self._file.reading():
            return tuple(map(self._line, Search(self._db).found(query, limit)))

    def said(self, actor: Actor, after: int = 0, limit: int = 10_000) -> Iterator[Line]:
        """Lines of one actor in the order they came, those after a line's id, without the code that was pasted."""
        sql = (
            "SELECT lines.id, message, text FROM lines JOIN messages ON messages.id = lines.message"
            " WHERE actor = ? AND lines.id > ? ORDER BY lines.id"
        )
        message, fenced = self._fenced(after)
        for row, of, text in self._db.execute(sql, (actor, after)):
            fenced = fenced and of == message
            is_fence = text.lstrip().startswith(FENCES)
            if not fenced and not is_fence:
                yield self._line(row)
                limit -= 1
            if not limit:
                return
            message, fenced = of, fenced != is_fence

    def _fenced(self, line: int) -> tuple[int, bool]:
        """The message that a line is of, and whether it ends in a fenced block."""
        sql = "SELECT message, text FROM lines WHERE id <= ? AND message = (SELECT message FROM lines WHERE id = ?)"
        rows = self._db.execute(sql, (line, line)).fetchall()
        return (rows[0][0] if rows else 0), sum(text.lstrip().startswith(FENCES) for _, text in rows) % 2 == 1

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
            return forget(self._db, found)

    def forget_session(self, name: str) -> int:
        """Remove all that was kept of a session."""
        with self._file.writing():
            sql = "SELECT messages.id FROM messages JOIN sessions ON sessions.id = session WHERE sessions.name = ?"
            return forget(self._db, self._db.execute(sql, (storable(name),)).fetchall())

    # inside

    def _is_known(self, mark: int) -> bool:
        sql = "SELECT 1 FROM forgotten WHERE mark = ? UNION ALL SELECT 1 FROM messages WHERE mark = ?"
        return self._db.execute(sql, (mark, mark)).fetchone() is not None

    def _keep(self, file: FileRead) -> None:
        path = file.path.encode("utf-8", "surrogateescape")
        row = (path, file.ino, file.head, file.read, storable(file.session), storable(file.cwd))
        self._db.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?)", row)

    def _add(self, source: str, episode: Episode, mark: int, pieces: Sequence[tuple[str, str]]) -> int:
        if self._is_known(mark):  # by now
            return 0
        row = (self._session(source, episode.session), episode.actor, _milliseconds(episode.at), mark)
        message = self._db.execute("INSERT INTO messages(session, actor, at, mark) VALUES (?, ?, ?, ?)", row).lastrowid
        for text, words in pieces:
            line = self._db.execute("INSERT INTO lines(message, text) VALUES (?, ?)", (message, text)).lastrowid
            self._db.execute("INSERT INTO words(rowid, terms) VALUES (?, ?)", (line, words))
        return len(pieces)

    def _session(self, source: str, name: str) -> int:
        name = storable(name)
        self._db.execute("INSERT OR IGNORE INTO sessions(source, name) VALUES (?, ?)", (source, name))
        row = self._db.execute("SELECT id FROM sessions WHERE source = ? AND name = ?", (source, name)).fetchone()
        found: int = row[0]
        return found

    def _line(self, row: int) -> Line:
        sql = (
            "SELECT text, message, actor, at, source, name FROM lines JOIN messages ON messages.id = message"
            " JOIN sessions ON sessions.id = session WHERE lines.id = ?"
        )
        text, message, actor, at, source, name = self._db.execute(sql, (row,)).fetchone()
        when = datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if at is not None else None
        before, after = (self._near(near, message, name) for near in (row - 1, row + 1))
        return Line(row, text, before, after, Actor(actor), when, source, name)

    def _near(self, row: int, message: int, session: str) -> str | None:
        """A line of the same session; of one without a name only what was said with it: the rest is something else."""
        sql = (
            "SELECT text FROM lines JOIN messages ON messages.id = message JOIN sessions ON sessions.id = session"
            " WHERE lines.id = ? AND name = ? AND (name <> '' OR message = ?)"
        )
        found = self._db.execute(sql, (row, session, message)).fetchone()
        return found[0] if found else None


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """The lines of a text without its secrets, each with the words that it is found by."""
    from mementod_parsers.continuity.confidential import redact  # its patterns take long to compile, and most only read

    for line in storable(redact(text)).splitlines():
        for at in range(0, len(line), LINE_CAP_CHARS):
            if piece := line[at : at + LINE_CAP_CHARS].rstrip():
                yield piece, " ".join(terms(piece))


def _mark(source: str, episode: Episode) -> int:
    data = "\0".join((source, episode.session, episode.key)).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big", signed=True)


def _milliseconds(at: str) -> int | None:
    try:
        when = datetime.fromisoformat(at)
        return int((when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):
        return None
