"""The record that survives a compaction: classes of short statements, merged by adding, shown within a budget.

Nothing in it is ever dropped: what is revoked or gone is marked, and what does not fit is counted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from mementod_parsers.binding import ConstraintKind
from mementod_parsers.budget import cut, tokens
from mementod_parsers.constraints import constraints_in

CLASS_TOKENS = 200  # shown of one class
ITEM_TOKENS = 80  # of one item
GOAL_WORDS = 3  # a shorter line ("go on") names no goal
_GOAL = re.compile(r"^\W*(?:goal|task|aim|objective|目标|任务)\W{0,3}[:：]\W*(\S.*)", re.IGNORECASE)
_STRESSED = re.compile(
    r"\b(?:important|remember|note well|crucial|critical)\b|[!！]{2}|记住|重要|务必|切记", re.IGNORECASE
)


class Class(StrEnum):
    """What a statement is for the next agent."""

    CONSTRAINTS = "hard_constraints"
    IDENTIFIERS = "identifiers"
    GOAL = "current_goal"
    EMPHASIS = "user_emphasis"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Item:
    """One statement. `text` is verbatim; `origin` says who said it where, `at` when (ISO 8601).

    `head` is the commit at which its names were last known to hold; `successor` is what a name is called now; `revoked`
    the time at which somebody took the statement back.
    """

    kind: Class
    text: str
    origin: str
    at: str
    head: str | None = None
    successor: str | None = None
    revoked: str | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """What fits of one class, the newest first, and how many more there are."""

    items: tuple[Item, ...]
    more: int


def said(text: str, origin: str, at: str) -> tuple[Item, ...]:
    """What a line that the user said adds to the record."""
    binding = [c.text for c in constraints_in(text) if c.kind is not ConstraintKind.EMPHASIS]
    if not binding and _STRESSED.search(text):
        return (Item(Class.EMPHASIS, cut(text.strip(), ITEM_TOKENS), origin, at),)
    return tuple(Item(Class.CONSTRAINTS, sentence, origin, at) for sentence in binding)


def goal_in(text: str, origin: str, at: str, opens: bool) -> Item | None:
    """The goal that a line names: a labelled one, or the first line of a session that says something."""
    labelled = _GOAL.match(text)
    if not labelled and not (opens and _says_something(text)):
        return None
    return Item(Class.GOAL, cut((labelled[1] if labelled else text).strip(), ITEM_TOKENS), origin, at)


def shown(items: Sequence[Item], limit: int = CLASS_TOKENS) -> dict[Class, Shown]:
    """What to put before an agent. `items` in the order they were added."""
    return {
        kind: _fitting([item for item in reversed(items) if item.kind is kind and not item.revoked], limit)
        for kind in Class
    }


def as_lines(record: dict[Class, Shown]) -> list[str]:
    """The record as a few lines for an agent; none when there is nothing."""
    found: list[str] = []
    for kind, part in record.items():
        if part.items:
            found.append(f"{_TITLES[kind]}:")
            found += [f"- {_line(item)}" for item in part.items]
        if part.more:
            found.append(f"- ({part.more} more: mementod engram --all)")
    return found


_TITLES = {
    Class.CONSTRAINTS: "Hard constraints (verbatim)",
    Class.IDENTIFIERS: "Names that hold",
    Class.GOAL: "Goal",
    Class.EMPHASIS: "The user stressed",
    Class.GONE: "Names that are gone",
}


def _line(item: Item) -> str:
    if item.kind is Class.GONE:
        return f"{item.text}: use {item.successor}" if item.successor else f"{item.text}: nothing took its place"
    if item.kind is Class.IDENTIFIERS:
        return f"{item.successor} (not {item.text})" if item.successor else item.text
    return f"{item.text} [{item.origin}]"


def _fitting(items: Sequence[Item], limit: int) -> Shown:
    kept: list[Item] = []
    left = limit
    for item in items:
        left -= tokens(_line(item))
        if left < 0 and kept:
            break
        kept.append(item)
    return Shown(tuple(kept), len(items) - len(kept))


def _says_something(text: str) -> bool:
    wide = sum(character >= "\u2e80" for character in text)
    return len(text.split()) >= GOAL_WORDS or wide >= GOAL_WORDS * 2
