"""How many notes were stale, changed and fresh, from the first transition that is remembered until now.

Pure. Knows the notes of today only: what was never told left no trace.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from mementod.reports.report import Located, Status, rank
from mementod.stores.ledger_rows import Transition
from mementod_parsers.model import Level, Verdict

POINTS = 48
SHORTEST = timedelta(hours=1)  # a curve over less says nothing
_LEVELS = dict.fromkeys((Verdict.DELETED, Verdict.MOVED, Verdict.RENAMED), Level.ERROR) | dict.fromkeys(
    (Verdict.SHIFTED, Verdict.MISSPELT), Level.WARNING
)


@dataclass(frozen=True, slots=True)
class Point:
    """The notes by status at one moment."""

    at: datetime
    notes: Mapping[Status, int]


@dataclass(frozen=True, slots=True)
class _Event:
    at: datetime
    note: str
    citation: str
    level: Level | None  # None: no longer cited


def timeline(
    notes: Collection[str], items: Iterable[Located], rows: Iterable[Transition], now: datetime
) -> list[Point]:
    """At most POINTS points, the last one now; `rows` oldest first. Empty where nothing was told yet.

    `notes` and `items` are those of today.
    """
    kept = [row for row in rows if row.note in notes]
    events = [event for row in kept if (event := _event(row)) and event.at <= now]
    if not events:
        return []
    standing = _Standing(notes, items, kept)
    start = min(events[0].at, now - SHORTEST)
    points, left = [], sorted(events, key=lambda event: event.at)
    for number in range(POINTS):
        until = start + (now - start) * number / (POINTS - 1)
        while left and left[0].at <= until:
            standing.take(left.pop(0))
        points.append(Point(until, standing.counted()))
    return points


class _Standing:
    """How the notes stand, as one event after the other is taken in."""

    def __init__(self, notes: Collection[str], items: Iterable[Located], rows: Iterable[Transition]) -> None:
        before: dict[str, Transition] = {}
        for row in rows:
            before.setdefault(row.citation, row)
        self._steady: dict[str, Level | None] = dict.fromkeys(notes, None)
        for item in items:
            if item.id not in before:
                self._steady[item.path] = _worse(self._steady[item.path], item.finding.level)
        self._moving: defaultdict[str, dict[str, Level | None]] = defaultdict(dict)
        for identity, row in before.items():
            self._moving[row.note][identity] = _level(row.before)
        self._status = {note: self._of(note) for note in self._steady}
        self._count = Counter(self._status.values())

    def take(self, event: _Event) -> None:
        self._moving[event.note][event.citation] = event.level
        self._count[self._status[event.note]] -= 1
        self._status[event.note] = found = self._of(event.note)
        self._count[found] += 1

    def counted(self) -> dict[Status, int]:
        return {status: self._count[status] for status in Status}

    def _of(self, note: str) -> Status:
        worst = self._steady[note]
        for level in self._moving.get(note, {}).values():
            worst = _worse(worst, level)
        match worst:
            case None:
                return Status.EMPTY
            case Level.ERROR:
                return Status.STALE
            case Level.WARNING:
                return Status.CHANGED
            case _:
                return Status.OK


def parsed(at: str) -> datetime | None:
    """An ISO time, UTC unless it says otherwise; None for what is none."""
    try:
        found = datetime.fromisoformat(at)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _event(row: Transition) -> _Event | None:
    at = parsed(row.at)
    return _Event(at, row.note, row.citation, row.level if row.after else None) if at else None


def _level(before: Verdict | None) -> Level | None:
    return None if before is None else _LEVELS.get(before, Level.NONE)


def _worse(one: Level | None, other: Level | None) -> Level | None:
    if one is None or other is None:
        return one or other
    return one if rank(one) <= rank(other) else other
