"""What the page shows, as plain values: small enough for thousands of notes, and safe to show.

Pure: a report and what was told in, values out. Texts are kept once, in a table, and named by their number; rows are
lists whose order the page's script knows.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mementod.page.timeline import Point, timeline
from mementod.reports.causes import Cause, causes
from mementod.reports.report import Located, Status, located, status
from mementod.stores.ledger_rows import Transition
from mementod_parsers.model import Finding, Level, NoteReport, Report, Verdict
from mementod_parsers.text.printable import clean

SCHEMA = "mementod.page/1"
PAYLOAD_CAP_BYTES = 1_900_000  # the file is to stay below 2 MB
ROW_BYTES = 20  # of a citation, at the least
HISTORY_CAP = 5_000  # transitions, the newest
CAUSES_CAP = 200
ITEMS_CAP = 500  # of one cause
TEXT_CAP_CHARS = 300  # of one text; nobody reads more in a table
_ALL, _LOUD = tuple(Level), (Level.ERROR, Level.WARNING)
# What is left out, step by step, where there is too much: what holds first.
_STEPS: tuple[tuple[Collection[Level], int], ...] = (
    (_ALL, 1 << 30), ((*_LOUD, Level.INFO), 1 << 30), (_LOUD, 1 << 30), (_LOUD, 10_000), (_LOUD, 1_000),
)  # fmt: skip
STATUSES, VERDICTS, LEVELS = tuple(Status), tuple(Verdict), tuple(Level)

Plain = dict[str, Any]


class Texts:
    """Every text once; `number` gives its place in `rows`, -1 for none."""

    def __init__(self) -> None:
        self.rows: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str | None) -> int:
        if text is None:
            return -1
        if text not in self._numbers:
            self._numbers[text] = len(self.rows)
            self.rows.append(_shown(text))
        return self._numbers[text]


@dataclass(frozen=True, slots=True)
class Source:
    """What a page is made of. `rows` oldest first; `made`, and `since` when the daemon looks, in UTC."""

    report: Report
    rows: Sequence[Transition]
    made: datetime
    version: str
    since: datetime | None = None


def payload(source: Source) -> str:
    """The values as JSON, below PAYLOAD_CAP_BYTES as long as the names of the notes are."""
    whole = Whole.of(source)
    text, tried = "", -1
    for levels, cap in _STEPS:
        kept = [item for item in whole.items if item.finding.level in levels][:cap]
        if len(kept) == tried or len(kept) * ROW_BYTES > PAYLOAD_CAP_BYTES:
            continue
        tried = len(kept)
        text = json.dumps(
            as_data(source, whole, kept, min(HISTORY_CAP, cap)), separators=(",", ":"), ensure_ascii=False
        )
        if len(text.encode()) <= PAYLOAD_CAP_BYTES:
            break
    return text


@dataclass(frozen=True, slots=True)
class Whole:
    """What is made of all citations, whichever of them are shown."""

    items: Sequence[Located]
    causes: Sequence[Cause]
    points: Sequence[Point]

    @classmethod
    def of(cls, source: Source) -> Whole:
        items = list(located(source.report))
        notes = {note.note.path for note in source.report.notes}
        points = timeline(notes, items, source.rows, source.made, source.since)
        return cls(items, causes(items, _LOUD)[:CAUSES_CAP], points)


def as_data(source: Source, whole: Whole, kept: Sequence[Located], history_cap: int = HISTORY_CAP) -> Plain:
    """`kept`: the citations that are in; what is left out is counted."""
    report, texts = source.report, Texts()
    places = {id(item.finding): number for number, item in enumerate(kept)}
    notes = {note.note.path: number for number, note in enumerate(report.notes)}
    history = source.rows[-history_cap:]
    return {
        "schema": SCHEMA,
        "version": source.version,
        "root": _shown(report.root),
        "made": source.made.isoformat(timespec="seconds"),
        "statuses": STATUSES, "verdicts": VERDICTS, "levels": LEVELS,
        "notes": [_note(note, texts) for note in report.notes],
        "citations": [_citation(item, notes, texts) for item in kept],
        "causes": [_cause(cause, places, texts) for cause in whole.causes],
        "history": [_told(row, notes, texts) for row in history if row.note in notes],
        "timeline": [_point(point) for point in whole.points],
        "problems": [_shown(problem) for problem in report.problems],
        "left_out": {"citations": len(whole.items) - len(kept), "transitions": len(source.rows) - len(history)},
        "texts": texts.rows,
    }  # fmt: skip


def _note(note: NoteReport, texts: Texts) -> list[int]:
    """Path, status, source, genre, citations, of them wrong."""
    wrong = sum(finding.level in _LOUD for finding in note.findings)
    about = note.note
    return [
        texts.number(about.path), STATUSES.index(status(note)), texts.number(about.source.value),
        texts.number(about.genre.value), len(note.findings), wrong,
    ]  # fmt: skip


def _citation(item: Located, notes: dict[str, int], texts: Texts) -> list[int]:
    """Note, line, text, verdict, level, where it points, why."""
    found = item.finding
    return [
        notes[item.path], found.citation.line, texts.number(found.citation.text), VERDICTS.index(found.verdict),
        LEVELS.index(found.level), texts.number(found.target or found.resolved), texts.number(_why(found) or None),
    ]  # fmt: skip


def _why(found: Finding) -> str:
    reason = found.reason or found.citation.reason
    parts = (reason.value if reason and found.verdict is Verdict.UNCHECKED else "", found.detail, found.evidence)
    return ", ".join(part for part in parts if part)


def _cause(cause: Cause, places: dict[int, int], texts: Texts) -> list[Any]:
    """Title, verdict, level, citations, notes, and the numbers of the citations that are shown."""
    shown = [places[id(item.finding)] for item in cause.items[:ITEMS_CAP] if id(item.finding) in places]
    return [
        texts.number(cause.title), VERDICTS.index(cause.verdict), LEVELS.index(cause.level),
        len(cause.items), len(cause.notes), shown,
    ]  # fmt: skip


def _told(row: Transition, notes: dict[str, int], texts: Texts) -> list[int]:
    """When, note, line, text, verdict before and after (-1: not cited), level, target, why."""
    before, after = (-1 if verdict is None else VERDICTS.index(verdict) for verdict in (row.before, row.after))
    return [
        texts.number(row.at), notes[row.note], row.line, texts.number(row.text), before, after,
        LEVELS.index(row.level), texts.number(row.target), texts.number(row.evidence or None),
    ]  # fmt: skip


def _point(point: Point) -> list[Any]:
    """When, and the notes by status in the order of `statuses`; nothing more before anybody looked."""
    at, found = point.at.isoformat(timespec="seconds"), point.notes
    return [at] if found is None else [at, *(found[name] for name in STATUSES)]


def _shown(text: str) -> str:
    cut = text if len(text) <= TEXT_CAP_CHARS else f"{text[:TEXT_CAP_CHARS]}…"
    return clean(cut)
