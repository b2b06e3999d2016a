"""Parts of a note that an overview in the same note ticks: whoever ticked the phase did not tick its boxes, too."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mementod_parsers.continuity.title_words import plain

_BOX = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+\[([ xX~/>-])\]\s+(\S.*)")
_NAME_WORDS = 2  # of a title that names one part: `Phase 1`
_TELLING_WORDS = 3  # of one without a number


class ClosedParts:
    """The ticked boxes of a note, by which a title is over that one of them begins with, and no open one."""

    def __init__(self, lines: Iterable[str]) -> None:
        boxes = [found for found in map(_BOX.match, lines) if found]
        self._ticked = [_named(found[2]) for found in boxes if found[1] in "xX"]
        self._open = [_named(found[2]) for found in boxes if found[1] not in "xX"] if self._ticked else []

    def holds(self, title: str) -> bool:
        """Whether this title is that of a part that is ticked elsewhere."""
        name = _named(title) if self._ticked else ""
        count = len(name.split())
        if count < _NAME_WORDS or (count < _TELLING_WORDS and not any(map(str.isdecimal, name))):
            return False
        return any(each.startswith(name) for each in self._ticked) and not any(
            each.startswith(name) for each in self._open
        )


def _named(text: str) -> str:
    """Its words, with a blank behind the last one, so that `Phase 1` does not begin `Phase 10`."""
    return f" {plain(text).strip()} "
