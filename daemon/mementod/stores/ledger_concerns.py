"""The ledger's table of what there is to be told by notices.

Called by the ledger alone, inside a transaction of its own.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Mapping
from dataclasses import astuple
from datetime import UTC, datetime

from mementod.stores.ledger_access import put
from mementod.stores.ledger_rows import Concern, ConcernKey, LastNotice, stored

CAP = 20_000  # of all repositories; the oldest go first
ALL = "SELECT repository, kind, subject, verdict, target, note, line, place, evidence, at, told, healed FROM concerns"
LAST = "SELECT name, value FROM counters WHERE name GLOB 'notice *' ORDER BY value DESC LIMIT 1"
_OLDEST = "SELECT repository, kind, subject FROM concerns ORDER BY at LIMIT ?"


def keep(db: sqlite3.Connection, changes: Mapping[ConcernKey, Concern | None]) -> None:
    """Write what changed; None is what is no more."""
    gone = [tuple(map(stored, key)) for key, row in changes.items() if row is None]
    db.executemany("DELETE FROM concerns WHERE repository = ? AND kind = ? AND subject = ?", gone)
    rows = [astuple(row) for row in changes.values() if row]
    put(db, "concerns", rows)
    if not rows:
        return
    held = db.execute("SELECT count(*) FROM concerns").fetchone()[0]
    if held > CAP:
        db.execute(f"DELETE FROM concerns WHERE (repository, kind, subject) IN ({_OLDEST})", (held - CAP,))


def keep_last(db: sqlite3.Connection, last: LastNotice) -> None:
    """Of each way the last one is kept, as seconds since 1970."""
    at = int(datetime.fromisoformat(last.at).timestamp())
    put(db, "counters", [(f"notice {last.way}", at)])


def last_of(name: str, value: int) -> LastNotice:
    """A row of LAST."""
    at = datetime.fromtimestamp(value, UTC).isoformat(timespec="seconds")
    return LastNotice(name.removeprefix("notice "), at)


def is_first_of(db: sqlite3.Connection, version: str) -> bool:
    """Whether another version than this one was the last to ask; False for the first that asks at all."""
    number = zlib.crc32(version.encode())
    known = db.execute("SELECT value FROM counters WHERE name = 'version'").fetchone()
    put(db, "counters", [("version", number)])
    return known is not None and known[0] != number
