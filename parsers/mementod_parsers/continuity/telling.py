"""The telling parts of a long note: its head, the goal, where the work stands, what is open, the newest entry.

What is left out is named where it stood. Reads headings alone, in the languages that notes are written in; nothing is
put into other words.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from mementod_parsers.continuity.note_sections import (
    HEADING,
    Section,
    is_done,
    is_open,
    pieces,
    sections,
    without_code,
)
from mementod_parsers.continuity.section_worth import SHOWN_FROM, Asked, rate
from mementod_parsers.continuity.title_words import is_of_the_work, plain

__all__ = ["Asked", "size", "telling", "tells_state", "text_lines"]

LINE_CAP_BYTES = 260  # of a line of a note that is not shown whole
PART_OF_ROOM = 0.4  # what one section may take of the room that is left, so that it does not push out the others
SMALL_BYTES, PART_OF_SMALL = 900, 0.7  # a small room is for one section
PART_MIN_BYTES = 120
HEAD_PART = 0.6  # of what a head may take, for its beginning
MORE = "[… "
LINES_MIN = 3  # of a section that is cut: its heading, a line, and how many more there are
GAP_BYTES = 60  # about what it takes to name what is left out
GAP_TITLES_CHARS = 90


def telling(text: str, limit: int, asked: Asked = Asked.STATE, fresh: frozenset[str] = frozenset()) -> list[str]:
    """The note, or what fits of it into `limit` bytes; `fresh` are the lines that the last change brought."""
    lines = [line.rstrip() for line in text.splitlines()]
    whole = [line for line in lines if line]
    if asked is not Asked.GOAL_ALONE and size(whole) <= limit:
        return whole
    parts = sections(lines)
    rate(parts, asked, fresh)
    wanted = sorted((part for part in parts if part.worth >= SHOWN_FROM), key=lambda part: -part.worth)
    kept = dict(_shared(wanted, limit, fresh))
    while kept:
        shown = _joined(parts, kept)
        if size(shown) <= limit:
            return shown
        kept.popitem()  # the least telling one
    return []


def _shared(wanted: Sequence[Section], limit: int, fresh: frozenset[str]) -> Iterator[tuple[int, list[str]]]:
    """The sections with as much of each as there is room for: the most telling one has most."""
    left = limit
    part = PART_OF_ROOM if limit > SMALL_BYTES else PART_OF_SMALL
    for number, section in enumerate(wanted):
        share = int(left * max(part, 1 / (len(wanted) - number))) - GAP_BYTES
        if share < PART_MIN_BYTES:
            return
        lines = _trimmed(section, share, fresh)
        if section.start and len(lines) < LINES_MIN and lines[-1].startswith(MORE):
            continue  # a heading says as much among what is left out
        left -= size(lines) + GAP_BYTES
        yield section.start, lines


def text_lines(text: str) -> int:
    """The lines that hold text: what is shown and what is said to be left out together."""
    return sum(section.count for section in sections(text.splitlines()))


def tells_state(text: str) -> bool:
    """Whether a note has a section about the state of the work as a whole."""
    found = (HEADING.match(line) for line in text.splitlines() if line.startswith("#"))
    return any(is_of_the_work(plain(heading[2])) for heading in found if heading)


def size(lines: Sequence[str]) -> int:
    """Bytes of these lines, each with its end."""
    return sum(len(line.encode("utf-8", "replace")) + 1 for line in lines)


def _trimmed(section: Section, cap: int, fresh: frozenset[str]) -> list[str]:
    """As much of a section as fits: what is done, and what is no text, makes room first.

    What came last and what is open stays, before what stands above it. Of a section that is the head of a note, the
    end counts too: there the newest line of a plain log stands.
    """
    own = without_code(section.lines)
    parts = [*([line] for line in own[:1] if line), *pieces(own[1:])]
    if section.is_open or sum(map(size, parts)) > cap:
        parts = [part for part in parts if not is_done(part[0]) or not fresh.isdisjoint(part)]
    lines = [_capped(line) for part in parts for line in part]
    count = section.count
    if size(lines) <= cap:
        return [*lines, _more(count - len(lines))] if count > len(lines) else lines
    room = cap - GAP_BYTES // 2
    told = ((len(part), any(line in fresh or is_open(line) for line in part)) for part in parts)
    firsts = [is_first for many, is_first in told for _ in range(many)]
    if any(firsts) and (section.level > 1 or fresh):
        return _first_of(lines, firsts, room, count)
    head = _fitting(lines, int(room * HEAD_PART) if section.level == 1 else room)
    tail = _fitting(lines[: len(head) - 1 : -1], room - size(head)) if section.level == 1 else []
    return [*head, _more(count - len(head) - len(tail)), *tail[::-1]]


def _first_of(lines: Sequence[str], firsts: Sequence[bool], room: int, count: int) -> list[str]:
    """The heading, then those that come first, then the others as far as there is room, all in their order."""
    order = sorted(range(len(lines)), key=lambda number: (number > 0, not firsts[number], number))
    ends = itertools.accumulate(size([lines[number]]) for number in order)
    kept = sorted(number for number, end in zip(order, ends, strict=True) if end <= room)
    return [*(lines[number] for number in kept), _more(count - len(kept))]


def _fitting(lines: Sequence[str], room: int) -> list[str]:
    ends = itertools.accumulate(size([line]) for line in lines)
    return [line for line, end in zip(lines, ends, strict=True) if end <= room]


def _capped(line: str) -> str:
    data = line.encode("utf-8", "replace")
    return line if len(data) <= LINE_CAP_BYTES else f"{data[:LINE_CAP_BYTES].decode('utf-8', 'ignore')}…"


def _joined(parts: Sequence[Section], kept: dict[int, list[str]]) -> list[str]:
    found: list[str] = []
    missing: list[Section] = []
    for section in parts:
        if section.start in kept:
            found += [*_gap(missing), *kept[section.start]]
            missing = []
        else:
            missing.append(section)
    return found + _gap(missing)


def _gap(missing: Sequence[Section]) -> list[str]:
    count = sum(section.count for section in missing)
    titles = "; ".join(section.title for section in missing if section.title)
    titles = titles if len(titles) <= GAP_TITLES_CHARS else f"{titles[:GAP_TITLES_CHARS]}…"
    return [f"{MORE}{count} line{'s' * (count != 1)}: {titles}]"] if count else []


def _more(count: int) -> str:
    return f"{MORE}{count} more line{'s' * (count != 1)}]"
