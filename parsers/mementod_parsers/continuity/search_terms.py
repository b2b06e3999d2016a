"""Text to the words that a search may find it by, for Chinese and for identifiers alike.

An identifier is found as it is written in either style and by its parts; text without spaces by pairs of characters.
SQLite's trigrams would find no word of two characters. Owns no index.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from mementod_parsers.continuity.question_words import carrying

VERSION = 2  # raise when a text gives other terms: what is indexed is indexed again
TERM_CAP_CHARS = 64  # a longer run is data, and found by its beginning
TERMS_CAP = 2_000  # of one text
STEM_CHARS = 4  # of a word that may have an ending
KNOWN_RUNS_CAP = 16_384  # words whose terms are remembered: most words of a log come again
GROUPS_CAP = 12  # words of a query that count
WIDE_CAP_CHARS = 6  # of a word in text without spaces: a longer run is several, which share a character

# Han, kana and hangul: written without spaces, or with endings that spaces do not set apart.
_WIDE = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_RUN = re.compile(rf"[{_WIDE}]+|[^\W{_WIDE}]+")
_ENDING = re.compile(r"(?:ies|ied|(?<!e)ed|ing|(?<=ss|sh|ch)es|(?<=x)es|(?<![sui])s|e)$")
_VOWEL = re.compile("[aeiouy]")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")

Group = tuple[tuple[str, ...], ...]  # one of these must be there, each as a whole


def terms(text: str) -> tuple[str, ...]:
    """The distinct terms of a text, in order."""
    found: dict[str, None] = {}
    for run in _RUN.finditer(text):
        word = run[0]
        found |= dict.fromkeys(_of_word(word) if len(word) <= TERM_CAP_CHARS else _of(word))
        if len(found) >= TERMS_CAP:
            break
    return tuple(found)


def groups(query: str) -> tuple[Group, ...]:
    """What a text is asked for: one group a word that carries something, each a choice between ways of writing it."""
    runs = carrying([run[0] for run in _RUN.finditer(query)])
    return tuple(dict.fromkeys(_group(word) for run in runs for word in _words(run)))[:GROUPS_CAP]


def held(text: str, wanted: Sequence[Group]) -> frozenset[int]:
    """Which words of a query a text holds, by their places in it."""
    found = set(terms(text))
    return frozenset(at for at, group in enumerate(wanted) if any(found.issuperset(way) for way in group))


def most(words: int) -> int:
    """How many of a query's words a text must hold to answer it: more than half; of two, one."""
    return words // 2 + 1 if words > 2 else 1


def _of(run: str) -> list[str]:
    if _is_wide(run):
        return _pairs(run)
    parts = _parts(run)
    stems = [stem(part)[:TERM_CAP_CHARS] for part in parts]
    return ["".join(parts)[:TERM_CAP_CHARS], *stems] if len(parts) > 1 else stems


def stem(word: str) -> str:
    """An English word without the ending of its number or tense, for the same rule said of one thing and of many.

    `word` in lower case. Coarse: it only has to give both forms the same end.
    """
    if len(word) < STEM_CHARS or not word.isascii() or not (found := _ENDING.search(word)):
        return word
    left, ending = word[: found.start()], found[0]
    if ending in ("ies", "ied"):
        return f"{left}y"
    if ending == "s":
        return stem(left)
    if ending in ("ed", "ing"):
        if len(left) < STEM_CHARS - 1 or not _VOWEL.search(left):
            return word
        doubled = len(left) >= STEM_CHARS and left[-1] == left[-2] and left[-1] not in "lsz"
        left = left[:-1] if doubled else left
    return left.removesuffix("e") if len(left) >= STEM_CHARS else left


_of_word = lru_cache(KNOWN_RUNS_CAP)(_of)


def _group(run: str) -> Group:
    if _is_wide(run):
        return _most_pairs(tuple(dict.fromkeys(_pairs(run))))
    parts = _parts(run)
    stems = tuple(stem(part)[:TERM_CAP_CHARS] for part in parts)
    return (("".join(parts)[:TERM_CAP_CHARS],), stems) if len(parts) > 1 else (stems,)


def _most_pairs(pairs: tuple[str, ...]) -> Group:
    """All pairs of a word, else 3 in 5 of them: a word between two others, or left out there, changes the rest."""
    count = -(-3 * len(pairs) // 5)
    return (pairs, *(combinations(pairs, count) if count < len(pairs) else ()))


def _words(run: str) -> list[str]:
    if not _is_wide(run) or len(run) <= WIDE_CAP_CHARS:
        return [run]
    return [run[at : at + WIDE_CAP_CHARS] for at in range(0, len(run) - 1, WIDE_CAP_CHARS - 1)]


def _parts(run: str) -> list[str]:
    return [part.lower() for part in _PART.findall(run)] or [run.lower()]


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)] or [run]


def _is_wide(run: str) -> bool:
    return re.match(rf"[{_WIDE}]", run) is not None
