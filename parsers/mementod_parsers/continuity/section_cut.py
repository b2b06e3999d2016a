"""A section within a number of bytes: whole items and paragraphs, the most telling first, and how many lines more."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from mementod_parsers.continuity.note_sections import (
    Section,
    is_done,
    is_item,
    is_open,
    pieces,
    said_in,
    without_code,
)

LINE_CAP_BYTES = 260  # of a line of a note that is not shown whole
HEAD_PART = 0.6  # of what a head may take, for its beginning
HEAD_MIN_BYTES = 40  # of the beginning of a line
MORE = "[… "
GAP_BYTES = 60  # about what it takes to name what is left out
_FIRST, _BINDS, _PLAIN = range(3)  # of the parts of a section that is cut


def size(lines: Sequence[str]) -> int:
    """Bytes of these lines, each with its end."""
    return sum(len(line.encode("utf-8", "replace")) + 1 for line in lines)


def capped(line: str, cap: int = LINE_CAP_BYTES) -> str:
    """A line within so many bytes, and a sign where something is missing."""
    data = line.encode("utf-8", "replace")
    return line if len(data) <= cap else f"{data[:cap].decode('utf-8', 'ignore').removesuffix('…')}…"


def trimmed(section: Section, cap: int, fresh: frozenset[str], rules: Sequence[str]) -> list[str]:
    """As much of a section as fits: what is done, and what is no text, makes room first.

    What came last and what is open stays, then what binds, before what stands above it. Of a section that is the head
    of a note, the end counts too: there the newest line of a plain log stands.
    """
    units = _units(section)
    if section.is_open or sum(map(size, units)) > cap:
        units = [unit for unit in units if not is_done(unit[0]) or not fresh.isdisjoint(unit)]
    ranks = _ranks(units, fresh, rules)
    units = [[capped(line) for line in unit] for unit in units]
    lines, count = list(itertools.chain(*units)), section.count
    if size(lines) <= cap:
        return [*lines, _more(count - len(lines))] if count > len(lines) else lines
    heading = bool(section.title)
    is_ranked = min(ranks, default=_PLAIN) < _PLAIN and (section.level > 1 or fresh or rules)
    order = sorted(range(len(units)), key=lambda number: (number >= heading, ranks[number] if is_ranked else 0, number))
    has_end = section.level == 1 and not is_ranked
    room = cap - GAP_BYTES // 2
    kept = _fitting(units, order, int(room * HEAD_PART) if has_end else room)
    end = _fitting(units, order[len(kept) :][::-1], room - _sum(units, kept)) if has_end else []
    return _put_together(units, [*kept, *end], order, cap, count)


def _units(section: Section) -> list[list[str]]:
    """Its heading, then items and paragraphs: each is one thing that is said, over however many lines."""
    own = list(itertools.dropwhile(lambda line: not line, without_code(section.lines)))
    heading = 1 if section.title else 0
    return [*([line] for line in own[:heading]), *pieces(own[heading:])]


def _ranks(units: Sequence[Sequence[str]], fresh: frozenset[str], rules: Sequence[str]) -> list[int]:
    """What came last or is open, what binds, the rest. A line that leads to others has the rank of the best of them."""
    found = []
    for unit in units:
        is_first = any(line in fresh or is_open(line) for line in unit)
        found.append(_FIRST if is_first else _BINDS if said_in(unit, rules) else _PLAIN)
    led = _PLAIN
    for number in range(len(units) - 1, -1, -1):
        if units[number][-1].endswith((":", "：")) and not is_item(units[number][0]):
            found[number] = min(found[number], led)
        led = min(led, found[number]) if is_item(units[number][0]) else _PLAIN
    return found


def _sum(units: Sequence[Sequence[str]], numbers: Sequence[int]) -> int:
    return sum(size(units[number]) for number in numbers)


def _fitting(units: Sequence[Sequence[str]], order: Sequence[int], room: int) -> list[int]:
    """The first ones of an order that fit, each whole."""
    ends = itertools.accumulate(size(units[number]) for number in order)
    return [number for number, end in zip(order, ends, strict=True) if end <= room]


def _put_together(
    units: Sequence[list[str]], kept: Sequence[int], order: Sequence[int], cap: int, count: int
) -> list[str]:
    """These in their order, of the next one as much as still fits, and how many lines more there are."""
    said = {number: units[number] for number in kept}
    missing = [number for number in order if number not in said]
    left = cap - _sum(units, kept)
    is_last = count - sum(map(len, said.values())) == 1  # then no line is needed that counts one
    if missing and (head := _head(units[missing[0]], left if is_last else left - GAP_BYTES // 2)):
        said[missing[0]] = head
    more = count - sum(map(len, said.values()))
    lines = [(number, line) for number in sorted(said) for line in said[number]]
    before = [line for number, line in lines if not missing or number <= missing[0]]
    after = [line for number, line in lines if missing and number > missing[0]]
    return [*before, *([_more(more)] if more else []), *after]


def _head(unit: Sequence[str], room: int) -> list[str]:
    """The beginning of what does not fit, which shows that it goes on; nothing where that says too little."""
    ends = itertools.accumulate(size([line]) for line in unit)
    lines = [line for line, end in zip(unit, ends, strict=True) if end + len("…".encode()) <= room]
    if len(lines) == len(unit):
        return lines
    if lines:
        return [*lines[:-1], f"{lines[-1].removesuffix('…')}…"]
    if room < HEAD_MIN_BYTES:
        return []
    begun = capped(unit[0], room - size(["…"])).removesuffix("…")
    words = begun.rpartition(" ")[0].rstrip()
    return [f"{words if 2 * len(words) > len(begun) else begun}…"]


def _more(count: int) -> str:
    return f"{MORE}{count} more line{'s' * (count != 1)}]"
