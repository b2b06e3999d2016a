"""A progress file with one entry more: in the form that the file uses, at the place where its newest entries stand.

Invariants: every other character stays as it is, and the new entry counts: it is read back before it is returned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mementod_parsers.kept_text import KeptText, spaced
from mementod_parsers.progress.progress import parse_progress
from mementod_parsers.progress.progress_entry import Entry, Form, Status, fault, status_in
from mementod_parsers.progress.progress_forms import Draft, bullet, like, plain
from mementod_parsers.progress.progress_lines import Line, LineKind, read_lines
from mementod_parsers.progress.progress_names import means

NEW_FILE = "# Progress\n"


def with_entry(text: str, draft: Draft) -> str | None:
    """The text with the entry; None when what the draft says is too little to count in any form."""
    kept = KeptText.of(text)
    bare = kept.bare
    before = parse_progress(text)
    for at, made in _tries(bare, before, draft):
        whole = kept.with_lines(at, made)
        if _counts(whole, before, draft):
            return whole
    return None


def _tries(bare: Sequence[str], entries: Sequence[Entry], draft: Draft) -> Iterator[tuple[int, list[str]]]:
    """Places (how many lines stand before) and lines, best first; the last one fits any file."""
    lines = read_lines(bare)
    pool = _pool(entries)
    if pool:
        newest_first = _newest_first(pool)
        entry = pool[0] if newest_first else _last_beside(pool[-1], entries)
        made = like(entry, bare, draft)
        if made:
            is_section = entry.form in (Form.SECTION, Form.PROSE)
            at = entry.first - 1 if newest_first else _end(entry, lines) if is_section else entry.last
            yield at, spaced(made, bare, at) if is_section else made
    heading = next((line for line in lines if line.kind is LineKind.HEADING and _is_open(line)), None)
    if heading and not pool:
        yield heading.number, ["", bullet(draft)] if _blank(bare, heading.number) else ["", bullet(draft), ""]
    yield len(bare), spaced(plain(draft), bare, len(bare))


def _pool(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that a new one is put beside: those under way, else those of which nobody says that they are done."""
    good = [entry for entry in entries if fault(entry) is None] or list(entries)
    for status in (Status.OPEN, Status.UNSAID):
        found = [entry for entry in good if entry.status is status]
        if found:
            return _of_one_form(found)
    sections = [entry for entry in good if entry.form is Form.SECTION]
    return sections  # done ones, each under a title of its own: the new one gets its own title as well


def _of_one_form(entries: Sequence[Entry]) -> list[Entry]:
    """Those in the form of the last one, so that a file of sections gets a section."""
    outer = [e for e in entries if not any(o.first <= e.first and e.last <= o.last and o is not e for o in entries)]
    form = outer[-1].form if outer else entries[-1].form
    return [entry for entry in outer or entries if entry.form is form]


def _last_beside(entry: Entry, entries: Sequence[Entry]) -> Entry:
    """The end of the list that an entry stands in, though the later ones may count for nothing."""
    for other in entries:
        if other.first == entry.last + 1 and other.form in (Form.LINE, Form.ITEM, Form.ROW):
            entry = other if other.form is entry.form else entry
    return entry


def _newest_first(entries: Sequence[Entry]) -> bool:
    dates = [entry.date for entry in entries if entry.date]
    return len(dates) > 1 and dates[0] > dates[-1]


def _end(entry: Entry, lines: Sequence[Line]) -> int:
    """The last line that says something before the next title of the same rank."""
    level = next((line.level for line in lines if line.number == entry.first), 0)
    last = entry.last
    for line in lines:
        if line.number <= entry.first or line.kind in (LineKind.BLANK, LineKind.RULE):
            continue
        if line.kind is LineKind.HEADING and line.level <= level:
            break
        last = max(last, line.number)
    return last


def _is_open(heading: Line) -> bool:
    return heading.level > 1 and status_in(heading.text) is Status.OPEN


def _blank(bare: Sequence[str], at: int) -> bool:
    return at >= len(bare) or not bare[at].strip()


def _counts(whole: str, before: Sequence[Entry], draft: Draft) -> bool:
    """Whether an entry counts that was not there, names all files, and took nothing from the others."""
    after = parse_progress(whole)
    known = {entry.key for entry in before}
    new = [entry for entry in after if entry.key not in known and fault(entry) is None]
    named = any(all(any(means(n, f.rstrip("/")) for n in e.files) for f in draft.files) for e in new)
    return named and known <= {entry.key for entry in after}
