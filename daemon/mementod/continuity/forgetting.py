"""Takes messages out of the log, for good: their lines, what they are found by, and what the record took from them.

A mark of each stays, so that an agent's file does not bring it back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from mementod_parsers.continuity.search_terms import terms

# The next line takes the number of the last one that was forgotten, and nobody has read that line (record_store.Step).
_UNREAD = "UPDATE state SET value = min(value, (SELECT ifnull(max(id), 0) FROM lines)) WHERE name IN ('heard', 'named')"


def forget(db: sqlite3.Connection, messages: Sequence[tuple[int]]) -> int:
    """Within the caller's transaction; the number of lines."""
    count = sum(_forget(db, message) for (message,) in messages)
    if count:
        db.execute("INSERT INTO words(words) VALUES ('optimize')")  # an index keeps what is deleted until then
        db.execute(_UNREAD)
    return count


def _forget(db: sqlite3.Connection, message: int) -> int:
    rows = db.execute("SELECT id, text FROM lines WHERE message = ?", (message,)).fetchall()
    for line, _ in rows:
        _forget_record(db, message, line)
    gone = [(line, " ".join(terms(text))) for line, text in rows]
    db.executemany("INSERT INTO words(words, rowid, terms) VALUES ('delete', ?, ?)", gone)
    db.execute("DELETE FROM lines WHERE message = ?", (message,))
    db.execute("INSERT OR IGNORE INTO forgotten SELECT mark FROM messages WHERE id = ?", (message,))
    db.execute("DELETE FROM messages WHERE id = ?", (message,))
    return len(rows)


def _forget_record(db: sqlite3.Connection, message: int, line: int) -> None:
    """What the record took from a line, in its own words."""
    sql = "SELECT source FROM messages JOIN sessions ON sessions.id = session WHERE messages.id = ?"
    (source,) = db.execute(sql, (message,)).fetchone()
    origins = (f"{source} {line}", f"user, {source} {line}")
    for (text,) in db.execute("SELECT text FROM record WHERE origin IN (?, ?)", origins).fetchall():
        db.execute("UPDATE record SET successor = NULL WHERE successor = ?", (text,))
    db.execute("DELETE FROM record WHERE origin IN (?, ?)", origins)
