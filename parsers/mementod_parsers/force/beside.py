"""The cues beside one citation: what stands directly before it and its list, and directly behind them.

Only adjacency counts; which cues a sentence may hold at all is said in cues.py.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mementod_parsers.force.cue_patterns import Cue
from mementod_parsers.force.cues import stems_of
from mementod_parsers.model import Force

_IN_BEFORE = re.compile(
    r"(?<![\w-])(?:in|from|on|inside|within|into|at|en|em|no|na|dans|im|aus|\u0432|\u0438\u0437)\s"
    r"(?:(?:the|file|module|la|el|le|der|die|das|o|a)\s){0,2}[\"'(]?$",
    re.I,
)
# "Removed `a` from the `b` installation" tells what was done to an installation; whether it stayed nobody says.
_TAKEN_FROM = re.compile(r"^\W*(?:removed|deleted|dropped)\s\x00+\s(?:entirely\s)?(?:from|out\sof)\s(?:the\s)?$", re.I)
_OF_KIND = re.compile(r"^\s(?:install(?:ation|s|er)?|invocations?|packages?|setup|environments?|profiles?|images?)\b")
_IN_AFTER = re.compile(r"^\s(?:on|in|from|of|at|inside|under)\s(?:the\s)?\x00{1,200}(?=\s)")
_CASE = re.compile(
    r"^\W{0,3}(?:when|if|before|after|once|to |first|and (?:restart|re-?run|run|retry|rebuild|re-?generate))",
    re.I,
)
# "the reasons stood in `a.md`, now deleted": said of the file, whatever stood in it.
_APART = re.compile(r"^[,(\s\u2014-]{0,3}(?:now|since|long)[\s-](?:deleted|removed|gone|retired|dropped)\b")
_ASPECT = re.compile(
    r"^\s(?:[a-z]{2,14}\s)?(?:requirements?|checks?|references?|entr(?:y|ies)|imports?|usages?|uses|dependenc(?:y|ies)"
    r"|steps?|sections?|comments?|lines?|blocks?|calls?|handling|support|mentions?|lookups?|constraints?|logic"
    r"|suppressions?|rules?|patterns?|duplicat(?:es|ion)|links?)\b"
)
_MOVE_AFTER = re.compile(
    r"^\W{0,3}.{0,30}?(?:\u91cd\u547d\u540d|\u6539\u540d|\u66f4\u540d|\u8fc1\u79fb"
    r"|\u79fb\u52a8|\u79fb|\u6539\u4e3a|\u66ff\u6362|\u6539\u6210|\u5347\u7ea7"
    r"|\u5207\u6362|\u91cd\u6784|\u53d8\u4e3a|拆分|移植|抽离|剥离|独立|提取[到为成]|合并)"
)


class Around(NamedTuple):
    """The text beside a citation: before and after its list, directly behind it, and its sentence up to it."""

    before: str
    after: str
    near: str
    head: str | None
    makes: bool
    path: bool


def force_beside(cues: tuple[Cue, ...], around: Around) -> Force:
    """Ask the groups in their order: what stands behind the citation decides before what stands in front of it."""
    if _OF_KIND.match(around.after) and _TAKEN_FROM.match(around.before):
        return Force.PAST
    tails: list[str] | None = None
    front: frozenset[str] | None = None
    for cue in cues:
        if cue.role in ("after", "moved"):
            if cue.role == "moved" and not around.path:
                continue
            tails = tails if tails is not None else _tails(around)
            if any(cue.pattern.match(t) and (_APART.match(t) or not _excused(cue, around.before)) for t in tails):
                return cue.force
            continue
        if cue.spaced and around.before:
            front = front if front is not None else stems_of(around.before)
            if cue.stems.isdisjoint(front):
                continue
        if _in_front(cue, around):
            return cue.force
    return Force.ASSERTS


def _in_front(cue: Cue, around: Around) -> bool:
    match cue.role:
        case "before":
            found = bool(around.before and cue.pattern.search(around.before))
            if cue.force is Force.PAST and around.path and _ASPECT.match(around.after):
                return False  # "removed the `a.py` checks": the checks are gone
            return found and not (cue.excuse is not None and cue.excuse.match(around.after))
        case "once":
            return bool(around.before and cue.pattern.search(around.before))
        case "origin":
            found = bool(around.before and cue.pattern.search(around.before))
            return found and (cue.spaced or bool(_MOVE_AFTER.match(around.after)))
        case "removed":
            found = around.head is not None and bool(cue.pattern.match(around.head))
            return found and not _CASE.match(around.after) and not (around.path and _ASPECT.match(around.after))
        case "created":
            return around.makes and around.head is not None and bool(cue.pattern.match(around.head))
    return False


def _tails(around: Around) -> list[str]:
    tails = [around.near] if around.near is around.after else [around.near, around.after]
    if m := _IN_AFTER.match(tails[-1]):
        tails.append(tails[-1][m.end() :])
    return tails


def _excused(cue: Cue, before: str) -> bool:
    """In "the check in `a.py` was removed" the file is not gone; "if `a.py` was removed" is a case."""
    return bool(_IN_BEFORE.search(before)) or (cue.excuse is not None and bool(cue.excuse.search(before)))
