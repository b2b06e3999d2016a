"""Where open work may stand in a progress file: under which titles, and under which never.

Pure. A title says of what is under it that it is open, done, or no work at all (`Known issues`, `Current status`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from mementod_parsers.progress.progress_entry import Entry, Form, Status, date_in, status_in
from mementod_parsers.progress.progress_labels import LABELS
from mementod_parsers.progress.progress_lines import Line, LineKind

TITLE_WORDS = 6  # a title of more is that of one piece of work
BELOW_ALL = 7  # the level of a line that is a title without being a heading
_TITLE = re.compile(r"[^.:：。;；,，!?`/]*[:：]?\**:?")
_UNDER_WAY = re.compile(
    r"\b(?:in progress|wip|doing|ongoing|under way|active|current(?:ly)?|in arbeit|en cours|em andamento)\b"
    r"|进行中|進行中|正在|当前|진행|в работе",
    re.IGNORECASE,
)
_NO_WORK = re.compile(
    r"\b(?:issues?|bugs?|problems?|limitations?|questions?|risks?|blocke(?:d|rs?)|decisions?|status|state|lessons?"
    r"|version|metrics|environment|stack)\b|问题|問題|缺陷|限制|风险|風險|阻塞|决策|決策|状态|狀態|状態"
    r"|(?<!in )progress|进度|進度|進捗",
    re.IGNORECASE,
)


class Place(NamedTuple):
    """A title with the titles above it, and its lines up to the next title."""

    heading: Line
    above: tuple[Line, ...]
    lines: tuple[Line, ...]


class Titles:
    """All titles of a file. A document's own title says nothing of where work stands."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._places = list(_places(lines))
        self._starts = [place.heading.number for place in self._places]
        self._has_one = sum(place.heading.level == 1 for place in self._places) == 1

    def for_open_work(self) -> Place | None:
        """The title under which open work stands: what is under way before what is planned, else the first one."""
        found = [place for place in self._places if self._is_for_open_work(place)]
        return min(found, key=lambda place: _UNDER_WAY.search(place.heading.text) is None, default=None)

    def may_be_beside(self, entry: Entry) -> bool:
        """Whether open work may be put next to an entry: not in a list of what is done, nor of what is no work."""
        at = bisect_right(self._starts, entry.first) - 1
        if at < 0:
            return True
        heading, above, _ = self._places[at]
        is_its_own = heading.number == entry.first and entry.form in (Form.SECTION, Form.PROSE)
        if is_its_own and _NO_WORK.search(heading.text) and entry.form is Form.PROSE:
            return False
        said = above if is_its_own else (*above, heading)
        said = tuple(line for line in said if not self._is_of_all(line))
        return not any(map(_is_done, said)) and not (said and _NO_WORK.search(said[-1].text))

    @property
    def level_at_end(self) -> int:
        """Of a title that ends a list of what is done, where the file ends with one."""
        tops = [place.heading for place in self._places if place.heading.level == 1]
        return 1 if len(tops) > 1 and _is_done(tops[-1]) else 2

    def _is_for_open_work(self, place: Place) -> bool:
        """The title of a list of open work, no title of one session, and no part of an entry."""
        heading, above = place.heading, [line for line in place.above if not self._is_of_all(line)]
        if self._is_of_all(heading) or status_in(heading.text) is not Status.OPEN or _NO_WORK.search(heading.text):
            return False
        if len(heading.text.split()) > TITLE_WORDS or (above and LABELS.name(heading.text)):
            return False
        return not any(date_in(line.text) or _is_done(line) for line in (*above, heading))

    def _is_of_all(self, heading: Line) -> bool:
        return self._has_one and heading.level == 1


def _places(lines: Sequence[Line]) -> Iterator[Place]:
    stack: tuple[Line, ...] = ()
    titles = {at: title for at in range(len(lines)) if (title := _title(lines, at))}
    for start, end in pairwise([*titles, len(lines)]):
        heading = titles[start]
        stack = tuple(line for line in stack if line.level < heading.level)
        yield Place(heading, stack, tuple(lines[start + 1 : end]))
        stack = (*stack, heading)


def _title(lines: Sequence[Line], at: int) -> Line | None:
    """A line as a title: a heading, an underlined or a bold line, or a short one that says how far what follows is."""
    line = lines[at]
    if line.kind is not LineKind.TEXT:
        return line if line.kind is LineKind.HEADING else None
    behind = lines[at + 1].kind if at + 1 < len(lines) else LineKind.BLANK
    if behind is LineKind.RULE and lines[at + 1].number == line.number + 1:
        return line._replace(level=2)
    is_first = at == 0 or lines[at - 1].kind is not LineKind.TEXT
    if not is_first or behind not in (LineKind.BLANK, LineKind.ITEM) or len(line.text.split()) > TITLE_WORDS:
        return None
    says = status_in(line.text) is not Status.UNSAID or _NO_WORK.search(line.text)
    return line._replace(level=BELOW_ALL) if says and _TITLE.fullmatch(line.text) else None


def _is_done(heading: Line) -> bool:
    return status_in(heading.text) is Status.DONE
