"""One enrolled repository, live: its notes' verdicts, kept true while files change.

Every change is a hint; what it really was is asked of the disk and of git. Work comes in short steps, so that one
owner can serve many repositories. Invariant: after `look`, the reports are those of a judgement from scratch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mementod.config import REPOSITORY_FILE, Config
from mementod.disk import Disk
from mementod.engine import SymbolRow, defined, stamped
from mementod.ledger import Ledger
from mementod.ledger_rows import Observed
from mementod.note_set import Lines, NoteSet
from mementod.objects import LINK_MODE
from mementod.paths import Paths
from mementod.repository import Repository
from mementod.resources import Resources
from mementod.snapshot import Snapshot, of_work_tree
from mementod.sources import FoundNote
from mementod.traces import Change, Traced, Traces
from mementod.world_parts import WorldParts
from mementod_parsers.judge import judge_one
from mementod_parsers.model import Finding, Kind, Note, NoteReport, Report, Verdict
from mementod_parsers.resolve import base_name

IGNORE_FILE = ".gitignore"  # every verdict on what git does not list rests on these
_PLACED = frozenset({Kind.PATH, Kind.DIR, Kind.LINK, Kind.SYMBOL})
STEP_CITATIONS = 20  # judged between two looks at the inbox


@dataclass(frozen=True, slots=True)
class Hints:
    """What may have changed.

    `paths`: relative to the root, absolute outside it. `unknown`: any file, nobody knows which. `listing`: which paths
    git holds, and how. `history`: HEAD or another branch. `notes`: what the ledger holds about them. `everything`:
    ignore rules, the configuration, or what no other hint says.
    """

    paths: frozenset[str] = frozenset()
    notes: frozenset[str] = frozenset()
    unknown: bool = False
    listing: bool = False
    history: bool = False
    everything: bool = False

    def __or__(self, other: Hints) -> Hints:
        return Hints(
            self.paths | other.paths,
            self.notes | other.notes,
            self.unknown or other.unknown,
            self.listing or other.listing,
            self.history or other.history,
            self.everything or other.everything,
        )

    def __bool__(self) -> bool:
        return self != Hints()


class Resident:
    """Use from one thread. `close` ends its children."""

    def __init__(self, root: Path, paths: Paths) -> None:
        """Raises UserError for what is no repository or has a broken configuration."""
        self.resources = Resources(root, paths)
        self.generation = 0
        self._now = Snapshot({}, lambda _path, _file: None, lambda _path: None)
        self._set = NoteSet(self.resources, self._now, True)
        self._parts: WorldParts | None = None
        self._linked: frozenset[str] | None = None
        self._chosen: list[FoundNote] = []
        self._notes: dict[str, Note] = {}
        self._lines: dict[str, Lines] = {}
        self._problems: dict[str, tuple[str, ...]] = {}  # of each chosen note
        self._found: dict[str, list[Finding | None]] = {}
        self._traces = Traces()
        self._changed: set[str] = set()
        self._seen_lines: list[Observed] = []

    def close(self) -> None:
        if self._parts:
            self._parts.close()
        self.resources.__exit__(None, None, None)

    @property
    def _world(self) -> WorldParts:
        assert self._parts is not None, "open first"
        return self._parts

    # what others may see

    def report(self) -> Report:
        """The verdicts as of the last look."""
        reports = tuple(self._report(path) for path in self._notes)
        resources = self.resources
        said = (*resources.repository.problems, *resources.config.problems)
        said += tuple(line for path in ("", *(n.path for n in self._chosen)) for line in self._problems.get(path, ()))
        said += tuple(self._world.problems())
        said += tuple(store.problem for store in (resources.cache, resources.ledger) if store.problem)
        return Report(str(resources.root), "worktree", reports, tuple(dict.fromkeys(said)))

    def reports(self, notes: Iterable[str]) -> list[NoteReport]:
        """Those of these notes that there are."""
        return [self._report(path) for path in sorted(notes) if path in self._notes]

    def take_changed(self) -> dict[str, NoteReport | None]:
        """The notes whose verdicts may be others than when this was last asked; None for one that is gone."""
        changed, self._changed = self._changed, set()
        return {path: self._report(path) if path in self._notes else None for path in sorted(changed)}

    def _report(self, path: str) -> NoteReport:
        return NoteReport(self._notes[path], tuple(f for f in self._found[path] if f))

    def outside(self) -> tuple[str, ...]:
        """Paths that were asked about and that git does not list: ignored ones, and ones that are not there."""
        return tuple(sorted(path for path in self._now.probed if path not in self._now.files))

    def is_cold(self) -> bool:
        """Whether nothing is known of the history yet, so that a first judgement takes long."""
        return self.resources.repository.head is not None and not self.resources.cache.holds_history()

    def symbols(self, name: str) -> list[SymbolRow]:
        """Where a name, qualified or not, is defined now."""
        return defined(self._world.table, name)

    def verify(self, notes: Sequence[str], ledger: Ledger, at: str) -> int:
        """Stamp what holds in these notes with HEAD; how many citations. UserError as `stamped`."""
        reports = [self._report(path) for path in self._notes if not notes or path in notes]
        return ledger.vouch(self.resources.repository.key, stamped(self.resources.repository, reports), at)

    # looks

    def open(self) -> Iterator[None]:
        """Judge everything; also after a change of what every verdict rests on."""
        resources = self.resources
        resources.refresh()
        self._now = of_work_tree(resources.repository.git, resources.repository.tracked, resources.objects)
        self._set, self._linked = NoteSet(resources, self._now, True), None
        if self._parts:
            self._parts.close()
        self._changed |= self._notes.keys()
        self._notes, self._lines, self._problems, self._found, self._traces = {}, {}, {}, {}, Traces()
        for found in self._choose():
            self._read(found, keep=True)
            yield
        resources.cache.flush()
        self._parts = WorldParts(resources, self._now, resources.repository.head, self._lines, True)
        for path in self._now.files:
            if base_name(path) == IGNORE_FILE:
                self._parts.contents.oid(path)  # to know when it changes
        yield
        self._world.prepare(list(self._notes.values()))
        yield
        for path, note in self._notes.items():
            self._found[path] = [None] * len(note.citations)
        yield from self._judge([(p, i) for p, found in self._found.items() for i in range(len(found))])
        self._settle()

    def look(self, hints: Hints) -> Iterator[None]:
        """Judge again what the changes can touch."""
        if self._is_deep(hints):
            yield from self.open()
            return
        if hints.history or hints.notes:
            self._world.reach(self.resources.repository.head)
            yield
        blind = self._world.live.blind
        change, old = self._seen(hints)
        yield
        if any(base_name(path) == IGNORE_FILE for path in change.came | change.written):
            yield from self.open()
            return
        whole = self._notes.keys() if self._world.live.blind is not blind else old.keys() | hints.notes
        touched = self._traces.touched(change)
        touched |= {(p, i) for p in whole for i in range(len(self._found.get(p, ())))}
        touched = {(p, i) for p, i in touched if p in self._notes}
        self._traces.drop(touched)
        self._world.ask_history((n := self._notes[p], n.citations[i]) for p, i in sorted(touched))
        yield
        yield from self._judge(sorted(touched))
        if not (hints.history or hints.unknown):  # what came with a checkout was written another day
            self._see_lines(old)
        self._settle()

    def observed(self, rows: Iterable[Observed]) -> Iterator[None]:
        """Judge with what was seen; the ledger holds it."""
        seen = {(row.note, row.text): row for row in rows}
        self._world.observed.update(seen)
        for note in {row.note for row in seen.values()}:
            self._world.stamps.forget(note)
        again = {
            (path, index)
            for path, note in self._notes.items()
            for index, citation in enumerate(note.citations)
            if (path, citation.text) in seen
        }
        self._traces.drop(again)
        yield
        yield from self._judge(sorted(again))
        self._settle()

    def _is_deep(self, hints: Hints) -> bool:
        """Whether something changed that many verdicts lead through or rest on."""
        if hints.everything or REPOSITORY_FILE in hints.paths or any(self._is_link(p) for p in hints.paths):
            return True
        if not (hints.history or hints.unknown):
            return False
        before = self.resources.repository, self.resources.config
        self.resources.refresh()
        return _rests_on(*before) != _rests_on(self.resources.repository, self.resources.config)

    def _is_link(self, path: str) -> bool:
        entry = self._now.files.get(path)
        return entry.mode == LINK_MODE if entry and entry.oid else self._disk.is_link(path)

    def _seen(self, hints: Hints) -> tuple[Change, dict[str, frozenset[str]]]:
        """What is really different, and the notes that came or have another text; the world is renewed for both."""
        came = self._relist(hints)
        contents, files = self._world.contents, self._now.files
        hinted = hints.paths | contents.asked() | self._notes.keys() if hints.unknown else hints.paths | self._links()
        written = {p for p in hinted if p in files and p not in came and contents.rewritten(p)}
        edited = self._reread(hinted, came)
        touched = self._world.renew({*came, *written})
        self._take(edited)
        untracked = {p for p in written if self._now.files[p].oid is None}
        return Change(frozenset(came), frozenset(written), frozenset(untracked), touched, hints.history), edited

    def _relist(self, hints: Hints) -> set[str]:
        """List the tree again where that may give another list; paths and folders that are otherwise."""
        old, old_dirs = self._now.files, self._now.dirs
        loose = {p for p in hints.paths if p not in old and not p.startswith("/")}
        gone = {p for p in hints.paths if p in old and not self._disk.there(p)}
        if not (hints.listing or hints.unknown or hints.history or loose or gone):
            return set()
        repository = self.resources.repository
        self._now.become(of_work_tree(repository.git, repository.tracked, self.resources.objects))
        self._linked = None
        new = self._now.files
        came = {p for p in old.keys() | new.keys() if old.get(p) != new.get(p)} | (old_dirs ^ self._now.dirs)
        came |= {p for path in loose - new.keys() for p in _with_folders(path) if p not in self._now.dirs}
        return came | self._links() if came else came

    def _links(self) -> frozenset[str]:
        """Links among the files: each is what it leads to, which may be a path that changed."""
        if self._linked is None:
            self._linked = frozenset(p for p in self._now.files if self._is_link(p))
        return self._linked

    @property
    def _disk(self) -> Disk:
        return Disk(self.resources.root)  # of now: it remembers what it has seen

    # notes

    def _reread(self, paths: Iterable[str], came: set[str]) -> dict[str, frozenset[str]]:
        """Read notes that may have changed; those that came or have another text, with what they cited before."""
        hinted = set(paths)
        if came or hinted - self._now.files.keys():
            self._choose()
        known = {n.path: n for n in self._chosen}
        for path in [p for p in self._notes if p not in known]:
            self._drop(path)
        before = dict(self._notes)
        for path, note in known.items():
            if path not in before or path in hinted or path in came:
                self._read(note)
        # In the order in which a judgement from scratch reports them.
        self._notes = {p: self._notes[p] for p in known if p in self._notes}
        edited = [p for p, n in self._notes.items() if before.get(p) is not n and before.get(p) != n]
        return {p: frozenset(c.text for c in before[p].citations) if p in before else frozenset() for p in edited}

    def _choose(self) -> list[FoundNote]:
        self._chosen = self._set.chosen(())
        self._problems[""] = self._said()
        return self._chosen

    def _said(self) -> tuple[str, ...]:
        """What the notes said since this was last asked."""
        said = tuple(self._set.problems)
        self._set.problems.clear()
        return said

    def _read(self, found: FoundNote, keep: bool = False) -> None:
        read = self._set.read(found, keep)
        self._problems[found.path] = self._said()
        if read is None:
            self._drop(found.path, keep_problem=True)
        else:
            self._notes[found.path], self._lines[found.path] = read

    def _drop(self, path: str, keep_problem: bool = False) -> None:
        self._changed.add(path)
        self._notes.pop(path, None)
        self._lines.pop(path, None)
        self._found.pop(path, None)
        self._traces.forget(path)
        if not keep_problem:
            self._problems.pop(path, None)

    def _take(self, edited: Iterable[str]) -> None:
        """Have the world know what edited notes cite."""
        for path in edited:
            note = self._notes[path]
            self._found[path] = [None] * len(note.citations)
            self._traces.forget(path)
        self._world.edit([self._notes[path] for path in edited], self._notes)

    # what lines mean when they are written

    def take_seen(self) -> list[Observed]:
        """What citations that just appeared resolve to, for the ledger; `at` is left to who writes it down."""
        seen, self._seen_lines = self._seen_lines, []
        return seen

    def _see_lines(self, old: Mapping[str, frozenset[str]]) -> None:
        head = self.resources.repository.head
        for path, before in old.items() if head else ():
            found = (f for f in self._found.get(path, ()) if f and f.citation.text not in before)
            self._seen_lines += [row for f in found if (row := _observed(path, f, head or ""))]

    # verdicts

    def _judge(self, citations: Iterable[tuple[str, int]]) -> Iterator[None]:
        world = Traced(self._world.live)
        for number, (path, index) in enumerate(citations):
            note = self._notes[path]
            self._changed.add(path)
            self._found[path][index] = judge_one(note, note.citations[index], world)
            self._traces.keep(path, index, *world.take())
            if number % STEP_CITATIONS == STEP_CITATIONS - 1:
                yield

    def _settle(self) -> None:
        self.generation += 1
        self._world.flush()


def _observed(note: str, found: Finding, head: str) -> Observed | None:
    """What a citation of now means; None for what holds no place."""
    cited = found.citation
    if found.verdict is not Verdict.OK or cited.kind not in _PLACED or not found.resolved:
        return None
    path, _, symbol = found.resolved.partition(":") if cited.kind is Kind.SYMBOL else (found.resolved, "", "")
    return Observed(note, cited.text, head, cited.kind, path, symbol or None, None, "")


def _rests_on(repository: Repository, config: Config) -> tuple[object, ...]:
    """What no citation asks about, and every verdict rests on."""
    return repository.root, repository.git.root, repository.tracked, repository.gap, config


def _with_folders(path: str) -> Iterator[str]:
    while path:
        yield path
        path = path.rpartition("/")[0]
