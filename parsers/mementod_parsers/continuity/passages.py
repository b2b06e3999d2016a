"""Which lines of a text answer a question, whose words may stand in the heading or the line before as well. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mementod_parsers.continuity.note_sections import is_fence
from mementod_parsers.continuity.search_terms import Group, held, most

_HEADING = re.compile(r" {0,3}#{1,6}\s")
_BESIDE = (-2, -1, 1, 2)  # lines: what holds more there shows this one as well, or nearly


@dataclass(frozen=True, slots=True)
class Passage:
    """One line with what it is read with. `number` counts from 1.

    `held` are the words of the question that it answers, by their places, and `own` those in the line itself. `entry`
    are the first and the last line of the decision that it stands in, where it is shown as a part of one.
    """

    number: int
    text: str
    before: str | None  # the line before, or the heading where that says more of what is asked
    after: str | None
    held: frozenset[int]
    own: frozenset[int]
    entry: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Read:
    text: str = ""
    held: frozenset[int] = frozenset()


def passages(text: str, wanted: Sequence[Group]) -> list[Passage]:
    """The lines that hold most of the words, in order; none beside one that holds more."""
    found = {passage.number: passage for passage in _candidates(text.splitlines(), wanted)}
    return [one for one in found.values() if not any(_is_shown(one, found.get(one.number + step)) for step in _BESIDE)]


def _hint(wanted: Sequence[Group]) -> Callable[[str], object]:
    """Tells of a folded line quickly that it holds no word: a term begins what it stands for, but for an ending y."""
    firsts = {_folded(way[0]).removesuffix("y") for group in wanted for way in group}
    return re.compile("|".join(map(re.escape, sorted(firsts))) or r"(?!)").search


def _folded(text: str) -> str:
    return text.casefold().replace("_", "")


def _is_shown(one: Passage, beside: Passage | None) -> bool:
    if beside is None or not beside.held >= one.held:
        return False
    return beside.held > one.held or beside.own > one.own


def _candidates(lines: Sequence[str], wanted: Sequence[Group]) -> Iterator[Passage]:
    least, heading, before, is_code, hint = most(len(wanted)), _Read(), _Read(), False, _hint(wanted)
    for number, line in enumerate(lines, 1):
        read = _Read(line, held(line, wanted) if hint(_folded(line)) else frozenset())
        is_code ^= is_fence(line)
        is_heading = not is_code and _HEADING.match(line) is not None
        around = before if is_heading else max(before, heading, key=lambda near: len(near.held | read.held))
        if read.held and len(both := read.held | around.held) >= least:
            yield Passage(number, line, around.text or None, _after(lines, number, is_heading), both, read.held)
        before, heading = (read if line.strip() else _Read()), read if is_heading else heading


def _after(lines: Sequence[str], number: int, is_heading: bool) -> str | None:
    """The line after; of a heading the first that is not empty, or one would see nothing of what it stands over."""
    following = lines[number : number + (3 if is_heading else 1)]
    return next((line for line in following if line.strip()), None)
