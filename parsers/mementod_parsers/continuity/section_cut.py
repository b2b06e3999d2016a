"""A section within a number of bytes: whole items and paragraphs, the most telling first, and how many lines more."""

from __future__ import annotations

import itertools
import operator
import re
from collections.abc import Collection, Iterator, Sequence

from mementod_parsers.continuity.led_code import is_lead, led_code
from mementod_parsers.continuity.note_sections import (
    Section,
    is_done,
    is_item,
    is_open,
    is_said_done,
    pieces,
    said_in,
)
from mementod_parsers.continuity.section_worth import day_of
from mementod_parsers.continuity.title_words import NEXT, says

LINE_CAP_BYTES = 260  # of a line of a note that is not shown whole
HEAD_PART = 0.6  # of what a head may take, for its beginning
HEAD_MIN_BYTES = 40  # of the beginning of a line
MORE = "[… "
DAY_CHARS, DAYS_MIN = 20, 3  # where the day of an item stands; so many make a log
GAP_BYTES = 60  # about what it takes to name what is left out
_NEXT, _FIRST, _BINDS, _PLAIN = range(4)  # of the parts of a section that is cut
_SAYS_NEXT = re.compile(
    r"(?:^[\s>*+-]*+|\*\*)(?:[\w-]+ )?(?:next(?: steps?| actions?| up| tasks?)?|to-?do|remaining"
    r"|下一步(?:待办|计划|工作)?|待办|次の(?:ステップ|作業|タスク)|다음 (?:작업|단계))(?:[ ,(][^:：*]{0,40})?[:：*]",
    re.IGNORECASE,
)
_NOTHING = re.compile(r"[:：*\s]+(?:none|nothing|n/?a|无|没有|なし|없음)\b", re.IGNORECASE)


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
    of a note, the end counts too: there the newest line of a plain log stands. Of a list of days the last ones come
    first.
    """
    units = _units(section)
    if section.is_open or sum(map(size, units)) > cap:
        units = _left(units, fresh, says(section.words, NEXT))
    shown = [[capped(line) for line in unit] for unit in units]
    lines, count = list(itertools.chain(*shown)), section.count
    if size(lines) <= cap:
        return [*lines, _more(count - len(lines))] if count > len(lines) else lines
    ranks, units = _ranks(units, fresh, rules), shown
    heading = bool(section.title)
    is_ranked = min(ranks, default=_PLAIN) < _PLAIN and (section.level > 1 or fresh or rules)
    step = -1 if (grows_down := _grows_down(units)) else 1
    order = sorted(
        range(len(units)), key=lambda number: (number >= heading, ranks[number] if is_ranked else 0, step * number)
    )
    has_end = section.level == 1 and not is_ranked and not grows_down
    room = cap - GAP_BYTES // 2
    kept = _fitting(units, order, int(room * HEAD_PART) if has_end else room)
    end = _fitting(units, order[len(kept) :][::-1], room - _sum(units, kept)) if has_end else []
    return _put_together(units, [*kept, *end], order, cap, count, has_head=not grows_down)


def _left(units: Sequence[list[str]], fresh: frozenset[str], is_of_next: bool) -> list[list[str]]:
    """Without what is done, and what stands below it; what came last stays. Among what is next a word says it, too."""
    kept: list[int] = []
    done = -1  # how far that is moved in
    for number, unit in enumerate(units):
        is_below = is_item(unit[0]) and _depth(unit) > done >= 0 and not is_open(unit[0])
        is_over = is_done(unit[0]) or (is_of_next and (is_below or is_said_done(unit[0])))
        if not is_below:
            done = _depth(unit) if is_over else -1
        if not is_over or not fresh.isdisjoint(unit):
            kept.append(number)
    alive = frozenset(kept)
    return [units[number] for number in kept if not _leads_nowhere(units, number, alive)]


def _depth(unit: Sequence[str]) -> int:
    """How far it is moved in."""
    return len(unit[0]) - len(unit[0].lstrip())


def _leads_nowhere(units: Sequence[Sequence[str]], number: int, kept: Collection[int]) -> bool:
    """Whether it is a line that leads to items of which none is kept."""
    unit = units[number]
    if len(unit) > 1 or not is_lead(unit[0]):
        return False
    are_kept = (each in kept for each in _below(units, number))
    return not next(are_kept, True) and not any(are_kept)


def _units(section: Section) -> list[list[str]]:
    """Its heading, then items and paragraphs: each is one thing that is said, over however many lines."""
    own, code = led_code(list(itertools.dropwhile(lambda line: not line, section.lines)))
    heading = 1 if section.title else 0
    units = [*([line] for line in own[:heading]), *pieces(own[heading:])]
    return [[shown for line in unit for shown in code.get(line, [line])] for unit in units]


def _ranks(units: Sequence[Sequence[str]], fresh: frozenset[str], rules: Sequence[str]) -> list[int]:
    """What is next, what came last or is open, what binds, the rest.

    A line that leads to others, and an item with others below it, has the rank of the best of them: without it they
    say too little. What stands below a line that says what is next is as good as that.
    """
    found = [
        _NEXT if inner else _rank(unit, fresh, rules) for unit, inner in zip(units, _below_next(units), strict=True)
    ]
    led = _PLAIN
    for number in range(len(units) - 1, -1, -1):
        if is_item(units[number][0]):
            found[number] = min((found[number], *(found[each] for each in _below(units, number))))
        elif is_lead(units[number][-1]):
            found[number] = min(found[number], led)
        led = min(led, found[number]) if is_item(units[number][0]) else _PLAIN
    return found


def _below(units: Sequence[Sequence[str]], at: int) -> Iterator[int]:
    """The items that stand below this one, or under this line, which is no item."""
    depth, rest = _depth(units[at]) if is_item(units[at][0]) else -1, range(at + 1, len(units))
    yield from itertools.takewhile(lambda each: is_item(units[each][0]) and _depth(units[each]) > depth, rest)


def _grows_down(units: Sequence[Sequence[str]]) -> bool:
    """Whether most of them are items of days, each as late as the one before or later: what is newest stands last."""
    days = [day for unit in units if (day := day_of(unit[0][:DAY_CHARS])) and is_item(unit[0])]
    is_log = len(days) >= DAYS_MIN and 2 * len(days) > len(units)
    return is_log and days[0] < days[-1] and all(itertools.starmap(operator.le, itertools.pairwise(days)))


def _rank(unit: Sequence[str], fresh: frozenset[str], rules: Sequence[str]) -> int:
    if any(_says_next(line) for line in unit):
        return _NEXT
    if any(line in fresh or is_open(line) for line in unit):
        return _FIRST
    return _BINDS if said_in(unit, rules) else _PLAIN


def _says_next(line: str) -> bool:
    found = _SAYS_NEXT.search(line)
    return found is not None and not _NOTHING.match(line, found.end() - 1)


def _below_next(units: Sequence[Sequence[str]]) -> list[bool]:
    """Which ones a line leads to that says what is next: the items below it, deeper ones where it is an item."""
    found, above = [], -2  # how far that line is moved in; -1 for a line that is no item
    for unit in units:
        is_below = is_item(unit[0]) and _depth(unit) > above >= -1
        found.append(is_below)
        if not is_below:
            is_next = is_lead(unit[-1]) and _says_next(unit[-1])
            above = -2 if not is_next else _depth(unit) if is_item(unit[0]) else -1
    return found


def _sum(units: Sequence[Sequence[str]], numbers: Sequence[int]) -> int:
    return sum(size(units[number]) for number in numbers)


def _fitting(units: Sequence[Sequence[str]], order: Sequence[int], room: int) -> list[int]:
    """The first ones of an order that fit, each whole."""
    ends = itertools.accumulate(size(units[number]) for number in order)
    return [number for number, end in zip(order, ends, strict=True) if end <= room]


def _put_together(
    units: Sequence[list[str]], kept: Sequence[int], order: Sequence[int], cap: int, count: int, has_head: bool
) -> list[str]:
    """These in their order, of the next one as much as still fits (`has_head`), and how many lines more there are."""
    said = {number: units[number] for number in kept}
    missing = [number for number in order if number not in said]
    left = cap - _sum(units, kept)
    is_last = count - sum(map(len, said.values())) == 1  # then no line is needed that counts one
    if has_head and missing and (head := _head(units[missing[0]], left if is_last else left - GAP_BYTES // 2)):
        said[missing[0]] = head
    for number in [number for number in said if number and _leads_nowhere(units, number, said)]:
        del said[number]
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
