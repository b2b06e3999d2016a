"""The rules of notes, as they were read last: two topics of the cache.

Owns `rules` (content -> rules, so that no content is read twice) and `rules ROOT` (note -> how its file looked, and its
rules), which a hook reads without knowing which files are notes. Of a note that was edited since, what stands in it as
it stood is told, with its line of now; the rest is told when it is read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mementod import __version__
from mementod.files import Look, NotReadable, look_at, read_limited
from mementod.stores.peeking import peek
from mementod_parsers.continuity.rules import READING, Rule

if TYPE_CHECKING:
    from mementod.stores.cache import Cache

VERSION = f"{__version__} {READING}"  # of the reading: what another one kept is read anew
EDITED_BYTES = 1 << 18  # of edited notes that are looked at in one call: 10 ms
WAIT_S = 0.05  # of who only looks, for who writes
_CONTENT = "rules"


@dataclass(frozen=True, slots=True)
class Noted:
    """The rules of one note; `rank` orders notes."""

    note: str
    rank: int
    look: Look
    rules: tuple[Rule, ...]


def noted(cache: Path, root: Path) -> list[Noted]:
    """All that is kept of a work tree, the most important note first; nothing where there is no such file."""
    try:
        found = peek(cache, _topic(root), (), WAIT_S)
    except sqlite3.Error:
        return []
    read = [each for note, answer in found if (each := _read(note, answer))]
    return sorted(read, key=lambda each: (each.rank, each.note))


def rules_at(cache: Path, root: Path) -> list[Rule]:
    """The rules that stand in the notes now, as far as they were read, the most important note first."""
    found: list[Rule] = []
    left = EDITED_BYTES
    for each in noted(cache, root):
        if not each.rules or (look := look_at(root, each.note)) == each.look:
            found += each.rules
        elif look and look.size <= left:
            left -= look.size
            found += _standing(root, each)
    return found


def _standing(root: Path, each: Noted) -> Iterator[Rule]:
    """The rules of an edited note that stand in it as they stood."""
    from mementod_parsers.continuity.rule_marks import standing
    from mementod_parsers.progress.progress_lines import decode

    with suppress(OSError, NotReadable):
        text = decode(read_limited(root / each.note, EDITED_BYTES)) or ""
        yield from standing(each.rules, text.replace("\r\n", "\n").replace("\r", "\n"))


def keep(cache: Cache, root: Path, each: Noted) -> None:
    """For `noted`; written with the next flush."""
    cache.keep(_topic(root), each.note, (VERSION, each.rank, each.look, _rows(each.rules)))


def drop(cache: Cache, root: Path, notes: Iterable[str]) -> None:
    """Forget notes that are none any more."""
    gone = [(_topic(root), note.encode("utf-8", "surrogatepass")) for note in notes]
    if gone:
        cache.write("DELETE FROM memo WHERE topic = ? AND question = ?", gone)


def of_content(cache: Cache, note: str, key: str) -> tuple[Rule, ...] | None:
    """The rules that a content was read to hold."""
    found = cache.fetch(_CONTENT, key)
    return None if not isinstance(found, tuple) else _of_rows(note, found)


def keep_content(cache: Cache, key: str, rules: Iterable[Rule]) -> None:
    cache.keep(_CONTENT, key, _rows(rules))


def _rows(rules: Iterable[Rule]) -> list[tuple[Any, ...]]:
    """Plain values; the note is known from where they are kept."""
    return [astuple(rule)[1:] for rule in rules]


def _of_rows(note: str, rows: Iterable[Any]) -> tuple[Rule, ...]:
    return tuple(Rule(note, *row) for row in rows)


def _read(note: str, answer: Any) -> Noted | None:
    """None for what another version kept."""
    try:
        version, rank, look, rows = answer
        return Noted(note, rank, Look(*look), _of_rows(note, rows)) if version == VERSION else None
    except (TypeError, ValueError):
        return None


def _topic(root: Path) -> str:
    return f"rules {root}"
