"""Lines -> the heads and the labelled parts of decisions: the layout of a decision log."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mementod_parsers.decisions.decision_labels import PARTS, Part
from mementod_parsers.decisions.decision_state import is_unwritten
from mementod_parsers.progress.progress_lines import Line, LineKind

LISTED = (Part.OPTIONS, Part.REJECTED)
TELLING = (Part.CHOSEN, Part.WHY, Part.REJECTED, Part.OPTIONS, Part.PROBLEM)
_SEPARATE = re.compile(r"[;；]\s{0,3}|(?<=[)）])[,，、]\s{0,3}")
_NUMBER = re.compile(
    r"^(?:\*\*)?(?:option|alternative|方案|选项|备选)\s?[\w一二三四五]{1,3}\s?[:：.)—–-]\s{0,3}", re.IGNORECASE
)
_BOLD_NAME = re.compile(r"\*\*([^*]{1,120}?)[:：]?\*\*[\s:：—–-]{0,4}(.*)$", re.DOTALL)
_PARTED = re.compile(
    r"^(.{1,120}?)(?:[:：]\s{0,3}|\s+[-–—]+\s+|\s?[(（](?=.{1,300}[)）]\W{0,2}$)|,?\s+because\s+"
    r"|[，,]?\s?因为)(.+)$",
    re.DOTALL,
)
_WHY_NOT = re.compile(
    r"^\W{0,4}(?:rejected(?: because)?|not chosen because|why not|reason|why|否决原因|未采用原因|原因"
    r"|理由)\W{0,3}[:：]\W{0,3}",
    re.IGNORECASE,
)


class Rejected(NamedTuple):
    """An option that was not taken, and why, as far as it is said."""

    name: str
    why: str = ""


@dataclass(slots=True)
class Block:
    """A heading that is no label of a part, with all that belongs to it."""

    head: Line | None = None
    lines: list[Line] = field(default_factory=list)
    is_told: bool = False  # what was chosen is said: a deeper heading tells more of it

    def add(self, line: Line) -> None:
        self.is_told = self.is_told or label_of(line) is Part.CHOSEN
        self.lines.append(line)

    def holds(self, line: Line, chosen_level: int) -> bool:
        """Whether a heading belongs to this decision. `chosen_level` is that of the headings `Decision`, 0 for none."""
        if PARTS.name(line.text) or 0 < chosen_level <= line.level:
            return True
        return self.is_told and self.head is not None and line.level > self.head.level


@dataclass(slots=True)
class Parts:
    """The labelled parts of one decision, each as its pieces, and the lines without a label."""

    fields: dict[Part, list[str]] = field(default_factory=dict)
    body: list[str] = field(default_factory=list)
    last: int = 0

    def text(self, part: Part) -> str:
        """What is written there; a template's placeholder is nothing."""
        written = "\n".join(self._written(part))
        return "" if part in TELLING and is_unwritten(written) else written

    @property
    def is_open(self) -> bool:
        """Whether the place for what was chosen is there, and nothing is written in it or in any other."""
        if Part.CHOSEN not in self.fields or self.text(Part.CHOSEN):
            return False
        return bool(self.fields[Part.CHOSEN]) or not any(map(self.text, TELLING))

    def _written(self, part: Part) -> list[str]:
        pieces = self.fields.get(part, [])
        return [piece for piece in pieces if not is_unwritten(piece)] if part in TELLING else pieces

    def listed(self, part: Part) -> tuple[Rejected, ...]:
        """What a part lists: one a piece, or several in a single line."""
        cut = [
            each for piece in self._written(part) for each in (_SEPARATE.split(piece) if "\n" not in piece else [piece])
        ]
        return tuple(option(piece) for piece in cut if piece.strip(" .-"))


def read_blocks(lines: Sequence[Line]) -> list[Block]:
    """Cut the lines at each heading that begins something new."""
    levels = [line.level for line in lines if line.kind is LineKind.HEADING and label_of(line) is Part.CHOSEN]
    chosen_level = min(levels, default=0)
    blocks = [Block()]
    for line in lines:
        if line.kind is LineKind.HEADING and (line.level == 1 or not blocks[-1].holds(line, chosen_level)):
            blocks.append(Block(line))
        else:
            blocks[-1].add(line)
    return blocks


