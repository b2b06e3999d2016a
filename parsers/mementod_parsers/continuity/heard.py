"""What a line that somebody said adds to the record: what binds, what was stressed, the goal; and what it replaces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from mementod_parsers.binding.binding import ConstraintKind
from mementod_parsers.binding.constraints import Constraint, statements_in
from mementod_parsers.binding.sides import is_choice
from mementod_parsers.binding.subjects import Said, superseded
from mementod_parsers.continuity.budget import cut
from mementod_parsers.continuity.record import Class, Item
from mementod_parsers.continuity.rejections import REJECTED

ITEM_TOKENS = 80  # of one item
KNOWN_CAP = 300  # constraints that a new line is held against, the latest ones
STATEMENTS_KEPT = 2 * KNOWN_CAP
GOAL_WORDS = 3  # a shorter line ("go on") names no goal
_NO_ORDER = frozenset({ConstraintKind.EMPHASIS, ConstraintKind.PERMISSION})
_GOAL = re.compile(r"^\W*(?:goal|task|aim|objective|目标|任务)\W{0,3}[:：]\W*(\S.*)", re.IGNORECASE)
_STRESSED = re.compile(
    r"\b(?:important|remember|note well|crucial|critical)\b|[!！]{2}|记住|重要|务必|切记", re.IGNORECASE
)


# What a program wrote and somebody pasted: a place, an exception, a log line. It asks nothing of anybody.
_OUTPUT = re.compile(
    r"^\s*(?:\S+\.\w{1,6}:\d+(?::\d+)?:\s|[\w.]*[a-z](?:Error|Exception)\b\S*:|(?:error|fatal|panic|npm ERR!)[:\[ ]"
    r"|E {3,}|at \S+ ?\(|File \"|--- FAIL|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[(?:ERROR|WARN|INFO|DEBUG)|Traceback )"
)


def said(text: str, origin: str, at: str) -> tuple[Item, ...]:
    """What a line adds to the record. A permission that names something stays too: it lifts what a note forbids."""
    if _OUTPUT.match(text):
        return ()
    binding = [_item(Class.CONSTRAINTS, each, origin, at) for each in _statements(text) if each.kind not in _NO_ORDER]
    if not binding and is_choice(text):
        binding = [Item(Class.CONSTRAINTS, cut(text.strip(), ITEM_TOKENS), origin, at)]
    allowed = (each for each in _statements(text) if each.kind is ConstraintKind.PERMISSION and each.subject)
    lifting = [_item(Class.EMPHASIS, each, origin, at) for each in allowed]
    if not (binding or lifting) and (_STRESSED.search(text) or REJECTED.search(text)):
        return (Item(Class.EMPHASIS, cut(text.strip(), ITEM_TOKENS), origin, at),)
    return (*binding, *lifting)


def _item(kind: Class, each: Constraint, origin: str, at: str) -> Item:
    return Item(kind, each.text, origin, at, force=each.kind.value, subject=each.subject)


def goal_in(text: str, origin: str, at: str, opens: bool) -> Item | None:
    """The goal that a line names: a labelled one, or the first line of a session that says something."""
    labelled = _GOAL.match(text)
    if not labelled and (not opens or not _says_something(text) or _OUTPUT.match(text)):
        return None
    return Item(Class.GOAL, cut((labelled[1] if labelled else text).strip(), ITEM_TOKENS), origin, at)


def replaced(known: Sequence[str], lines: Sequence[str]) -> dict[str, str]:
    """Which constraints a line that was said later took the place of: old -> new, each in its own words.

    `known` in the order they were said, all before `lines`. A permission lifts a prohibition as well.
    """
    new = [each for line in lines if not _OUTPUT.match(line) for each in _statements(line)]
    if not any(each.subject for each in new):
        return {}
    again = {each.text for each in new}
    old = [each for text in known[-KNOWN_CAP:] if text not in again for each in _statements(text)[:1]]
    told = [*old, *new]
    after = superseded([Said(each, number) for number, each in enumerate(told)])
    return {each.text: told[by].text for each, by in zip(told, after, strict=True) if by is not None}


@lru_cache(maxsize=STATEMENTS_KEPT)
def _statements(text: str) -> tuple[Constraint, ...]:
    """Read once: a line is asked what it adds and what it replaces, and so is every line that may be replaced."""
    return statements_in(text)


def _says_something(text: str) -> bool:
    wide = sum(character >= "\u2e80" for character in text)
    return len(text.split()) >= GOAL_WORDS or wide >= GOAL_WORDS * 2
