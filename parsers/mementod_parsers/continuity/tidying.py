"""The repairs of untidy notes that are safe: lines of an index, and finished work out of the progress file.

Texts in, texts out. Nothing is lost: what leaves the progress file is in the archive, word for word, under its heading.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from operator import attrgetter
from posixpath import dirname

from mementod_parsers.continuity.flaws import Around, Flaw, Text, Untidy
from mementod_parsers.continuity.index import in_line, is_dead, is_index, unlisted
from mementod_parsers.kept_text import KeptText
from mementod_parsers.progress.progress import parse_progress
from mementod_parsers.progress.progress_entry import Entry, Form, Status, status_in
from mementod_parsers.progress.progress_lines import Line, LineKind, read_lines
from mementod_parsers.progress.progress_parts import DOCUMENT_LEVEL

KEPT_DONE = 10  # finished entries that stay, the last ones
_ITEM = re.compile(r"^\s*[-*+]\s+\[\[?[^\]]*\]?\](?:\([^)]*\))?(?:\s|$)")
_TICKED = re.compile(r"^[-*+]\s+\[[xX]\]\s")  # an item that is in no other
_UNTICKED = re.compile(r"^\s*[-*+]\s+\[ \]\s")


def indexes(notes: Sequence[Text], around: Around) -> Mapping[str, str]:
    """Each index that needs it, with a line for every note beside it and none for what is not there."""
    found = {}
    for index in filter(is_index, notes):
        text = _index(index, [entry for _, entry in unlisted(index, notes)], notes, around)
        if text != index.text:
            found[index.path] = text
    return found


def _index(index: Text, entries: Sequence[str], notes: Sequence[Text], around: Around) -> str:
    kept = KeptText.of(index.text)
    lines = KeptText(tuple(line for line in kept.lines if not _is_dead_item(line, index, notes, around)), kept.end)
    last = max((number for number, line in enumerate(lines.lines, 1) if _ITEM.match(line)), default=len(lines.lines))
    return lines.with_lines(last, list(entries))


def _is_dead_item(line: str, index: Text, notes: Sequence[Text], around: Around) -> bool:
    """Whether an item lists nothing but what is not there."""
    paths = list(in_line(index, line)) if _ITEM.match(line) else []
    return bool(paths) and all(is_dead(path, index, notes, around) for path in paths)


def archived(text: str) -> tuple[str, str] | None:
    """A progress file without its older finished entries, and those; None when there are few.

    Only what stands for itself goes: a ticked item, or a dated section whose own heading says that it is finished.
    """
    kept = KeptText.of(text)
    lines = read_lines(kept.bare)
    done = [
        entry for entry in parse_progress(text) if entry.status is Status.DONE and _stands_alone(entry, kept, lines)
    ]
    out = {number for entry in _older(done) for number in range(entry.first, entry.last + 1)}
    if not out:
        return None
    above = dict(_above(lines))
    out |= set(_emptied(out, lines, above))
    return "".join(_staying(out, kept)), "".join(_going(out, kept, above))


def finished(path: str, text: str, kept: str, gone: str) -> Untidy:
    """What is to be said of a progress file that `archived` parts in two."""
    pairs = zip_longest(text.splitlines(), kept.splitlines())
    first = next((number for number, (old, new) in enumerate(pairs, 1) if old != new), 0)
    older = len(parse_progress(gone))
    says = f"{older} older finished {'entry' if older == 1 else 'entries'}: may move to {archive_of(path)}"
    return Untidy(Flaw.FINISHED, path, first, says)


def archive_of(path: str) -> str:
    """Where finished entries of a progress file go: beside it, but never among the notes of a start."""
    folder = dirname(path)
    if folder.endswith(".agent/init.d"):
        path = path.replace("init.d/", "", 1)
    stem, dot, suffix = path.rpartition(".")
    return f"{stem}-archive.{suffix}" if dot else f"{path}-archive"


def _older(done: Sequence[Entry]) -> Sequence[Entry]:
    dates = [entry.date for entry in done if entry.date]
    newest_first = len(dates) > 1 and dates[0] > dates[-1]
    return done[KEPT_DONE:] if newest_first else done[:-KEPT_DONE]


def _stands_alone(entry: Entry, kept: KeptText, lines: Sequence[Line]) -> bool:
    own = kept.bare[entry.first - 1 : entry.last]
    if any(map(_UNTICKED.match, own)):
        return False
    if entry.form in (Form.LINE, Form.ITEM):
        return _TICKED.match(own[0]) is not None
    heading = next(_from(lines, entry.first))
    is_finished = heading.kind is LineKind.HEADING and entry.date != "" and status_in(heading.text) is Status.DONE
    if entry.form is not Form.SECTION or not is_finished:
        return False
    return _ends_section(next(_from(lines, entry.last + 1), None), heading)


def _from(lines: Sequence[Line], number: int) -> Iterator[Line]:
    """The lines from this number on that are not blank."""
    begin = bisect_right(lines, number - 1, key=attrgetter("number"))
    return (line for line in islice(lines, begin, None) if line.kind is not LineKind.BLANK)


def _ends_section(line: Line | None, heading: Line) -> bool:
    return line is None or (line.kind is LineKind.HEADING and line.level <= heading.level)


def _above(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Each line with the heading that it stands under; a heading under itself. The title of the file is none."""
    heading = 0
    for line in lines:
        if line.kind is LineKind.HEADING:
            heading = line.number if line.level > DOCUMENT_LEVEL else 0
        if heading:
            yield line.number, heading


def _emptied(out: set[int], lines: Sequence[Line], above: Mapping[int, int]) -> Iterator[int]:
    """The headings under which nothing stays."""
    for heading in {above[number] for number in out if number in above} - out:
        under = _from(lines, heading)
        own = next(under)
        if _ends_section(next((line for line in under if line.number not in out), None), own):
            yield heading


def _staying(out: set[int], kept: KeptText) -> Iterator[str]:
    """What stays, without the blank lines that would stand on both sides of what went."""
    is_gap, before = False, ""
    for number, line in enumerate(kept.lines, 1):
        if number in out:
            is_gap = True
        elif not is_gap or line.strip() or before.strip():
            yield line
            is_gap, before = is_gap and not line.strip(), line


def _going(out: set[int], kept: KeptText, above: Mapping[int, int]) -> Iterator[str]:
    """What goes, and the heading that it stood under where that stays."""
    last: int | None = None
    for number in sorted(out):
        heading = above.get(number, 0)
        if heading != last:
            yield "" if last is None else kept.end
            yield kept.lines[heading - 1] if heading and heading not in out else ""
            last = heading
        yield kept.lines[number - 1]
