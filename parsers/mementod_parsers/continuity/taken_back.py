"""Lines that hold what was taken back, forgotten or revoked, and a hand-over without them.

Emphasis, blanks, upper case and a stop at the end do not matter. Headings of a hand-over always stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence

from mementod_parsers.continuity.budget import cut

WORDS_MIN, WIDE_MIN = 3, 6  # of what says something by itself; a shorter text is no quotation within a longer line
QUOTED_TOKENS = 60  # of a long line that a draft quotes
REVOKED = " (revoked since)"
_MARKS = re.compile(r"[*`]+")
_BULLET = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
_ASIDE = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])$")  # where it was said
_STOPS = " .。;；!！…"  # the last one ends what was shortened


def says_something(text: str) -> bool:
    """Whether it is more than a word or two ("see above"), which stand in lines of any kind."""
    wide = sum(character >= "\u2e80" for character in text)
    return len(text.split()) >= WORDS_MIN or wide >= WIDE_MIN


def says(line: str, told: str) -> bool:
    """Whether a line is this statement, and nothing else but where it was said."""
    return _plain(told) in _readings(line)


def said_again(lines: Iterable[str], told: Iterable[str]) -> set[str]:
    """Those of the lines that are one of these statements."""
    known = set(map(_plain, told))
    return {line for line in lines if not known.isdisjoint(_readings(line))}


def holds(line: str, told: str) -> bool:
    """Whether a line is this text or quotes it, whole or as far as a draft does."""
    return says(line, told) or any(_quotes(line, form) for form in _forms(told))


def quoted_in(text: str, told: Iterable[str]) -> list[str]:
    """Which of these texts a hand-over holds in a line."""
    whole, lines = _plain(text), [line for line in text.splitlines() if not _is_heading(line)]
    near = [each for each in told if any(form in whole for form in _forms(each))]  # of a long session few are
    return [each for each in near if any(holds(line, each) for line in lines)]


def taken_out(text: str, gone: Collection[str]) -> str:
    """A hand-over without the lines that hold one of these texts."""
    return _lines(text, lambda line: None if any(holds(line, each) for each in gone) else line)


def revoked_in(line: str, revoked: Iterable[str], holding: Sequence[str]) -> str | None:
    """The revoked statement that a line is or quotes; none where it is part of one in it that still holds."""
    for told in revoked:
        if holds(line, told) and not any(_plain(told) in _plain(other) and holds(line, other) for other in holding):
            return told
    return None


def without_revoked(text: str, revoked: Iterable[str], holding: Sequence[str]) -> str:
    """A hand-over without the lines that are a revoked statement; one that says more is marked."""
    near = quoted_in(text, revoked)

    def shown(line: str) -> str | None:
        told = revoked_in(line, near, holding)
        if told is None:
            return line
        return None if says(line, told) else f"{line}{REVOKED}"

    return _lines(text, shown) if near else text


def _lines(text: str, shown: Callable[[str], str | None]) -> str:
    found = (line if _is_heading(line) else shown(line) for line in text.splitlines())
    return "".join(f"{line}\n" for line in found if line is not None)


def _is_heading(line: str) -> bool:
    return line.lstrip().startswith("#")


def _plain(text: str) -> str:
    return " ".join(_MARKS.sub("", text).split()).casefold().rstrip(_STOPS)


def _readings(line: str) -> tuple[str, str]:
    """With where it was said, and without."""
    plain = _plain(_BULLET.sub("", line))
    return plain, _ASIDE.sub("", plain).rstrip(_STOPS)


def _forms(told: str) -> set[str]:
    return {_plain(told), _plain(cut(told.strip(), QUOTED_TOKENS))} - {""}


def _quotes(line: str, form: str) -> bool:
    """As whole words."""
    return says_something(form) and re.search(rf"(?<!\w){re.escape(form)}(?!\w)", _plain(line), re.ASCII) is not None
