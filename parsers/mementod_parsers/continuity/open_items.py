"""What is open in a list of work that people tick: its items with the heading they stand under, and how many are done.

Only marks count: a box, or a sign for what is under way. What is written in a block of code is an example of a list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mementod_parsers.continuity.note_sections import (
    HEADING,
    SIGNS_UNDER_WAY,
    pieces,
    without_code,
    without_comments,
)
from mementod_parsers.continuity.section_worth import day_of
from mementod_parsers.continuity.start_roles import SUFFIXES
from mementod_parsers.word_lists import words

_BOX = re.compile(r"(?:[-*+]|\d+[.)])\s+\[(.)\]\s+(\S.*)")
_DONE, _UNDER_WAY = frozenset("xX"), frozenset("~/>-")

_CONDITIONS = re.compile(
    r"\b(?:acceptance|success|exit) criteri|\bdefinition of done\b|\bdone when\b|验收|完成标准|受け入れ条件",
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


@dataclass(frozen=True, slots=True)
class WorkList:
    """The open items in their order, those of the last day and those under way first, and the number of ticked ones.

    `closed` are the names of tasks that are done, where they have any.
    """

    items: tuple[OpenItem, ...] = ()
    done: int = 0
    closed: frozenset[str] = frozenset()


def work_list(text: str) -> WorkList:
    """Empty where nothing in it has a box. Conditions of the whole are no items of work beside such items."""
    found: list[tuple[tuple[int, ...], OpenItem]] = []
    done: list[str] = []  # the headings of what is ticked
    heading = ""
    day: tuple[int, ...] = ()
    for first, *rest in pieces(without_code(without_comments(text.splitlines()))):
        if title := HEADING.match(first):
            heading = title[2].strip("# *:：")
            day = day_of(heading) or day
        elif box := _BOX.match(first.lstrip(" \t>")):
            done += [heading] * (box[1] in _DONE)
            if box[1] in _UNDER_WAY or box[1].isspace():
                is_under_way = box[1] in _UNDER_WAY or any(sign in first for sign in SIGNS_UNDER_WAY)
                said = " ".join((box[2].rstrip(), *(line.strip() for line in rest)))
                found.append((day, OpenItem(heading, said, is_under_way)))
    if not all(map(_CONDITIONS.search, (*done, *(item.heading for _, item in found)))):
        found = [(day, item) for day, item in found if not _CONDITIONS.search(item.heading)]
        done = [title for title in done if not _CONDITIONS.search(title)]
    newest_first = sorted(found, key=lambda each: each[0], reverse=True)
    items = [item for _, item in newest_first]
    return WorkList(tuple(sorted(items, key=lambda item: not item.is_under_way)), len(done))


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


def _parts(path: str) -> list[str]:
    return _PARTS.split(path.lower())
