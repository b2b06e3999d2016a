"""What a name that no code holds was meant to be: the one name of the code that differs by a slip of the hand.

Careful on purpose: a wrong correction sends an agent to another thing. `get_user` is no misspelt `set_user`, nor is
`step2` `step1`: a word that stands somewhere in the code is meant as it stands, and a figure or an ending is no slip.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from mementod_parsers.code.tokens import norm

SHORTEST = 5  # letters of a name; a shorter one has too many neighbours
LONG = 8  # letters from which two slips are looked for
PART_CHARS = 4  # of the word in a name that is misspelt
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_HUMP = re.compile(r"[a-z][A-Z]|[a-z]_[A-Za-z]")  # in names of code alone: their case is no matter of taste
_CAPITALS = re.compile(r"[A-Z]{2,}(?=s?(?![a-z]))")  # of a word that is an abbreviation
_ENDINGS = ("s", "es", "d", "ed", "r", "er", "ing", "ly", "y")


def corrected(name: str, words: Collection[str]) -> str | None:
    """The one of `words` that was meant by `name`, which is none of them; None where it is none or several."""
    slips = _allowed(name)
    if not slips:
        return None
    near = _near(name, words, slips)
    closest = min((far for _, far in near), default=0)
    found = [word for word, far in near if far == closest]
    if len({norm(word) for word in found}) != 1:
        return None
    meant = [word for word in found if _same_sort(name, word)]
    return meant[0] if len(meant) == 1 and _is_slip(name, meant[0], words) else None


def respelt(name: str, words: Iterable[str]) -> str | None:
    """The one of `words` that is `name`, one with humps or joints, but for case and `_`; None where it is none.

    Nor where it is several, or of another sort: a constant is no function, a class no instance.
    """
    if len(name) <= SHORTEST or not _HUMP.search(name):
        return None
    bare = norm(name)
    found = [word for word in words if norm(word) == bare and _is_of_its_kind(name, word)]
    return found[0] if len(found) == 1 and found[0] != name else None


def _is_of_its_kind(name: str, word: str) -> bool:
    if name.isupper() != word.isupper() or name.startswith("_") != word.startswith("_"):
        return False
    return name[0].isupper() == word[0].isupper() or "_" in name


def distance(one: str, other: str, limit: int) -> int:
    """Letters left out, put in, exchanged or in the wrong order (Damerau and Levenshtein); above `limit`: limit + 1."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, mine in enumerate(one, 1):
        line = [row]
        for column, theirs in enumerate(other, 1):
            best = min(last[column] + 1, line[-1] + 1, last[column - 1] + (mine != theirs))
            if row > 1 and column > 1 and mine == other[column - 2] and one[row - 2] == theirs:
                best = min(best, before[column - 2] + 1)
            line.append(best)
        if min(line) > limit:
            return limit + 1
        before, last = last, line
    return min(last[-1], limit + 1)


def _allowed(name: str) -> int:
    letters = sum(map(str.isalpha, name))
    return 0 if letters < SHORTEST or not name.isascii() else 1 if letters < LONG else 2


def _near(name: str, words: Iterable[str], slips: int) -> list[tuple[str, int]]:
    """Other words within so many slips, and how many: a slip in the first letter is rarer than another word."""
    first, low, high = name[:1].lower() + name[:1].upper(), len(name) - slips, len(name) + slips
    letters, plain, bare = set(name.lower()), name.lower(), norm(name)
    found = []
    for word in words:
        if low <= len(word) <= high and word[0] in first and len(letters ^ set(word.lower())) <= 2 * slips:
            far = distance(plain, word.lower(), slips)
            if far <= slips and (norm(word) != bare or _differs_in_case(name, word)):
                found.append((word, far))
    return found


def _differs_in_case(name: str, word: str) -> bool:
    """Whether it does in the case of a word alone: `sessionID` may be what others call `sessionId`."""
    return (
        name.lower() == word.lower()
        and _without_capitals(name) != _without_capitals(word)
        and all(map(_HUMP.search, (name, word)))
    )


def _without_capitals(name: str) -> str:
    return _CAPITALS.sub(lambda found: found[0].capitalize(), name)


def _same_sort(name: str, word: str) -> bool:
    return (name.isupper(), name[:1].isupper(), "_" in name.strip("_")) == (
        word.isupper(),
        word[:1].isupper(),
        "_" in word.strip("_"),
    )


def _is_slip(name: str, meant: str, words: Collection[str]) -> bool:
    """Whether the parts in which they differ are one word, misspelt, that is nowhere in the code as it is written."""
    if name.lower() == meant.lower():
        return True
    mine, theirs = _PART.findall(name), _PART.findall(meant)
    if len(mine) != len(theirs):
        return False
    differing = [(a.lower(), b.lower()) for a, b in zip(mine, theirs, strict=True) if a.lower() != b.lower()]
    return all(_is_misspelt(a, b) for a, b in differing) and not _stands(words, [a for a, _ in differing])


def _is_misspelt(part: str, meant: str) -> bool:
    if len(part) < PART_CHARS or len(meant) < PART_CHARS - 1 or part[0] != meant[0] or not (part + meant).isalpha():
        return False
    short, long = sorted((part, meant), key=len)
    stem = short.removesuffix("e").removesuffix("y")
    return not any(long in (stem + ending, short + ending, stem + "i" + ending) for ending in _ENDINGS)


def _stands(words: Iterable[str], parts: Collection[str]) -> bool:
    """Whether one of these is a part of any word."""
    pattern = "|".join(
        rf"(?<![A-Za-z]){part}(?![a-z])|{part.capitalize()}(?![a-z])|(?<![A-Z]){part.upper()}(?![A-Z])"
        for part in parts
    )
    return re.search(pattern, "\n".join(words)) is not None
