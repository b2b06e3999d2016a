"""How a line is labelled: `**Why**: ...`, `原因：...`, `**Why** - ...`, or in its middle, `rename X; why: Y`.

Pure. Which words are labels, and of what, says who asks: a label is a whole head before a colon, a title or a column's
name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

MAX_HEAD_CHARS = 48
_REMARK = re.compile(r"[(（\[][^()（）\[\]]{0,40}[)）\]]")
_EDGE = re.compile(r"^[\W\d_]+|[\W_]+$")
_BOLD = re.compile(r"(?:\*\*|__)([^*_]{1,40})(?:\*\*|__)(?:\s+[-–—]\s+|\s*$)")
_DASHED = re.compile(r"(\w[\w -]{0,20}?)\s+[–—]\s+")

L = TypeVar("L")


class Labelled(NamedTuple, Generic[L]):
    """A text that begins with a label. `head` is everything before the value, as written."""

    label: L
    head: str
    value: str


class Labels(Generic[L]):
    """The labels of one kind of text.

    `words` of each label, lower case, parted by `|`. `inner`: a pattern of those that also label a part in the middle
    of a line, behind one of the characters `breaks`. `dashed`: a dash may stand for the colon (`Why – ...`).
    """

    def __init__(self, words: Mapping[L, Iterable[str]], inner: str, breaks: str, dashed: bool = False) -> None:
        self._labels = {word: label for label, lines in words.items() for line in lines for word in line.split("|")}
        self._inner = re.compile(
            rf"(?:^|[{re.escape(breaks)}]\s{{0,3}})(\*{{0,2}}(?:{inner})\*{{0,2}}\s?[:：])", re.IGNORECASE
        )
        self._before = " \t" + breaks.translate(str.maketrans("", "", ")）"))
        self._around = " \t*" + breaks.replace(".", "")
        self._dashed = dashed

    def name(self, text: str) -> L | None:
        """The label that a whole text is: a title, a column's name, the head of a line."""
        if len(text) > MAX_HEAD_CHARS:
            return None
        plain = _EDGE.sub("", _REMARK.sub("", text).replace("*", "").replace("`", "").strip()).lower()
        return self._labels.get(plain)

    def first(self, text: str) -> Labelled[L] | None:
        """A line (without its bullet) that begins with a label."""
        for at, character in enumerate(text[: MAX_HEAD_CHARS + 1]):
            if character in ":：":
                label = self.name(text[:at])
                return _split(text, at + 1, label) if label else None
        found = _BOLD.match(text) or (_DASHED.match(text) if self._dashed else None)
        label = self.name(found.group(1)) if found else None
        return Labelled(label, text[: found.end()], text[found.end() :].strip()) if found and label else None

    def inner(self, text: str) -> tuple[str, tuple[Labelled[L], ...]]:
        """What stands before the first label in the middle of a line, and the labelled parts behind it."""
        places = [(found.start(1), found.end(1)) for found in self._inner.finditer(text)]
        if not places:
            return text, ()
        ends = [start for start, _ in places[1:]] + [len(text)]
        parts = []
        for (start, after), end in zip(places, ends, strict=True):
            if label := self.name(text[start : after - 1]):
                parts.append(Labelled(label, text[start:after], text[after:end].strip(self._around)))
        return text[: places[0][0]].rstrip(self._before), tuple(parts)


def _split(text: str, at: int, label: L) -> Labelled[L]:
    head, value = text[:at], text[at:]
    if head.count("**") % 2 and value.startswith("**"):  # **Why:** because
        head, value = head + "**", value[2:]
    blank = len(value) - len(value.lstrip())
    return Labelled(label, head + value[:blank], value[blank:].rstrip())
