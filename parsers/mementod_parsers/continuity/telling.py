"""The telling parts of a long note: its head, the goal, where the work stands, what is open, the newest entry.

What is left out is named where it stood. Reads headings alone, in the languages that notes are written in; nothing is
put into other words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mementod_parsers.continuity.leads_on import only_leads_on
from mementod_parsers.continuity.note_sections import HEADING, Section, said_in, sections, without_comments
from mementod_parsers.continuity.section_cut import GAP_BYTES, MORE, capped, size, trimmed
from mementod_parsers.continuity.section_worth import SHOWN_FROM, Asked, is_labelled, rate
from mementod_parsers.continuity.title_words import NEXT, OVER, PLANNED, is_of_the_work, plain, says

__all__ = [
    "MORE",
    "Asked",
    "says_what_is_next",
    "size",
    "telling",
    "tells_plan",
    "tells_state",
    "tells_work",
    "text_lines",
]

PART_OF_ROOM = 0.4  # what one section may take of the room that is left, so that it does not push out the others
SMALL_BYTES, PART_OF_SMALL = 900, 0.7  # a small room is for one section
PART_MIN_BYTES = 120
FILLED = (1.5, 1.25, 1.1, 1.0, 0.85, 0.7)  # times the room that is shared, the first one that fits
LINES_MIN = 3  # of a section that is cut: its heading, a line, and how many more there are
GAP_TITLES_BYTES = 90


def telling(
    text: str,
    limit: int,
    asked: Asked = Asked.STATE,
    fresh: frozenset[str] = frozenset(),
    rules: Sequence[str] = (),
) -> list[str]:
    """The note, or what fits of it into `limit` bytes.

    `fresh` are the lines that the last change brought, `rules` sentences that bind, of this note or of others.
    """
    lines = without_comments([line.rstrip() for line in text.splitlines()])
    whole = [line for line in lines if line]
    if asked not in (Asked.GOAL_ALONE, Asked.GOAL_OF_OLD) and size(whole) <= limit:
        return whole
    binding = said_in(whole, rules)
    parts = sections(lines)
    rate(parts, asked, fresh, binding)
    filled = [part for number, part in enumerate(parts) if not _is_empty(parts, number)]
    wanted = sorted((part for part in filled if part.worth >= SHOWN_FROM), key=lambda part: -part.worth)
    if asked is Asked.STATE and wanted == parts[:1]:  # nothing in it says by its title what it is about
        wanted = parts
    for part in FILLED:  # what the sections leave of their shares shows only when all of them have theirs
        kept = dict(_shared(wanted, int(limit * part), fresh, binding))
        if size(shown := _joined(parts, kept)) <= limit:
            break
    while kept and size(shown) > limit:
        kept.popitem()  # the least telling one
        shown = _joined(parts, kept)
    return shown if kept else []


def _shared(
    wanted: Sequence[Section], limit: int, fresh: frozenset[str], rules: Sequence[str]
) -> Iterator[tuple[int, list[str]]]:
    """The sections with as much of each as there is room for: the most telling one has most."""
    left = limit
    part = PART_OF_ROOM if limit > SMALL_BYTES else PART_OF_SMALL
    for number, section in enumerate(wanted):
        share = int(left * max(part, 1 / (len(wanted) - number))) - GAP_BYTES
        if share < PART_MIN_BYTES:
            return
        lines = trimmed(section, share, fresh, rules)
        if section.start and len(lines) < LINES_MIN and lines[-1].startswith(MORE):
            continue  # a heading says as much among what is left out
        left -= size(lines) + GAP_BYTES
        yield section.start, lines


def _is_empty(parts: Sequence[Section], number: int) -> bool:
    """Whether it is a heading with nothing below it, neither lines nor deeper sections; the head of a note never is."""
    part, below = parts[number], parts[number + 1 : number + 2]
    return number > 0 and part.count <= 1 and not any(each.level > part.level for each in below)


def text_lines(text: str) -> int:
    """The lines that hold text: what is shown and what is said to be left out together."""
    return sum(section.count for section in sections(without_comments(text.splitlines())))


def tells_state(text: str) -> bool:
    """Whether a note has a section about the state of the work as a whole."""
    found = (HEADING.match(line) for line in text.splitlines() if line.startswith("#"))
    return any(is_of_the_work(plain(heading[2])) for heading in found if heading)


def says_what_is_next(text: str) -> bool:
    """By a title that is not about what is over, nor stands over the next pages that a reader may like."""
    told = (part for part in sections(text.splitlines())[1:] if says(part.words, NEXT) and not says(part.words, OVER))
    return not all(map(only_leads_on, told))


def tells_work(text: str) -> bool:
    """Whether it says what is next, what is worked on, or marks what is open; its own title alone does not."""
    head, *parts = sections(text.splitlines())
    is_told = any(is_of_the_work(part.words) for part in parts) or says_what_is_next(text)
    return is_told or any(part.is_open or is_labelled(part) for part in (head, *parts))


def tells_plan(text: str) -> bool:
    """Whether it has a section about what was to be done when it was written."""
    return tells_state(text) or any(says(title, (*NEXT, *PLANNED)) for title in _titles(text))


def _titles(text: str) -> list[str]:
    return [section.words for section in sections(text.splitlines())[1:]]


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
    titles = capped("; ".join(section.title for section in missing if section.title), GAP_TITLES_BYTES)
    return [f"{MORE}{count} line{'s' * (count != 1)}: {titles}]"] if count else []
