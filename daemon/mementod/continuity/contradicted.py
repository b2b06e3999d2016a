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
    asked = [sentence for start, end in sentence_bounds(text) if _TURNS.search(sentence := text[start:end].strip())]
    held = [item for item in record if is_binding(item)][-HELD_CAP:] if asked else []
    if not held:
        return []
    from mementod.continuity.bearings import in_words  # its patterns take long to load, and most lines turn nothing

    orders = [_IS_FINE.sub(r"Use \1", _YOU_MAY.sub("", sentence)) for sentence in asked]
    return [item for item in held if item.text not in text and any(in_words(item, one, ())[1] for one in orders)]


def side_by_side(record: Sequence[Item]) -> tuple[Item, ...]:
    """The record with what was said against a constraint beside it."""
    against: dict[str, list[str]] = {}
    for item in record:
        if item.kind in _SAYING and not (item.note or item.revoked or item.successor or item.origin == HANDED_OVER):
            for each in contradicted(item.text, [one for one in record if one.note or _is_before(one, item)]):
                against.setdefault(each.text, []).append(f'against it: "{item.text}" [{item.place}]')
    return tuple(_with(item, against.get(item.text, ())) if is_binding(item) else item for item in record)


def _is_before(one: Item, other: Item) -> bool:
    """Whether it was said first; a ban that came later holds."""
    return (seconds(one.at) or 0.0, one.log_line) < (seconds(other.at) or 0.0, other.log_line)


def _with(item: Item, said: Sequence[str]) -> Item:
    return replace(item, now="; ".join(filter(None, (item.now, *said)))) if said else item
