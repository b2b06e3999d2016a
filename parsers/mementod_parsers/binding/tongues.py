"""Which of nine languages reads a sentence, and the text of a sentence as it is read."""

from __future__ import annotations

import re
from functools import cache

from mementod_parsers.binding.binding import Caption, Tongue
from mementod_parsers.binding.binding_english import ENGLISH
from mementod_parsers.binding.captions import caption_of
from mementod_parsers.binding.spoken import language_of
from mementod_parsers.model import Style
from mementod_parsers.text.spans import View

_WORDS = re.compile(
    r"[(\[\"']{0,3}[A-Za-z]{1,20}(?:['’/-][A-Za-z]{1,20}){1,3}[^\w/]{0,3}|_{1,2}[A-Za-z]{1,20}_{1,2}[^\w/]{0,3}"
)
_WIDE = re.compile("[\u3400-\u9fff]{2}")  # no blanks part a name from the sentence that it stands in
_UNSURE = ("", "wide-loose")  # kinds of spans that may hold more than a name
_PLAIN = re.compile(r"[!-~]+")
_BOLD_END = re.compile(r"[.!?][)\"']?\*{2}$")


def tongues_of(language: str) -> tuple[Tongue, ...]:
    """The language itself, and English, whose words stand in sentences of all others."""
    return (ENGLISH,) if language == "en" else (_tongue(language), ENGLISH)


@cache
def _tongue(language: str) -> Tongue:
    """Of another language than English; what it is read by takes long to compile."""
    if language == "zh":
        from mementod_parsers.binding.binding_chinese import CHINESE

        return CHINESE
    from mementod_parsers.binding.binding_others import OTHERS

    return OTHERS[language]


def caption_in(masked: str) -> Caption | None:
    """What a masked heading, introducing line or column title makes of what stands under it."""
    tongues = tongues_of(language_of(masked))
    return next((found for tongue in tongues if (found := caption_of(masked, tongue))), None)


def spoken_text(view: View) -> str:
    """The masked text with what is shown that only looks like names.

    That is, words ("writing/changing", "(don't"), the end of a bold sentence ("**Use absolute URLs.**"), and a sentence
    without blanks around a name ("禁止提交.env文件").
    """
    pieces, at = [], 0
    for span in view.spans:
        if span.start < at or span.style is not Style.BARE or span.kind not in _UNSURE:
            continue
        if shown := _WORDS.fullmatch(span.text) or _BOLD_END.search(span.text):
            pieces += [view.masked[at : span.start + shown.start()], shown.group().replace("*", " ")]
            at = span.start + shown.end()
        elif _WIDE.search(span.text):
            pieces += [view.masked[at : span.start], _PLAIN.sub(lambda m: "\x00" * len(m[0]), span.text)]
            at = span.end
    return "".join([*pieces, view.masked[at:]])
