"""The notes of one tree: which files they are, and what they say.

Owns choosing and reading; nothing is judged here. What cannot be read is said, never skipped in silence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from pathlib import Path

from mementod.judging.note_names import TEXT_SUFFIXES
from mementod.judging.note_store import parsed
from mementod.judging.resources import Resources
from mementod.judging.snapshot import Snapshot, read_regular
from mementod.judging.sources import (
    FoundNote,
    auto_memory_notes,
    behind_links,
    find_notes,
    may_be_note,
    no_notes_on_disk,
    notes_on_disk,
    source_of,
    unmatched,
    wants_auto_memory,
    why_no_note,
)
from mementod.vcs.objects import LINK_MODE
from mementod_parsers.code.tokens import decode
from mementod_parsers.model import Note, Source

Lines = Sequence[str]


class NoteSet:
    """`problems` grows while notes are read: one line each."""

    def __init__(self, resources: Resources, now: Snapshot, in_work_tree: bool) -> None:
        self._resources, self._now, self._in_work_tree = resources, now, in_work_tree
        self.problems: list[str] = []
        self._linked: frozenset[str] = frozenset()  # links with names of notes, and what is a note because of one

    def chosen(self, names: Sequence[str]) -> list[FoundNote]:
        """The notes below `names` (paths of notes and folders); all of them when there are no names."""
        config, root = self._resources.config, self._resources.root
        likely = [p for p in self._now.files if may_be_note(p, config)]
        twins = {p for p in likely if self._is_twin(p, self._now.files[p].mode)}
        listing = dict.fromkeys(p for p in likely if p not in twins)
        if self._in_work_tree:
            listing |= dict.fromkeys(p for p in notes_on_disk(root) if p not in self._now.files)
        notes = list(find_notes(listing, config))
        if config.notes and not names:
            fits_nothing = "`notes` holds {!r}, which fits no file here"
            self.problems += [fits_nothing.format(entry) for entry in unmatched(listing, notes, config)]
        if self._in_work_tree:
            behind = behind_links(root, twins, (note.path for note in notes), config)
            notes += [note for note in behind if note.path in self._now.files]
            self._linked = frozenset((*twins, *(note.path for note in behind)))
        if self._in_work_tree and not names:
            odd = {p for p in twins if source_of(p)}.union(no_notes_on_disk(root))
            self._say_no_notes(listing, odd - listing.keys())
        if self._in_work_tree and wants_auto_memory(config):
            roots = dict.fromkeys((root, self._resources.repository.main_root))
            notes += auto_memory_notes(roots, self._resources.claude)
        return self._asked(notes, names) if names else notes

    def _say_no_notes(self, listing: Mapping[str, None], odd: Set[str]) -> None:
        """Say which names of notes belong to something that is none: a pipe, a folder, a link that leads nowhere."""
        root = self._resources.root
        named = find_notes((*listing, *sorted(odd)), self._resources.config) if odd else ()
        for path in (note.path for note in named if note.path in odd):
            why = why_no_note(root / path, root)
            if why is None and path.endswith(TEXT_SUFFIXES) and (root / path).is_dir():
                why = "is a folder"
            if why:
                self.problems.append(f"{path}: not judged: it {why}")

    def may_be_others(self, changed: Set[str], came: Set[str]) -> bool:
        """Whether other files may be notes after such changes: by their names, or by those of links to them."""
        config, files = self._resources.config, self._now.files
        if any(path in self._linked or may_be_note(path, config) for path in came):
            return True
        gone = (path not in files or path in self._linked for path in changed)
        return any(gone) or any(may_be_note(p, config) and self._is_twin(p, files[p].mode) for p in changed)

    def read(self, found: FoundNote, keep: bool = True) -> tuple[Note, Lines] | None:
        """A note and its lines; None, and a problem, for what cannot be read.

        `keep` the parse for other runs; of a note that is being written every save would leave one.
        """
        data = self._bytes(found.path)
        if data is None:
            self.problems.append(f"{found.path}: not judged: it cannot be read, or is larger than 8 MB")
            return None
        if not found.path.startswith("/") and self._now.hidden(found.path):
            self.problems.append(f"{found.path}: cannot be read: judged as git last knew it")
        note = parsed(self._resources.cache if keep else None, found.path, found.source, data)
        self.problems += [f"{found.path}: {p}" for p in note.problems]
        return note, (decode(data) or "").split("\n")

    def _asked(self, notes: Sequence[FoundNote], names: Sequence[str]) -> list[FoundNote]:
        """The notes that were named; any text file may be named, whatever its convention."""
        known = {n.path: n for n in notes}
        found: dict[str, FoundNote] = {}
        for name in names:
            below = [
                n for n in notes if name in (".", "") or n.path == name or n.path.startswith(name.rstrip("/") + "/")
            ]
            if not below and (self._now.kind(name) == "file" or name.startswith("/")):
                below = [known.get(name) or FoundNote(name, source_of(name) or Source.INSTRUCTIONS)]
            found |= {n.path: n for n in below}
        return list(found.values())

    def _is_twin(self, path: str, mode: int) -> bool:
        """A link to another file of the repository says nothing of its own."""
        if mode == LINK_MODE or not self._in_work_tree or mode == 0:
            return mode == LINK_MODE
        try:
            return (self._resources.root / path).is_symlink()
        except OSError:  # what may not be looked at is taken as git has it
            return False

    def _bytes(self, path: str) -> bytes | None:
        if path.startswith("/"):
            return read_regular(Path(path).parent, Path(path).name)
        return self._now.read(path)
