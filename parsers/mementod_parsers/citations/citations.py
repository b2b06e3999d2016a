"""Blocks to citations: every span read, with its force, genre, folders and place.

Generous in what it emits and exact in what it says about it: whether a citation is true is decided elsewhere,
against the tree of the day the line was written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from mementod_parsers.citations.columns import column_of
from mementod_parsers.citations.fenced import MAX_SENTENCE_CHARS, Placed, read_fence, remarks
from mementod_parsers.citations.places import Read, folders_in, is_file
from mementod_parsers.citations.prose import read_prose
from mementod_parsers.citations.spanforms import forms_of
from mementod_parsers.citations.surroundings import MAX_CONTEXT, Surroundings, Where
from mementod_parsers.citations.symbol_lines import in_cells, placed
from mementod_parsers.force.force import tells_past
from mementod_parsers.force.labels import is_quotation, label_force
from mementod_parsers.model import Citation, Force, Genre, Reason, Style
from mementod_parsers.text.blocks import Block, BlockKind
from mementod_parsers.text.runs import Run
from mementod_parsers.text.silence import silenced_in
from mementod_parsers.text.spans import may_cite

MAX_CITATIONS = 20_000
MAX_STATUS_CHARS = 60
# `# AGENTS.md - Guide`: the title of a note tells how a note is called, here or where it was copied from.
_OWN_TITLE = re.compile(r"\W{0,2}(?:CLAUDE|AGENTS?|GEMINI|QWEN|WARP)\.md\b", re.IGNORECASE)


@dataclass(slots=True)
class _Reader:
    around: Surroundings
    out: list[Citation] = field(default_factory=list)
    symbolic: list[int] = field(default_factory=list)  # line references of names
    list_from: int | None = None  # where the citations of the list that ends here begin


def read_citations(blocks: list[Block], genre: Genre) -> list[Citation]:
    """Return all citations of a note in the order of the text."""
    reader = _Reader(Surroundings(genre))
    for block in blocks:
        if len(reader.out) > MAX_CITATIONS:
            break
        _follow_list(reader, block)
        match block.kind:
            case BlockKind.ROW:
                if may_cite(block.run.text) and any(reader.around.view(cell).spans for cell in block.cells):
                    _row(reader, block, reader.around.where(block))
            case BlockKind.FENCE:
                _fence(reader, block, reader.around.where(block))
            case BlockKind.HEADING | BlockKind.TEXT | BlockKind.ITEM:
                if reader.around.view(block.run).spans:
                    _prose(reader, block, reader.around.where(block))
    placed(reader.out, reader.symbolic)
    return reader.out


def _follow_list(reader: _Reader, block: Block) -> None:
    """Keep where a list begins; a paragraph behind it may say that all it names is gone."""
    if block.kind is BlockKind.ITEM:
        reader.list_from = len(reader.out) if reader.list_from is None else reader.list_from
        return
    behind = block.kind is BlockKind.TEXT and block.parent is None
    if behind and reader.list_from is not None and tells_past(reader.around.view(block.run)):
        own = reader.out[reader.list_from :]
        told = [replace(c, force=Force.PAST) if c.force is Force.ASSERTS else c for c in own]
        reader.out[reader.list_from :] = told
    if block.kind is not BlockKind.FENCE:
        reader.list_from = None


def _prose(reader: _Reader, block: Block, where: Where) -> None:
    if block.kind is BlockKind.HEADING:
        titles = block.section.level == 1 and _OWN_TITLE.match(block.run.text)
        force = Force.EXAMPLE if titles else where.force if label_force(block.run.text) else None
        where = where._replace(force=force, place=None)
    elif block.kind is BlockKind.TEXT and block.parent is None:
        where = where._replace(first_force=None)
    quoted = False
    if block.quoted:
        introduction = block.lead.run.text[-MAX_SENTENCE_CHARS:] if block.lead is not None else ""
        quoted = is_quotation(reader.around.view(block.run), introduction)
    _read_run(reader, block.run, where, quoted=quoted)


def _fence(reader: _Reader, block: Block, where: Where) -> None:
    first = len(reader.out)
    _emit(reader, block.run, read_fence(block, where, reader.around), where)
    for run, folders, force in remarks(block):
        _read_run(reader, run, where._replace(folders=folders, force=force or where.force), quoted=False)
    if silenced := silenced_in(block.run):
        own = reader.out[first:]
        reader.out[first:] = [replace(c, reason=Reason.SILENCED) if c.line in silenced else c for c in own]


def _row(reader: _Reader, block: Block, where: Where) -> None:
    """Read a table row: a folder in one cell is context for the others, a status cell is their force."""
    reads: list[Read] = [[(s, f) for s in reader.around.view(cell).spans for f in forms_of(s)] for cell in block.cells]
    files = {f.name for read in reads for _, f in read if is_file(f)}
    folders = [name for read in reads for name in folders_in(read)]
    place = next(iter(files)) if len(files) == 1 else where.place
    where = where._replace(first_force=None, place=place, force=where.force or _status(block))
    lines = in_cells(block.cells, block.header, reads, place) if block.header else None
    for i, cell in enumerate(block.cells):
        here = lines[1] if lines is not None and lines[0] == i else None
        if here is None and not reader.around.view(cell).spans:
            continue
        above = (*[f for f in folders if f not in cell.text], *where.folders)[:MAX_CONTEXT]
        own = _in_column(where, block.header[i] if i < len(block.header) else "")._replace(folders=above)
        if here is None:
            _read_run(reader, cell, own, quoted=False)
        else:
            sentence = " ".join(block.run.text.split())[:MAX_SENTENCE_CHARS]
            held = Placed(here._replace(context=own.folders), Style.BARE, own.force or Force.ASSERTS, sentence)
            _emit(reader, cell, [held], own)


def _status(block: Block) -> Force | None:
    """What the status cell of a row says of all that it cites."""
    short = [cell.text for cell in block.cells if len(cell.text) < MAX_STATUS_CHARS] if block.header else []
    return next((status for status in map(label_force, short) if status in (Force.PAST, Force.PLANNED)), None)


def _in_column(where: Where, title: str) -> Where:
    """The surroundings of a cell, by the title of its column."""
    column = column_of(title)
    return where._replace(
        force=column.force or (None if where.force is Force.PAST and column.successor else where.force),
        genre=Genre.RECORD if column.sourced else where.genre,
        config=where.config or column.config,
        routes=column.routes,
        renamed=where.renamed or column.renamed,
    )


def _read_run(reader: _Reader, run: Run, where: Where, *, quoted: bool) -> None:
    _emit(reader, run, read_prose(reader.around.view(run), where, quoted=quoted), where)


def _emit(reader: _Reader, run: Run, placed: list[Placed], where: Where) -> None:
    for one in placed:
        form = one.form
        text = run.text[form.start : form.end].split("\n", 1)[0]
        if not text.strip():
            continue
        line, column = run.at(form.start)
        reason = Reason.SILENCED if where.silenced else form.reason
        if one.symbolic:
            reader.symbolic.append(len(reader.out))
        reader.out.append(
            Citation(
                line,
                column,
                column + len(text),
                text,
                form.kind,
                form.name,
                one.style,
                where.section,
                Genre.RECORD if one.sourced else where.genre,
                one.force,
                reason,
                form.context,
                form.place,
                form.lines,
                form.loose,
                one.sentence,
            )
        )
