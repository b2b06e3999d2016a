"""How much text an agent is given: tokens, counted without a model.

A token is four ASCII characters or one wide character: coarse, and the same everywhere.
"""

from __future__ import annotations

ASCII_PER_TOKEN = 4


def tokens(text: str) -> int:
    """The tokens of a text, at least; 0 for none."""
    narrow = sum(character < "\u2e80" for character in text)
    return -(-narrow // ASCII_PER_TOKEN) + len(text) - narrow


def cut(text: str, limit: int) -> str:
    """The text, shortened to a number of tokens with a sign that something is missing."""
    if tokens(text) <= limit:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if tokens(text[:middle]) < limit else (low, middle - 1)
    return text[:low].rstrip() + "…"
