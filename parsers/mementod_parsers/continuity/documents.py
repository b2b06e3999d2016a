"""What a note asks of a program and not of who works here: briefs, designs, proposals, answers, ticked lines.

By names, titles and labels. What is told so surely asks for nothing; where a name may mean both, its rules come last.
"""

from __future__ import annotations

import re
from posixpath import basename

from mementod_parsers.continuity.start_notes import HINTS
from mementod_parsers.continuity.start_roles import Role, role_of
from mementod_parsers.model import MEMORY, Source
from mementod_parsers.word_lists import words

LONG_BYTES = 40_000  # a longer note tells of a piece of work: nobody keeps so many rules in one that agents write

_KINDS = words("brief oracle proposal report retrospective retro faq faqs rfc prd rfp")
_EITHER = words("design designs spec specs specification specifications requirements")
_STARTS = re.compile(r"(?:^|/)init\.d/|(?:^|[-_/])(?:principles|rules|conventions|guidelines)\.\w+$", re.IGNORECASE)
_WAYS = re.compile(r"(?:^|/)(?:skills?|workflows?|commands?|prompts?)/", re.IGNORECASE)  # how to write such a document
_TITLE = re.compile(
    r"(?:^|\s)(?:brief|oracle|proposal|report|retrospective|rfc|prd|faq|design (?:doc(?:ument)?|spec(?:ification)?))"
    r"s?(?:\s*[:：]|\s[—–-]+\s)|(?:^|\s)(?:brief|proposal|prd|rfc|design doc(?:ument)?)\s*$",
    re.IGNORECASE,
)
_RULES = re.compile(r"\b(?:practices|rules|guidelines|conventions|standards|principles)\b", re.IGNORECASE)
_ANSWER = re.compile(r"(?:A|Answer|答|回答)\**\s?[:：]")
_TICKED = re.compile(r"[✅✔☑]")
_TICKED_UNDER = re.compile(
    r"\b(?:tests?|testing|tested|coverage|check-?lists?|status|progress|done|completed?|features?|implemented|verified)\b"
    r"|测试|覆盖|清单|状态|完成|已实现|功能",
    re.IGNORECASE,
)


def is_document(path: str, source: Source, title: str) -> bool:
    """Whether a note that agents keep says, by its name or title, that it is about one piece of work."""
    if source not in MEMORY or _STARTS.search(path) or _WAYS.search(path) or _RULES.search(title):
        return False
    return (_kind(path) in _KINDS and role_of(path) is not Role.BRIEF) or _TITLE.search(title) is not None


def is_start(path: str) -> bool:
    """Whether a note of `.agent/` is one that agents begin with."""
    return _STARTS.search(path) is not None


def comes_last(path: str, source: Source, size: int) -> bool:
    """Whether what a note asks may be asked of the program: it comes behind all that certainly is not."""
    if source not in MEMORY or _STARTS.search(path):
        return False
    return size > LONG_BYTES or _kind(path) in _EITHER or role_of(path) is Role.BRIEF


def is_told(text: str, under: str) -> bool:
    """Whether a line only tells: an answer, a ticked line of a list of what is done, a hint of ours how to write."""
    if text in HINTS or _ANSWER.match(text.lstrip("*")):
        return True
    return _TICKED.match(text) is not None and _TICKED_UNDER.search(under.rpartition(" > ")[2]) is not None


def _kind(path: str) -> str:
    """The last word of a name, without a number behind it: `test-oracle-brief-2.md` is a brief."""
    stem = basename(path).rpartition(".")[0].lower()
    return re.sub(r"[-_. ]v?\d+$", "", stem).rpartition("-")[2].rpartition("_")[2]
