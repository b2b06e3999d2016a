"""Which files carry what an agent needs at a start: the hand-over, where the work stands, what comes next, the goal.

Told from the names that people give such files, in the layouts that are in use. Narrow: a file without a role is only
named at a start.
"""

from __future__ import annotations

import re
from collections.abc import Container
from enum import StrEnum

from mementod_parsers.word_lists import word_list, words


class Role(StrEnum):
    """What a file is for at a start, in the order in which it is read."""

    HANDOVER = "handover"
    START = "start"  # the numbered notes of `.agent/init.d/`
    ACTIVE = "active"  # what is being worked on
    PROGRESS = "progress"
    WORK = "work"  # named by another note, or touched by many of the last commits: told by no name
    BRIEF = "brief"  # what the project is
    PLAN = "plan"
    GUIDE = "guide"  # instructions that agents load by themselves: only what they say of goal and state counts
    README = "readme"


ORDER = tuple(Role)
STATE = (Role.HANDOVER, Role.ACTIVE, Role.PROGRESS, Role.PLAN)  # where the work stands and what comes next
# How many files of a role are shown, and what one of them may take of the room beside the others; else one each.
SHOWN = {Role.START: 8, Role.ACTIVE: 2, Role.PROGRESS: 2, Role.WORK: 2, Role.PLAN: 3}
WEIGHT = {
    Role.HANDOVER: 4,
    Role.ACTIVE: 4,
    Role.START: 3,
    Role.PROGRESS: 3,
    Role.WORK: 4,
    Role.PLAN: 2,
    Role.BRIEF: 2,
}
# Folders where such files lie that are no notes by any convention; each is looked at without those below it.
FOLDERS = (
    "",
    *word_list("docs doc .planning planning .plans plans .agents .ai .claude .claude/context .context notes .spec"),
)
SUFFIXES = words("md markdown mdx txt")

_GUIDES = ("CLAUDE.md", ".claude/CLAUDE.md", "AGENTS.md", "GEMINI.md")
_START_FOLDER = ".agent/init.d/"
_HANDOVER_FOLDERS = words("handoff handoffs hand-off hand-offs handover handovers hand-over hand-overs")
# What only tells how such a file is written, or lies among what is over.
_ASIDE = words("""
    template templates example examples sample samples archive archived archives completed done old backup backups
    protocol runbook guide schema terms skill skills workflow workflows command commands prompt prompts rule rules
    reference references node_modules test tests
    """)
# Plans elsewhere, or of a day, may be of any part and of any time.
_PLAN_FOLDERS = ("", *word_list(".planning planning .spec .agent .agents memory-bank .memory-bank .serena/memories"))
_DATED = re.compile(r"20\d\d[-_.]?\d\d")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_APART = re.compile(r"[-_. ]+")
_COUNT = re.compile(r"v?\d.*")
_DECIDED = words("adr adrs decision decisions rfc rfcs prd prds design designs research")
_HANDED_OVER = re.compile(
    r"(?:^|[-_. ])(?:hand[-_]?(?:off|over)s?|continue[-_]here)(?:[-_. ]?v?\d[\d_.-]*)?$|交接|引き?継ぎ|인수인계",
    re.IGNORECASE,
)
_DATA = re.compile(r"(?:session[-_])?hand[-_]?(?:off|over)\.(?:json|ya?ml)", re.IGNORECASE)
_TRANSLATION = re.compile(
    r"(.+?)[._-](?:zh|en|ja|jp|ko|kr|de|fr|es|pt|ru|it|tr|vi|cn|tw)(?:[-_](?:hans|hant|[a-z]{2}))?(\.\w+)",
    re.IGNORECASE,
)

_HANDOVER_STEMS = words(
    "session-state session-context session-handoff session-start-context next-session continue-here resume-here"
)
_ACTIVE_STEMS = words("""
    active-context state status project-state project-status next-step next-steps work-in-progress current
    """)
