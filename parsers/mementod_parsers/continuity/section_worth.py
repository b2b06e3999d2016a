"""What each section of a note is worth to an agent that begins: the next step, where the work stands, the goal."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from enum import Enum, auto
from itertools import takewhile

from mementod_parsers.continuity.closed_parts import ClosedParts
from mementod_parsers.continuity.note_sections import LONELY_LEVEL, Section, said_in
from mementod_parsers.continuity.title_words import (
    DONE_MARK,
    NEXT,
    NEXT_MARK,
    NOW,
    OVER,
    begins,
    is_of_the_work,
    says,
    says_goal,
)

HEAD_WORTH, ALONE_WORTH, LESS_BELOW, LESS_EACH, LESS_LONELY = 4.2, 6.0, 0.6, 0.4, 0.3
SHOWN_FROM = 1.0  # what is worth less is left out
FRESH_WORTH, LABELLED_WORTH = 3.8, 3.9
OPEN_STATE_WORTH, OPEN_WORTH = 4.3, 3.0  # of a section with boxes to tick, in a file about the work and elsewhere
NEWEST_WORTH, NEWEST_LABELLED_WORTH, COUNTED_WORTH = 3.6, 4.3, 2.6  # of the last entry of a log
PAST_WORTH, PAST_OPEN_WORTH = 0.9, 1.4  # at most, of the entries before it; of one in which something is open
STRESSED_WORTH = 2.0  # at least, in instructions
BINDING_EACH, BINDING_CAP = 0.2, 5  # more for each sentence that binds, up to so many

_DAY = re.compile(r"(20\d\d)[-/.年](\d{1,2})[-/.月](\d{1,2})")
_STRESSED = re.compile(
    r"\b(?:MUST|NEVER|IMPORTANT|CRITICAL|MANDATORY|DO NOT|Non-Negotiables?)\b"
    r"|\*\*(?:Never|Always|Do not|Must|Current)\b|必须|必須|禁止|严禁|务必|不得|不要|绝不|必ず|반드시|금지"
)
_RULES = re.compile(r"critical|non-negotiable|important|security|\brules?\b|principles?\b|约定|原则|规则|安全", re.I)
# A line that says by its label where the work stands, whatever title it stands under.
_LABEL = (
    r"\W*(?:status|state|progress|phase|next(?: steps?| up| actions?)?|current (?:status|state|phase|focus|step|task)"
    r"|ステータス|状態|進捗|次の(?:ステップ|作業|タスク)|状态|进度|当前(?:状态|阶段|进度|任务)|下一步(?:待办|计划|工作|任务)?)\W{0,4}[:：]"
)
_OVER_NOW = r"\W*?(?:✅|(?:done|completed?|finished|resolved|fixed|closed|released|wontfix)\b|解決|完了|已|完成)"
_LABELLED = re.compile(f"{_LABEL}(?!{_OVER_NOW})", re.IGNORECASE)
_SETTLED = re.compile(f"{_LABEL}{_OVER_NOW}", re.IGNORECASE)
_ORDER = (" complete ", " finish ", " resolve ")
_SESSION = re.compile(r"(?: session |会话 ?|會話 ?|セッション ?|세션 ?)(\d{1,4})(?= |$)")
_COUNTED = re.compile(r" (?:phase|sprint|step|milestone|iteration|week|day) (\d{1,3}) ")


class Asked(Enum):
    """What a note is read for."""

    STATE = auto()  # where the work stands and what is next, then the goal
    GOAL = auto()  # the other way round
    GOAL_OF_OLD = auto()  # beside its head nothing else is shown
    GOAL_ALONE = auto()  # beside its head and a section that is about the state as a whole, nothing else is shown
    RULES = auto()  # as GOAL_ALONE, then what is stressed, then the rest as far as there is room


_ALONE = (Asked.GOAL_OF_OLD, Asked.GOAL_ALONE, Asked.RULES)


def rate(sections: Sequence[Section], asked: Asked, fresh: Collection[str] = (), rules: Sequence[str] = ()) -> None:
    """What each section is worth: by its title, by what is open in it, by the section it stands in, by its age.

    `fresh` are the lines that came last, `rules` the sentences that bind.
    """
    _rate_by_place(sections, asked)
    if asked is Asked.RULES:
        for section in sections:
            section.worth = max(section.worth, _as_rules(section, rules))
    if asked in _ALONE:
        sections[0].worth = ALONE_WORTH
        return
    closed = frozenset(section.start for section in _closed(sections))
    past = _rate_newest(sections, is_ticked=bool(closed))
    for section in sections if fresh else ():
        if any(line in fresh for line in section.lines) and section.start not in past:
            section.worth = max(section.worth, FRESH_WORTH)
    if sections[0].start not in past:
        sections[0].worth = max(sections[0].worth, HEAD_WORTH)
    for section in sections:
        section.worth = min(section.worth, PAST_WORTH) if section.start in closed else section.worth


def _closed(sections: Sequence[Section]) -> Iterator[Section]:
    """Those that a ticked box elsewhere in the note names, with their parts."""
    closed = ClosedParts(line for section in sections for line in section.lines)
    for number in range(1, len(sections)):
        if closed.holds(sections[number].title):
            yield from _with_parts(sections, number)


def _rate_by_place(sections: Sequence[Section], asked: Asked) -> None:
    """By its own title, or as part of the section that it stands in, each less than the one before."""
    above: list[tuple[Section, int]] = []  # with how many sections below it were seen
    seen_so: dict[tuple[float, bool], int] = {}
    for section in sections:
        while above and above[-1][0].level >= section.level:
            above.pop()
        worth, is_lonely = _by_title(section, asked), section.level == LONELY_LEVEL
        seen = seen_so.get((worth, is_lonely), 0) + 1
        seen_so[worth, is_lonely] = seen if section is not sections[0] else 0  # the head is none of them
        section.worth = worth - LESS_EACH * (seen - 1) - LESS_LONELY * is_lonely  # of many that say so, the first ones
        if above and not _is_over(section):
            parent, below = above[-1]
            above[-1] = (parent, below + 1)
            inherited = parent.worth - LESS_BELOW - LESS_EACH * below if parent is not sections[0] else 0
            section.worth = max(section.worth, inherited)
        above.append((section, 0))


def _by_title(section: Section, asked: Asked) -> float:
    is_goal = says_goal(section.words)
    if asked is Asked.GOAL_OF_OLD:
        return 5.0 if is_goal else 0.0
    if asked in _ALONE:
        return 5.0 if is_goal else 4.5 if is_of_the_work(section.words) else 0.0
    if asked is Asked.GOAL and is_goal:
        return 5.0
    is_over = _is_over(section)
    if NEXT_MARK in section.words:
        return 4.6
    if says(section.words, NEXT):
        return 2.5 if is_over else 4.5
    if says(section.words, NOW):
        return 2.5 if is_over else 4.0
    if is_labelled(section) and not is_over:
        return LABELLED_WORTH
    if is_goal:
        return 3.5
    if section.is_open:
        return OPEN_STATE_WORTH if asked is Asked.STATE else OPEN_WORTH
    return 0.0 if is_over else 0.5


def is_labelled(section: Section) -> bool:
    """Whether a line of it says where the work stands, by its label."""
    return any(map(_LABELLED.match, section.lines[1:]))


def _is_over(section: Section) -> bool:
    """By its title, in which `complete` may be an order where it comes first, or by its state."""
    is_order = begins(section.words, _ORDER) and DONE_MARK not in section.words
    return (says(section.words, OVER) and not is_order) or _is_settled(section)


def _is_settled(section: Section) -> bool:
    """Whether the one thing that it is about is done: it says so once."""
    is_part = section.level > (2 if says(section.words, (*NEXT, *NOW)) else 1)
    return is_part and any(map(_SETTLED.match, section.lines[1:])) and not is_labelled(section)


def _rate_newest(sections: Sequence[Section], is_ticked: bool) -> frozenset[int]:
    """The entry of the last day, or of the highest number, is the newest one, wherever it stands; with its parts.

    Of parts that are ticked one by one (`is_ticked`) the highest is the last that will be begun. Returns where the
    entries of other days begin, and their parts: what was next then is not next now.
    """
    past: frozenset[int] = frozenset()
    for key in (_day, _session, _count):
        dated = [(found, number) for number, section in enumerate(sections) if (found := key(section))]
        newest = _newest(dated) if dated else 0
        is_alone = len(dated) == 1 and (key is not _day or sections[newest].level == 1)  # then it is of the whole note
        if not dated or is_alone or (past and key is _session) or (is_ticked and key is _count):
            continue
        worth = NEWEST_LABELLED_WORTH if is_labelled(sections[newest]) else NEWEST_WORTH
        if key is not _count:
            past = frozenset(_left_behind(sections, dated, newest))
        for section in _with_parts(sections, newest):
            section.worth = max(section.worth, worth if key is not _count else COUNTED_WORTH)
            worth -= LESS_EACH
    return past


def _newest(dated: Sequence[tuple[tuple[int, ...], int]]) -> int:
    """Of several of one day the last, where a log grows at its end."""
    is_growing_down = dated[0][0] < dated[-1][0]
    return max(dated, key=lambda each: (each[0], each[1] if is_growing_down else -each[1]))[1]


def _left_behind(
    sections: Sequence[Section], dated: Sequence[tuple[tuple[int, ...], int]], newest: int
) -> Iterator[int]:
    """Entries of earlier days or sessions, with all of their parts; not one that says what is next by its title."""
    last = next(day for day, number in dated if number == newest)
    level = sections[newest].level
    for day, number in dated:
        entry, *parts = _with_parts(sections, number)
        if day == last or entry.level != level or begins(entry.words, (*NEXT, *NOW)):
            continue
        for section in (entry, *parts):
            section.worth = min(section.worth, PAST_OPEN_WORTH if section.has_box else PAST_WORTH)
            yield section.start


def _with_parts(sections: Sequence[Section], at: int) -> Iterator[Section]:
    """A section and those below it."""
    yield sections[at]
    yield from takewhile(lambda section: section.level > sections[at].level, sections[at + 1 :])


def _day(section: Section) -> tuple[int, ...]:
    return day_of(section.title)


def day_of(title: str) -> tuple[int, ...]:
    """Year, month and day that a title names; empty for none."""
    found = _DAY.search(title)
    return tuple(map(int, found.groups())) if found else ()


def _session(section: Section) -> tuple[int, ...]:
    """The number of a session, whatever came of it: a log has an entry for each."""
    found = _SESSION.search(section.words)
    return (int(found[1]),) if found else ()


def _count(section: Section) -> tuple[int, ...]:
    """The number that its title names; empty for none, and for what is done."""
    found = None if _is_over(section) else _COUNTED.search(section.words)
    return (int(found[1]),) if found else ()


def _as_rules(section: Section, rules: Sequence[str]) -> float:
    """What it is worth among instructions: a line that binds is worth more than prose, many are worth more than one."""
    binding = len(said_in(section.lines, rules))
    if binding or _is_stressed(section):
        return STRESSED_WORTH + BINDING_EACH * min(binding, BINDING_CAP)
    return SHOWN_FROM


def _is_stressed(section: Section) -> bool:
    return bool(_RULES.search(section.title)) or any(map(_STRESSED.search, section.lines))
