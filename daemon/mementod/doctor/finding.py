"""What a probe found, and how all findings are shown. Pure."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mementod.reports.words import plural
from mementod_parsers.text.printable import clean

SCHEMA = "mementod.doctor/1"
_INDENT = " " * 11


class Grade(StrEnum):
    """How one thing is."""

    GOOD = "good"
    WARNING = "warning"  # works, and something is not covered
    BAD = "bad"
    SKIPPED = "skipped"  # could not be tried, or is not in use


_COLOURS = {Grade.GOOD: 32, Grade.WARNING: 33, Grade.BAD: 31, Grade.SKIPPED: 2}


@dataclass(frozen=True, slots=True)
class Finding:
    """One line. `cure`: what puts it right, a command wherever there is one; a bad thing always has it."""

    area: str
    grade: Grade
    what: str
    cure: str = ""


def good(area: str, what: str) -> Finding:
    return Finding(area, Grade.GOOD, what)


def bad(area: str, what: str, cure: str) -> Finding:
    return Finding(area, Grade.BAD, what, cure)


def warning(area: str, what: str, cure: str = "") -> Finding:
    return Finding(area, Grade.WARNING, what, cure)


def skipped(area: str, what: str) -> Finding:
    return Finding(area, Grade.SKIPPED, what)


def as_data(findings: Sequence[Finding]) -> dict[str, object]:
    """For programs; fields may be added, never renamed."""
    rows = [{"area": f.area, "grade": f.grade.value, "what": f.what, "cure": f.cure or None} for f in findings]
    return {"schema": SCHEMA, "healthy": not any(f.grade is Grade.BAD for f in findings), "findings": rows}


def lines(findings: Sequence[Finding], width: int, colour: bool) -> Iterator[str]:
    """For people: by area, what is bad with its cure below it, and the sum."""
    for area in dict.fromkeys(finding.area for finding in findings):
        yield area
        for finding in (found for found in findings if found.area == area):
            yield from _line(finding, width, colour)
    yield ""
    yield _sum(findings)


def _line(finding: Finding, width: int, colour: bool) -> Iterator[str]:
    first, *rest = _wrapped(finding.what, width)
    tag = f"{finding.grade:<{len(_INDENT) - 2}}"
    yield "  " + (f"\033[{_COLOURS[finding.grade]}m{tag}\033[0m" if colour else tag) + first.lstrip()
    yield from rest
    if finding.cure:
        yield from _wrapped(f"-> {finding.cure}", width)


def _wrapped(text: str, width: int) -> list[str]:
    found = textwrap.wrap(clean(text), width, initial_indent=_INDENT, subsequent_indent=_INDENT, break_on_hyphens=False)
    return found or [_INDENT]


def _sum(findings: Sequence[Finding]) -> str:
    number = {grade: sum(finding.grade is grade for finding in findings) for grade in Grade}
    if number[Grade.BAD]:
        return f"{plural(number[Grade.BAD], 'thing')} to put right."
    if number[Grade.WARNING]:
        return f"All that was tried works; {plural(number[Grade.WARNING], 'warning')}."
    return "All that was tried works."
