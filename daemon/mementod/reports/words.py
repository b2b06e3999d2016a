"""Numbers in words. Loads little: what starts often uses it."""

from __future__ import annotations


def plural(number: int, noun: str) -> str:
    """`1 note`, `3 notes`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
