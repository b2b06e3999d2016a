"""Progress text -> entries: what will be or was changed, why, and in which files.

An entry is a section, a list item, a row of a table or a single line; its parts are labelled, or follow from the
sentence (`src/a.py: rename X because Y`). Invariants: pure, never raises, and every entry knows its lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mementod_parsers.progress.progress_entry import Entry, Form, Status, date_in, status_in
from mementod_parsers.progress.progress_labels import LABELS, Label, split_reason
from mementod_parsers.progress.progress_lines import Line, LineKind, read_lines, split_lines
from mementod_parsers.progress.progress_names import normal, written_names
from mementod_parsers.progress.progress_parts import (
    Chunk,
    Parts,
    Section,
    gather,
    is_labelled,
    is_of_issues,
    mark_in,
    read_sections,
    says_a_change,
    title_of,
)

MAX_ENTRIES = 5_000
# A label that makes an entry of what it stands in; `Status:` or `Next:` alone do not.
TELLING = (Label.WHAT, Label.WHY, Label.FILES)


def parse_progress(text: str) -> tuple[Entry, ...]:
    """The entries of a progress file, in its order; a section stands before the items in it."""
    found: list[Entry] = []
    for section in read_sections(read_lines(split_lines(text))):
        found += sorted(_entries(section), key=lambda entry: (entry.first, -entry.last))
        if len(found) > MAX_ENTRIES:
            break
    return tuple(found[:MAX_ENTRIES])


def _entries(section: Section) -> Iterator[Entry]:
    own: list[Chunk] = []
    apart: list[tuple[Chunk, Section]] = []
    under = section
    labelled = any(is_labelled(chunk, TELLING) for chunk in section.chunks)
    for chunk in section.chunks:
        independent = _stands_alone(chunk) if labelled else chunk.kind is not LineKind.TEXT
        under = _under(chunk, under, section)
        if independent:
            apart.append((chunk, under))
        else:
            own.append(chunk)
    why = ""
    for number, group in enumerate(_groups(own)):
        parts = gather([line for chunk in group for line in chunk.lines])
        entry = _made(_heading(section, number, parts, group), section, parts, Form.SECTION if labelled else Form.PROSE)
        why = why or entry.why
        if labelled or (entry.files or entry.symbols):
            yield entry
    for chunk, around in apart:
        if entry_of := _of_chunk(chunk, around, why):
            yield entry_of


def _under(chunk: Chunk, before: Section, section: Section) -> Section:
    """The section, as a line of its own says that what follows it is of issues, or no more of them."""
    first = chunk.lines[0] if len(chunk.lines) == 1 else None
    if first is None or first.kind is not LineKind.TEXT:
        return before
    return replace(section, is_issues=True) if is_of_issues(first.text) else section


def _stands_alone(chunk: Chunk) -> bool:
    """Whether a list item or a row says all of an entry in itself."""
    match chunk.kind:
        case LineKind.ROW:
            return bool(_columns(chunk.lines[0]))
        case LineKind.ITEM if not is_labelled(chunk, tuple(Label)):
            return any(label in gather(chunk.lines[1:]).fields for label in TELLING)
        case _:
            return False


def _groups(chunks: list[Chunk]) -> Iterator[list[Chunk]]:
    """What belongs to one entry each: the label that began an entry begins the next one."""
    group: list[Chunk] = []
    for chunk in chunks:
        first = next((c for c in group if c.label), None)
        if first and chunk.label is first.label and sum(1 for c in group if c.label) > 1:
            yield group
            group = []
        group.append(chunk)
    if group:
        yield group


def _heading(section: Section, number: int, parts: Parts, group: list[Chunk]) -> Line:
    """The line that an entry begins with: the section's heading for its first entry."""
    if number == 0 and section.heading:
        return section.heading
    first = group[0].lines[0]
    text = section.title or " ".join(parts.fields.get(Label.WHAT, parts.body)[:1])
    return first._replace(text=text)


def _of_chunk(chunk: Chunk, section: Section, why: str) -> Entry | None:
    first = chunk.lines[0]
    if first.kind is LineKind.ROW:
        parts, form = _row_parts(first), Form.ROW
    else:
        parts = gather(chunk.lines)
        form = Form.ITEM if gather(chunk.lines[1:]).fields else Form.LINE
    entry = _made(first, section, parts, form, why)
    named = entry.files or entry.symbols or any(label in parts.fields for label in TELLING)
    return entry if named and (parts.body or parts.fields.keys() & TELLING) else None


def _columns(line: Line) -> list[Label | None]:
    """What the columns of a row's table hold; empty when the header says nothing of it."""
    labels = [LABELS.name(cell) for cell in line.header]
    return labels if any(label in TELLING for label in labels) else []


def _row_parts(line: Line) -> Parts:
    columns = _columns(line)
    if not columns:
        return gather([line])
    parts = Parts({}, [])
    for label, cell in zip(columns, line.cells, strict=False):
        if not cell:
            continue
        if label is None:
            parts.body.append(cell)
        else:
            parts.fields.setdefault(label, []).append(cell)
    return parts


def _made(head: Line, section: Section, parts: Parts, form: Form, why_above: str = "") -> Entry:
    is_section = form in (Form.SECTION, Form.PROSE)
    title = title_of(head.text if is_section or parts.body else " ".join(parts.fields.get(Label.WHAT, [""])))
    given = parts.text(Label.WHAT)
    body = "\n".join(parts.body)
    what = given or (f"{title}\n{body}".strip() if is_section else body)
    why = parts.text(Label.WHY)
    if not why:
        what, why = _split(what)
    files, symbols = _names(parts, f"{head.text if is_section else ''}\n{what}\n{body}" if given else what)
    last = max([head.number, *(line.number for line in parts.lines)])
    return Entry(
        parts.lines[0].number if parts.lines and parts.lines[0].number < head.number else head.number,
        last,
        form,
        title,
        what,
        why or why_above,
        files,
        symbols,
        date_in(parts.text(Label.DATE)) or date_in(head.text) or section.date,
        _status(head, section, parts),
        parts.text(Label.RISK),
        parts.text(Label.NEXT),
        f"{normal(what)}\n{normal(why)}",
        section.is_issues and not head.box and not given and not says_a_change(f"{title}\n{what}\n{body}"),
    )


def _split(what: str) -> tuple[str, str]:
    """The reason may stand in any line of what is said; the first one counts."""
    lines = what.split("\n")
    for at, line in enumerate(lines):
        rest, why = split_reason(line)
        if why:
            return "\n".join([*lines[:at], rest, *lines[at + 1 :]]).strip(), why
    return what, ""


def _names(parts: Parts, said: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    listed, listed_symbols = written_names(parts.text(Label.FILES), is_list=True)
    files, symbols = written_names(said)
    return tuple(dict.fromkeys(listed + files)), tuple(dict.fromkeys(listed_symbols + symbols))


def _status(head: Line, section: Section, parts: Parts) -> Status:
    if said := parts.text(Label.STATUS):
        return status_in(said)
    if head.box:
        return Status.DONE if head.box == "x" else Status.OPEN
    own = status_in(head.text) if head.kind is LineKind.HEADING else mark_in(head.text)
    return own if own is not Status.UNSAID else section.status
