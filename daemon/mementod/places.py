"""How a place is written in a finding: `path`, `path:12`, `path:12-40`, `path:Name.method`, or a bare name.

Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_PLACE = re.compile(r"(?P<path>[^:]*?)(?:(?P<colon>::?)(?P<rest>[^:].*))?", re.DOTALL)
_LINES = re.compile(r"(?P<first>\d+)(?:-(?P<last>\d+))?")


@dataclass(frozen=True, slots=True)
class Place:
    """The parts of a place; a part that is not named is empty, or None for the lines."""

    path: str
    symbol: str = ""
    first: int | None = None
    last: int | None = None


def parse_place(text: str) -> Place:
    """The parts of `text`. A bare name comes back as a path: only who asked knows better."""
    found = _PLACE.fullmatch(text)
    if not found or not found["rest"]:
        return Place(text)
    lines = _LINES.fullmatch(found["rest"])
    if lines:
        first = int(lines["first"])
        return Place(found["path"], "", first, int(lines["last"]) if lines["last"] else first)
    return Place(found["path"], found["rest"])
