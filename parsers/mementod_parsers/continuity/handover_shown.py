"""A hand-over within a number of bytes: its goal, the next step and what binds first, the rest counted."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from mementod_parsers.continuity.handover import Handover, Part
from mementod_parsers.continuity.section_cut import capped, size
from mementod_parsers.continuity.taken_back import said_again

LINE_CAP_BYTES = 400  # of a line where not all of them fit
ABOVE = "- (what stands above as a hard constraint)"
_NEXT = re.compile(r"\W*(?:next(?: step)?|下一步)\W{0,3}[:：]", re.IGNORECASE)


def shown(handover: Handover, limit: int, above: Collection[str] = ()) -> tuple[list[str], int]:
    """Its lines under their headings, and how many are left out; what is in `above` is not said again.

    Where not all fits, a line that is too long is shortened, and one that does not fit then is left out.
    """
    again = said_again(handover.lines, above)
    parts = {part: [f"- {line}" for line in handover.part(part) if line not in again] for part in Part}
    if any(line in again for line in handover.constraints):
        parts[Part.CONSTRAINTS].insert(0, ABOVE)
    whole = _laid_out(parts)
    if size(whole) <= limit:
        return whole, 0
    kept: dict[Part, dict[int, str]] = {part: {} for part in Part}
    for part, number in sorted(_places(parts), key=lambda place: _rank(parts, *place)):
        line = capped(parts[part][number], LINE_CAP_BYTES)
        needed = size([line] if kept[part] else [_heading(part), line])
        if needed <= limit:
            limit -= needed
            kept[part][number] = line
    lines = {part: [kept[part][number] for number in sorted(kept[part])] for part in Part}
    return _laid_out(lines), sum(map(len, parts.values())) - sum(map(len, lines.values()))


def _places(parts: dict[Part, list[str]]) -> Iterator[tuple[Part, int]]:
    return ((part, number) for part, lines in parts.items() for number in range(len(lines)))


def _rank(parts: dict[Part, list[str]], part: Part, number: int) -> int:
    """What an agent that goes on cannot do without comes first."""
    if part is Part.STATE and _NEXT.match(parts[part][number]):
        return 1
    return {Part.GOAL: 0, Part.CONSTRAINTS: 2, Part.STATE: 3, Part.DECISIONS: 4}[part]


def _laid_out(parts: dict[Part, list[str]]) -> list[str]:
    return [line for part, lines in parts.items() if lines for line in (_heading(part), *lines)]


def _heading(part: Part) -> str:
    return f"## {part}"
