"""A hand-over: goal, state, decisions and constraints, as text that an agent can act on; and what it still lacks.

Lines are imperative where they ask for something. What could not be filled in is a gap, and a gap is no hand-over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

SECTION_CAP_LINES = 60
GAP = "[fill in: {}]"
_GAP = re.compile(r"\[fill in: ([^\]]*)\]")
_RUN_FIRST = re.compile(r"^(?:Run first|先运行)\s?[:：]", re.IGNORECASE)
_HEADING = re.compile(r"^\s{0,3}(?:#{1,6}\s*|\*\*)?([^\W\d_]+)\s*(?:\*\*)?\s*[:：]?\s*(?:\*\*)?\s*$")


class Part(StrEnum):
    """The four sections."""

    GOAL = "Goal"
    STATE = "State"
    DECISIONS = "Decisions"
    CONSTRAINTS = "Constraints"


_NAMES = {
    "goal": Part.GOAL, "goals": Part.GOAL, "目标": Part.GOAL,
    "state": Part.STATE, "status": Part.STATE, "状态": Part.STATE, "现状": Part.STATE,
    "decisions": Part.DECISIONS, "decision": Part.DECISIONS, "决策": Part.DECISIONS, "决定": Part.DECISIONS,
    "constraints": Part.CONSTRAINTS, "constraint": Part.CONSTRAINTS, "约束": Part.CONSTRAINTS, "限制": Part.CONSTRAINTS,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Handover:
    """The lines of each section, without bullets."""

    goal: tuple[str, ...] = ()
    state: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """All lines, section by section."""
        return (*self.goal, *self.state, *self.decisions, *self.constraints)

    def part(self, name: Part) -> tuple[str, ...]:
        match name:
            case Part.GOAL:
                return self.goal
            case Part.STATE:
                return self.state
            case Part.DECISIONS:
                return self.decisions
            case Part.CONSTRAINTS:
                return self.constraints


def as_text(handover: Handover) -> str:
    """The hand-over as Markdown, its sections in their order."""
    parts = [f"## {name}\n\n" + "".join(f"- {line}\n" for line in handover.part(name)) for name in Part]
    return "\n".join(parts)


def parse(text: str) -> Handover:
    """The sections of a text, in English or Chinese; what stands before the first is passed over."""
    found: dict[Part, list[str]] = {name: [] for name in Part}
    at: Part | None = None
    for line in text.splitlines():
        heading = _HEADING.match(line)
        if heading and heading[1].lower() in _NAMES:
            at = _NAMES[heading[1].lower()]
        elif at is not None and (said := re.sub(r"^\s*(?:[-*+]|\d+[.)])\s+", "", line).strip()):
            found[at].append(said)
    return Handover(*(tuple(found[name]) for name in Part))


def run_first(handover: Handover) -> str:
    """The line that says what to run first; empty without one."""
    return next((line for line in handover.constraints if _RUN_FIRST.match(line)), "")


def gaps_in(lines: Sequence[str]) -> list[str]:
    """What still has to be filled in."""
    return [gap for line in lines for gap in _GAP.findall(line)]


def lacks(handover: Handover) -> tuple[str, ...]:
    """Why a hand-over is not complete, one line each; none when it is."""
    empty = [f"{name} is empty" for name in Part if not handover.part(name)]
    gaps = [f"{name}: fill in {gap}" for name in Part for gap in gaps_in(handover.part(name))]
    long = [
        f"{name} has {lines} lines, {SECTION_CAP_LINES} at most: keep what the next agent needs"
        for name in Part
        if (lines := len(handover.part(name))) > SECTION_CAP_LINES
    ]
    return (*empty, *gaps, *long)
