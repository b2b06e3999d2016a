"""In which of nine languages a sentence is written, as far as its script and its commonest words tell."""

from __future__ import annotations

import re

from mementod_parsers.force.force_words import BY_CODE

_SCRIPTS = (("ja", "[\u3040-\u30ff]"), ("ko", "[\uac00-\ud7af]"), ("zh", "[\u4e00-\u9fff]"), ("ru", "[\u0400-\u04ff]"))
_BY_SCRIPT = tuple((name, re.compile(pattern)) for name, pattern in _SCRIPTS)
_ENGLISH_TOO = frozenset({"no", "do", "a", "on", "as"})  # signs of others that English sentences hold as often
_ORDERS = {  # of the languages that have rules and are told by their words
    "en": "never always must only should before when no do on",
    "pt": "nunca sempre deve sem cada",
    "es": "nunca siempre debe sin cada",
    "de": "immer niemals nie muss",
    "fr": "jamais toujours",
}
_SIGNS = tuple(
    (name, frozenset(BY_CODE[name].signs) - (_ENGLISH_TOO if name != "en" else frozenset()) | frozenset(orders.split()))
    for name, orders in _ORDERS.items()
)
_ACCENT = re.compile("[à-öø-ÿ]", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")


def language_of(text: str) -> str:
    """The two letters of a language; "en" where nothing tells."""
    if not text.isascii():
        for name, script in _BY_SCRIPT:
            if script.search(text):
                return name
    said = _WORD.findall(text.lower())
    marked = bool(_ACCENT.search(text))  # decides where the words do not
    return max(_SIGNS, key=lambda each: (sum(word in each[1] for word in said), marked and each[0] != "en"))[0]
