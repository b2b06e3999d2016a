"""The lines of a progress file and what each of them is: heading, item, row, text.

Lighter than the reader of notes, because the gates run it before each edit. Invariant: any text gives an answer;
fences, comments, frontmatter and conflict markers are passed over.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

MAX_LINES = 100_000
MAX_LINE_CHARS = 4_000  # of a line; the rest is not read
TAB_WIDTH = 4

_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_HEADING = re.compile(r"\s{0,3}(#{1,6})(?:\s|$)")
_ITEM = re.compile(r"(\s*)([-*+•]|\d{1,4}[.)、])\s+(?:\[([ xX~/-])\]\s+)?(.*)$")
_FENCE = re.compile(r"\s{0,8}(```+|~~~+)")
_RULE = re.compile(r"\s{0,3}(?:-{3,}|\*{3,}|_{3,}|={3,})\s*$")
_MARKER = re.compile(r"(?:<{7}|>{7}|\|{7})(?: |$)|={7}$")
_DELIMITER = re.compile(r"\|?(?:\s{0,20}:?-+:?\s{0,20}\|)+(?:\s{0,20}:?-+:?)?$")
_CELL_END = re.compile(r"(?<!\\)\|")


class LineKind(StrEnum):
    """What a line is."""

    HEADING = "heading"
    ITEM = "item"
    ROW = "row"
    TEXT = "text"
    BLANK = "blank"
    RULE = "rule"


class Line(NamedTuple):
    """One line. `number` is 1-based; `text` is without bullet, box, hashes and quotation signs."""

    kind: LineKind
    number: int
    text: str = ""
    indent: int = 0
    level: int = 0  # of a heading
    box: str = ""  # " " or "x" of a task
    cells: tuple[str, ...] = ()
    header: tuple[str, ...] = ()


def decode(data: bytes) -> str | None:
    """The text of a progress file, unreadable bytes replaced; None for what is no text."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return data.decode(encoding, "replace")
    return None if b"\0" in data else data.decode("utf-8", "replace")


def split_lines(text: str) -> list[str]:
    """The lines of a text, without their ends, of whatever kind these are."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines[:-1] if lines and lines[-1] == "" else lines


def has_conflict(lines: Sequence[str]) -> bool:
    """Whether a merge left its markers: all three signs, each at the start of a line."""
    starts = {line[:7] for line in lines if line[:1] in ("<", "=", ">")}
    return {"<<<<<<<", "=======", ">>>>>>>"} <= starts


def read_lines(lines: Sequence[str]) -> list[Line]:
    """Every line that says something, and the blank ones."""
    found: list[Line] = []
    skip, conflict = _Skip(), has_conflict(lines)
    header: tuple[str, ...] = ()
    for number, raw in enumerate(lines[:MAX_LINES], start=1):
        raw = raw[:MAX_LINE_CHARS].removeprefix("\ufeff")
        if skip.over(raw, number) or (conflict and _MARKER.match(raw)):
            continue
        following = lines[number][:MAX_LINE_CHARS] if number < len(lines) else ""
        if _is_delimiter(raw):
            continue
        cells = _cells(raw)
        if cells and _is_delimiter(following):
            header = cells
            continue
        line = _row(number, cells, header) if cells else _line(number, raw)
        header = header if cells else ()
        found.append(line)
    return found


def _is_delimiter(raw: str) -> bool:
    """Whether a line parts a table's header from its rows."""
    return "|" in raw and _DELIMITER.match(raw.strip()) is not None


def _row(number: int, cells: tuple[str, ...], header: tuple[str, ...]) -> Line:
    return Line(LineKind.ROW, number, " | ".join(c for c in cells if c), cells=cells, header=header)


def _line(number: int, raw: str) -> Line:
    text = raw.lstrip().removeprefix("> ").removeprefix(">") if raw.lstrip().startswith(">") else raw
    if not text.strip():
        return Line(LineKind.BLANK, number)
    if _RULE.match(text):
        return Line(LineKind.RULE, number)
    if heading := _HEADING.match(text):
        title = text[heading.end() :].strip().rstrip("#").rstrip()
        return Line(LineKind.HEADING, number, title, level=len(heading.group(1)))
    if item := _ITEM.match(text):
        indent = len(item.group(1).expandtabs(TAB_WIDTH))
        return Line(LineKind.ITEM, number, item.group(4).strip(), indent, box=(item.group(3) or "").lower())
    blank = len(text) - len(text.lstrip())
    return Line(LineKind.TEXT, number, text.strip(), len(text[:blank].expandtabs(TAB_WIDTH)))


def _cells(raw: str) -> tuple[str, ...]:
    """The cells of a table's row; a line of prose may hold a bar too, but does not begin with it."""
    text = raw.strip()
    if not text.startswith("|") or text.count("|") < 2:
        return ()
    return tuple(cell.strip().replace("\\|", "|") for cell in _CELL_END.split(text.strip("|")))


class _Skip:
    """Follows what is no prose from line to line: frontmatter, fences, comments."""

    def __init__(self) -> None:
        self._until = ""

    def over(self, raw: str, number: int) -> bool:
        bare = raw.strip()
        if self._until:
            ended = self._until in raw if self._until == "-->" else bare.startswith(self._until)
            self._until = "" if ended else self._until
            return True
        if number == 1 and bare == "---":
            self._until = "---"
            return True
        if fence := _FENCE.match(raw):
            self._until = fence.group(1)
            return True
        if bare.startswith("<!--"):
            self._until = "" if "-->" in bare else "-->"
            return True
        return False
