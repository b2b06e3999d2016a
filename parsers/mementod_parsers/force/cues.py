"""Which cues a sentence, an introducing line or a label can hold at all: most hold none, and cost no search."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mementod_parsers.force.cue_patterns import STEM_CHARS, THINGS, WORD, Cue, Pattern, cues_of, either, stems_in
from mementod_parsers.force.force_words import LANGUAGES
from mementod_parsers.model import Force
from mementod_parsers.word_lists import words


@dataclass(frozen=True, slots=True)
class _Table:
    """The cues of all languages that are asked for one purpose."""

    spaced: tuple[tuple[int, Cue], ...]  # with the number of the language
    by_stem: dict[str, tuple[int, ...]]  # from a stem to the cues in `spaced` that hold it
    chinese: tuple[Cue, ...]
    japanese: tuple[Cue, ...]
    korean: tuple[Cue, ...]


def _table(everything: list[list[Cue]], roles: tuple[str, ...]) -> _Table:
    chosen = [tuple(c for c in cues if c.role in roles) for cues in everything]
    spaced = tuple((i, cue) for i, cues in enumerate(chosen) if LANGUAGES[i].spaced for cue in cues)
    chinese, japanese, korean = (cues for i, cues in enumerate(chosen) if not LANGUAGES[i].spaced)
    by_stem: dict[str, list[int]] = {}
    for at, (_, cue) in enumerate(spaced):
        for stem in cue.stems:
            by_stem.setdefault(stem, []).append(at)
    return _Table(spaced, {s: tuple(found) for s, found in by_stem.items()}, chinese, japanese, korean)


_ALL = [cues_of(w) for w in LANGUAGES]
_IN_SENTENCE = _table(_ALL, ("after", "moved", "before", "once", "origin", "removed", "created"))
_LEADS = _table(_ALL, ("before", "lead"))
_TOLD = _table(_ALL, ("those", "that-one"))
_SIGNS = tuple(frozenset(w.signs) for w in LANGUAGES)
_HAN = re.compile(r"[\u4e00-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_HANGUL = re.compile(r"[\uac00-\ud7af]")


def cues_for(sentence: str) -> tuple[Cue, ...]:
    """Return the groups that a sentence may hold a phrase of; empty for most sentences."""
    return _select(_IN_SENTENCE, sentence)


def lead_cues_for(line: str) -> tuple[Cue, ...]:
    """Return the groups that a line which introduces a list may hold a phrase of."""
    return _select(_LEADS, line)


def told_cues_for(sentence: str) -> tuple[Cue, ...]:
    """Return the groups by which a sentence may speak of the one before it."""
    return _select(_TOLD, sentence)


def _select(table: _Table, sentence: str) -> tuple[Cue, ...]:
    plain = frozenset(WORD.findall(sentence.lower()))
    hit: set[int] = set()
    for word in plain:
        if (at := table.by_stem.get(word[:STEM_CHARS])) is not None:
            hit.update(at)
    found: list[Cue] = []
    if hit:
        silent = _unspoken(plain)
        found = [cue for language, cue in map(table.spaced.__getitem__, sorted(hit)) if language not in silent]
    if not sentence.isascii():
        if _KANA.search(sentence):
            found += _heard(table.japanese, sentence)
        elif _HAN.search(sentence):
            found += _heard(table.chinese, sentence) + _heard(table.japanese, sentence)
        if _HANGUL.search(sentence):
            found += _heard(table.korean, sentence)
    return tuple(found)


def _unspoken(plain: frozenset[str]) -> frozenset[int]:
    """Return the languages that a sentence is not in, as far as its common words tell; English is always possible."""
    spoken = [not own.isdisjoint(plain) for own in _SIGNS]
    if not any(spoken):
        return frozenset()
    return frozenset(i for i, signs in enumerate(_SIGNS) if i and signs and not spoken[i])


def stems_of(text: str) -> frozenset[str]:
    """Return the beginnings of the words of a text, to be held against `Cue.stems`."""
    return frozenset(w[:STEM_CHARS] for w in WORD.findall(text.lower()))


def _heard(cues: tuple[Cue, ...], sentence: str) -> list[Cue]:
    return [cue for cue in cues if cue.sound is not None and cue.sound.search(sentence)]


def _label_pattern(choose: str) -> Pattern:
    phrases = tuple(p for w in LANGUAGES for p in getattr(w, choose))
    return Pattern(rf"(?:{either(phrases)})")


TOLD_HEAD = re.compile(rf"\W{{0,6}}(?:{either(tuple(p for w in LANGUAGES for p in (*w.those, *w.that_one)))})", re.I)
ASIDE = re.compile(
    rf"[(\[\uff08\u3010](?:{either(tuple(p for w in LANGUAGES for p in w.aside_before))})[\s:\uff1a]{{0,3}}"
    r"(?:(?:the|class|file|le|la|el|der|die|das|o|a)\s)?[\"'(]{0,3}$",
    re.I,
)
PRONOUN = re.compile(r"\W{0,6}(?:it|er|sie|es|он|она|оно|ele|ela|il|elle)\b|\W{0,6}(?:它|それ|그것)", re.I)
NEGATED_HEAD = _label_pattern("negated_heads")
LABELS = (
    (Force.PAST, _label_pattern("past_labels")),
    (Force.NEGATED, _label_pattern("negated_labels")),
    (Force.PLANNED, _label_pattern("planned_labels")),
    (Force.EXAMPLE, _label_pattern("example_labels")),
    (Force.ELSEWHERE, _label_pattern("elsewhere_labels")),
)
_LABEL_STEMS = {
    force: frozenset[str]().union(
        *(stems_in(getattr(w, f"{force.value}_labels"), spaced=True) for w in LANGUAGES if w.spaced)
    )
    - THINGS
    - words("entr stru arch name loca layo")
    for force in (Force.PAST, Force.NEGATED, Force.PLANNED, Force.EXAMPLE, Force.ELSEWHERE)
}


def label_patterns(plain: str) -> list[tuple[Force, Pattern]]:
    """Return the kinds of label that a lower-case text can be at all; none for most texts."""
    if not plain.isascii():
        return list(LABELS)
    stems = {w[:STEM_CHARS] for w in WORD.findall(plain)}
    return [(force, pattern) for force, pattern in LABELS if not stems.isdisjoint(_LABEL_STEMS[force])]