def groups(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """What belongs to one decision each: the label that began one begins the next."""
    group: list[Line] = []
    first: Part | None = None
    for line in lines:
        part = label_of(line)
        if part in TELLING and part is first:
            yield group
            group = []
        first = first or (part if part in TELLING else None)
        group.append(line)
    if group:
        yield group


def label_of(line: Line) -> Part | None:
    """The part that a line begins."""
    if line.kind is LineKind.HEADING:
        return PARTS.name(line.text) if line.level > 1 else None
    hit = PARTS.first(line.text) if line.kind in (LineKind.ITEM, LineKind.TEXT) and not line.indent else None
    return hit.label if hit else None


def gather(lines: Sequence[Line]) -> Parts:
    """Sort the lines of one decision into its parts."""
    sorter = _Sorter()
    for line in lines:
        sorter.add(line)
    return sorter.parts


class _Sorter:
    """The part that is open, line by line."""

    def __init__(self) -> None:
        self.parts = Parts()
        self._now: list[str] = self.parts.body
        self._part: Part | None = None
        self._stays = False  # whether a paragraph behind a blank line still belongs to the part
        self._depth = -1  # indent of the list that the part holds

    def add(self, line: Line) -> None:
        match line.kind:
            case LineKind.BLANK | LineKind.RULE:
                if not self._stays:
                    self._open(None)
                return
            case LineKind.HEADING:
                self._heading(line)
            case LineKind.ROW if self._part in LISTED:
                self._now.append("\n".join([line.cells[0], *(cell for cell in line.cells[1:] if cell)]))
            case _ if self._is_detail(line):
                self._now[-1] += f"\n{line.text}"
            case _ if hit := PARTS.first(line.text):
                self._open(hit.label, stays=not hit.value)
                self._say(hit.value)
            case _:
                self._depth = line.indent if line.kind is LineKind.ITEM and self._depth < 0 else self._depth
                self._say(line.text)
        self.parts.last = line.number

    def _heading(self, line: Line) -> None:
        if part := PARTS.name(line.text):
            self._open(part, stays=True)
        elif self._part in LISTED:
            self._now.append(line.text)
            self._depth = 0
        else:
            self._open(Part.AFTER, stays=True)

    def _is_detail(self, line: Line) -> bool:
        """Whether a line says more of the option that stands above it."""
        if self._part not in LISTED or self._depth < 0 or not self._now:
            return False
        return line.kind is not LineKind.ITEM or line.indent > self._depth or bool(_WHY_NOT.match(line.text))

    def _open(self, part: Part | None, *, stays: bool = False) -> None:
        self._part, self._stays, self._depth = part, stays, -1
        self._now = self.parts.fields.setdefault(part, []) if part else self.parts.body

    def _say(self, text: str) -> None:
        """Add a text to the open part, and what is labelled in its middle to others."""
        before, more = PARTS.inner(text)
        if before:
            self._now.append(before)
        for each in more:
            self.parts.fields.setdefault(each.label, []).append(each.value)


def option(text: str) -> Rejected:
    """`NAME: why`, `NAME - why`, `NAME (why)`, `**NAME** why`; a name alone; a name with its reasons on lines below."""
    first, _, below = _NUMBER.sub("", text.strip().lstrip("❌✗🚫 ")).partition("\n")
    name, why = _named(first.strip())
    lines = [line for line in below.split("\n") if line]
    given = [_WHY_NOT.sub("", line) for line in lines if _WHY_NOT.match(line)]
    return Rejected(name, "; ".join([*([why] if why else []), *(given or lines)]))


def _named(text: str) -> tuple[str, str]:
    if found := _BOLD_NAME.match(text):
        return found.group(1).strip(), found.group(2).strip(" ()（）")
    if (found := _PARTED.match(text)) and found.group(1).count("`") % 2 == 0:
        return _bare(found.group(1)), found.group(2).strip(" *)）")
    return _bare(text.strip(" .")), ""


def _bare(name: str) -> str:
    """Without the quotes and the emphasis around all of it; those of a name in it stay whole."""
    name = name.strip(' *"“”')
    inner = name.strip("`")
    return inner if "`" not in inner else name
