"""Of two decisions on one problem the later one stands, also where the log does not say that it replaced the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mementod_parsers.decisions.decision_state import State, is_none

if TYPE_CHECKING:
    from mementod_parsers.decisions.decisions import Decision

WORDS_MIN, WIDE_MIN = 4, 6  # of a problem that is a question; a shorter one ("error handling") is a topic of several
_WORD = re.compile(r"\w+")
_OPEN = (State.PROPOSED, State.REJECTED, State.SUPERSEDED)


def settled(found: Sequence[Decision]) -> list[Decision]:
    """The same, each that a later one on the same problem took the place of marked, with what was chosen then."""
    order = _in_time(found)
    by_problem: dict[str, list[int]] = {}
    for at in order:
        if found[at].state not in _OPEN and (problem := _words(found[at].problem)) and not is_none(problem):
            by_problem.setdefault(problem, []).append(at)
    after: dict[int, Decision] = {}
    for group in by_problem.values():
        for place, at in enumerate(group):
            later = [other for other in group[place + 1 :] if _is_answered(found[at], found[other])]
            after |= {at: found[later[-1]]} if later else {}
    return [_overtaken(each, after.get(at)) for at, each in enumerate(found)]


def taken(each: Decision) -> str:
    """What was chosen, in a line."""
    return (each.chosen or each.title).split("\n")[0]


def _overtaken(each: Decision, by: Decision | None) -> Decision:
    return replace(each, state=State.SUPERSEDED, successor=taken(by)) if by else each


def _in_time(found: Sequence[Decision]) -> list[int]:
    """Their places in the order in which they were made: by date, then as the log is written."""
    dates = [each.date for each in found if each.date]
    is_newest_first = len(dates) > 1 and dates[0] > dates[-1]
    places = range(len(found) - 1, -1, -1) if is_newest_first else range(len(found))
    return sorted(places, key=lambda at: found[at].date) if len(dates) == len(found) else list(places)


def _is_answered(older: Decision, newer: Decision) -> bool:
    """Whether the newer one answers the same question otherwise."""
    if _words(older.chosen) == _words(newer.chosen):
        return False
    return _is_question(newer.problem) or _was_weighed(older, newer) or _was_weighed(newer, older)


def _is_question(problem: str) -> bool:
    wide = sum(character >= "\u2e80" for character in problem)
    return len(_WORD.findall(problem)) >= WORDS_MIN or wide >= WIDE_MIN


def _was_weighed(one: Decision, other: Decision) -> bool:
    """Whether what one chose is an option of the other."""
    options = {*other.options, *(each.name for each in other.rejected)}
    return _words(one.chosen) in set(map(_words, options))


def _words(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
