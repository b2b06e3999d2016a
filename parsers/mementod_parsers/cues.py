"""The words of force_words.py compiled: which language and which group a sentence may need, and their expressions.

Compiled once, on import of this module. A sentence that holds none of a language's telling words costs one set test.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mementod_parsers.force_words import LANGUAGES, Words
from mementod_parsers.model import Force
from mementod_parsers.spans import MARK

STEM_CHARS = 4
# Fillers between a cue and a citation, and between a citation and a cue.
MAX_FILLERS = 4

_COMMON = frozenset(
    """the a an in on at of to for by with from is are was were be been has have had do does did it its this that and or as into
    now all can will not no any use used using file files code more than there here now new more own our one under with like some
    o os as um uma de do da em no na para por com que se e el la los las un una en con y der die das den dem des ein eine einen
    von zu zum zur auf ist sind mit und le la les une du des dans est sont et il sur à в на с из и или по для как от это не при
    also both than then once what which where when if only other another different call calls called names named pattern format
    form style such add added create created write written make build built move moved moved live lives define defined
    ne pas plus se être va vai ser tem foi foram sido ha han está están fue fueron""".split()
)
_WORD = re.compile(r"[^\W\d_]+")
_CLASS = re.compile(r"\[[^\]]*\]|\{[^}]*\}|\(\?[^)]*\)|\\.")


@dataclass(frozen=True, slots=True)
class Tongue:
    """One language, compiled."""

    before: tuple[tuple[Force, re.Pattern[str]], ...]
    after: tuple[tuple[Force, re.Pattern[str]], ...]
    conditional: re.Pattern[str] | None
    origin: re.Pattern[str] | None  # "renamed ... from"
    created: re.Pattern[str] | None
    removed: re.Pattern[str] | None
    lead_after: re.Pattern[str] | None
    spaced: bool


def _expand(phrase: str) -> str:
    return phrase.replace("\\W", f"[^\\w{MARK}]").replace(" ", r"\s{1,3}")


def _either(phrases: tuple[str, ...]) -> str:
    return "|".join(_expand(p) for p in phrases)


def _before(words: Words, phrases: tuple[str, ...]) -> re.Pattern[str] | None:
    if not phrases:
        return None
    edge = r"(?<![\w-])" if words.spaced else ""
    gap = r"\s{1,3}" if words.spaced else r"\s?"
    fillers = rf"(?:(?:{_either(words.fillers)}){gap}){{0,{MAX_FILLERS}}}" if words.fillers else ""
    return re.compile(rf"{edge}(?:{_either(phrases)})[\s:\uff1a]{{0,3}}{fillers}[\s\"'(\[\u201c\u300c\u300e\uff08:\uff1a]{{0,3}}$", re.I)


def _after(words: Words, phrases: tuple[str, ...]) -> re.Pattern[str] | None:
    if not phrases:
        return None
    gap = r"\s{1,3}" if words.spaced else r"\s?"
    fillers = rf"(?:(?:{_either(words.after_fillers)}){gap}){{0,{MAX_FILLERS}}}" if words.after_fillers else ""
    return re.compile(rf"[\"')\]\u201d\u300d\u300f\uff09]?\s{{0,3}}{fillers}(?:{_either(phrases)})", re.I)


def _first(words: Words, phrases: tuple[str, ...]) -> re.Pattern[str] | None:
    if not phrases:
        return None
    gap = r"\s{1,3}" if words.spaced else r"\s?"
    fillers = rf"(?:(?:{_either(words.fillers)}){gap}){{0,{MAX_FILLERS}}}" if words.fillers else ""
    return re.compile(rf"^\W{{0,6}}(?:\d{{1,2}}[.)]\s)?(?:{_either(phrases)})[\s:\uff1a]{{0,3}}{fillers}[\s\"'(]{{0,3}}$", re.I)


def _tongue(words: Words) -> Tongue:
    groups_before = (
        (Force.PAST, words.past_before),
        (Force.PLANNED, words.planned_before),
        (Force.NEGATED, words.negated_before),
        (Force.EXAMPLE, words.example_before),
        (Force.ELSEWHERE, words.elsewhere_before),
    )
    groups_after = (
        (Force.PLANNED, words.planned_after),
        (Force.PAST, words.past_after),
        (Force.NEGATED, words.negated_after),
        (Force.EXAMPLE, words.example_after),
        (Force.ELSEWHERE, words.elsewhere_after),
    )
    edge = r"(?<![\w-])" if words.spaced else ""
    conditional = re.compile(rf"{edge}(?:{_either(words.conditional)})\s{{0,3}}$", re.I) if words.conditional else None
    return Tongue(
        before=tuple((f, p) for f, w in groups_before if (p := _before(words, w)) is not None),
        after=tuple((f, p) for f, w in groups_after if (p := _after(words, w)) is not None),
        conditional=conditional,
        origin=_origin(words),
        created=_first(words, words.created_first),
        removed=_first(words, words.removed_first),
        lead_after=re.compile(rf"(?:{_either(words.past_after)})[\s:\uff1a*]{{0,4}}$", re.I) if words.past_after else None,
        spaced=words.spaced,
    )


def _origin(words: Words) -> re.Pattern[str] | None:
    if not words.from_cues:
        return None
    gap = r"\s{1,3}" if words.spaced else r"\s?"
    fillers = rf"(?:(?:{_either(words.fillers)}){gap}){{0,3}}" if words.fillers else ""
    edge = r"\b" if words.spaced else ""
    if not words.spaced:
        return re.compile(rf"(?:{_either(words.from_words)})\s{{0,3}}{fillers}$")
    return re.compile(rf"{edge}(?:{_either(words.from_cues)})\w{{0,6}}\s[^.;]{{0,70}}{edge}(?:{_either(words.from_words)})\s{{1,3}}{fillers}$", re.I)


def _stems(words: Words) -> frozenset[str]:
    phrases = (
        words.past_before + words.past_after + words.negated_before + words.negated_after + words.planned_before
        + words.planned_after + words.created_first + words.removed_first + words.example_before + words.example_after
        + words.elsewhere_before + words.elsewhere_after + words.from_cues
    )  # fmt: skip
    found: set[str] = set()
    for phrase in phrases:
        plain = _WORD.findall(_CLASS.sub(" ", phrase).lower())
        telling = [w for w in plain if w not in _COMMON]
        found.update(w[:STEM_CHARS] for w in telling or plain)
    return frozenset(found)


TONGUES = tuple(_tongue(w) for w in LANGUAGES)
_STEMS = tuple(_stems(w) if w.spaced else frozenset[str]() for w in LANGUAGES)
_SCRIPTS = {1: re.compile(r"[\u4e00-\u9fff]"), 2: re.compile(r"[\u3040-\u30ff]"), 3: re.compile(r"[\uac00-\ud7af]")}
_ANY_STEM = frozenset().union(*_STEMS)
_KANA = _SCRIPTS[2]
_FIND = re.compile(r"[^\W\d_]+")


def tongues_for(sentence: str) -> tuple[Tongue, ...]:
    """Return the languages that a sentence may hold a cue of; empty for most sentences."""
    stems = {w[:STEM_CHARS] for w in _FIND.findall(sentence.lower())}
    found = [TONGUES[i] for i, own in enumerate(_STEMS) if own and not own.isdisjoint(stems)]
    if not sentence.isascii():
        kana = bool(_KANA.search(sentence))
        if kana:
            found.append(TONGUES[2])
        elif _SCRIPTS[1].search(sentence):
            found.append(TONGUES[1])
        if _SCRIPTS[3].search(sentence):
            found.append(TONGUES[3])
    return tuple(found)


def _label_pattern(choose: str) -> re.Pattern[str]:
    phrases = tuple(p for w in LANGUAGES for p in getattr(w, choose))
    return re.compile(rf"(?:{_either(phrases)})", re.I)


LABELS = (
    (Force.PAST, _label_pattern("past_labels")),
    (Force.NEGATED, _label_pattern("negated_labels")),
    (Force.PLANNED, _label_pattern("planned_labels")),
    (Force.EXAMPLE, _label_pattern("example_labels")),
    (Force.ELSEWHERE, _label_pattern("elsewhere_labels")),
)
