"""Takes messages out of the log, for good: their lines, what finds them, and what record and hand-overs have of them.

A mark of each stays, so that an agent's file does not bring it back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from mementod.continuity.record_store import is_said
from mementod_parsers.continuity.record import NAMES
from mementod_parsers.continuity.search_terms import terms
from mementod_parsers.continuity.taken_back import quoted_in, taken_out

# The next line takes the number of the last one that was forgotten, and nobody has read that line (record_store.Step).
_UNREAD = "UPDATE state SET value = min(value, (SELECT ifnull(max(id), 0) FROM lines)) WHERE name IN ('heard', 'named')"

_NAMED_BY_IT = "DELETE FROM record WHERE origin = 'hand-over' AND instr(?, text) AND NOT instr(?, text)"


def forget(db: sqlite3.Connection, messages: Sequence[tuple[int]]) -> int:
    """Within the caller's transaction; the number of lines."""
    said: list[str] = []
    count = sum(_forget(db, message, said) for (message,) in messages)
    if count:
        _forget_handed_over(db, said)
        db.execute("INSERT INTO words(words) VALUES ('optimize')")  # an index keeps what is deleted until then
        db.execute(_UNREAD)
    return count


def _forget(db: sqlite3.Connection, message: int, said: list[str]) -> int:
    """The number of lines. What was said in them, whole and as the record had it, is added to `said`."""
    rows = db.execute("SELECT id, text FROM lines WHERE message = ?", (message,)).fetchall()
    for line, _ in rows:
        said += _forget_record(db, message, line)
    said += [text for _, text in rows]
    gone = [(line, " ".join(terms(text))) for line, text in rows]
    db.executemany("INSERT INTO words(words, rowid, terms) VALUES ('delete', ?, ?)", gone)
    db.execute("DELETE FROM lines WHERE message = ?", (message,))
    db.execute("INSERT OR IGNORE INTO forgotten SELECT mark FROM messages WHERE id = ?", (message,))
    db.execute("DELETE FROM messages WHERE id = ?", (message,))
    return len(rows)


def _forget_record(db: sqlite3.Connection, message: int, line: int) -> list[str]:
    """What the record took from a line, in its own words; the statements among it."""
    sql = "SELECT source FROM messages JOIN sessions ON sessions.id = session WHERE messages.id = ?"
    (source,) = db.execute(sql, (message,)).fetchone()
    origins = (f"{source} {line}", f"user, {source} {line}")
    rows = db.execute("SELECT class, text FROM record WHERE origin IN (?, ?)", origins).fetchall()
    for _, text in rows:
        db.execute("UPDATE record SET successor = NULL WHERE successor = ?", (text,))
    db.execute("DELETE FROM record WHERE origin IN (?, ?)", origins)
    return [text for kind, text in rows if kind not in NAMES]


def _forget_handed_over(db: sqlite3.Connection, said: Sequence[str]) -> None:
    """The lines of hand-overs that hold what no person says in any other line of the log."""
    for row, text in db.execute("SELECT id, text FROM handovers").fetchall():
        if gone := [each for each in quoted_in(text, said) if not is_said(db, each.strip())]:
            left = taken_out(text, gone)
            db.execute("UPDATE handovers SET text = ? WHERE id = ?", (left, row))
            db.execute(_NAMED_BY_IT, (text, left))
