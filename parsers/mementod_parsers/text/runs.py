"""Runs: the text of one block, line breaks kept, and where each of its characters stands in the note.

Invariant: `text[a:b]` of a run, if it holds no line break, is a slice of one line of the note, unchanged.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple


class Run(NamedTuple):
    """Text that reads as one: a paragraph, a list item, a cell, a heading."""

    text: str
    starts: tuple[int, ...] = (0,)
    lines: tuple[int, ...] = (1,)
    columns: tuple[int, ...] = (0,)

    def at(self, offset: int) -> tuple[int, int]:
        """Return the line and the column, both 1-based, of the character at `offset`."""
        i = bisect_right(self.starts, offset) - 1
        return self.lines[i], self.columns[i] + offset - self.starts[i] + 1


_ZERO = (0,)

_SENTENCE_END = re.compile(r"(?<![.!?])[.!?]++[)\"'\u201d]?(?=\s++[^\sa-z])|[\u3002\uff01\uff1f\uff1b]")
_TICKS = re.compile("`+")
_NO_END = re.compile(
    r"(?:\b(?:e\.?g|i\.?e|vs|etc|ex|resp|approx|incl|cf|bzw|ca|z\.\s?B|p\.\s?ej|p\.\s?ex"
    r"|напр|т\.\s?е)|\s\w|^\W*\d{1,3})$",
    re.I,
)


def make_run(pieces: list[tuple[int, int, str]]) -> Run:
    """Join pieces of lines, each given as line number, 0-based column and text."""
    if len(pieces) == 1:
        number, column, text = pieces[0]
        return Run(text, _ZERO, (number,), (column,))
    starts: list[int] = []
    offset = 0
    for _, _, text in pieces:
        starts.append(offset)
        offset += len(text) + 1
    return Run(
        "\n".join(p[2] for p in pieces),
        tuple(starts) or (0,),
        tuple(p[0] for p in pieces) or (1,),
        tuple(p[1] for p in pieces) or (0,),
    )


def sentence_bounds(masked: str) -> list[tuple[int, int]]:
    """Cut masked text (code hidden, so that a dot in a path ends nothing) into sentences."""
    bounds: list[tuple[int, int]] = []
    start = 0
    for m in _SENTENCE_END.finditer(masked):
        if m.group()[0] == "." and _NO_END.search(masked, max(start, m.start() - 12), m.start()):
            continue
        bounds.append((start, m.end()))
        start = m.end()
    if start < len(masked):
        bounds.append((start, len(masked)))
    return bounds


def code_spans(text: str) -> list[tuple[int, int, int]]:
    """Return the inline code in `text` as start, end and number of ticks, in one pass."""
    if "`" not in text:
        return []
    if "``" not in text:
        ticks_at = [m.start() for m in _TICKS.finditer(text)]
        return [(a, b + 1, 1) for a, b in zip(ticks_at[::2], ticks_at[1::2], strict=False)]
    runs = [(m.start(), m.end() - m.start()) for m in _TICKS.finditer(text)]
    later: dict[int, list[int]] = {}
    for i in range(len(runs) - 1, -1, -1):
        later.setdefault(runs[i][1], []).append(i)
    spans: list[tuple[int, int, int]] = []
    i = 0
    while i < len(runs):
        start, ticks = runs[i]
        queue = later[ticks]
        while queue and queue[-1] <= i:
            queue.pop()
        if queue:
            closing = queue[-1]
            spans.append((start, runs[closing][0] + ticks, ticks))
            i = closing + 1
        else:
            i += 1
    return spans
