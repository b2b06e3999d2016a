"""What is open in a list of work that people tick: its items with the heading they stand under, and how many are done.

Only marks count: a box, or a sign for what is under way. What is written in a block of code is an example of a list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mementod_parsers.continuity.closed_parts import ClosedParts
from mementod_parsers.continuity.note_sections import (
    HEADING,
    SIGNS_UNDER_WAY,
    pieces,
    sections,
    without_code,
    without_comments,
)
from mementod_parsers.continuity.section_worth import day_of
from mementod_parsers.continuity.start_roles import SUFFIXES
from mementod_parsers.continuity.title_words import NEXT, OVER, begins, says
from mementod_parsers.word_lists import words

_BOX = re.compile(r"(?:[-*+]|\d+[.)])\s+\[(.)\]\s+(\S.*)")
_PLAIN_ITEM = re.compile(r"(?:[-*+]|\d+[.)])\s+(?!\[.\]\s)(\S.*)")  # not one of those below another
_TICKED = re.compile(r"\W{0,4}(?:✅|☑|✔|~~|(?:none|nothing|n/?a|tbd|无|没有|なし)\b)", re.IGNORECASE)
_DONE, _UNDER_WAY = frozenset("xX"), frozenset("~/>-")

_CONDITIONS = re.compile(
    r"\b(?:acceptance|success|exit) criteri|\bdefinition of done\b|\bdone when\b|验收|完成标准|受け入れ条件",
    re.IGNORECASE,
)
# What somebody would like to have one day: open, and yet not next.
_WISHED = re.compile(
    r"\b(?:future|nice[- ]to[- ]haves?|optional|some ?day|maybe|ideas?|wish(?:es|list)?|stretch|icebox|post[- ]mvp"
    r"|long[- ]term|low priority|out of scope)\b|未来|可选|长期|将来|アイデア|いつか|장기|나중",
    re.IGNORECASE,
)
_SUFFIXES = tuple(f".{suffix}" for suffix in SUFFIXES)
_PARTS = re.compile(r"[^0-9a-z]+")
# What is ticked again and again, by everybody who does it: nothing in it is open for good.
_REPEATED = words("""
    template templates example examples sample samples archive archived archives completed old backup backups
    skill skills command commands agent agents prompt prompts rule rules reference references instruction instructions
    checklist checklists guide guides runbook runbooks testing test tests contributing readme setup onboarding
    security process workflow workflows protocol policy standard standards convention conventions node_modules fixtures
    changelog quickstart deployment troubleshooting styles qa lesson lessons learnings retro retrospective
    """)
_LOOKED_UP = words("""
    reference references guide guides handbook manual glossary faq quickstart tutorial runbook contributing workflow
    workflows governance policy policies protocol conventions standards prd prds
    """)
# Where a list of which nothing is ticked is work all the same, not a form to fill in.
_WORK = words(
    "task tasks todo todos todolist backlog roadmap progress milestone milestones issues next now sprint status"
)
_PLANS = words("plan plans spec specs proposal proposals rfc rfcs")
_WIDE_REPEATED = (
    "指南",
    "手册",
    "手冊",
    "模板",
    "教程",
    "规范",
    "規範",
    "手順",
    "ガイド",
    "チェックリスト",
    "检查清单",
)
_WIDE_WORK = ("任务", "任務", "待办", "待辦", "进度", "進度", "进展", "進捗", "タスク")
_WIDE_PLANS = ("计划", "計劃", "計画", "方案")


@dataclass(frozen=True, slots=True)
class OpenItem:
    """One item that is not ticked, without its box, and the heading above it."""

    heading: str
    text: str
    is_under_way: bool = False

    @property
    def is_wish(self) -> bool:
        """Whether its heading says that it is for later, and nobody began with it."""
        return not self.is_under_way and _WISHED.search(self.heading) is not None


@dataclass(frozen=True, slots=True)
class WorkList:
    """The open items in their order, those of the last day and those under way first, wishes last; how many are ticked.

    `closed` are the names of tasks that are done, where they have any.
    """

    items: tuple[OpenItem, ...] = ()
    done: int = 0
    closed: frozenset[str] = frozenset()

    @property
    def is_wished(self) -> bool:
        """Whether all that is open in it is for later."""
        return bool(self.items) and all(item.is_wish for item in self.items)


def next_items(text: str) -> tuple[OpenItem, ...]:
    """The items without boxes under a title that says what is next; in a list that is ticked, what comes after it."""
    found = []
    for section in sections(without_code(without_comments(text.splitlines())))[1:]:
        if begins(section.words, NEXT) and not says(section.words, OVER):
            each = ((_PLAIN_ITEM.match(first), rest) for first, *rest in pieces(section.lines))
            lines = [_whole(item[1], rest) for item, rest in each if item]
            found += [OpenItem(section.title, line) for line in lines if not _TICKED.match(line)]
    return tuple(found)


def _whole(first: str, rest: Sequence[str]) -> str:
    """An item in one line, however many it was written in."""
    return " ".join((first.rstrip(), *map(str.strip, rest)))


def work_list(text: str) -> WorkList:
    """Empty where nothing in it has a box. Conditions of the whole are no items of work beside such items.

    What stands under the title of a part that is ticked elsewhere is not open.
    """
    found: list[tuple[tuple[int, ...], OpenItem]] = []
    done: list[str] = []  # the headings of what is ticked
    heading, is_closed = "", False
    day: tuple[int, ...] = ()
    lines = without_code(without_comments(text.splitlines()))
    closed = ClosedParts(lines)
    for first, *rest in pieces(lines):
        if title := HEADING.match(first):
            heading = title[2].strip("# *:：")
            is_closed = closed.holds(heading)
            day = day_of(heading) or day
        elif box := _BOX.match(first.lstrip(" \t>")):
            done += [heading] * (is_closed or box[1] in _DONE)
            if not is_closed and (box[1] in _UNDER_WAY or box[1].isspace()):
                is_under_way = box[1] in _UNDER_WAY or any(sign in first for sign in SIGNS_UNDER_WAY)
                found.append((day, OpenItem(heading, _whole(box[2], rest), is_under_way)))
    if not all(map(_CONDITIONS.search, (*done, *(item.heading for _, item in found)))):
        found = [(day, item) for day, item in found if not _CONDITIONS.search(item.heading)]
        done = [title for title in done if not _CONDITIONS.search(title)]
    newest_first = sorted(found, key=lambda each: each[0], reverse=True)
    items = [item for _, item in newest_first]
    return WorkList(tuple(sorted(items, key=lambda item: (item.is_wish, not item.is_under_way))), len(done))


def is_work(path: str) -> bool:
    """Whether open items in this file can be work that is still to be done, by its path from the root."""
    if not path.lower().endswith(_SUFFIXES):
        return False
    return _REPEATED.isdisjoint(_parts(path)) and not any(sign in path for sign in _WIDE_REPEATED)


def is_task_list(path: str) -> bool:
    """Whether it says of itself that it lists work."""
    return not _WORK.isdisjoint(_parts(path)) or any(sign in path for sign in _WIDE_WORK)


def is_plan(path: str) -> bool:
    """Whether it says of itself that it is a plan: many plans are carried out and never ticked."""
    return not _PLANS.isdisjoint(_parts(path)) or any(sign in path for sign in _WIDE_PLANS)


def is_reference(path: str) -> bool:
    """Whether the name of a file ends so that people look things up in it: what is open in it is told by the way."""
    named = (part.strip("0123456789") for part in reversed(_parts(path.rpartition("/")[2])[:-1]))
    return next((part for part in named if part not in ("", "v")), "") in _LOOKED_UP


def _parts(path: str) -> list[str]:
    return _PARTS.split(path.lower())
