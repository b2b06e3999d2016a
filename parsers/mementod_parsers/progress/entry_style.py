"""What a new entry of a log takes over from an older one: where its date stands, and how long its title is."""

from __future__ import annotations

import re

TITLE_CHARS = 70  # a longer first sentence is cut at a word
WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")  # letters of Chinese, Japanese and Korean
_DATE = re.compile(r"(?:19|20)\d\d\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}日?(?:[ T]\d\d?:\d\d(?::\d\d)?)?")
_LEAD = re.compile(rf"(?:\*\*|__|\[|\()?{_DATE.pattern}(?:\*\*|__|\]|\))?\s?(?:[:：—–-]+\s?)?")


def titled(text: str) -> str:
    """The text as a title."""
    return text if len(text) <= TITLE_CHARS else text[:TITLE_CHARS].rpartition(" ")[0] or text[:TITLE_CHARS]


def leads(rest: str) -> bool:
    """Whether a date stands in front of this title."""
    return _LEAD.match(rest) is not None


def dated(rest: str, date: str) -> str:
    """`date` as it is written in front of another title; empty when that one has none there."""
    lead = _LEAD.match(rest)
    if not lead:
        return ""
    written = _DATE.sub(date, lead.group(), count=1)
    return written if written.endswith((" ", ":", "：")) else f"{written} "


def behind(rest: str, date: str) -> str:
    """`date` behind a title, where another title has one somewhere but in front."""
    return f" ({date})" if not leads(rest) and _DATE.search(rest) else ""
