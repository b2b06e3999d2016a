"""How much text an agent is given: tokens, counted without a model.

A token is four ASCII characters or one wide character: coarse, and the same everywhere.
"""

from __future__ import annotations

import re

from mementod_parsers.text.whole_names import whole_words

ASCII_PER_TOKEN = 4
# What a sentence begins with that takes something back of the one before it.
_TURNS = re.compile(
    r"\W*(?:except|unless|but\b|however|only\b|otherwise|instead|rather|除非|除了|但|例外|否则|ただし|außer|aber|sauf|mais|excepto|salvo|pero)",
    re.IGNORECASE,
)
_PAIRS = (("`", "`"), ("**", "**"), ('"', '"'), ("(", ")"), ("（", "）"), ("「", "」"), ("“", "”"))


def tokens(text: str) -> int:
    """The tokens of a text, at least; 0 for none."""
    narrow = sum(character < "\u2e80" for character in text)
    return -(-narrow // ASCII_PER_TOKEN) + len(text) - narrow


def whole_sentences(text: str, limit: int) -> str:
    """The sentences that a text begins with, as many as fit into a number of tokens, with a sign that more follow.

    All of the text where none fits: half a sentence may say the opposite, as may one without what restricts it.
    """
    if tokens(text) <= limit:
        return text
    from mementod_parsers.text.runs import sentence_bounds  # most texts are short

    ends = [end for _, end in sentence_bounds(text)[:-1] if not _TURNS.match(text, end)]
    kept = [text[:end] for end in ends if tokens(text[:end]) < limit]
    found = next((each for each in reversed(kept) if _is_closed(each)), None)
    return text if found is None else f"{found.rstrip()} …"


def _is_closed(text: str) -> bool:
    """Whether no code, emphasis, quote or bracket is open at its end."""
    return all(text.count(a) % 2 == 0 if a == b else text.count(a) <= text.count(b) for a, b in _PAIRS)


def cut(text: str, limit: int) -> str:
    """The text, shortened between words to a number of tokens with a sign that something is missing."""
    if tokens(text) <= limit:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if tokens(text[:middle]) < limit else (low, middle - 1)
    return whole_words(text, low + 1)
