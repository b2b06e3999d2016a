"""The languages whose cues of force are known, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Mapping

from mementod_parsers.force.tongues.chinese import CHINESE
from mementod_parsers.force.tongues.english import ENGLISH
from mementod_parsers.force.tongues.french import FRENCH
from mementod_parsers.force.tongues.german import GERMAN
from mementod_parsers.force.tongues.italian import ITALIAN
from mementod_parsers.force.tongues.japanese import JAPANESE
from mementod_parsers.force.tongues.korean import KOREAN
from mementod_parsers.force.tongues.portuguese import PORTUGUESE
from mementod_parsers.force.tongues.russian import RUSSIAN
from mementod_parsers.force.tongues.spanish import SPANISH
from mementod_parsers.force.tongues.words import Words

BY_CODE: Mapping[str, Words] = {
    "en": ENGLISH,
    "zh": CHINESE,
    "ja": JAPANESE,
    "ko": KOREAN,
    "ru": RUSSIAN,
    "pt": PORTUGUESE,
    "es": SPANISH,
    "de": GERMAN,
    "fr": FRENCH,
    "it": ITALIAN,
}
LANGUAGES = tuple(BY_CODE.values())
