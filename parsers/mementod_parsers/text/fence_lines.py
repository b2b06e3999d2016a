"""The lines of a fenced block: where it ends, also where its closing mark was forgotten, and what its head says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mementod_parsers.text.blocks import CITED_CODE, MAX_LINE_CHARS

RUNAWAY_LINES = 60
RUNAWAY_HEADINGS = 3
RUNAWAY_ITEMS = 6

FENCE = re.compile(r"^(\s*(?:(?:[-*+]|\d{1,3}[.)])\s{1,8}|>\s?){0,3}\s{0,40})(`{3,}|~{3,})([^`]*)$")
QUOTE = re.compile(r"^\s*(?:>\s?)+")
_CITED = re.compile(r"^\s*(?:[\w+#-]{1,20}\s+)?((\d{1,6}):(\d{1,6}):[^\s:`][^:`\n]{1,300}?)\s*$")
_HEADING = re.compile(r"^#{2,6} \S")
_ITEM = re.compile(r"^\s*(?:[-*]|\d{1,2}\.)\s[^`\n]{0,200}`[^`\n]{1,200}`")
_OPENED = re.compile(r"^`{3,}\w[\w+#-]*\s*$")
_OF_DOCUMENTS = ("", "md", "mdx", "markdown", "text", "txt")  # they may show how a fence is written

Piece = tuple[int, int, str]  # line from 1, column from 0, text


class Fence(NamedTuple):
    """`end` is the index of its last line; `head` the words by which an editor says which lines of a file it shows."""

    end: int
    pieces: list[Piece]
    language: str
    quoted: bool
    head: Piece | None


def read_fence(lines: Sequence[str], i: int, opening: re.Match[str]) -> Fence:
    """Read the fence that opens in line `i`."""
    mark, quoted, info = opening.group(2), ">" in opening.group(1), opening.group(3)
    language = (info.split() or [""])[0].lower().strip("{}.:")
    end = i + 1
    pieces: list[Piece] = []
    while end < len(lines):
        line = lines[end]
        body = line.strip().lstrip("> ") if quoted else line.strip()
        if body.startswith(mark) and not body.strip(mark[0]):
            break
        column = q.end() if quoted and (q := QUOTE.match(line)) else 0
        pieces.append((end + 1, column, line[column:MAX_LINE_CHARS]))
        end += 1
    if cut := _runaway(pieces, lines[i], language):
        end, pieces = i + cut, pieces[:cut]
    head = (i + 1, opening.start(3) + m.start(1), m.group(1)) if (m := _CITED.match(info)) else None
    return Fence(end, pieces, CITED_CODE if head else language, quoted, head)


def _runaway(pieces: Sequence[Piece], first: str, language: str) -> int:
    """At which piece prose begins, if the closing mark was forgotten; else 0."""
    headings = [n for n, p in enumerate(pieces) if n and _HEADING.match(p[2]) and not pieces[n - 1][2].strip()]
    if not headings or "md" in first or "markdown" in first:
        return 0
    opened = next((n for n, p in enumerate(pieces) if _OPENED.match(p[2])), 0)
    if language not in _OF_DOCUMENTS and headings[0] < opened:  # the next fence of the document opens in it
        return headings[0]
    prose = sum(1 for p in pieces if _ITEM.match(p[2]))
    is_long = len(pieces) >= RUNAWAY_LINES and len(headings) >= RUNAWAY_HEADINGS and prose >= RUNAWAY_ITEMS
    return headings[0] if is_long else 0
