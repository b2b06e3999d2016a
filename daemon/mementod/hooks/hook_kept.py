"""What was last judged of each note, kept for hooks that no daemon answers.

Owns one topic of the cache: note -> how note and cited files looked, and its citations as hooks say them. What changed
since is told without its verdict, and a note that was edited since is not told of at all.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mementod.hooks.hook_cited import Cited, of_plain, plain
from mementod.stores.peeking import peek, questions

if TYPE_CHECKING:
    from mementod.stores.cache import Cache
    from mementod_parsers.model import NoteReport

NAMES_CAP = 100  # of one question that are looked for by name; for more, all is read
WAIT_S = 0.05  # for who writes

Stat = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Kept:
    """A note. `is_as_judged` is false when it was edited since; then its rows say nothing."""

    note: str
    is_as_judged: bool
    rows: tuple[Cited, ...]


def keep(cache: Cache, root: Path, notes: Mapping[str, NoteReport | None]) -> None:
    """Keep what these notes say now; None is a note that is gone. A store that cannot be written keeps less."""
    from mementod.hooks.hook_notes import rows_of

    for path, report in notes.items():
        rows = rows_of(report) if report else []
        stats = [_stat(root, row.path) for row in rows]
        cache.keep(_topic(root), path, (_stat(root, path), list(zip(stats, plain(rows), strict=True))))
    with suppress(sqlite3.Error):  # damage: who judges finds out, and makes a new one
        cache.flush()


def kept(cache: Path, root: Path, names: Sequence[str]) -> list[Kept] | None:
    """The notes that may cite one of these files, or what is in them; None where nothing was ever judged."""
    texts = [name.encode("utf-8", "surrogatepass") for name in names] if len(names) <= NAMES_CAP else []
    try:
        found = peek(cache, _topic(root), texts, WAIT_S)
        if not found and not peek(cache, _topic(root), (), WAIT_S):
            return None  # nothing at all is kept
    except sqlite3.Error:
        return None
    return [each for note, answer in found if (each := _read(root, note, answer))]


def notes_kept(cache: Path, root: Path) -> list[str]:
    """All notes that were judged; none where that cannot be read."""
    try:
        return questions(cache, _topic(root), WAIT_S)
    except sqlite3.Error:
        return []


def edited(cache: Path, root: Path) -> list[str]:
    """The notes that are not as they were judged."""
    return [each.note for each in kept(cache, root, ()) or () if not each.is_as_judged]


def _read(root: Path, note: str, answer: Any) -> Kept | None:
    """None for what another version kept."""
    try:
        stat, rows = answer
        is_as_judged = stat is not None and _stat(root, note) == stat
        return Kept(note, is_as_judged, tuple(_rows(root, rows)) if is_as_judged else ())
    except (TypeError, ValueError, AttributeError):
        return None


def _rows(root: Path, rows: Iterable[Any]) -> Iterator[Cited]:
    now: dict[str, Stat] = {}
    for stat, row in rows:
        (cited,) = of_plain([row])
        if cited.path not in now:
            now[cited.path] = _stat(root, cited.path)
        yield cited if now[cited.path] == stat else replace(cited, level="none", says="", new=False)


def _stat(root: Path, path: str) -> Stat:
    try:
        about = os.lstat(os.path.join(root, path))  # noqa: PTH118 (an absolute path of a note outside stays)
    except (OSError, ValueError):
        return None
    return about.st_mtime_ns, about.st_size


def _topic(root: Path) -> str:
    return f"cited {root}"
