"""What notes say and is not so any more, one line a thing, with the places where they say it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mementod_parsers.model import GONE, Finding, Level, Report

PLACES_CAP = 3  # of one thing that is gone


@dataclass(frozen=True, slots=True)
class Stale:
    """What is said of a thing, and by which notes."""

    name: str
    line: str
    notes: frozenset[str]


def stale(report: Report, first: Sequence[str]) -> list[Stale]:
    """Those of the notes in `first` come first, in that order."""
    rank = {path: number for number, path in enumerate(first)}
    places: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for note in sorted(report.notes, key=lambda note: rank.get(note.note.path, len(rank))):
        for finding in _wrong(note.findings):
            place = (note.note.path, finding.citation.line)
            places.setdefault((finding.citation.text, _said(finding)), []).append(place)
    return [
        Stale(name, f"- {says} [{_named(at)}]", frozenset(path for path, _ in at))
        for (name, says), at in places.items()
    ]


def _wrong(findings: Sequence[Finding]) -> Iterator[Finding]:
    return (finding for finding in findings if finding.level is Level.ERROR)


def _said(finding: Finding) -> str:
    what = "is gone" if finding.verdict in GONE else f"is {finding.verdict}"
    how = f" ({finding.evidence})" if finding.evidence else ""
    use = f": use `{finding.target}`" if finding.target else ""
    return f"`{finding.citation.text}` {what}{how}{use}"


def _named(at: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{path}:{line}" for path, line in at[:PLACES_CAP]) + ", …" * (len(at) > PLACES_CAP)
