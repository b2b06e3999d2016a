"""How many notes were stale, changed and fresh, from the first transition that is remembered until now.

Pure. Knows the notes of today only: what was never told left no trace.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from mementod.reports.report import Located, Status
from mementod.stores.ledger_rows import Transition
from mementod_parsers.model import Level, Verdict

POINTS = 48
SHORTEST = timedelta(hours=1)  # a curve over less says nothing
_LEVELS = dict.fromkeys((Verdict.DELETED, Verdict.MOVED, Verdict.RENAMED), Level.ERROR) | dict.fromkeys(
    (Verdict.SHIFTED, Verdict.MISSPELT), Level.WARNING
)


@dataclass(frozen=True, slots=True)
class Point:
    """The notes by status at one moment; None before anybody looked."""

    at: datetime
    notes: Mapping[Status, int] | None


@dataclass(frozen=True, slots=True)
class _Event:
    at: datetime
    note: str
    citation: str
    level: Level | None  # None: no longer cited


def timeline(
    notes: Collection[str],
    items: Iterable[Located],
    rows: Iterable[Transition],
    now: datetime,
    since: datetime | None = None,
) -> list[Point]:
    """At most POINTS points, the last one now; `rows` oldest first. Empty where nothing was told yet.

    `notes` and `items` are those of today; the repository is looked at `since` then.
    """
    kept = [row for row in rows if row.note in notes]
    events = [event for row in kept if (event := _event(row)) and event.at <= now]
    if not events:
        return []
    standing = _Standing(notes, items, kept)
    first = min(event.at for event in events)
    start, looked = min(first, now - SHORTEST), min(first, since or first)
    points, left = [], deque(sorted(events, key=lambda event: event.at))
    for number in range(POINTS):
        until = start + (now - start) * number / (POINTS - 1)
        while left and left[0].at <= until:
            standing.take(left.popleft())
        points.append(Point(until, standing.counted() if until >= looked else None))
    return points


class _Standing:
    """How the notes stand, as one event after the other is taken in.

    Of each note only how many citations have each level is kept: a thousand events may be about one note.
    """

    def __init__(self, notes: Collection[str], items: Iterable[Located], rows: Iterable[Transition]) -> None:
        before: dict[str, Transition] = {}
        for row in rows:
            before.setdefault(row.citation, row)
        self._levels: dict[str, Counter[Level | None]] = {note: Counter() for note in notes}
        for item in items:
            if item.id not in before:
                self._levels[item.path][item.finding.level] += 1
        self._moving = {identity: _level(row.before) for identity, row in before.items()}
        for identity, row in before.items():
            self._levels[row.note][self._moving[identity]] += 1
        self._status = {note: _status(levels) for note, levels in self._levels.items()}
        self._count = Counter(self._status.values())

    def take(self, event: _Event) -> None:
        levels = self._levels[event.note]
        levels[self._moving[event.citation]] -= 1
        levels[event.level] += 1
        self._moving[event.citation] = event.level
        self._count[self._status[event.note]] -= 1
        self._status[event.note] = found = _status(levels)
        self._count[found] += 1

    def counted(self) -> dict[Status, int]:
        return {status: self._count[status] for status in Status}


def _status(levels: Counter[Level | None]) -> Status:
    """By the worst level; None is what is no longer cited."""
    if levels[Level.ERROR]:
        return Status.STALE
    if levels[Level.WARNING]:
        return Status.CHANGED
    return Status.OK if levels[Level.INFO] or levels[Level.NONE] else Status.EMPTY


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
