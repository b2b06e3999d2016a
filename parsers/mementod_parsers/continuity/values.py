"""Lines of notes that only repeat what a name of the code is set to: `MAX_RETRIES = 7`.

Only a line that is nothing else counts: a sentence about a value may bind, or say why. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

VALUES_CAP = 200  # of all notes, that are looked for

# As constants and settings are called: `port: 80` and `is_active = True` stand in samples of anything.
_NAME = r"(?P<name>[A-Z][A-Z0-9_]{2,})"
_NUMBER = r"-?\d[\d_]*(?:\.\d+)?"
_VALUE = rf"""(?P<value>{_NUMBER}|"[^"]*"|'[^']*'|[Tt]rue|[Ff]alse)"""
_STATED = re.compile(
    rf"\s*(?:[-*+]\s+|\d+[.)]\s+)?[`*]*{_NAME}[`*]*\s*(?::=|=|:)[\s`*]*{_VALUE}[`*]*\s*[.;,]?\s*"
    r"(?:\(.*\)|(?:#|//|--|[—–]).*)?$"
)
_ASSIGNED = re.compile(
    rf"(?<![\w.$\"'-]){_NAME}[\"']?\s*(?::\s*[A-Za-z][\w.<>\[\] |]{{0,40}})?"
    rf"(?::=|=(?!=)|:)\s*{_VALUE}\s*(?:[;,)}}]|#|//|$)"
)
_COMMENT = re.compile(r"\s*(?:#|//|/\*|\*|--|;)")


@dataclass(frozen=True, slots=True)
class Stated:
    """A name and what it is set to, as both sides may write it: `1_000` is 1000, quotes are any."""

    name: str
    value: str


def stated(lines: Sequence[str]) -> Iterator[tuple[int, Stated]]:
    """The lines, 1-based, that say nothing but what a name is set to."""
    return ((number, _of(found)) for number, line in enumerate(lines, 1) if (found := _STATED.match(line)))


def assigned(lines: Iterable[str]) -> Iterator[Stated]:
    """What lines of code set."""
    code = (line for line in lines if not _COMMENT.match(line))
    return (_of(found) for line in code for found in _ASSIGNED.finditer(line))


def _of(found: re.Match[str]) -> Stated:
    value = found["value"].strip("\"'") if found["value"][0] in "\"'" else found["value"].replace("_", "").lower()
    return Stated(found["name"], value)
