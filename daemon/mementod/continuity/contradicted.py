"""Statements that let do what another one is against, where it is not sure that they take its place: both stand.

Nothing is settled here, it is only said: to who has a line remembered, and beside the constraint in the record.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from mementod_parsers.continuity.record import HANDED_OVER, Class, Item, is_binding, seconds
from mementod_parsers.text.runs import sentence_bounds

HELD_CAP = 300  # statements that a line is held against, the latest ones
TURNS_CAP = 60  # statements of a record that are held against the others, the latest ones
# What asks or allows; what only tells of something ("pip was slow") contradicts nobody.
_TURNS = re.compile(
    r"^\W*(?:(?:please|ok|okay|so|and|always|just|only|instead|from now on|going forward|from today(?: on)?)[,:]?\s)*"
    r"(?:use|switch|go back|move back|return to|take|install|add|run|call|import|edit|change|push|commit|deploy"
    r"|let['’]?s|(?:we|you|agents?)\s(?:(?:now|all|always|again|also)\s)*(?:use|can|may|must|should|are allowed))\b"
    r"|\b(?:fine|ok|okay|allowed|permitted|welcome|back|good)\s(?:again|now|after all|from now on)\b"
    r"|\b(?:is|are)\s(?:(?:now|again)\s)?(?:fine|ok|okay|allowed|permitted|welcome|back)\b|\bfrom now on\W*$"
    r"|^\W*(?:请|现在|以后|今后|从现在起|从现在开始|统一|改|换|继续)?(?:又|都|还是)?(?:可以|能)?再?"
    r"(?:用|使用|改用|换用|换成|换回|改成|改回|允许|可以)|可以[^，。]{0,12}了\W*$",
    re.IGNORECASE,
)
# Of a permission, what is no order yet: "you may push now", "mocks are fine in tests now".
_YOU_MAY = re.compile(
    r"^\W*(?:(?:you|we|agents?|it['’]s|it is)\s)?(?:(?:now|again|also)\s)?"
    r"(?:can|may|are allowed to|are free to|ok to|okay to|fine to|allowed to)\s(?:(?:now|again|also)\s)?",
    re.IGNORECASE,
)
_IS_FINE = re.compile(
    r"^(\W*[\w./`'’#+ -]{1,60}?)\s(?:is|are)\s(?:now\s|again\s)?(?:fine|ok|okay|allowed|permitted|welcome|back|good)\b",
    re.IGNORECASE,
)
_SAYING = (Class.CONSTRAINTS, Class.EMPHASIS)


def contradicted(text: str, record: Sequence[Item]) -> list[Item]:
    """The constraints of a record that forbid what a line asks for or allows."""
    orders = _orders(text)
    return _against(text, orders, [item for item in record if is_binding(item)]) if orders else []


def _orders(text: str) -> list[str]:
    """What a line asks for or allows, as orders; empty for most."""
    asked = (sentence for start, end in sentence_bounds(text) if _TURNS.search(sentence := text[start:end].strip()))
    return [_IS_FINE.sub(r"Use \1", _YOU_MAY.sub("", sentence)) for sentence in asked]


def _against(text: str, orders: Sequence[str], bound: Sequence[Item]) -> list[Item]:
    if not bound:
        return []
    from mementod.continuity.bearings import in_words  # its patterns take long to load, and most lines turn nothing

    held = (item for item in bound[-HELD_CAP:] if item.text not in text)
    return [item for item in held if any(in_words(item, one, ())[1] for one in orders)]


def side_by_side(record: Sequence[Item]) -> tuple[Item, ...]:
    """The record with what was said against a constraint beside it."""
    against: dict[str, list[str]] = {}
    bound = [(item, _said_at(item)) for item in record if is_binding(item)]
    turning = [(item, orders) for item in filter(_is_said, record) if (orders := _orders(item.text))]
    for item, orders in turning[-TURNS_CAP:]:
        at = _said_at(item)  # a ban that came later holds
        for each in _against(item.text, orders, [one for one, first in bound if one.note or first < at]):
            against.setdefault(each.text, []).append(f'against it: "{item.text}" [{item.place}]')
    return tuple(_with(item, against.get(item.text, ())) if is_binding(item) else item for item in record)


def _is_said(item: Item) -> bool:
    """Whether somebody said it, and it stands."""
    return item.kind in _SAYING and not (item.note or item.revoked or item.successor or item.origin == HANDED_OVER)


def _said_at(item: Item) -> tuple[float, int]:
    return seconds(item.at) or 0.0, item.log_line


def _with(item: Item, said: Sequence[str]) -> Item:
    return replace(item, now="; ".join(filter(None, (item.now, *said)))) if said else item
