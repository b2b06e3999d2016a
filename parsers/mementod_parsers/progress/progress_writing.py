"""A progress file with one entry more: in the form that the file uses, at the place where its newest entries stand.

Invariants: every other character stays as it is, and the new entry counts: it is read back before it is returned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mementod_parsers.kept_text import KeptText, spaced
from mementod_parsers.progress.progress import parse_progress
from mementod_parsers.progress.progress_entry import Entry, Form, Status, fault, is_newest_first
from mementod_parsers.progress.progress_forms import Draft, bullet, like, nested, plain
from mementod_parsers.progress.progress_lines import Line, LineKind, read_lines
from mementod_parsers.progress.progress_names import means
from mementod_parsers.progress.progress_places import Place, Titles

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
    titles = Titles(lines)
    place = titles.for_open_work()
    good = [entry for entry in entries if fault(entry) is None] or entries
    beside = [entry for entry in good if titles.may_be_beside(entry)]
    under_way = [e for e in beside if e.status is Status.OPEN and not (place and (e.form is Form.PROSE or fault(e)))]
    unsaid = [entry for entry in beside if entry.status is Status.UNSAID]
    # Of done ones, those that each stand under a title of their own: the new one gets its own title as well.
    pool = under_way or unsaid or [entry for entry in beside if entry.form is Form.SECTION]
    if place and not under_way:
        yield from _under(place, bare, draft)
    elif pool:
        yield from _beside(_of_one_form(pool), entries, lines, bare, draft)
    yield len(bare), spaced(plain(draft, titles.level_at_end), bare, len(bare))


def _beside(
    pool: Sequence[Entry], entries: Sequence[Entry], lines: Sequence[Line], bare: Sequence[str], draft: Draft
) -> Iterator[tuple[int, list[str]]]:
    """In the form of those that it is put beside, at the end where the newest of them stands."""
    newest_first = is_newest_first(pool)
    entry = pool[0] if newest_first else _last_beside(pool[-1], entries)
    made = like(entry, bare, draft)
    if made:
        is_section = entry.form in (Form.SECTION, Form.PROSE)
        at = entry.first - 1 if newest_first else _end(entry, lines) if is_section else entry.last
        yield at, spaced(made, bare, at) if is_section else made


def _under(place: Place, bare: Sequence[str], draft: Draft) -> Iterator[tuple[int, list[str]]]:
    """At the end of the list under a title, in the form of its items; else as its first line."""
    items = [line for line in place.lines if line.kind is LineKind.ITEM]
    outer = [line for line in items if line.indent == items[0].indent]
    last = outer[-1].number if outer else place.heading.number
    if not outer:
        behind = [] if _blank(bare, last) else [""]
        yield from ((last, ["", *made, *behind]) for made in ([bullet(draft)], nested(draft)))
        return
    like_line = bare[last - 1]
    for line in place.lines:
        if line.number == last + 1 and line.kind in (LineKind.ITEM, LineKind.TEXT):
            last = line.number
    yield from ((last, made) for made in ([bullet(draft, like_line)], nested(draft, like_line)))


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


def _blank(bare: Sequence[str], at: int) -> bool:
    return at >= len(bare) or not bare[at].strip()


def _counts(whole: str, before: Sequence[Entry], draft: Draft) -> bool:
    """Whether an entry counts that was not there, names all files, and took nothing from the others."""
    after = parse_progress(whole)
    known = {entry.key for entry in before}
    new = [entry for entry in after if entry.key not in known and fault(entry) is None]
    named = any(all(any(means(n, f.rstrip("/")) for n in e.files) for f in draft.files) for e in new)
    return named and known <= {entry.key for entry in after}
