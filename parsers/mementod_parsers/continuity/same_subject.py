"""Whether a later statement took the place of an older one that names no code: by the plain words of both.

Careful on purpose: a wrong match hides a rule, a missed one only shows two. Four cases are clear: the same words with
the opposite force, the same words with another value, "B, not A" where the older one asks for A, and "from now on B
for P" where it asks for A for P.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache, partial
from posixpath import commonprefix
from typing import NamedTuple

from mementod_parsers.binding.binding import ConstraintKind
from mementod_parsers.word_lists import words

WORDS_MIN, WIDE_MIN = 2, 2  # what two statements must have in common: an act and a thing
CORE_MIN = 3  # of a Chinese one with the opposite force; a word of another script is as much as two characters
TEXTS_KEPT = 2_000

_FOR = (ConstraintKind.OBLIGATION, ConstraintKind.PERMISSION)
_WIDE = re.compile("[\u3400-\u9fff]")
_CODE = re.compile(r"`([^`]*)`")
_WORD = re.compile(r"#\w+|[^\W\d_][\w'’-]*(?:[./_]\w[\w-]*)*|\d[\w.]*|[./]\w[\w./-]*")
_IDLE = words(
    """
    a an the of and or is are be been being it its this that these those you we i they may can could must should shall
    will do does not don don't dont never always only ever please just now again any more longer no all ok okay fine
    allowed permitted important remember note that from on here henceforth going forward starting today as well
    every everybody nobody agents agent have has need needs make sure ensure
    """
)
_ENDS = ("ing", "ed", "es", "s", "e")
# Where the main clause ends: what follows is a reason, a remedy, or what is not wanted.
_TAIL = re.compile(
    r"[;:—]|\s[–-]\s|[.!?](?!\w)|,\s(?:not|use|using|but|because|since|so|as|unless|which|instead|call|run|prefer|take)\b"
    r"|\s(?:because|instead of|rather than|since)\s",
    re.IGNORECASE,
)
# What a clause begins with that is none of it.
_START = re.compile(
    r"^\W*(?:from now on|going forward|please|remember|note|important|today)\s?[,:]\s"
    r"|^\W*(?:从现在起|从现在开始|以后|今后|现在|注意|记住)[，,：:]\s?",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"(?:,?\s(?:and\s)?not|\sinstead of|\srather than|,?\s(?:and\s)?no longer|,?\s(?:and\s)?never)\s([^,.;:!?]{1,60})",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\b(?:never|not|no|nor|cannot|without|avoid\w*|stop|forbid\w*|prohibit\w*|disallow\w*|banned|refrain)\b|n['’]t\b"
    r"|不(?:允许|可以?|能|要|得|准|许|应|再|用)|禁止|严禁|切勿|勿|别|避免",
    re.IGNORECASE,
)
_FROM_NOW = re.compile(
    r"\b(?:from now on|from here on|from today(?: on)?|going forward|henceforth|as of (?:now|today)"
    r"|starting (?:now|today)|switch(?:ed)? to)\b|以后|今后|从现在|从今|改用|改为|改成|换成|换用",
    re.IGNORECASE,
)
_WHAT = r"(?:[^\s,.;:]|\.\w){1,40}"
_USES = re.compile(
    rf"\b(?:us(?:e|ing)|switch(?:ed)? to)\s(?P<what>{_WHAT}(?:\s(?!for\b|as\b){_WHAT})?)"
    r"\s(?P<end>(?:for|as)\s[^,.;:]{1,80})",
    re.IGNORECASE,
)

# Values: a number with a unit, or one that something is, has to be or may not exceed.
_NUMBER = r"(?<![\w.#/-])\d+(?:[.,]\d+)*"
_UNITS = (
    ("time", r"ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|days?|weeks?|毫秒|秒钟?|分钟?|个?小时|天"),
    ("size", r"[kmgt]i?b|bytes?|字节|兆"),
    ("share", r"%|percent"),
)
_COUNTED = (
    r"lines?|char(?:acter)?s?|columns?|spaces?|times|retries|attempts|threads?|workers?|items?|rows?|words?|tokens?"
    r"|connections?|requests?|pixels?|px|points?|levels?|arguments?|parameters?|行|列|字符?|次|个|条|人|线程|空格|位"
)
_BEFORE = r"(?:\b(?:than|least|most|exceed|under|below|over|above|within|up to)\s|[过至于])"
_LIMIT = re.compile(rf"{_BEFORE}\s?{_NUMBER}", re.IGNORECASE)
_SET = rf"(?:\b(?:be|is|are|to)\s|=\s?|[为是到成])\s?{_NUMBER}(?=\s?(?:$|[.,;!。，；！](?!\d)|for\b|in\b))"
_VALUES = (
    *((name, re.compile(rf"{_NUMBER}\s?(?:{unit})(?!\w)", re.IGNORECASE)) for name, unit in _UNITS),
    ("count", re.compile(rf"{_NUMBER}(?=[\s-]?(?:{_COUNTED})(?![a-z]))", re.IGNORECASE)),
    ("limit", _LIMIT),
    ("value", re.compile(_SET, re.IGNORECASE)),
)

# Chinese: what gives force, and what says that it is new.
_FORCE = re.compile(
    r"请|务必|一定|必须|应该?|需要?|要求|绝对|绝不|永远|千万|一律|统一|始终|都|总是|只能|可以|允许|能|得|要|再"
    r"|以后|今后|从现在(?:起|开始)?|从今(?:以后|天起)?|现在|起|了|吧|[\s\W]"
)
_BANS = re.compile(r"不(?:允许|可以?|能|要|得|准|许|应该?|再)|禁止|严禁|切勿|请?勿|别|避免")
_TAKES = re.compile(r"改用|改为|改成|换成|换用|使用|采用|选用|用")
_STOP = re.compile(r"[，,；;。：:！!（(]")


class Order(NamedTuple):
    """One statement in its own words, and what it does."""

    text: str
    kind: ConstraintKind


def takes_its_place(newer: Order, older: Order) -> bool:
    """Whether the newer one says, without naming code, what is to hold in place of the older one."""
    if _is_wide(newer.text) != _is_wide(older.text):
        return False
    return _opposes(newer, older) or _sets(newer, older) or _contrasts(newer, older) or _turns(newer, older)


@lru_cache(maxsize=TEXTS_KEPT)
def _is_wide(text: str) -> bool:
    return _WIDE.search(text) is not None


def _opposes(newer: Order, older: Order) -> bool:
    """The same words, and one forbids what the other asks for or allows."""
    new, old = _forbids(newer), _forbids(older)
    if new == old or not {newer.kind, older.kind}.intersection(_FOR):
        return False
    if _is_wide(newer.text):
        core = _core(newer.text)
        return core == _core(older.text) and _size(core) >= CORE_MIN
    main, others = _main(newer.text), _main(older.text)
    return main == others and len(main) >= WORDS_MIN


@lru_cache(maxsize=TEXTS_KEPT)
def _forbids(order: Order) -> bool:
    """Whether its main clause does: "use B, not A" asks for B."""
    return order.kind is ConstraintKind.PROHIBITION and _NO.search(_clause(order.text)) is not None


def _sets(newer: Order, older: Order) -> bool:
    """The same words with another value; what is forbidden may be so of several values, unless it is a limit."""
    if newer.kind is not older.kind or newer.text == older.text:
        return False
    (new, values), (old, others) = _valued(newer.text), _valued(older.text)
    if not values or values == others or len(values) != len(others):
        return False
    if _forbids(newer) and not _LIMIT.search(newer.text):
        return False
    if _is_wide(newer.text):
        return _core(new) == _core(old) and len(_core(re.sub(r"#\w+", "", new))) >= WIDE_MIN
    both = _bag(new)
    return both == _bag(old) and any(not word.startswith("#") for word in both)


def _contrasts(newer: Order, older: Order) -> bool:
    """What asks for "B, not A", and the older one asked for A of the same thing."""
    if _is_wide(newer.text) or _forbids(newer) or _forbids(older):
        return False
    if not _AGAINST.search(newer.text):
        return False
    against = {word for found in _AGAINST.finditer(newer.text) for word in _bag(found[1])}
    new, old = set(_bag(_AGAINST.sub(" ", newer.text))), set(_bag(_AGAINST.sub(" ", older.text)))
    rest = old - against
    return bool(against) and against < old and rest <= new and 0 < len(new - old) <= len(against)


def _turns(newer: Order, older: Order) -> bool:
    """What asks "from now on B for P", and the older one asked for A for P."""
    if not _FROM_NOW.search(newer.text) or _forbids(newer) or _forbids(older):
        return False
    if _is_wide(newer.text):
        return _turns_wide(_core(newer.text, keep_takes=True), _core(older.text, keep_takes=True))
    new, old = _USES.search(newer.text), _USES.search(older.text)
    if not new or not old or _bag(new["what"]) == _bag(old["what"]):
        return False
    return _bag(new["end"]) == _bag(old["end"]) and _around(newer.text, new) == _around(older.text, old)


def _around(text: str, found: re.Match[str]) -> Counter[str]:
    """The words beside "use A for P"."""
    return _bag(f"{text[: found.start()]} {text[found.end() :]}")


def _turns_wide(new: str, old: str) -> bool:
    """缩进改用空格, 用空格缩进: what stands on the one side of the verb is the same, on the other it is not."""
    (before, is_new, thing), (other, is_old, old_thing) = new.partition("用"), old.partition("用")
    if not is_new or not is_old or thing == old_thing:
        return False
    if before or other:
        return before == other and len(before) >= WIDE_MIN
    end = commonprefix((thing[::-1], old_thing[::-1]))[::-1]
    return len(_WIDE.findall(end)) >= WIDE_MIN and len(end) < min(len(thing), len(old_thing))


@lru_cache(maxsize=TEXTS_KEPT)
def _core(text: str, keep_takes: bool = False) -> str:
    """The first clause of a Chinese sentence without what gives it force; each verb of using is one."""
    clause = _clause(_CODE.sub(r"\1", text.casefold()).lstrip("“\"'*- "))
    clause = _TAKES.sub("用", _BANS.sub("", clause))
    return _FORCE.sub("", clause.replace("#", "井"))


def _size(core: str) -> int:
    others = re.findall(r"[^\W\u3400-\u9fff]+", core)
    return len(_WIDE.findall(core)) + 2 * len(others)


@lru_cache(maxsize=TEXTS_KEPT)
def _main(text: str) -> frozenset[str]:
    """The telling words of the main clause."""
    return frozenset(_bag(_clause(text)))


@lru_cache(maxsize=TEXTS_KEPT)
def _clause(text: str) -> str:
    bare = _START.sub("", text, count=1)
    end = (_STOP if _is_wide(text) else _TAIL).search(bare)
    return bare[: end.start()] if end else bare


@lru_cache(maxsize=TEXTS_KEPT)
def _valued(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with a sign in place of each value, and the values."""
    values: list[str] = []
    for kind, pattern in _VALUES:
        text = pattern.sub(partial(_kept, values, kind), text)
    return text, tuple(values)


def _kept(values: list[str], kind: str, found: re.Match[str]) -> str:
    values.append(found[0].replace(" ", "").casefold())
    return f" #{kind} "


@lru_cache(maxsize=TEXTS_KEPT)
def _bag(text: str) -> Counter[str]:
    """The telling words, each by its stem, and how often."""
    found = (word.casefold() for word in _WORD.findall(_CODE.sub(r"\1", text)))
    return Counter(_stem(word) for word in found if word not in _IDLE)


def _stem(word: str) -> str:
    if not word.isalpha() or not word.isascii():
        return word
    end = next((end for end in _ENDS if word.endswith(end) and len(word) - len(end) >= 2), "")
    stem = word.removesuffix(end)
    return stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else stem
