"""Which lines of a note another one takes back: a section that says so itself, and one that a later line names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

from mementod_parsers.continuity.note_sections import HEADING, is_fence

LINES_CAP = 20_000
HEAD_LINES = 3  # of a section, in which it says of itself that it is over

_OVER = r"(?:superseded|obsolete|withdrawn)"
_ITSELF = re.compile(
    rf"\W*(?:this (?:section|part|document|note|brief|spec\w*|list) (?:is|was|has been) (?:now )?{_OVER}\b"
    rf"|(?:status\W{{1,5}})?superseded\W{{0,3}}(?:by\b|$)|status\W{{1,5}}{_OVER}\b"
    r"|(?:本节|本章|本文|此节|该节|以下内容)(?:内容)?(?:已被?|不再)(?:取代|废弃|作废|适用|替代))",
    re.IGNORECASE,
)
_IN_TITLE = re.compile(rf"[(\[（【]\s*(?:{_OVER}\b|已(?:废弃|作废|取代))", re.IGNORECASE)
_NAMES = re.compile(r"\b(?:this (?:section|part|document|note|brief) |\W*)supersedes\b([^.;\n]{1,160})", re.IGNORECASE)
_LABEL = re.compile(r"(?<![\w-])[A-Z]{1,3}-?\d{1,3}(?![\w-])")
_QUOTED = re.compile(r"[\"“`*]{1,2}([^\"”`*]{3,80})[\"”`*]{1,2}")


@dataclass(frozen=True, slots=True)
class _Part:
    """A section: its title, and its lines with those of the sections in it (1-based, `end` exclusive)."""

    title: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """`parts` are whole sections; `labels` what a rule is called that one line took back (line -> its names)."""

    parts: tuple[range, ...] = ()
    labels: tuple[tuple[int, str], ...] = ()

    def holds(self, line: int, text: str) -> bool:
        """Whether a statement that begins on a line is taken back."""
        plain = text.lstrip("*_` ")
        return any(line in part for part in self.parts) or any(
            line < at and re.match(rf"{re.escape(label)}(?![\w-])", plain) for at, label in self.labels
        )


def withdrawn_in(text: str) -> Withdrawn:
    """All of a note."""
    if not re.search(r"supersede|obsolete|withdrawn|取代|废弃|作废|不再适用", text, re.IGNORECASE):
        return Withdrawn()
    lines = text.split("\n")[:LINES_CAP]
    parts = list(_parts(lines))
    itself = [part for part in parts if _IN_TITLE.search(part.title) or _says_so(lines, part)]
    named = [(number, found) for number, line in enumerate(lines, 1) for found in _named(line)]
    others = [part for part in parts for at, name in named if part.end <= at and _is_called(part.title, name)]
    return Withdrawn(
        tuple(range(part.begin, part.end) for part in (*itself, *others)),
        tuple((at, name) for at, name in named if _LABEL.fullmatch(name)),
    )


def _parts(lines: Sequence[str]) -> Iterator[_Part]:
    heads = list(_heads(lines))
    for number, (at, level, title) in enumerate(heads):
        later = (other for other, deep, _ in heads[number + 1 :] if deep <= level)
        yield _Part(title, at, next(later, len(lines) + 1))


def _heads(lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    is_code = False
    for number, line in enumerate(lines, 1):
        is_code ^= is_fence(line)
        if not is_code and (found := HEADING.match(line)):
            yield number, len(found[1]), found[2].strip("# ")


def _says_so(lines: Sequence[str], part: _Part) -> bool:
    own = takewhile(lambda line: not HEADING.match(line), lines[part.begin : part.end - 1])
    return any(_ITSELF.match(line) for line in islice(filter(str.strip, own), HEAD_LINES))


def _named(line: str) -> Iterator[str]:
    for found in _NAMES.finditer(line):
        yield from _LABEL.findall(found[1])
        yield from _QUOTED.findall(found[1])


def _is_called(title: str, name: str) -> bool:
    plain = re.sub(r"^[\d.]+\s*|[*`]", "", title)
    if _LABEL.fullmatch(name):
        return re.match(rf"{re.escape(name)}(?![\w-])", plain) is not None
    return plain.lower() == name.strip().lower()
