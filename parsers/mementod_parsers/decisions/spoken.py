"""Options that a sentence says were not taken: "Redis was rejected: ...", "a dict, not Redis", 否决了 Redis."""

from __future__ import annotations

import re
from collections.abc import Iterator

TEXT_CAP = 1_000  # characters of one sentence
NAME_CHARS = 60

_TOKEN = r"(?:[^\s,;:.()，；：。（）]|\.\w)+"
_NO_NAME = r"(?:was|were|is|are|has|have|and|but|for|because|since|as|in)\b"
_NAME = rf"({_TOKEN}(?: (?!{_NO_NAME}){_TOKEN}){{0,3}})"
_END = r"(?=\s(?:because|since|as|for|in|due|:|–|—|-)\b|\s?[,;:.()–—，；：。（）]|\s?$)"
_GONE = r"rejected|ruled out|abandoned|discarded|turned down|decided against"
_LET_GO = rf"(?:{_GONE}|dropped|declined|not (?:chosen|taken))"
_IS = r"(?:was|were|is|has been|have been|got)"
_PASSIVE = rf"(?:^|[;,.:]\s|\b(?:and|but|so|that)\s){_NAME} {_IS} (?:\w+ly )?{_LET_GO}\b(?! by\b)"
_ACTIVE = rf"(?<!was )(?<!were )(?<!is )(?<!been )(?<!got )\b(?:{_GONE}|(?:gave|given) up on):? {_NAME}{_END}"
_AND = r"(?:and|but|then)\s(?:\w+\s){0,3}?"
_TRIED = rf"\b(?:tried|tested|considered|evaluated) {_NAME} {_AND}(?:{_LET_GO}|gave (?:it )?up)\b"
_CHOSE = r"(?:chose|chosen|choose|picked|prefer|use|selected)"
_OVER = rf"\b(?:instead of|rather than|{_CHOSE}\b[^,;.]{{2,60}}\sover) {_NAME}{_END}"
_NOT = rf"[;,] (?:and )?not {_NAME}{_END}"
_WIDE = r"[^\s，。；：,;:（(]{1,20}?"
_CHINESE = (
    rf"(?:否决|放弃|弃用|排除|不采用|不选用?|拒绝|而不是|而非)了?\s?(?:使用|采用|用)?\s?({_WIDE})\s?(?=[，。；：,;:（(]|因为|由于|$)",
    rf"(?:^|[，。；：,;:\s])({_WIDE})\s?(?:已?被(?:否决|放弃|排除|拒绝)|没有采用|未采用|不采用)",
)
_FORMS = tuple(re.compile(form, re.IGNORECASE) for form in (_PASSIVE, _ACTIVE, _TRIED, _OVER, _NOT, *_CHINESE))
_SAYS = re.compile(
    r"reject|rul|abandon|discard|drop|turn|declin|against|not|instead|rather|over|gave|given|[不没未被否弃拒排放而]",
    re.I,
)
_LEAD = re.compile(r"^(?:(?:the|a|an|using|use of|option|idea of|to|it|this|that|they|we|i)\s)+", re.IGNORECASE)
_NO_NAMES = frozenset(
    {"it", "this", "that", "they", "we", "i", "which", "he", "she", "both", "all", "others", "the others"}
)


def rejected_in(text: str) -> tuple[str, ...]:
    """Their names as they are written, without backticks; none where the sentence says nothing of the kind."""
    text = text[:TEXT_CAP]
    return tuple(dict.fromkeys(_names(text))) if _SAYS.search(text) else ()


def _names(text: str) -> Iterator[str]:
    for form in _FORMS:
        for found in form.finditer(text):
            name = _LEAD.sub("", f"{found[1].strip()} ").strip(" `*\"'“”")
            if name and name.casefold() not in _NO_NAMES and len(name) <= NAME_CHARS:
                yield name
