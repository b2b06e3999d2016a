"""What can still be read of a damaged log, put into the new one: it cannot be computed again.

Reads each table from both ends up to where it is damaged. What is left of a message that lost its session, or of a
line that lost its message, goes: an agent's file brings it back.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

TABLES = ("sessions", "messages", "lines", "forgotten", "state", "record", "subjects", "places", "handovers")
_KEY = {"state": "name"}  # of a table without row numbers
_ORPHANS = """
DELETE FROM messages WHERE session NOT IN (SELECT id FROM sessions)
    OR actor NOT IN ('user', 'agent', 'tool', 'note') OR typeof(at) NOT IN ('integer', 'null');
DELETE FROM lines WHERE message NOT IN (SELECT id FROM messages);
DELETE FROM messages WHERE id NOT IN (SELECT message FROM lines);
"""


def salvage(damaged: Path, db: sqlite3.Connection) -> None:
    """Copy the rows that can be read. Raises sqlite3.Error where the new file cannot be written; it is whole then."""
    with contextlib.closing(sqlite3.connect(damaged)) as old:
        old.text_factory = lambda data: data.decode("utf-8", "replace")
        db.execute("BEGIN IMMEDIATE")
        for table in TABLES:
            for row in _rows(old, table):
                with contextlib.suppress(sqlite3.IntegrityError):
                    db.execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        for statement in _ORPHANS.split(";")[:-1]:
            db.execute(statement)
        db.execute("COMMIT")


def _rows(old: sqlite3.Connection, table: str) -> Iterator[tuple[object, ...]]:
    for order in ("ASC", "DESC"):
        with contextlib.suppress(sqlite3.DatabaseError):
            yield from old.execute(f"SELECT * FROM {table} ORDER BY {_KEY.get(table, 'rowid')} {order}")
            return
