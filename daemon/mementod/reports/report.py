"""What every rendering of a Report shares: ids, counts, status, and whether it fails.

Pure: a Report in, values out.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from mementod.reports.words import plural
from mementod_parsers.model import Finding, Level, NoteReport, Reason, Report, Verdict

ID_DIGITS = 16
NAMES_SHOWN = 3  # of files with the same problem
_NOT_PARSED = "not parsed, "
_NOT_JUDGED = frozenset({Verdict.UNCHECKED})
_RANK = {Level.ERROR: 0, Level.WARNING: 1, Level.INFO: 2, Level.NONE: 3}


class FailOn(StrEnum):
    """From which level on `check` ends with exit code 1."""

    ERROR = "error"
    WARNING = "warning"
    NEVER = "never"


class Status(StrEnum):
    """The judgement on a whole note."""

    OK = "ok"
    STALE = "stale"
    CHANGED = "changed"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Located:
    """A finding with the note it is in and its stable id."""

    id: str
    note: NoteReport
    finding: Finding

    @property
    def path(self) -> str:
        return self.note.note.path

    @property
    def place(self) -> str:
        """NOTE:LINE, as `explain` takes it."""
        return f"{self.path}:{self.finding.citation.line}"


def located(report: Report) -> Iterator[Located]:
    """Every finding of a report, in its order."""
    for note in report.notes:
        for finding, identity in zip(note.findings, ids(note), strict=True):
            yield Located(identity, note, finding)


def ids(note: NoteReport) -> tuple[str, ...]:
    """One id a finding, stable while note, text, kind and occurrence are; the line may move."""
    seen: dict[tuple[str, str], int] = {}
    found = []
    start = hashlib.sha256(_bytes(note.note.path))
    for citation in (finding.citation for finding in note.findings):
        key = (citation.text, citation.kind)
        seen[key] = number = seen.get(key, 0) + 1
        identity = start.copy()
        identity.update(_bytes(f"\0{citation.text}\0{citation.kind}\0{number}"))
        found.append(identity.hexdigest()[:ID_DIGITS])
    return tuple(found)


def counts(report: Report) -> dict[str, int]:
    """Notes, citations, and citations by verdict; every verdict is there."""
    verdicts = Counter(finding.verdict for finding in findings(report))
    total = {"notes": len(report.notes), "citations": verdicts.total()}
    return total | {verdict.value: verdicts[verdict] for verdict in Verdict}


def levels(report: Report) -> dict[Level, int]:
    """How many findings have each level."""
    found = Counter(finding.level for finding in findings(report))
    return {level: found[level] for level in Level}


def unchecked(report: Report) -> dict[str, int]:
    """How many citations could not be judged, by reason, most first."""
    found = Counter(
        (finding.reason or finding.citation.reason or Reason.NO_CLAIM).value
        for finding in findings(report)
        if finding.verdict in _NOT_JUDGED
    )
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def problems(report: Report) -> list[str]:
    """The lines on what could not be read or asked, each once; many files with one problem share a line."""
    found = [*report.problems, *(f"{n.note.path}: {p}" for n in report.notes for p in n.note.problems)]
    named: dict[str, list[str]] = {}
    for line in dict.fromkeys(found):
        name, _, what = line.partition(": ")
        named.setdefault(what or line, []).append(name)
    return [line for what, names in named.items() for line in _listed(names, what)]


def _listed(names: list[str], what: str) -> list[str]:
    if names == [what]:
        return names
    if len(names) <= NAMES_SHOWN:
        return [f"{name}: {what}" for name in names]
    lead = _NOT_PARSED if all(name.startswith(_NOT_PARSED) for name in names) else ""
    first = ", ".join(name.removeprefix(lead) for name in names[:NAMES_SHOWN])
    return [f"{lead}{first} and {plural(len(names) - NAMES_SHOWN, 'other')}: {what}"]


def status(note: NoteReport) -> Status:
    """The status of a note: its worst finding decides."""
    worst = min((_RANK[finding.level] for finding in note.findings), default=None)
    if worst is None:
        return Status.EMPTY
    return {0: Status.STALE, 1: Status.CHANGED}.get(worst, Status.OK)


def fails(report: Report, fail_on: FailOn) -> bool:
    """Whether a report is a failure for somebody who asked for `fail_on`."""
    found = levels(report)
    match fail_on:
        case FailOn.NEVER:
            return False
        case FailOn.ERROR:
            return found[Level.ERROR] > 0
        case FailOn.WARNING:
            return found[Level.ERROR] + found[Level.WARNING] > 0


def findings(report: Report) -> Iterator[Finding]:
    for note in report.notes:
        yield from note.findings


def worst_first(items: Iterable[Located]) -> list[Located]:
    """Errors first; within a level the order of the report."""
    return sorted(items, key=lambda item: _RANK[item.finding.level])


def rank(level: Level) -> int:
    """0 is the worst."""
    return _RANK[level]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
