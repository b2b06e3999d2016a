"""Names and words as a whole: where a text holds a name that is no part of another, and a text cut between words."""

from __future__ import annotations

import re

_HALF = re.compile(r"(?<=[^!-~])[!-~]{1,60}$")  # in scripts without blanks every sign is a word


def places(text: str, name: str) -> list[int]:
    """Where each begins, in characters."""
    if name not in text:  # most often, and told far sooner
        return []
    return [found.start() for found in re.finditer(rf"(?<![\w/.-]){re.escape(name)}(?![\w/-])", text, re.ASCII)]


def holds(text: str, name: str) -> bool:
    """Whether it stands anywhere."""
    return bool(places(text, name))


def whole_words(text: str, limit: int) -> str:
    """At most so many characters, with a sign that something is missing, and no half of a word."""
    if len(text) <= limit:
        return text
    kept = text[: limit - 1]
    is_half = "!" <= text[limit - 1] <= "~"
    return f"{(_HALF.sub('', kept) if is_half else kept).rstrip()}…"
