"""The telling parts of a long note: its head, the goal, where the work stands, what is open, the newest entry.

What is left out is named where it stood. Reads headings alone, in the languages that notes are written in; nothing is
put into other words.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from mementod_parsers.continuity.note_sections import HEADING, Section, is_done, sections, without_code
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


def telling(text: str, limit: int, asked: Asked = Asked.STATE) -> list[str]:
    """The note, or what fits of it into `limit` bytes."""
    lines = [line.rstrip() for line in text.splitlines()]
    whole = [line for line in lines if line]
    if asked is not Asked.GOAL_ALONE and size(whole) <= limit:
        return whole
    parts = sections(lines)
    rate(parts, asked)
    wanted = sorted((part for part in parts if part.worth >= SHOWN_FROM), key=lambda part: -part.worth)
    kept = dict(_shared(wanted, limit))
    while kept:
        shown = _joined(parts, kept)
        if size(shown) <= limit:
            return shown
        kept.popitem()  # the least telling one
    return []


def _shared(wanted: Sequence[Section], limit: int) -> Iterator[tuple[int, list[str]]]:
    """The sections with as much of each as there is room for: the most telling one has most."""
    left = limit
    part = PART_OF_ROOM if limit > SMALL_BYTES else PART_OF_SMALL
    for number, section in enumerate(wanted):
        share = int(left * max(part, 1 / (len(wanted) - number))) - GAP_BYTES
        if share < PART_MIN_BYTES:
            return
        lines = _trimmed(section, share)
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


def _trimmed(section: Section, cap: int) -> list[str]:
    """As much of a section as fits: what is done, and what is no text, makes room first.

    Of one that is the head of a note, the end counts too: there the newest line of a plain log stands.
    """
    lines = without_code([line for line in section.lines if line])
    lines = [_capped(line) for line in lines]
    if section.is_open or size(lines) > cap:
        lines = [line for line in lines if not is_done(line)]
    count = section.count
    if size(lines) > cap:
        room = cap - GAP_BYTES // 2
        head = _fitting(lines, int(room * HEAD_PART) if section.level == 1 else room)
        tail = _fitting(lines[: len(head) - 1 : -1], room - size(head)) if section.level == 1 else []
        return [*head, _more(count - len(head) - len(tail)), *tail[::-1]]
    return [*lines, _more(count - len(lines))] if count > len(lines) else lines


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
