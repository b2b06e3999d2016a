"""Text within a number of bytes: whole blocks, or as many lines of one as fit; what does not fit is named."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from mementod_parsers.continuity.telling import size


@dataclass(frozen=True, slots=True)
class Block:
    """A title and its lines, the most telling first.

    `name` is what it is called where no line of it fits, `see` what shows all of it.
    """

    title: str
    lines: Sequence[str]
    name: str
    see: str

    @property
    def needs(self) -> int:
        """The bytes that all of it takes in a room."""
        return size([self.title, *self.lines, ""]) if self.lines else 0

    @property
    def missing(self) -> str:
        """What is said where no line of it fits."""
        return f"{self.name} ({self.see})"


class Room:
    """What was put into it so far, and what was not for lack of room."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.lines: list[str] = []
        self.missing: list[str] = []

    def put(self, block: Block, limit: int | None = None) -> list[str]:
        """The lines of it that fit into `limit` bytes. Of others the number is said; with no line there is no title."""
        room = self.left if limit is None else min(limit, self.left)
        kept = _fitting(block.lines, room - size([block.title, ""]))
        if len(kept) < len(block.lines):
            kept = _fitting(block.lines, room - size([block.title, _more(len(block.lines), block.see), ""]))
        if kept:
            more = len(block.lines) - len(kept)
            self.add([block.title, *kept, *([_more(more, block.see)] if more else [])])
        elif block.lines:
            self.missing.append(block.missing)
        return kept

    def add(self, lines: Sequence[str]) -> bool:
        """Lines and an empty one behind them, if all of it fits; whether it did."""
        if not lines or (needed := size([*lines, ""])) > self.left:
            return False
        self.left -= needed
        self.lines += [*lines, ""]
        return True


def listed(title: str, names: Sequence[str], limit: int) -> str:
    """As many names in one line as fit into `limit` bytes, and how many more there are; empty for no names."""
    if not names:
        return ""
    ends = itertools.accumulate((size([name]) + 1 for name in names), initial=size([title, " and 1000 more."]))
    kept = [name for name, end in zip(names, itertools.islice(ends, 1, None), strict=True) if end <= limit]
    more = len(names) - len(kept)
    return f"{title}: {', '.join(kept)}{' and ' * bool(kept and more)}{f'{more} more' * bool(more)}."


def _fitting(lines: Sequence[str], room: int) -> list[str]:
    """Those that fit; one that is too long makes no shorter one behind it go."""
    found: list[str] = []
    for line in lines:
        if (needed := size([line])) <= room:
            room -= needed
            found.append(line)
    return found


def _more(count: int, see: str) -> str:
    return f"- and {count} more: {see}"
