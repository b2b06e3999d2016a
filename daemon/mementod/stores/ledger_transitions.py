"""The ledger's table of verdicts that became other ones. Written inside a transaction of the ledger's."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import astuple
from typing import Any

from mementod.stores.ledger_access import put
from mementod.stores.ledger_rows import Transition
from mementod_parsers.model import Level, Verdict

CAP = 50_000  # of all repositories; the oldest go first
PAGE = 1_000  # in one answer
_SELECT = (
    "SELECT citation, note, line, text, before, after, level, target, evidence, at, repository, seq, batch"
    " FROM transitions WHERE repository = ?"
)
SINCE = f"{_SELECT} AND seq > ? ORDER BY seq LIMIT ?"
NEWEST = f"{_SELECT} ORDER BY seq DESC LIMIT ?"


def append(db: sqlite3.Connection, repository: str, rows: Sequence[Transition]) -> int:
    """Write one batch; its number, which is the `seq` of its first row, also where there is none."""
    first = _next(db, len(rows))
    put(db, "transitions", [_numbered(row, repository, first + at, first) for at, row in enumerate(rows)])
    db.execute("DELETE FROM transitions WHERE seq < ?", (first + len(rows) - CAP,))
    return first


def of_row(row: list[Any]) -> Transition:
    """One that SINCE or NEWEST found."""
    citation, note, line, cited, before, after, level, target, *rest = row
    return Transition(
        citation, note, line, cited, _verdict(before), _verdict(after), Level(level), target or None, *rest
    )


def _next(db: sqlite3.Connection, count: int) -> int:
    """The first of `count` numbers that were never given before, also when a damaged file lost some rows."""
    known = db.execute("SELECT value FROM counters WHERE name = 'seq'").fetchone() or (0,)
    highest = db.execute("SELECT max(seq) FROM transitions").fetchone()[0] or 0
    last = max(known[0], highest)
    put(db, "counters", [("seq", last + count)])
    return last + 1


def _numbered(row: Transition, repository: str, seq: int, batch: int) -> tuple[object, ...]:
    """A transition in the order of its table, which begins with what the record ends with."""
    *fields, _, _, _, _ = astuple(row)
    return (seq, repository, *fields, batch)


def _verdict(value: str) -> Verdict | None:
    return Verdict(value) if value else None
