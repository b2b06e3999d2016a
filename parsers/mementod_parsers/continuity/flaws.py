"""The records of untidy notes: a note's text, what is around it, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from mementod_parsers.continuity.values import Stated
from mementod_parsers.kept_text import KeptText
from mementod_parsers.model import Source

LINES_CAP = 20_000
HEAD_LINES = 40  # of a note, in which its description is looked for

_DESCRIPTION = re.compile(r"^description:\s*[\"']?(.*?)[\"']?\s*$")


class Flaw(StrEnum):
    """What is wrong with a note."""

    LONG_START = "long-start-note"
    LONG_INDEX = "long-index"
    UNLISTED = "not-in-index"
    DEAD_ENTRY = "index-entry-without-note"
    DEAD_LINK = "dead-link"
    MANY_FACTS = "many-facts"
    DESCRIPTION = "description"
    DUPLICATE = "duplicate"
    LOG = "grown-into-log"
    COPY = "copy-of-code"
    FINISHED = "finished-work"


@dataclass(frozen=True)
class Text:
    """A note by its path and source."""

    path: str
    source: Source
    text: str

    @cached_property
    def lines(self) -> Sequence[str]:
        """The lines as an editor counts them, without their ends."""
        return tuple(KeptText.of(self.text).bare[:LINES_CAP])


@dataclass(frozen=True, slots=True)
class Around:
    """What is there besides the notes.

    `names`: the base names of all files and folders; `defined`: which of `hygiene.cited` the code defines; `exists`:
    whether a path from the root, or an absolute one, is or may be there; `held`: which file of code sets a name so.
    """

    names: Set[str] = frozenset()
    defined: Collection[str] = frozenset()
    exists: Callable[[str], bool] = lambda path: False
    held: Mapping[Stated, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Untidy:
    """One finding: where, what, and what to do about it. `line` is 1-based, 0 for the whole note."""

    flaw: Flaw
    path: str
    line: int
    says: str


def description(note: Text) -> tuple[int, str] | None:
    """The line and the text of the description in a note's head."""
    lines = note.lines
    if not lines or lines[0].strip() != "---":
        return None
    for number, line in enumerate(lines[1:HEAD_LINES], 2):
        if line.strip() == "---":
            return None
        if found := _DESCRIPTION.match(line):
            return number, found[1]
    return None
