"""What a line that somebody said adds to the record: what binds, what was stressed; and what it replaces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from mementod_parsers.binding.banned import own_words
from mementod_parsers.binding.binding import ConstraintKind
from mementod_parsers.binding.constraints import Constraint
from mementod_parsers.binding.sides import is_choice
from mementod_parsers.binding.subjects import replaces
from mementod_parsers.continuity.asked import orders_in
from mementod_parsers.continuity.budget import cut, tokens
from mementod_parsers.continuity.record import HANDED_OVER, Class, Item, seconds
from mementod_parsers.continuity.rejections import REJECTED
from mementod_parsers.continuity.same_subject import Order, takes_its_place
from mementod_parsers.text.runs import sentence_bounds

ITEM_TOKENS = 80  # of one item
TOLD = "remember "  # begins the origin of what somebody had remembered
NEAR_CAP = 30  # that hold one word, the latest ones
RARE_WORDS = 5  # of a constraint: the others of what took its place hold one of them
STATEMENTS_KEPT = 10_000  # more than are heard in one go
KNOWN_CAP = 300  # constraints that a new line is held against, the latest ones
SHORT_WORDS = 4  # of a rule that is about what was said just before
_NO_ORDER = frozenset({ConstraintKind.EMPHASIS, ConstraintKind.PERMISSION})
_TELLING = (Class.CONSTRAINTS, Class.EMPHASIS)  # what may take the place of a constraint
_NO_CALLS: Mapping[int, int] = {}
# A permission that takes something back, not one that only tells what is possible.
_LIFTS = re.compile(
    r"\b(?:now|again|allowed|permitted|anymore|any ?more|no longer|after all|lifted)\b|允许|不再|恢复|了[。!！]?\s*$",
    re.IGNORECASE,
)
# It means what was said before.
_BACK = re.compile(
    r"^\W*(?:(?:never|always|only|please|do not|don['’]t|must)\s)*(?:it|they|these|those)\b|\b(?:it|them|those"
    r"|there)\W*$|它们?|(?<!实)其",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]{2,}")
_STRESSED = re.compile(
    r"\b(?:important|remember|note well|crucial|critical)\b|[!！]{2}|记住|重要|务必|切记", re.IGNORECASE
)

# What a program wrote and somebody pasted: a place, an exception, a log line. It asks nothing of anybody.
_OUTPUT = re.compile(
    r"^\s*(?:\S+\.\w{1,6}:\d+(?::\d+)?:\s|[\w.]*[a-z](?:Error|Exception)\b\S*:|(?:error|fatal|panic|npm ERR!)[:\[ ]"
    r"|E {3,}|at \S+ ?\(|File \"|--- FAIL|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[(?:ERROR|WARN|INFO|DEBUG)|Traceback )"
)


def is_output(line: str) -> bool:
    """Whether a program wrote it."""
    return _OUTPUT.match(line) is not None


def said(text: str, origin: str, at: str, is_told: bool = False) -> tuple[Item, ...]:
    """What a line adds to the record; `is_told`: somebody had it remembered.

    A permission that names something, or takes something back, stays too: it lifts what was forbidden.
    """
    if is_output(text):
        return ()
    found = orders_in(text, is_told)
    whole = dict(_widened(text, found))
    orders = (each for each in found if each.kind not in _NO_ORDER)
    binding = [replace(_item(Class.CONSTRAINTS, each, origin, at), text=whole[each.text]) for each in orders]
    if not binding and is_choice(text):
        binding = [Item(Class.CONSTRAINTS, cut(text.strip(), ITEM_TOKENS), origin, at)]
    lifting = [_item(Class.EMPHASIS, each, origin, at) for each in found if _is_lifting(each)]
    if not (binding or lifting) and (_STRESSED.search(text) or REJECTED.search(text)):
        return (Item(Class.EMPHASIS, cut(text.strip(), ITEM_TOKENS), origin, at),)
    return (*binding, *lifting)


def _is_lifting(each: Constraint) -> bool:
    return each.kind is ConstraintKind.PERMISSION and (bool(each.subject) or _LIFTS.search(each.text) is not None)


def _item(kind: Class, each: Constraint, origin: str, at: str) -> Item:
    return Item(kind, each.text, origin, at, force=each.kind.value, subject=each.subject)


def is_news(item: Item, known: Item | None) -> bool:
    """Whether a statement counts beside one in the same words: not where that was said, or taken back, since then."""
    if known is None or item.origin.startswith(TOLD):  # which is said now, whatever the clock says
        return True
    return _moment(item.at) >= max(_moment(known.at), _moment(known.revoked or ""))


def replaced(known: Sequence[Item], new: Sequence[Item], calls: Mapping[int, int] = _NO_CALLS) -> dict[str, str]:
    """Which constraints a later statement took the place of: old -> new, each in its own words.

    Of all that is known and new, in the order it was added; the time at which it was said decides, in one second the
    order of the log. `calls`: by line of the log what it was said in. What an agent handed over replaces nothing that a
    person said.
    """
    said_now = {item.text for item in new if item.kind in _TELLING}
    stands = [item for item in known if item.kind in _TELLING and not item.revoked and item.text not in said_now]
    items = [*stands[-KNOWN_CAP:], *(item for item in new if item.kind in _TELLING)]
    ranks = {item.text: rank for rank, item in enumerate(sorted(items, key=lambda item: _moment(item.at)))}
    found: dict[str, str] = {}
    for old, near in _pairs(items):
        after = [
            each
            for each in near
            if ranks[each.text] > ranks[old.text] and not said_now.isdisjoint((each.text, old.text))
        ]
        last = max(((ranks[each.text], each.text) for each in after if _succeeds(each, old, calls)), default=None)
        if last and last[0] > ranks.get(old.successor or "", -1):
            found[old.text] = last[1]
    return found


def _pairs(items: Sequence[Item]) -> Iterator[tuple[Item, list[Item]]]:
    """Each constraint with those that hold one of its rarest words, or are about the same: few are looked at closer."""
    words = {
        item.text: {*_WORD.findall(item.text.casefold()), *([f" {item.subject}"] if item.subject else [])}
        for item in items
    }
    places: dict[str, list[Item]] = {}
    for item in items:
        for word in words[item.text]:
            places.setdefault(word, []).append(item)
    for old in items:
        if old.kind is Class.CONSTRAINTS:
            shared = (word for word in words[old.text] if len(places[word]) > 1)
            rare = sorted(shared, key=lambda word: (len(places[word]), word))[:RARE_WORDS]
            near = {id(item): item for word in rare for item in places[word][-NEAR_CAP:] if item.text != old.text}
            yield old, list(near.values())


@lru_cache(maxsize=STATEMENTS_KEPT)
def _statement(text: str) -> Constraint | None:
    """The first one in the words in which an item is kept."""
    return next(iter(orders_in(text, True)), None)


def _succeeds(newer: Item, older: Item, calls: Mapping[int, int]) -> bool:
    new, old = _statement(newer.text), _statement(older.text)
    if newer.origin == HANDED_OVER or new is None or old is None:
        return False
    is_same = bool(new.subject) and new.subject == old.subject
    if is_same and replaces(new, old):
        return True
    return _is_later(newer, older, calls) and takes_its_place(Order(new.text, new.kind), Order(old.text, old.kind))


def _is_later(newer: Item, older: Item, calls: Mapping[int, int]) -> bool:
    """What one message says stands side by side."""
    new, old = _moment(newer.at), _moment(older.at)
    if new != old:
        return new > old
    call, before = calls.get(newer.log_line), calls.get(older.log_line)
    return call is not None and before is not None and call > before


def _moment(at: str) -> float:
    """Seconds since 1970; what has no time is older than all that has one."""
    return seconds(at) or 0.0


def _widened(line: str, found: Iterable[Constraint]) -> Iterator[tuple[str, str]]:
    """The words of each statement that was found in a line, and those in which it is kept.

    That is with the sentence before it, where that alone says what it is about or why.
    """
    known = {each.text for each in found}
    bounds = [line[start:end].strip() for start, end in sentence_bounds(line)]
    for text in known:
        at = next((number for number, sentence in enumerate(bounds) if sentence == text), 0)
        before = bounds[at - 1] if at else ""
        both = f"{before}{' ' if before.isascii() else ''}{text}"
        is_kept = before and before not in known and _needs(text, before) and tokens(both) <= ITEM_TOKENS
        yield text, both if is_kept else text


def _needs(text: str, before: str) -> bool:
    """Whether a rule says too little without the sentence before it."""
    is_short = len(text.split()) <= SHORT_WORDS and sum(character >= "\u2e80" for character in text) <= 2 * SHORT_WORDS
    return (
        REJECTED.search(before) is not None or _BACK.search(text) is not None or (is_short and bool(own_words(before)))
    )