_LOG_STEMS = words("devlog dev-log worklog work-log")
_PLAN_STEMS = words("todo todos to-do to-dos task tasks roadmap backlog known-issues open-issues")
_BRIEF_STEMS = words("project-brief projectbrief overview project about brief goal goals vision mission")
_WIDE: tuple[tuple[Role, tuple[str, ...]], ...] = (
    (Role.HANDOVER, ("交接", "引き継ぎ", "引継ぎ", "인수인계")),
    (Role.ACTIVE, ("当前", "當前", "现状", "現状", "目前", "현재")),
    (Role.PROGRESS, ("进度", "進度", "進捗", "进展", "진행")),
    (Role.PLAN, ("计划", "計劃", "計画", "待办", "待辦", "任务", "任務")),
    (Role.BRIEF, ("项目概述", "项目简介", "项目说明", "项目目标", "概要", "概述")),
)


def role_of(path: str) -> Role | None:
    """The role of a file by its path from the root; None when it has none."""
    if path in _GUIDES:
        return Role.GUIDE
    if path == "README.md":
        return Role.README
    if is_data(path):
        return Role.HANDOVER
    folder, _, name = path.rpartition("/")
    stem, _, suffix = name.rpartition(".")
    if not stem or suffix.lower() not in SUFFIXES or path.startswith("/"):
        return None
    if f"{folder}/".endswith(_START_FOLDER):
        return Role.START
    parts = _APART.sub("-", _HUMP.sub("-", stem)).lower().strip("-").split("-")
    if not _ASIDE.isdisjoint((*parts, *folder.lower().replace(".", "").split("/"))):
        return None
    if folder.rpartition("/")[2].lower().lstrip(".") in _HANDOVER_FOLDERS:
        return Role.HANDOVER
    found = _by_stem(parts[1:] if len(parts) > 1 and parts[0].isdecimal() else parts)
    is_near = folder in _PLAN_FOLDERS or (folder == "docs" and "-".join(parts) in ("plan", *_PLAN_STEMS))
    is_aside = found is Role.PLAN and (_DATED.search(stem) or not is_near)
    return None if is_aside else found


def is_data(path: str) -> bool:
    """Whether it is a hand-over that a tool keeps as data, in a folder where such files lie."""
    folder, _, name = path.rpartition("/")
    return folder in FOLDERS and _DATA.fullmatch(name) is not None


def is_told_anywhere(path: str) -> bool:
    """Whether its name says enough in any folder: a hand-over, or what lies in a memory bank."""
    last = path.rpartition("/")[0].rpartition("/")[2].lower().lstrip(".")
    if _APART.sub("", last) == "memorybank" or last in _HANDOVER_FOLDERS:
        return role_of(path) is not None
    return role_of(path) is Role.HANDOVER and is_called_hand_over(path)


def is_called_hand_over(path: str) -> bool:
    """Whether its name ends so: `0001-handoff-auto-start` is about handing something over, as are decisions of it."""
    folder, _, name = path.rpartition("/")
    return _DECIDED.isdisjoint(folder.lower().split("/")) and _HANDED_OVER.search(name.rpartition(".")[0]) is not None


def is_translation(path: str, others: Container[str]) -> bool:
    """Whether the same file without a language in its name is among the others: `HANDOFF.zh.md` beside `HANDOFF.md`."""
    found = _TRANSLATION.fullmatch(path)
    return found is not None and f"{found[1]}{found[2]}" in others


def _by_stem(parts: list[str]) -> Role | None:
    stem, both = "-".join(parts), "-".join(parts[:2])
    if stem in _HANDOVER_STEMS or both == "next-session" or not _HANDOVER_FOLDERS.isdisjoint((*parts[:2], both)):
        return Role.HANDOVER
    if stem in _ACTIVE_STEMS or parts[0] == "current":
        return Role.ACTIVE
    if "progress" in parts or stem in _LOG_STEMS:
        return Role.PROGRESS
    if stem in _BRIEF_STEMS or both == "project-overview" or parts[0] == "overview":
        return Role.BRIEF
    bare = stem if len(parts) < 2 or not _COUNT.fullmatch(parts[-1]) else "-".join(parts[:-1])
    if ("plan" in parts and not any(map(str.isdecimal, parts))) or bare in _PLAN_STEMS or both in _PLAN_STEMS:
        return Role.PLAN
    return next((role for role, signs in _WIDE if any(sign in stem for sign in signs)), None)
