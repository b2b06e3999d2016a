"""In which of nine languages a sentence is written, as far as its script and its commonest words tell."""

from __future__ import annotations

import re

from mementod_parsers.force.force_words import LANGUAGES

_NAMES = ("en", "zh", "ja", "ko", "ru", "pt", "es", "de", "fr")  # in the order of LANGUAGES
_SCRIPTS = (("ja", "[\u3040-\u30ff]"), ("ko", "[\uac00-\ud7af]"), ("zh", "[\u4e00-\u9fff]"), ("ru", "[\u0400-\u04ff]"))
_BY_SCRIPT = tuple((name, re.compile(pattern)) for name, pattern in _SCRIPTS)
_SIGNS = tuple((name, frozenset(w.signs)) for name, w in zip(_NAMES, LANGUAGES, strict=True) if w.signs)
_WORD = re.compile(r"[^\W\d_]+")


def language_of(text: str) -> str:
    """The two letters of a language; "en" where nothing tells."""
    if not text.isascii():
        for name, script in _BY_SCRIPT:
            if script.search(text):
                return name
    said = _WORD.findall(text.lower())
    return max(_SIGNS, key=lambda each: sum(word in each[1] for word in said))[0]
