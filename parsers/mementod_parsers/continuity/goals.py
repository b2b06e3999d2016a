"""The goal that a line names: a labelled one, one that is said as a sentence, or what a session opens with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mementod_parsers.binding.binding import ConstraintKind
from mementod_parsers.continuity.asked import is_question, orders_in
from mementod_parsers.continuity.budget import cut
from mementod_parsers.continuity.heard import ITEM_TOKENS, is_output
from mementod_parsers.continuity.record import Class, Item
from mementod_parsers.text.runs import sentence_bounds

GOAL_WORDS = 3  # a shorter line ("go on") names no goal
_LIMITS = (ConstraintKind.PROHIBITION, ConstraintKind.BOUNDARY)
_WHICH = r"(?:new |current |main |overall |next |real |ultimate |immediate )?"
_WHICH_ZH = r"(?:当前|本次|这次|新的?|总|主要|最终|现在的?|目前的?|我们的?)?"
_LABELLED = re.compile(
    rf"^\W*(?:(?:the |my |our |your )?{_WHICH}(?:goal|task|aim|objective|mission)(?: now)?(?: is)?"
    r"|(?:the )?(?:user|customer|client) (?:now )?(?:wants?|asks? for|asked for)"
    rf"|{_WHICH_ZH}(?:目标|任务|目的)(?:是|改为|变为)?"
    r"|(?:用户|客户)(?:现在)?(?:想要?|要|希望)(?:做?的)?(?:是)?)\W{0,3}[:：]\W*(\S.*)",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"^\W*(?:(?:so|ok|okay|now|and|remember)[,:]? )?(?:that )?"
    rf"(?:the|our|my|your|today['’]s) {_WHICH}(?:goal|aim|objective|mission|task)"
    r"(?: (?:now|here|today|(?:of|for) (?:this|the|our|today)(?: [\w-]+){0,3}))?"
    r" (?:is|remains|becomes|has changed|changed)(?: now| still| just| simply)?"
    r"(?: to (?!be (?:decided|defined|determined|clarified|discussed)\b)(?P<to>\S.*)"
    r"| (?P<what>(?:an?|[a-z]{2,}ing)\s\S.*))$"
    rf"|^\W*{_WHICH_ZH}(?:目标|任务|目的)(?:现在)?(?:就是|是|改为|改成|变为|变成)(?!什么|否|不|如何|怎|啥|哪)(?P<zh>.{{2,}})$",
    re.IGNORECASE,
)
_EDGES = " .。!！"


def goal_in(text: str, origin: str, at: str, opens: bool) -> Item | None:
    """The goal of a line; `opens`: it is the first of a session, which is one where it says something."""
    if is_output(text):
        return None
    goal = next(_named(text), "") or (_task(text) if opens else "")
    return Item(Class.GOAL, cut(goal, ITEM_TOKENS), origin, at) if goal else None


def _named(text: str) -> Iterator[str]:
    """What is behind a label, wherever a sentence begins with it, then what a sentence says of the goal."""
    bounds = sentence_bounds(text)
    labelled = (_LABELLED.match(text[start:].lstrip()) for start, _ in bounds)
    yield from (found[1].strip() for found in labelled if found)
    for start, end in bounds:
        sentence = text[start:end].strip()
        if (found := _SAID.match(sentence)) and not is_question(sentence):
            yield next(filter(None, found.groups())).strip(_EDGES)


def _task(text: str) -> str:
    """A line without the rules in it; empty where nothing but what is not to be done is left."""
    orders = orders_in(text)
    rules = {each.text for each in orders}
    rest = "".join(text[start:end] for start, end in sentence_bounds(text) if text[start:end].strip() not in rules)
    if _says_something(rest):
        return rest.strip()
    return text.strip() if _says_something(text) and any(each.kind not in _LIMITS for each in orders) else ""


def _says_something(text: str) -> bool:
    wide = sum(character >= "\u2e80" for character in text)
    return len(text.split()) >= GOAL_WORDS or wide >= GOAL_WORDS * 2
