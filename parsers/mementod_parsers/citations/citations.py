"""Blocks to citations: every span read, with its force, genre, folders and place.

Generous in what it emits and exact in what it says about it: whether a citation is true is decided elsewhere,
against the tree of the day the line was written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from mementod_parsers.citations.columns import column_of
from mementod_parsers.citations.fenced import MAX_SENTENCE_CHARS, Placed, read_fence, remarks
from mementod_parsers.citations.forms import Form
from mementod_parsers.citations.linerefs import lines_after, lines_before
from mementod_parsers.citations.places import Read, assign_places, folders_in, is_file, owners_of
from mementod_parsers.citations.routes import is_route
from mementod_parsers.citations.spanforms import as_config, forms_of, hyphenated
from mementod_parsers.citations.surroundings import MAX_CONTEXT, Surroundings, Where, is_leading, mentions_config
from mementod_parsers.citations.symbol_lines import after_symbol, in_cells, placed
from mementod_parsers.force.force import WINDOW_CHARS, Voice, tells_past
from mementod_parsers.force.labels import SUCCESSOR, is_log_line, is_quotation, label_force
from mementod_parsers.force.provenance import provenance
from mementod_parsers.model import Citation, Force, Genre, Kind, Reason, Style
from mementod_parsers.text.blocks import Block, BlockKind
from mementod_parsers.text.runs import Run
from mementod_parsers.text.spans import Span, View, may_cite

MAX_CITATIONS = 20_000
MAX_STATUS_CHARS = 60

_MADE = (Kind.PATH, Kind.DIR)
# Inside the span itself: `list of files (e.g. "a.js,b.md")`.
_EXAMPLES = re.compile(r"\b(?:e\.g\.|for example|such as)[^)]{0,120}$")


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
                where = reader.around.where(block)
                _emit(reader, block.run, read_fence(block, where, reader.around), where)
                for run, folders, force in remarks(block):
                    _read_run(reader, run, where._replace(folders=folders, force=force or where.force), quoted=False)
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
        where = where._replace(force=where.force if label_force(block.run.text) else None, place=None)
    elif block.kind is BlockKind.TEXT and block.parent is None:
        where = where._replace(first_force=None)
    quoted = False
    if block.quoted:
        introduction = block.lead.run.text[-MAX_SENTENCE_CHARS:] if block.lead is not None else ""
        quoted = is_quotation(reader.around.view(block.run), introduction)
    _read_run(reader, block.run, where, quoted=quoted)


def _row(reader: _Reader, block: Block, where: Where) -> None:
    """Read a table row: a folder in one cell is context for the others, a status cell is their force."""
    force = where.force
    folders: list[str] = []
    files: set[str] = set()
    reads: list[Read] = []
    for cell in block.cells:
        status = label_force(cell.text) if block.header and len(cell.text) < MAX_STATUS_CHARS else None
        if status in (Force.PAST, Force.PLANNED):
            force = force or status
        found = [(s, f) for s in reader.around.view(cell).spans for f in forms_of(s)]
        reads.append(found)
        folders += folders_in(found)
        files |= {f.name for _, f in found if is_file(f)}
    place = next(iter(files)) if len(files) == 1 else where.place
    lines = in_cells(block.cells, block.header, reads, place) if block.header else None
    for i, cell in enumerate(block.cells):
        here = lines is not None and lines[0] == i
        if not here and not reader.around.view(cell).spans:
            continue
        column = column_of(block.header[i] if i < len(block.header) else "")
        own = where._replace(
            first_force=None,
            place=place,
            folders=(*[f for f in folders if f not in cell.text], *where.folders)[:MAX_CONTEXT],
            force=column.force or (None if force is Force.PAST and column.successor else force),
            genre=Genre.RECORD if column.sourced else where.genre,
            config=where.config or column.config,
            routes=column.routes,
            renamed=where.renamed or column.renamed,
        )
        if here and lines is not None:
            sentence = " ".join(block.run.text.split())[:MAX_SENTENCE_CHARS]
            held = Placed(lines[1]._replace(context=own.folders), Style.BARE, own.force or Force.ASSERTS, sentence)
            _emit(reader, cell, [held], own)
        else:
            _read_run(reader, cell, own, quoted=False)


def _read_run(reader: _Reader, run: Run, where: Where, *, quoted: bool) -> None:
    view = reader.around.view(run)
    if not view.spans:
        return
    found: Read = [(s, f) for s in view.spans for f in forms_of(s) or hyphenated(s, view.masked)]
    if not found:
        return
    found = _with_config(found, run, where)
    voice = Voice(view)
    quoted = quoted or is_log_line(run.text)
    folders = (*folders_in(found)[:MAX_CONTEXT], *where.folders)
    common = folders[:MAX_CONTEXT]
    places = assign_places(view, found) if any(f.kind is Kind.SYMBOL for _, f in found) else {}
    owners = owners_of(places, found)
    sources = provenance(run.text)
    out: list[Placed] = []
    taken = 0
    for i, (span, form) in enumerate(found):
        lined = _with_lines(view, form, span)
        context = common
        if form.context or form.name in folders:
            context = tuple(f for f in (*form.context, *folders) if f != form.name)[:MAX_CONTEXT]
        place = form.place or places.get(i) or (where.place if form.kind is Kind.SYMBOL else None)
        if lined.kind is Kind.LINE_REF:
            place = owners.get(form.name, place)
        reason = form.reason or (Reason.URL if is_route(view, span, form, header=where.routes) else None)
        force = Force.QUOTED if quoted else _force(voice, view, span, lined, where)
        if force is Force.ASSERTS and _EXAMPLES.search(span.text, 0, form.start):
            force = Force.EXAMPLE
        own = Form(
            lined.kind,
            lined.name,
            lined.start + span.inner,
            lined.end + span.inner,
            lined.lines,
            lined.loose,
            reason,
            place,
            context,
        )
        sourced = any(low <= span.start < high for low, high in sources)
        out.append(Placed(own, span.style, force, voice.words(span.start), sourced=sourced))
        taken = max(taken, own.end) if own.kind is Kind.LINE_REF else taken
        if form.kind is not Kind.SYMBOL:
            continue
        first = i == 0 or found[i - 1][0] is not span or found[i - 1][1].kind is not Kind.SYMBOL
        if first and (lines := after_symbol(run.text, span, form, taken)) is not None:
            lines = lines._replace(place=place, context=context, reason=reason)
            out.append(Placed(lines, span.style, force, voice.words(span.start), symbolic=True, sourced=sourced))
    _emit(reader, run, out, where)


def _with_config(found: Read, run: Run, where: Where) -> Read:
    """Where configuration is spoken of, dotted lower-case names are keys."""
    if not any(f.kind is Kind.SYMBOL and "." in f.name for _, f in found):
        return found
    if not (where.config or mentions_config(run.text)):
        return found
    return [(s, as_config(f)) for s, f in found]


def _force(voice: Voice, view: View, span: Span, form: Form, where: Where) -> Force:
    makes = form.kind in _MADE or where.task == " "
    path = form.kind is not Kind.SYMBOL
    force = voice.of(span.start, span.end, makes=makes, path=path, renamed=where.renamed)
    if force is not Force.ASSERTS:
        return force
    if where.force is not None:
        turned = where.force is Force.PAST and SUCCESSOR.search(
            view.masked, max(0, span.start - WINDOW_CHARS), span.start
        )
        return Force.ASSERTS if turned else where.force
    leading = where.first_force is Force.EXAMPLE or is_leading(view, voice.list_start(span.start, span.end))
    if where.first_force is not None and leading:
        return where.first_force
    return force


def _with_lines(view: View, form: Form, span: Span) -> Form:
    """Add line numbers that stand beside a path in the text: `a.py` (lines 3-9), line 4 of `a.py`."""
    if form.lines or form.kind is not Kind.PATH or form.reason is not None:
        return form
    text = view.run.text
    after, lines = lines_after(text, span.end)
    if lines:
        same_line = "\n" not in text[span.inner : after]
        return form._replace(kind=Kind.LINE_REF, lines=lines, end=after - span.inner if same_line else form.end)
    _, lines = lines_before(text, span.start)
    return form._replace(kind=Kind.LINE_REF, lines=lines) if lines else form


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
