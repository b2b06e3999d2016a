"""Which decisions of a log answer a question: the line that does, and before it what was chosen and why. Pure.

The words of a question may stand anywhere in a decision: in its problem, its options, its consequences. That it is one
answers "decide" and "decision", which nearly no decision says of itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mementod_parsers.continuity.passages import Passage
from mementod_parsers.continuity.search_terms import Group, held
from mementod_parsers.decisions.decision_state import State
from mementod_parsers.decisions.decisions import Decision, parse_decisions

# What every decision answers.
DECIDING = (
    "decide decided decision decisions chose chosen choose choice selected picked 决定 决策 选择 选型 选用 选了 采用"
)
_WIDE = re.compile("[\u4e00-\u9fff]")
_ENGLISH = ("Decision: ", " (why: {})", "; for: {}", "; rejected: {}", "{}: {}", "; ")
_CHINESE = ("决策：", "（原因：{}）", "；问题：{}", "；否决：{}", "{}：{}", "；")


def answers(text: str, wanted: Sequence[Group]) -> list[Passage]:
    """The decisions that hold a word of the question, in the order of the log."""
    lines = text.splitlines()
    return [found for each in parse_decisions(text) if (found := _answer(each, lines, wanted))]


def _answer(each: Decision, lines: Sequence[str], wanted: Sequence[Group]) -> Passage | None:
    whole = lines[each.first - 1 : each.last]
    own = held("\n".join(whole), wanted)
    if not own:
        return None
    number = max(range(len(whole)), key=lambda at: (len(held(whole[at], wanted)), not whole[at].startswith("#"), -at))
    both, entry = own | held(DECIDING, wanted), (each.first, each.last)
    return Passage(each.first + number, whole[number], "".join(_told(each)), None, both, own, entry)


def _told(each: Decision) -> Iterator[str]:
    """What was chosen first: it must not be what is cut off."""
    form = _CHINESE if _WIDE.search(f"{each.problem or each.title}{each.chosen}") else _ENGLISH
    lead, why, about, against, pair, between = form
    if each.state in (State.SUPERSEDED, State.REJECTED, State.PROPOSED):
        yield f"[{each.state}{f': {each.successor}' if each.successor else ''}] "
    yield f"{lead}{_line(each.chosen or each.title)}"
    if each.why:
        yield why.format(_line(each.why))
    if each.problem or (each.title and each.title != each.chosen):
        yield about.format(_line(each.problem or each.title))
    if each.rejected:
        options = (
            pair.format(_line(one.name), _line(one.why)) if one.why else _line(one.name) for one in each.rejected
        )
        yield against.format(between.join(options))


def _line(text: str) -> str:
    return " ".join(text.split())
