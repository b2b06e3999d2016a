"""What is open in tables that have a column for the state of each row: `| Task | Status |`.

A row counts where its state is a word or a sign of a closed set; others tell of something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mementod_parsers.continuity.note_sections import HEADING, SIGNS_UNDER_WAY, without_code, without_comments
from mementod_parsers.continuity.open_items import OpenItem, WorkList
from mementod_parsers.continuity.task_states import TaskState, state_of
from mementod_parsers.text.cells import split_row
from mementod_parsers.word_lists import words

CELLS_SHOWN = 2  # of a row, beside its state
_COLUMNS = words("status state progress 状态 狀態 进度 進度 ステータス 状態 進捗 상태")
# A table of the states themselves: by the title above it, or by the column beside them.
_LEGEND = re.compile(r"\b(?:key|legend|states|statuses)\b|图例|圖例|凡例|说明|범례", re.IGNORECASE)
_MEANINGS = words("meaning means definition explanation when 含义 含義 意味 의미")
_RULE = re.compile(r"\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?")
_MARKUP = re.compile(r"[*`_~]|^\W+|\W+$")
_SIGNS = {
    "✅": TaskState.DONE,
    "☑": TaskState.DONE,
    "✔": TaskState.DONE,
    **dict.fromkeys(SIGNS_UNDER_WAY, TaskState.UNDER_WAY),
    "⬜": TaskState.OPEN,
    "📋": TaskState.OPEN,
    "🔜": TaskState.OPEN,
    "❌": TaskState.OPEN,
    "🔴": TaskState.OPEN,
}


def tabled_work(text: str) -> WorkList:
    """Empty where no table has such a column."""
    found = list(_rows(without_code(without_comments(text.splitlines()))))
    items = [item for state, item in found if state in (TaskState.UNDER_WAY, TaskState.OPEN)]
    items.sort(key=lambda item: not item.is_under_way)
    return WorkList(tuple(items), sum(state is TaskState.DONE for state, _ in found))


def _rows(lines: Sequence[str]) -> Iterator[tuple[TaskState, OpenItem]]:
    heading, column, before = "", -1, ""
    for line in lines:
        if title := HEADING.match(line):
            heading = title[2].strip("# *:：")
        if "|" not in line:
            column = -1
        elif _RULE.fullmatch(line.strip()):
            column = _column([cell.lower() for cell in _cells(before)], heading)
        elif column >= 0 and column < len(cells := _cells(line)) and (state := _state(cells[column])) is not None:
            told = [cell for number, cell in enumerate(cells) if cell and number != column]
            if told and _state(told[0]) is None:  # else the table says what the signs mean
                yield state, OpenItem(heading, " · ".join(told[:CELLS_SHOWN]), state is TaskState.UNDER_WAY)
        before = line


def _column(head: Sequence[str], heading: str) -> int:
    """That of the states; -1 for none, or where the table says what they mean."""
    column = next((number for number, cell in enumerate(head) if cell in _COLUMNS), -1)
    is_legend = column == 0 and (_LEGEND.search(heading) or not _MEANINGS.isdisjoint(head))
    return -1 if is_legend else column


def _cells(line: str) -> list[str]:
    return [cell.text.strip(" *`") for cell in split_row(0, line)]


def _state(cell: str) -> TaskState | None:
    """By its sign, which stands before whatever is said of it; else by its words."""
    sign = next((state for sign, state in _SIGNS.items() if cell.startswith(sign)), None)
    return sign if sign is not None else state_of(_MARKUP.sub("", cell))
