"""Which of nine languages reads a sentence, and the text of a sentence as it is read."""

from __future__ import annotations

import re

from mementod_parsers.binding.binding import Caption, Tongue, caption_of
from mementod_parsers.binding.binding_chinese import CHINESE
from mementod_parsers.binding.binding_english import ENGLISH
from mementod_parsers.binding.binding_others import FRENCH, GERMAN, JAPANESE, KOREAN, PORTUGUESE, RUSSIAN, SPANISH
from mementod_parsers.binding.spoken import language_of
from mementod_parsers.model import Style
from mementod_parsers.text.spans import View

_TONGUES = {
    "en": ENGLISH, "zh": CHINESE, "ja": JAPANESE, "ko": KOREAN, "ru": RUSSIAN, "pt": PORTUGUESE, "es": SPANISH,
    "de": GERMAN, "fr": FRENCH,
}  # fmt: skip
_WORDS = re.compile(r"[(\[\"']{0,3}[A-Za-z]{1,20}(?:['’/-][A-Za-z]{1,20}){1,3}[^\w/]{0,3}")


def tongues_of(language: str) -> tuple[Tongue, ...]:
    """The language itself, and English, whose words stand in sentences of all others."""
    return (ENGLISH,) if language == "en" else (_TONGUES[language], ENGLISH)


def caption_in(masked: str) -> Caption | None:
    """What a masked heading, introducing line or column title makes of what stands under it."""
    tongues = tongues_of(language_of(masked))
    return next((found for tongue in tongues if (found := caption_of(masked, tongue))), None)


def spoken_text(view: View) -> str:
    """The masked text with the words shown that only look like names: "writing/changing", "(don't"."""
    pieces, at = [], 0
    for span in view.spans:
        if span.start >= at and span.style is Style.BARE and not span.kind and _WORDS.fullmatch(span.text):
            pieces += [view.masked[at : span.start], span.text]
            at = span.start + len(span.text)
    return "".join([*pieces, view.masked[at:]])
