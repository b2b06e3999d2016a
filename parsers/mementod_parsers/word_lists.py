"""Lists of words written as text: one place that splits them, so that data modules stay readable."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Return the words of `text` as a set."""
    return frozenset(text.split())


def word_list(text: str) -> tuple[str, ...]:
    """Return the words of `text` in their order."""
    return tuple(text.split())
