"""The newest decisions in a line each, with what was rejected: what an agent must not propose again."""

from __future__ import annotations

from collections.abc import Sequence

from mementod.gates.decision_log import decisions
from mementod.judging.resources import Resources
from mementod.vcs.git import GitError
from mementod_parsers.continuity.budget import cut
from mementod_parsers.decisions.decision_state import State
from mementod_parsers.decisions.decisions import Decision
from mementod_parsers.decisions.overtaken import taken

SHOWN_DECISIONS = 5
LINE_TOKENS = 40  # of one part of a decision


def newest(resources: Resources) -> tuple[str, list[str]]:
    """The path of the log and its newest decisions that hold; none where git gives no answer."""
    try:
        path, found = decisions(resources.repository.git, resources.config)
    except GitError:
        return "", []
    holding = [each for each in found if each.state is not State.SUPERSEDED]
    dated = sorted(enumerate(holding), key=lambda each: (each[1].date, each[0]), reverse=True)
    gone = [each for each in found if each.state is State.SUPERSEDED]
    return path, [_line(each, gone) for _, each in dated[:SHOWN_DECISIONS]]


def _line(each: Decision, gone: Sequence[Decision]) -> str:
    """With what it took the place of."""
    about = f"{_cut(each.problem)}: " if each.problem else ""
    why = f" (why: {_cut(each.why)})" if each.why else ""
    against = "".join(f"; not {_cut(one.name)}" + (f": {_cut(one.why)}" if one.why else "") for one in each.rejected)
    before = "".join(f"; superseded: {_cut(taken(one))}" for one in gone if one.successor == taken(each))
    return f"- {f'{each.date} ' * bool(each.date)}{about}{_cut(each.chosen or each.title)}{why}{against}{before}"


def _cut(text: str) -> str:
    return cut(" ".join(text.split()), LINE_TOKENS)
