"""Text made safe to show. Must never let through a character that steers a terminal."""

from __future__ import annotations

import unicodedata


def clean(text: str) -> str:
    """Text on one line without control characters, escapes, direction overrides or broken surrogates."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    if character in "\t\n\r\u2028\u2029":
        return " "
    if character in "\u200c\u200d":
        return character  # joiners: harmless, and part of emoji and of Persian words
    # Cc controls, Cf direction and joiners, Cs half a surrogate: a name or a note may hold any of them.
    return "\ufffd" if unicodedata.category(character) in ("Cc", "Cf", "Cs") else character
