"""The ledger's table of what there is to be told by notices.

Called by the ledger alone, inside a transaction of its own.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Mapping
from dataclasses import astuple

from mementod.stores.ledger_rows import Concern, ConcernKey, stored

CAP = 20_000  # of all repositories; the oldest go first
ALL = "SELECT repository, kind, subject, verdict, target, note, line, place, evidence, at, told, healed FROM concerns"
_OLDEST = "SELECT repository, kind, subject FROM concerns ORDER BY at LIMIT ?"


def keep(db: sqlite3.Connection, changes: Mapping[ConcernKey, Concern | None]) -> None:
    """Write what changed; None is what is no more."""
    gone = [tuple(map(stored, key)) for key, row in changes.items() if row is None]
    db.executemany("DELETE FROM concerns WHERE repository = ? AND kind = ? AND subject = ?", gone)
    rows = [tuple(map(stored, astuple(row))) for row in changes.values() if row]
    db.executemany("INSERT OR REPLACE INTO concerns VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
    if not rows:
        return
    held = db.execute("SELECT count(*) FROM concerns").fetchone()[0]
    if held > CAP:
        db.execute(f"DELETE FROM concerns WHERE (repository, kind, subject) IN ({_OLDEST})", (held - CAP,))


def is_first_of(db: sqlite3.Connection, version: str) -> bool:
    """Whether another version than this one was the last to ask; False for the first that asks at all."""
    number = zlib.crc32(version.encode())
    known = db.execute("SELECT value FROM counters WHERE name = 'version'").fetchone()
    db.execute("INSERT OR REPLACE INTO counters VALUES ('version', ?)", (number,))
    return known is not None and known[0] != number
