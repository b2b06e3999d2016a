"""Lines put into a text that people keep: every other character of it stays, line ends included."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")


@dataclass(frozen=True, slots=True)
class KeptText:
    """`lines` with their ends; `end` is the one that most of them have."""

    lines: tuple[str, ...]
    end: str

    @classmethod
    def of(cls, text: str) -> KeptText:
        lines = tuple(_LINE.findall(text))
        return cls(lines, "\r\n" if sum(line.endswith("\r\n") for line in lines) * 2 > len(lines) else "\n")

    @property
    def bare(self) -> list[str]:
        """The lines without their ends."""
        return [line.rstrip("\r\n") for line in self.lines]

    def with_lines(self, at: int, made: Sequence[str]) -> str:
        """The whole text with lines more, `at` lines before them."""
        head = "".join(self.lines[:at])
        if head and not head.endswith(("\n", "\r")):
            head += self.end
        return head + "".join(line + self.end for line in made) + "".join(self.lines[at:])


def spaced(made: Sequence[str], bare: Sequence[str], at: int) -> list[str]:
    """Lines to be put at a place, with one blank line on both sides."""
    while made and not made[-1]:
        made = made[:-1]
    before = [""] if at and bare[at - 1].strip() else []
    behind = [""] if at < len(bare) and bare[at].strip() else []
    return [*before, *made, *behind]
