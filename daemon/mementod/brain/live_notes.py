"""The notes of a live repository: their text, their citations, and the verdict on each.

Owns which notes there are and what was found of them. Reads notes, judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set

from mementod.judging.note_set import Lines, NoteSet
from mementod.judging.resources import Resources
from mementod.judging.snapshot import Snapshot
from mementod.judging.sources import FoundNote
from mementod_parsers.judging.judge import reported
from mementod_parsers.model import Citation, Finding, Note, NoteReport

Place = tuple[str, int]  # a note, and the number of a citation in it


class LiveNotes:
    """`load` once, `reread` after changes; a verdict is `put` for each citation then."""

    def __init__(self, resources: Resources, now: Snapshot) -> None:
        self._set = NoteSet(resources, now, True)
        self._now = now
        self._chosen: list[FoundNote] = []
        self._problems: dict[str, tuple[str, ...]] = {}  # of each chosen note, and "" of all
        self._found: dict[str, list[Finding | None]] = {}
        self._changed: set[str] = set()
        self.notes: dict[str, Note] = {}
        self.lines: dict[str, Lines] = {}

    def load(self) -> Iterator[None]:
        """Read every note, one a step."""
        self._choose()
        for note in self._chosen:
            self._read(note, keep=True)
            yield
        self._changed.update(self.notes)

    def reread(self, paths: Set[str], came: Set[str]) -> dict[str, frozenset[str]]:
        """Read notes that may have changed; those that came or have another text, with what they cited before."""
        if self._set.may_be_others(paths, came):
            self._choose()
        known = {note.path: note for note in self._chosen}
        for path in self.notes.keys() - known.keys():
            self._drop(path)
        before = dict(self.notes)
        for path, note in known.items():
            if path not in before or path in paths or path in came:
                self._read(note)
        # In the order in which a judgement from scratch reports them; an equal one stays the one that was judged.
        read = {path: self.notes[path] for path in known if path in self.notes}
        self.notes = {path: before[path] if before.get(path) == note else note for path, note in read.items()}
        edited = [p for p, n in self.notes.items() if before.get(p) is not n]
        for path in edited:
            self._found[path] = [None] * len(self.notes[path].citations)
        self._changed.update(edited)  # also where nothing is cited, or not any more
        return {p: frozenset(c.text for c in before[p].citations) if p in before else frozenset() for p in edited}

    # verdicts

    def put(self, place: Place, found: Finding | None) -> None:
        path, number = place
        self._found[path][number] = found
        self._changed.add(path)

    def findings(self, path: str) -> tuple[Finding, ...]:
        return tuple(f for f in self._found.get(path, ()) if f)

    def citation(self, place: Place) -> tuple[Note, Citation]:
        note = self.notes[place[0]]
        return note, note.citations[place[1]]

    def places(self, notes: Iterable[str] | None = None) -> set[Place]:
        """Every citation of these notes, or of all."""
        return {(p, i) for p in (self.notes if notes is None else notes) for i in range(len(self._found.get(p, ())))}

    # reports

    def reports(self, notes: Iterable[str] | None = None) -> tuple[NoteReport, ...]:
        """Those of these notes that there are, or all."""
        return tuple(self._report(path) for path in (self.notes if notes is None else notes) if path in self.notes)

    def take_changed(self, besides: Set[str] = frozenset()) -> dict[str, NoteReport | None]:
        """The notes whose verdicts may be others than when this was last asked; None for one that is gone.

        `besides`: notes that are kept for the next time.
        """
        changed, self._changed = self._changed - besides, self._changed & besides
        return {path: self._report(path) if path in self.notes else None for path in sorted(changed)}

    def problems(self, notes: Sequence[str] = ()) -> tuple[str, ...]:
        """What is wrong with these notes, or with all and with what has the name of one; in their order."""
        asked = [n.path for n in self._chosen if not notes or n.path in notes]
        return tuple(line for path in (*([] if notes else [""]), *asked) for line in self._problems.get(path, ()))

    def _report(self, path: str) -> NoteReport:
        return reported(self.notes[path], self.findings(path))

    # reading

    def _choose(self) -> None:
        self._chosen = self._set.chosen(())
        self._problems[""] = self._said()

    def _said(self) -> tuple[str, ...]:
        """What reading said since this was last asked."""
        said = tuple(self._set.problems)
        self._set.problems.clear()
        return said

    def _read(self, found: FoundNote, keep: bool = False) -> None:
        read = self._set.read(found, keep)
        said = self._said()
        if read is None:
            self._drop(found.path)
        else:
            self.notes[found.path], self.lines[found.path] = read
            self._found.setdefault(found.path, [None] * len(read[0].citations))
        self._problems[found.path] = said

    def _drop(self, path: str) -> None:
        self._changed.add(path)
        for kept in (self.notes, self.lines, self._found, self._problems):
            kept.pop(path, None)
