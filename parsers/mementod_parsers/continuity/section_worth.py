"""What each section of a note is worth to an agent that begins: the next step, where the work stands, the goal."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from enum import Enum, auto
from itertools import takewhile

from mementod_parsers.continuity.note_sections import LONELY_LEVEL, Section, said_in
from mementod_parsers.continuity.title_words import GOAL, NEXT, NEXT_MARK, NOW, OVER, is_of_the_work, says

HEAD_WORTH, ALONE_WORTH, LESS_BELOW, LESS_EACH, LESS_LONELY = 4.2, 6.0, 0.6, 0.4, 0.3
SHOWN_FROM = 1.0  # what is worth less is left out
FRESH_WORTH, LABELLED_WORTH = 3.8, 3.9
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
    r"|ステータス|状態|進捗|次の(?:ステップ|作業|タスク)|状态|进度|当前(?:状态|阶段|进度|任务)|下一步)\W{0,4}[:：]"
)
_OVER_NOW = r"\W*?(?:✅|(?:done|completed?|finished|resolved|fixed|closed|released|wontfix)\b|解決|完了|已|完成)"
_LABELLED = re.compile(f"{_LABEL}(?!{_OVER_NOW})", re.IGNORECASE)
_SETTLED = re.compile(f"{_LABEL}{_OVER_NOW}", re.IGNORECASE)
_COUNTED = re.compile(r" (?:session|phase|sprint|step|milestone|iteration|week|day) (\d{1,3}) ")


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
    _rate_newest(sections)
    for section in sections if fresh else ():
        if any(line in fresh for line in section.lines):
            section.worth = max(section.worth, FRESH_WORTH)
    sections[0].worth = max(sections[0].worth, HEAD_WORTH)


def _rate_by_place(sections: Sequence[Section], asked: Asked) -> None:
    """By its own title, or as part of the section that it stands in, each less than the one before."""
    above: list[tuple[Section, int]] = []  # with how many sections below it were seen
    seen_so: dict[tuple[float, bool], int] = {}
    for section in sections:
        while above and above[-1][0].level >= section.level:
            above.pop()
        worth, is_lonely = _by_title(section, asked), section.level == LONELY_LEVEL
        seen_so[worth, is_lonely] = seen = seen_so.get((worth, is_lonely), 0) + 1
        section.worth = worth - LESS_EACH * (seen - 1) - LESS_LONELY * is_lonely  # of many that say so, the first ones
        if above and not _is_settled(section):
            parent, below = above[-1]
            above[-1] = (parent, below + 1)
            inherited = parent.worth - LESS_BELOW - LESS_EACH * below if parent is not sections[0] else 0
            section.worth = max(section.worth, inherited)
        above.append((section, 0))


def _by_title(section: Section, asked: Asked) -> float:
    is_goal = says(section.words, GOAL)
    if asked is Asked.GOAL_OF_OLD:
        return 5.0 if is_goal else 0.0
    if asked in _ALONE:
        return 5.0 if is_goal else 4.5 if is_of_the_work(section.words) else 0.0
    if asked is Asked.GOAL and is_goal:
        return 5.0
    is_over = says(section.words, OVER) or _is_settled(section)
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
        return 3.0
    return 0.0 if is_over else 0.5


def is_labelled(section: Section) -> bool:
    """Whether a line of it says where the work stands, by its label."""
    return any(map(_LABELLED.match, section.lines[1:]))


def _is_settled(section: Section) -> bool:
    """Whether the one thing that it is about is done: it says so once."""
    return section.level > 2 and any(map(_SETTLED.match, section.lines[1:])) and not is_labelled(section)


def _rate_newest(sections: Sequence[Section]) -> None:
    """The entry of the last day, or of the highest number, is the newest one, wherever it stands; with its parts."""
    for key, worth in ((lambda section: day_of(section.title), 3.6), (_count, 2.6)):
        dated = [(found, number) for number, section in enumerate(sections) if (found := key(section))]
        newest = max(dated, key=lambda each: each[0])[1] if dated else 0
        is_alone = len(dated) == 1 and (key is _count or sections[newest].level == 1)  # then it is of the whole note
        if not dated or is_alone:
            continue
        for section in _with_parts(sections, newest):
            section.worth = max(section.worth, worth)
            worth -= LESS_EACH


def _with_parts(sections: Sequence[Section], at: int) -> Iterator[Section]:
    """A section and those below it."""
    yield sections[at]
    yield from takewhile(lambda section: section.level > sections[at].level, sections[at + 1 :])


def day_of(title: str) -> tuple[int, ...]:
    """Year, month and day that a title names; empty for none."""
    found = _DAY.search(title)
    return tuple(map(int, found.groups())) if found else ()


def _count(section: Section) -> tuple[int, ...]:
    found = _COUNTED.search(section.words)
    return (int(found[1]),) if found else ()


def _as_rules(section: Section, rules: Sequence[str]) -> float:
    """What it is worth among instructions: a line that binds is worth more than prose, many are worth more than one."""
    binding = len(said_in(section.lines, rules))
    if binding or _is_stressed(section):
        return STRESSED_WORTH + BINDING_EACH * min(binding, BINDING_CAP)
    return SHOWN_FROM


def _is_stressed(section: Section) -> bool:
    return bool(_RULES.search(section.title)) or any(map(_STRESSED.search, section.lines))
