"""Which notes hold rules, and reading them: from what is kept, else anew, so much of them in one call.

Reading takes five seconds of processor time a megabyte, so each content is read once. A note that has to wait is named,
and comes with the next call.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mementod.continuity import rule_store
from mementod.continuity.rule_store import Noted
from mementod.files import NotReadable, is_denied, look_at, read_limited
from mementod.judging.disk import Disk
from mementod.judging.note_names import TEXT_SUFFIXES
from mementod.judging.resources import Resources
from mementod.judging.sources import (
    FoundNote,
    auto_memory_notes,
    behind_links,
    find_notes,
    notes_on_disk,
    wants_auto_memory,
)
from mementod.vcs.git import GitError, text
from mementod_parsers.continuity.documents import comes_last, is_start
from mementod_parsers.continuity.rules import Rule, is_of_code, scope_of
from mementod_parsers.model import Source

READ_BYTES = 60_000  # of one call, of notes that were never read: 0.3 s; the first of them is read in any case
HISTORY_S = 1.5  # for the times of their lines; what it does not tell is told by files
NOTES_CAP = 2_000
NOTE_CAP_BYTES = 8 << 20
_LINK = b"120000"
_FOR_SOME = re.compile(r"(?:^|/)\.github/instructions/")
# What people write rules into comes first, then what was remembered of the work.
_RANKS = (Source.INSTRUCTIONS, Source.RULES, Source.CLAUDE_MEMORY, Source.MEMORY_BANK, Source.SERENA, Source.AGENT_INIT)


@dataclass(frozen=True, slots=True)
class Rules:
    """Of all notes, the most important note first; `unread` are notes that have to wait."""

    rules: tuple[Rule, ...]
    unread: tuple[str, ...] = ()


def read(resources: Resources, limit_bytes: int = READ_BYTES, history_s: float = HISTORY_S) -> Rules:
    """The rules of the notes as they lie on disk; what was read anew is kept."""
    try:
        return _read(resources, limit_bytes, history_s)
    except (sqlite3.DatabaseError, zlib.error) as error:  # damage that only use shows
        resources.leave_cache(error)
        return _read(resources, limit_bytes, history_s)


def _read(resources: Resources, limit_bytes: int, history_s: float) -> Rules:
    reader, notes = _Reader(resources, limit_bytes), _ranked(resources)
    found = [each for rank, note in notes if (each := reader.read(rank, note))]
    found = reader.with_history(found, history_s) if reader.fresh else found
    reader.keep(found, [note.path for _, note in notes])
    return Rules(tuple(rule for each in found for rule in each.rules), tuple(reader.unread))


@dataclass(frozen=True, slots=True)
class _Fresh:
    """A content that was never read before: what it is kept by, and the line of each of its rules as it is written."""

    key: str
    lines: tuple[str, ...]


class _Reader:
    """`read` each note; then what git knows of the fresh ones is added, and all is kept."""

    def __init__(self, resources: Resources, limit_bytes: int) -> None:
        self._resources, self._root, self._cache = resources, resources.root, resources.cache
        self._read_bytes, self._limit_bytes = 0, limit_bytes
        self._kept = {each.note: each for each in rule_store.noted(self._cache.path, self._root)}
        self.fresh: dict[str, _Fresh] = {}
        self.unread: list[str] = []

    def read(self, rank: int, note: FoundNote) -> Noted | None:
        """None for what is not there or has to wait; what may not be looked at is as it was."""
        look, known = look_at(self._root, note.path), self._kept.get(note.path)
        if known and (known.rank, known.look) == (rank, look):
            return known
        data = _bytes(self._root, note.path)
        if look is None or data is None:
            return known if known and is_denied(self._root, note.path) else None
        rules = self._rules(note, data)
        return None if rules is None else Noted(note.path, rank, look, rules)

    def with_history(self, notes: Sequence[Noted], limit_s: float) -> list[Noted]:
        """The fresh ones with the times of their lines, and which of their names are common."""
        from mementod.continuity.line_times import LineTimes

        fresh = {each.note: each for each in notes if each.note in self.fresh and each.rules}
        git = self._resources.repository.git if self._resources.repository.head else None
        times = LineTimes(git, {note: each.look.changed for note, each in fresh.items()}, limit_s)
        names = _common(self._resources, [rule for each in fresh.values() for rule in each.rules])

        def told(rule: Rule, line: str) -> Rule:
            return replace(rule, at=times.of(rule.note, line), common=tuple(n for n in rule.cites if n in names))

        def known(each: Noted) -> Noted:
            rules = map(told, each.rules, self.fresh[each.note].lines)
            return replace(each, rules=tuple(rules))

        return [known(each) if each.note in fresh else each for each in notes]

    def keep(self, found: Sequence[Noted], notes: Sequence[str]) -> None:
        """What is new, and no more of what is no note any more."""
        for each in found:
            if each.note in self.fresh:
                rule_store.keep_content(self._cache, self.fresh[each.note].key, each.rules)
            if each != self._kept.get(each.note):
                rule_store.keep(self._cache, self._root, each)
        rule_store.drop(self._cache, self._root, self._kept.keys() - set(notes))
        self._cache.flush()

    def _rules(self, note: FoundNote, data: bytes) -> tuple[Rule, ...] | None:
        from mementod.judging.contents import blob_id  # with all that lists a tree; what is kept needs none of it

        key = f"{rule_store.VERSION}\0{blob_id(data)}\0{note.source}\0{note.path}"
        if (known := rule_store.of_content(self._cache, note.path, key)) is not None:
            return known
        if self._read_bytes and self._read_bytes + len(data) > self._limit_bytes:
            self.unread.append(note.path)
            return None
        from mementod_parsers.continuity.rules_read import rules_in
        from mementod_parsers.notes import decode

        self._read_bytes += len(data) or 1
        self._resources.tell("reading what the notes ask")
        rules = rules_in(note.path, note.source, data)
        lines = (decode(data)[0] or "").split("\n")
        self.fresh[note.path] = _Fresh(key, tuple(lines[rule.line - 1] for rule in rules))
        return rules


def _common(resources: Resources, rules: Sequence[Rule]) -> frozenset[str]:
    """The names of code in some rules that many files hold."""
    from mementod.continuity.common_names import common

    names = {name for rule in rules for name in rule.cites if name.isidentifier() and is_of_code(name, rule.text)}
    return common(resources.repository.git, names) if names and resources.repository.tracked else frozenset()


def _ranked(resources: Resources) -> list[tuple[int, FoundNote]]:
    """The notes of the work tree, and their ranks, in the order of these; what is for a part of it comes late."""
    ranked = [(_rank(note, resources.root), note) for note in _notes(resources)]
    return sorted(ranked, key=lambda each: each[0])[:NOTES_CAP]


def _rank(note: FoundNote, root: Path) -> int:
    """What an agent begins with is first. A file of a folder of instructions is for some files, as one of rules is."""
    source, look = Source.RULES if _FOR_SOME.search(note.path) else note.source, look_at(root, note.path)
    kind = 0 if source is Source.AGENT_INIT and is_start(note.path) else 1 + _RANKS.index(source)
    is_last = comes_last(note.path, source, look.size if look else 0)
    return kind + (1 + len(_RANKS)) * (bool(scope_of(note.path)) + 2 * is_last)


def _notes(resources: Resources) -> Iterator[FoundNote]:
    """What git lists, and the known places on disk: a note elsewhere counts from the day that it is added."""
    config, root = resources.config, resources.root
    listed, links = _listed(resources)
    found = find_notes(dict.fromkeys((*listed, *notes_on_disk(root))), config)
    yield from found
    yield from behind_links(root, links, (note.path for note in found), config)
    if wants_auto_memory(config):
        yield from auto_memory_notes(dict.fromkeys((root, resources.repository.main_root)), resources.claude)


def _listed(resources: Resources) -> tuple[list[str], list[str]]:
    """Texts of the index, and the links among them: one to another note says nothing of its own."""
    texts, links = list[str](), list[str]()
    if not resources.repository.tracked:
        return texts, links
    specs = (*(f":(top)*{suffix}" for suffix in TEXT_SUFFIXES), ":(top)*rules*")
    try:
        rows = resources.repository.git.fields("ls-files", "-z", "-s", "--full-name", "--", *specs)
    except GitError:
        return texts, links
    for row in rows:
        about, _, path = row.partition(b"\t")
        (links if about.startswith(_LINK) else texts).append(text(path))
    return texts, links


def _bytes(root: Path, path: str) -> bytes | None:
    if not path.startswith("/"):
        return Disk(root).read(path)
    try:
        return read_limited(Path(path), NOTE_CAP_BYTES)
    except (OSError, NotReadable):
        return None
