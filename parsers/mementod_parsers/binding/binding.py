"""With what force one sentence binds its reader: it forbids, limits, obliges, stresses an order, or none of these.

A language fills in one `Tongue`; the procedure is the same for all of them. Code, links and emphasis are hidden from
the patterns (spans.py), so that a word in them is no cue.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from mementod_parsers.binding.phrases import joined

MAX_SENTENCE_CHARS = 800  # longer ones are lists or pasted text; the rest is not searched


class ConstraintKind(StrEnum):
    """What a constraint does; where a sentence does several things, the first of these counts."""

    PROHIBITION = "prohibition"
    BOUNDARY = "boundary"  # a limit, a scope, read-only
    OBLIGATION = "obligation"
    EMPHASIS = "emphasis"  # an order that is marked as important, or to be remembered
    PERMISSION = "permission"  # binds nobody, but lifts what was said before


class Caption(StrEnum):
    """What a heading, or a line that introduces a list, makes of the orders under it."""

    FORBIDS = "forbids"
    BINDS = "binds"  # hard rules: each item is one, also a statement
    OBLIGES = "obliges"
    STRESSES = "stresses"
    RULES = "rules"  # of what stands under it, only denials ("no emojis") are rules by that
    TELLS = "tells"  # merits, features, results: nothing under it binds
    REMEDIES = "remedies"  # what to do about failures: only what it forbids is a rule
    ADVISES = "advises"  # recommendations: what stands under it has only the force of its own words
    CHECKS = "checks"  # a checklist for every commit, every task: each item is an order, however it is worded


NOTHING = re.compile(r"(?!)")
ANYTHING = re.compile("")


@dataclass(frozen=True, slots=True)
class Tongue:
    """The cues of one language, each searched in the sentence after `void` was blanked out of it."""

    void: re.Pattern[str]  # phrases that look like cues and bind nobody: "do not worry", "to avoid"
    mute: re.Pattern[str]  # a sentence with one of these binds nobody at all
    forbids: re.Pattern[str]
    limits: re.Pattern[str]
    obliges: re.Pattern[str]
    stresses: re.Pattern[str]
    order: re.Pattern[str]  # matches at the head of an order
    denies: re.Pattern[str]  # matches at the head of a denial, a rule only where rules are expected
    permits: re.Pattern[str]  # lifts a rule
    captions: tuple[tuple[Caption, re.Pattern[str]], ...]
    narrows: re.Pattern[str] = NOTHING  # matches at the head of a limit that is a rule only where rules are expected
    owes: re.Pattern[str] = NOTHING  # the same of a duty
    softens: re.Pattern[str] = NOTHING  # advises: such a sentence borrows no force
    hint: re.Pattern[str] = ANYTHING  # in every sentence with force: a quick test before the four searches
    spelling: Mapping[int, int] = field(default_factory=dict)  # characters read as others: a second script


def cue(*phrases: str) -> re.Pattern[str]:
    """One pattern of several phrases, in any case of letters."""
    return re.compile(joined(phrases), re.IGNORECASE)


def any_of(words: Iterable[str]) -> str:
    """A pattern of plain words that writes common beginnings once, so that most texts fail at the first letter."""
    tails: dict[str, list[str]] = {}
    for word in words:
        tails.setdefault(word[:1], []).append(word[1:])
    ends = tails.pop("", None) is not None
    heads = [re.escape(head) + any_of(rest) for head, rest in sorted(tails.items())]
    body = "|".join(heads)
    if ends and heads:
        return f"(?:{body})?"
    return f"(?:{body})" if len(heads) > 1 else body


_BULLET = re.compile(r"^[^\w\x00(\"'“「]+|^\d{1,3}[.)、，]\s{0,3}")
_CROSS = re.compile(r"^\W{0,4}[❌✗✘🚫⛔]")
_TICK = re.compile(r"^\W{0,4}[✅✔☑]")
_QUESTION = re.compile(r"[?？][^\w\"”」』]{0,4}$")  # what is asked in quotes is no question
# Nothing but what is asked or cut short in quotes: `Scope: "Which files should not change?"`
_QUOTED = re.compile(
    r"^(?:\w{1,20} ?: ?|\x00 )?[\"“][^\"”]{1,400}[?？][\"”]\W{0,3}$"
    r"|^Q\W{0,2}: ?.*[?？]\W{0,4}$|^[\"“][^\"”]{1,60}(?:\.\.\.|…)[\"”]\W{0,3}$"
)
# In a checklist: what is allowed, and what happens by itself.
_TOLD = re.compile(
    r"(?:you (?:can|may)|they|it|this|these|there|that|note|example(?!s? \w+ \w+ed\b)|e\.g)\b|\w+ (?:handles|runs)\b"
    r"|(?:\w+ )?\w+ may\b",
    re.I,
)
# A thing, perhaps with its title and with what it is.
_NAME = re.compile(r"(?:[^：:\x00]{0,12}[一-鿿][：:] ?)?\x00(?: \x00|[, ])*(?:$| [–—-] |[:（(])")
_EXPECTING = (Caption.RULES, Caption.BINDS, Caption.OBLIGES, Caption.STRESSES)
_SIGNS = {0x2010: "-", 0x2011: "-", 0x2019: "'"}  # look like the plain ones
_SPACES = re.compile(r"\s+")
_MARKS = re.compile("\x00+")
_LOW = re.compile(r"(?<!\w)_{1,2}([A-Za-z][A-Za-z' ]{0,60})_{1,2}(?!\w)")  # another emphasis
_GAPS = re.compile("(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])")  # where an emphasis was


def plain(masked: str) -> str:
    """A masked sentence on one line, each hidden span one sign, without bullets and pictures in front."""
    text = _SPACES.sub(" ", _MARKS.sub("\x00", masked[:MAX_SENTENCE_CHARS])).strip().translate(_SIGNS)
    text = _LOW.sub(r"\1", text) if "_" in text else text
    return _BULLET.sub("", _BULLET.sub("", text if text.isascii() else _GAPS.sub("", text)))


def kind_of(masked: str, tongue: Tongue) -> ConstraintKind | None:
    """The kind of constraint that a masked sentence is by its own words."""
    text = plain(masked).translate(tongue.spelling)
    if not text or _QUESTION.search(text) or _QUOTED.search(text) or tongue.mute.search(text):
        return None
    if tongue.hint.search(text):
        said = tongue.void.sub(" ~ ", text)
        for kind, pattern in (
            (ConstraintKind.PROHIBITION, tongue.forbids),
            (ConstraintKind.BOUNDARY, tongue.limits),
            (ConstraintKind.OBLIGATION, tongue.obliges),
            (ConstraintKind.EMPHASIS, tongue.stresses),
        ):
            if pattern.search(said):
                return kind
    return ConstraintKind.PROHIBITION if _CROSS.match(masked) and tongue.order.match(text) else None


def lent_kind(masked: str, tongue: Tongue, under: Caption) -> ConstraintKind | None:
    """The kind of a masked sentence without force of its own that stands under a caption."""
    text = plain(masked).translate(tongue.spelling)
    if not text or _QUESTION.search(text) or tongue.mute.search(text):
        return None
    if under is Caption.FORBIDS and _TICK.match(masked):
        return None  # shows how it is right
    if under is Caption.CHECKS and _TOLD.match(text):
        return None
    if under is Caption.BINDS and (_TOLD.match(text) or _NAME.match(text)):
        return ConstraintKind.OBLIGATION if tongue.order.match(text) else None
    expected = _expected(text, tongue) if under in _EXPECTING else None
    return expected or _by_caption(under, is_order=bool(tongue.order.match(text)))


def is_ticked(masked: str) -> bool:
    """Whether a sentence begins with the sign of what is right, or was checked."""
    return bool(_TICK.match(masked))


def is_crossed(masked: str) -> bool:
    """Whether a sentence begins with the sign of what is wrong."""
    return bool(_CROSS.match(masked))


def softened(masked: str, tongue: Tongue, under: Caption) -> bool:
    """Whether a sentence only asks or advises, so that it borrows no force; under a ban it names what is banned."""
    text = plain(masked).translate(tongue.spelling)
    return bool(tongue.mute.search(text)) or (under is not Caption.FORBIDS and bool(tongue.softens.search(text)))


def permits(masked: str, tongue: Tongue) -> bool:
    """Whether a sentence allows what may have been forbidden before."""
    text = plain(masked).translate(tongue.spelling)
    return not _QUESTION.search(text) and bool(tongue.permits.search(text))


def _expected(text: str, tongue: Tongue) -> ConstraintKind | None:
    """The kind of a sentence that is a rule only where rules are expected."""
    for kind, pattern in (
        (ConstraintKind.PROHIBITION, tongue.denies),
        (ConstraintKind.BOUNDARY, tongue.narrows),
        (ConstraintKind.OBLIGATION, tongue.owes),
    ):
        if pattern.match(text):
            return kind
    return None


def _by_caption(under: Caption, *, is_order: bool) -> ConstraintKind | None:
    match under:
        case Caption.FORBIDS:
            return ConstraintKind.PROHIBITION
        case Caption.CHECKS | Caption.BINDS:
            return ConstraintKind.OBLIGATION
        case Caption.OBLIGES if is_order:
            return ConstraintKind.OBLIGATION
        case Caption.STRESSES if is_order:
            return ConstraintKind.EMPHASIS
        case _:
            return None
