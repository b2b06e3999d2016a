"""Line numbers that belong to a name: `` `Store.open()` (line 188) ``, a column `Line` beside a column of names.

A line reference without a name of code beside it, or a file above it, is none of ours.
"""

from __future__ import annotations

import re
from dataclasses import replace

from mementod_parsers.citations.forms import Form
from mementod_parsers.citations.linerefs import AFTER, NAMED_BEFORE, read_ranges
from mementod_parsers.citations.places import Read, is_file
from mementod_parsers.model import Citation, Kind
from mementod_parsers.names import is_file_name
from mementod_parsers.text.runs import Run
from mementod_parsers.text.spans import Span

MAX_GAP_CHARS = 120
MAX_CELL_CHARS = 40

LINE_TITLE = re.compile(
    r"^\W*(?:(?:start|source|code|def(?:inition)?|decl(?:aration)?)\s)?(?:lines?(?:\s?(?:#|no\.?|nos\.?|numbers?"
    r"|range|ref(?:erence)?s?))?"
    r"|ln|loc(?:ation)?|zeilen?(?:nummer)?|lignes?|l[i\u00ed]neas?|linhas?|\u0441\u0442\u0440\u043e\u043a[\u0430\u0438]"
    r"|\u884c(?:\u53f7|\u756a\u53f7)?|\u4ee3\u7801\u884c|\ub77c\uc778|\uc904(?: ?\ubc88\ud638)?)\W*$",
    re.I,
)
_CELL = re.compile(
    r"^[~\u2248\u7b2c]?\s?(?P<r>L?\d{1,6}(?:\s?(?:[-\u2013\u2014,/&+]|and|\u3001)\s?L?\d{1,6}){0,20})\s?\u884c?$"
)


def after_symbol(text: str, span: Span, form: Form, taken: int) -> Form | None:
    """Return the line reference that the words behind a name, or those in front of it, make; offsets in the run.

    Words that end before `taken` belong to a file.
    """
    if form.kind is not Kind.SYMBOL or form.reason is not None:
        return None
    if (m := AFTER.match(text[span.end : span.end + MAX_GAP_CHARS])) and not m.group("d"):
        if m.group("c") and not m.group().rstrip().endswith(("\u76ee", "\uc904")):
            return None  # `f` 30 \u884c says how long it is
        begin = _number_words(m.group())
        return _ref(text, form, span.end + begin, span.end + m.end(), m.group("a") or m.group("b") or m.group("c"))
    low = max(0, span.start - MAX_GAP_CHARS)
    whole = form.start <= 1 and form.end >= len(span.text.rstrip()) - 1
    if whole and (m := NAMED_BEFORE.search(text, low, span.start)) and m.start("n") >= taken:
        return _ref(text, form, m.start("n"), m.end("n"), m.group("a") or m.group("b"))
    return None


def _number_words(text: str) -> int:
    """Return where `line 188` begins behind the brackets and prepositions in front of it."""
    m = re.search(
        r"(?:lines?|ln|l|zeilen?|lignes?|l[ií]neas?|linhas?|стр\w*)?\.?[\s~\u2248#第行줄라인]*L?\d",
        text,
        re.I,
    )
    return m.start() if m else 0


def _ref(text: str, form: Form, start: int, end: int, numbers: str) -> Form | None:
    ranges = read_ranges(numbers)
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    if "\n" in text[start:end]:
        start = text.rindex("\n", start, end) + 1
    end -= len(text[start:end]) - len(text[start:end].rstrip())
    return (
        Form(Kind.LINE_REF, form.name, start, end, ranges, form.loose, place=form.place)
        if ranges and start < end
        else None
    )


def in_cells(
    cells: tuple[Run, ...], header: tuple[str, ...], found: list[Read], place: str | None
) -> tuple[int, Form] | None:
    """Return the cell of a row whose column says that it holds lines, with what they are lines of."""
    for i, (cell, title) in enumerate(zip(cells, header, strict=False)):
        if not LINE_TITLE.match(title) or len(cell.text) > MAX_CELL_CHARS:
            continue
        bare = cell.text.strip("`* ")
        m = _CELL.match(bare)
        if m is None or (title.strip(" *`").lower() in ("loc", "location") and not bare.startswith("L")):
            continue
        named = next((f for read in found for _, f in read if _is_name(f)), None)
        file = next((f.name for read in found for _, f in read if is_file(f)), place)
        if named is None and file is None:
            return None
        at = cell.text.find(bare)
        symbol = named.name if named is not None else None
        ranges = read_ranges(m.group("r"))
        own = Form(Kind.LINE_REF, file or symbol or "", at, at + len(bare), ranges, place=symbol if file else None)
        return (i, own) if ranges else None
    return None


def _is_name(form: Form) -> bool:
    """Tell whether a span is the name of a symbol, not a piece of code in which one stands."""
    return form.kind is Kind.SYMBOL and form.reason is None and form.start <= 1


def placed(citations: list[Citation], symbolic: list[int]) -> None:
    """Where one file is named beside or in the section of a symbol's line reference, the lines are of that file."""
    if not symbolic:
        return
    files: dict[str, set[str]] = {}
    for one in citations:
        if one.kind in (Kind.PATH, Kind.LINE_REF) and one.reason is None and not one.loose and _is_file(one.name):
            files.setdefault(one.section, set()).add(one.name)
    for i in symbolic:
        one = citations[i]
        around = files.get(one.section, set())
        place = one.place or (next(iter(around)) if len(around) == 1 else None)
        if place is not None and _is_file(place):
            citations[i] = replace(one, name=place, place=one.name)


def _is_file(name: str) -> bool:
    return is_file_name(name.rsplit("/", 1)[-1]) and (name[:1] != "*")
