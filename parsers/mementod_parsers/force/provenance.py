"""Where a statement came from: the parts of a text that name evidence, sessions, or the files of a finished change.

What stands there reports a day that is past: `**Evidence**: PR 12 - a.py had a syntax error`. A label decides, at the
head of a line or a sentence; it reaches to the next label.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mementod_parsers.force.cue_patterns import either
from mementod_parsers.force.force_words import LANGUAGES
from mementod_parsers.force.labels import MAX_LABEL_CHARS, bare

CACHED_LABELS = 4_096

_HEAD = re.compile(
    r"(?:^|(?<=[.!?]\s))[ \t>]*(?:[-*+\u2022]\s+)?(?:\*\*|__|[*_])?(?P<label>[^\n:\uff1a*_`|.]{2,60}?)(?:\*\*|__|[*_])?"
    r"\s{0,2}(?:[:\uff1a]|\s[\u2014\u2013-]\s)",
    re.M,
)
_LABEL = re.compile(rf"(?:{either(tuple(p for w in LANGUAGES for p in w.source_labels))})", re.I)
# A session of a user, a source of code: only with a date, a number or a note of one are they where a statement is from.
_AMBIGUOUS = re.compile(rf"(?:{either(tuple(p for w in LANGUAGES for p in w.source_words))})", re.I)
_WITNESS = re.compile(
    r"\b(?:19|20)\d\d-\d\d|(?:^|\W)#\d|\b(?:session|pr|commit|issue|retro|retrospective)s?[ /#-]\w", re.I
)
_DATED = re.compile(
    r"(?:session|pr|pull request|mr|issue|ticket|commit|ci run|batch|incident|review)s?(?:\s?#\s?|[\s-])"
    r"(?=[\w#-]*\d)[\w#.-]{1,40}(?:[\s,].{0,40})?|(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}",
    re.I,
)
# `[FIXED 2026-04-07] the table was reversed`: the line reports what was done.
_DONE = re.compile(r"^\W{0,6}\[(?:fixed|done|resolved|completed|merged|closed|shipped)\b[^\]\n]{0,40}\].*", re.I | re.M)
_REMARK = re.compile(r"\s?[(\[\uff08][^()\[\]\uff08\uff09]{1,60}[)\]\uff09]?$")


def provenance(text: str) -> tuple[tuple[int, int], ...]:
    """The parts of a run's text, as start and end, that say where something came from."""
    if ":" not in text and "\uff1a" not in text and " - " not in text and "\u2014" not in text and "[" not in text:
        return ()
    heads = list(_HEAD.finditer(text))
    ends = [*(m.start() for m in heads[1:]), len(text)]
    sources = [(m.end(), e) for m, e in zip(heads, ends, strict=False) if _is_source(m["label"], text[m.end() : e])]
    return (*sources, *(m.span() for m in _DONE.finditer(text)))


def is_source_label(text: str) -> bool:
    """Whether a whole heading or column title says that evidence, or the files of a finished change, follow."""
    return len(text) <= MAX_LABEL_CHARS and _names_source(text)


def leads_to_sources(text: str) -> bool:
    """Whether a text ends in such a part, so that the list under it belongs to it."""
    found = provenance(text)
    return bool(found) and found[-1][1] == len(text)


def _is_source(label: str, behind: str) -> bool:
    plain = _plain(label)
    return _names_source(label) or bool(
        _DATED.fullmatch(plain) or (_AMBIGUOUS.fullmatch(plain) and _WITNESS.search(behind))
    )


@lru_cache(maxsize=CACHED_LABELS)
def _names_source(label: str) -> bool:
    return bool(_LABEL.fullmatch(_plain(label)))


def _plain(label: str) -> str:
    """The words of a label without its remark; a date keeps its digits."""
    words = _REMARK.sub("", label.strip(" *_`#\t")).strip()
    return words if words[:1].isdigit() else bare(words)
