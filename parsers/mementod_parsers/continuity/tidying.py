"""The repairs of untidy notes that are safe: lines of an index, and finished work out of the progress file.

Texts in, texts out. Nothing is lost: what leaves the progress file is in the archive, word for word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from mementod_parsers.continuity.hygiene import Text, beside, entry_for, is_index, listed
from mementod_parsers.progress.progress import parse_progress
from mementod_parsers.progress.progress_entry import Form, Status

KEPT_DONE = 10  # finished entries that stay, the last ones
_ITEM = re.compile(r"^\s*[-*+]\s+\[\[?[^\]]*\]?\](?:\([^)]*\))?(?:\s|$)")


def indexes(notes: Sequence[Text]) -> Mapping[str, str]:
    """Each index that needs it, with a line for every note beside it and none for what is not there."""
    there = {note.path for note in notes}
    found = {}
    for index in notes:
        if is_index(index.path):
            text = _index(index, [note for note in beside(index, notes) if note.path not in listed(index)], there)
            if text != index.text:
                found[index.path] = text
    return found


def _index(index: Text, missing: Sequence[Text], there: set[str]) -> str:
    folder = index.path.rpartition("/")[0]
    dead = {line for path, line in listed(index).items() if path not in there and path.startswith(f"{folder}/")}
    lines = index.text.splitlines(keepends=True)
    kept = [line for number, line in enumerate(lines, 1) if number not in dead or not _ITEM.match(line)]
    if not missing:
        return "".join(kept)
    end = "\r\n" if index.text.count("\r\n") * 2 > index.text.count("\n") else "\n"
    last = max((number for number, line in enumerate(kept, 1) if _ITEM.match(line)), default=len(kept))
    if last and not kept[last - 1].endswith("\n"):
        kept[last - 1] += end
    return "".join((*kept[:last], *(entry_for(index, note) + end for note in missing), *kept[last:]))


def archived(text: str) -> tuple[str, str] | None:
    """A progress file without its older finished entries, and those; None when there are few."""
    done = [entry for entry in parse_progress(text) if entry.status is Status.DONE and entry.form is not Form.ROW]
    out = {line for entry in done[:-KEPT_DONE] for line in range(entry.first, entry.last + 1)}
    if not out:
        return None
    lines = text.splitlines(keepends=True)
    kept = "".join(line for number, line in enumerate(lines, 1) if number not in out)
    gone = "".join(line for number, line in enumerate(lines, 1) if number in out)
    return kept, gone


def archive_of(path: str) -> str:
    """Where finished entries of a progress file go."""
    stem, dot, suffix = path.rpartition(".")
    return f"{stem}-archive.{suffix}" if dot else f"{path}-archive"
