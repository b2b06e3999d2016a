"""The cells of a table row."""

from __future__ import annotations

from mementod_parsers.text.runs import Run, code_spans, make_run

MAX_CELLS = 60


def split_row(number: int, line: str) -> tuple[Run, ...]:
    """Cut a table row at the pipes that are neither escaped nor inside inline code."""
    cells: list[Run] = []
    start, position = 0, 0
    for code_start, code_end, _ in [*code_spans(line), (len(line), len(line), 0)]:
        while (pipe := line.find("|", position, code_start)) >= 0:
            position = pipe + 1
            if pipe == 0 or line[pipe - 1] != "\\":
                cells.append(_cell(number, line, start, pipe))
                start = position
        position = code_end
    cells.append(_cell(number, line, start, len(line)))
    if cells and not cells[0].text:
        cells = cells[1:]
    if cells and not cells[-1].text:
        cells = cells[:-1]
    return tuple(cells[:MAX_CELLS])


def _cell(number: int, line: str, start: int, end: int) -> Run:
    text = line[start:end]
    column = start + len(text) - len(text.lstrip())
    return make_run([(number, column, text.strip())])
