"""One enrolled repository, live: its notes' verdicts, kept true while files change.

Every change is a hint; what it really was is asked of the disk and of git. Work comes in short steps, so that one
owner can serve many repositories. Invariant: after `look`, the reports are those of a judgement from scratch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path

from mementod.brain.heap import give_back
from mementod.brain.hints import IGNORE_FILE, Hints, name_ignores
from mementod.brain.live_notes import LiveNotes, Place
from mementod.brain.look import Tree
from mementod.brain.new_lines import NewLines
from mementod.brain.owed import Owed
from mementod.brain.traced import Traced
from mementod.brain.traces import Traces
from mementod.config import REPOSITORY_FILE, Config
from mementod.judging.engine import SymbolRow, defined, stamped
from mementod.judging.judged import is_cold, mark
from mementod.judging.resources import Resources
from mementod.judging.world_parts import WorldParts
from mementod.paths import Paths
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Observed
from mementod.vcs.repository import Repository
from mementod_parsers.judging.judge import judge_one
from mementod_parsers.model import Kind, NoteReport, Report
from mementod_parsers.resolve import base_name

CACHE_WAIT_S = 0.2  # for a check that writes into it: all other repositories wait meanwhile
STEP_CITATIONS = 20  # judged between two looks at the inbox
STEP_FILES = 200  # read between two looks at the inbox
MANY_PATHS = 2000  # of one change: the files that are cited come first, the names in all others when they are read
_OF_FILES = frozenset({Kind.PATH, Kind.DIR, Kind.LINK})


class Resident:
    """Use from one thread. `close` ends its children."""

    def __init__(self, root: Path, paths: Paths) -> None:
        """Raises UserError for what is no repository or has a broken configuration."""
        self.resources = Resources(root, paths, cache_wait_s=CACHE_WAIT_S, is_lasting=True)
        self.generation = 0
        self._tree: Tree
        self._notes: LiveNotes
        self._parts: WorldParts | None = None
        self._traces = Traces()
        self._owed: Owed | None = None
        self._probed: set[str] = set()  # paths that were looked for on disk, by any look
        self._new_lines = NewLines()

    def close(self) -> None:
        if self._parts:
            self._parts.close()
        self.resources.__exit__(None, None, None)

    @property
    def _world(self) -> WorldParts:
        assert self._parts is not None, "open first"
        return self._parts

    # what others may see

    def report(self, notes: Sequence[str] = ()) -> Report:
        """The verdicts as of the last look, of these notes or of all, with what is wrong there."""
        resources = self.resources
        chosen = [path for path in self._notes.notes if not notes or path in notes]
        said = (*resources.repository.problems, *resources.config.problems, *self._notes.problems(notes))
        said += tuple(self._world.problems()) + resources.problems()
        return Report(str(resources.root), "worktree", self._notes.reports(chosen), tuple(dict.fromkeys(said)))

    def reports(self, notes: Iterable[str]) -> tuple[NoteReport, ...]:
        """Those of these notes that there are."""
        return self._notes.reports(notes)

    @property
    def notes(self) -> Set[str]:
        """The notes that there are, as of the last look."""
        return self._notes.notes.keys()

    def take_changed(self) -> dict[str, NoteReport | None]:
        """The notes whose verdicts may be others than when this was last asked; None for one that is gone."""
        return self._notes.take_changed(self._owed.old.keys() if self._owed else frozenset())

    def outside(self) -> tuple[str, ...]:
        """Paths that were asked about and that git does not list: ignored ones, and ones that are not there."""
        return tuple(sorted(path for path in self._probed if path not in self._tree.now.files))

    @property
    def is_behind(self) -> bool:
        """Whether a large change is judged only in part: `catch_up`, best when its files are read (`warm_main`)."""
        return self._owed is not None

    def is_cold(self) -> bool:
        """Whether much is to be read before a judgement, which is not for this process."""
        return is_cold(self.resources)

    def symbols(self, name: str) -> list[SymbolRow]:
        """Where a name, qualified or not, is defined now."""
        return defined(self._world.table, name)

    def verify(self, notes: Sequence[str], ledger: Ledger, at: str) -> int:
        """Stamp what holds in these notes with HEAD; how many citations. UserError as `stamped`."""
        reports = self._notes.reports(notes or None)
        return ledger.vouch(self.resources.repository.key, stamped(self.resources.repository, reports), at)

    # looks

    def open(self) -> Iterator[None]:
        """Judge everything; also after a change of what every verdict rests on."""
        resources = self.resources
        resources.refresh()
        self._owed, self._probed, tree = None, set(), Tree(resources)
        notes = LiveNotes(resources, tree.now)
        yield from notes.load()
        resources.cache.flush()
        if self._parts:
            self._parts.close()
        self._parts = WorldParts(resources, tree.now, resources.repository.head, notes.lines, True)
        self._tree, self._notes, self._traces = tree, notes, Traces()
        for path in tree.now.files:
            if base_name(path) == IGNORE_FILE:
                self._world.contents.oid(path)  # to know when it changes
        yield
        self._world.prepare(list(notes.notes.values()))
        yield
        yield from self._judge(notes.places())
        yield from self._world.index()
        mark(resources)
        self._settle()

    def look(self, hints: Hints) -> Iterator[None]:
        """Judge again what the changes can touch."""
        if self._is_deep(hints):
            yield from self.open()
            return
        if hints.history or hints.notes:
            self._world.reach(self.resources.repository.head)
            yield
        if name_ignores(hints.paths):  # before the look: other files may be listed
            hints |= Hints(ignores=True)
        found = self._tree.look(hints, self._world.contents, self._notes.notes.keys())
        if name_ignores(found.came | found.written):
            hints |= Hints(ignores=True)
        if hints.ignores:
            self._world.ignores.forget()
        old = self._notes.reread(found.hinted, found.came)
        for path in old:
            self._traces.forget(path)
        yield
        owed = self._owed = Owed(found, old, hints)
        if len(found.came) + len(found.written) > MANY_PATHS:
            yield from self._judge_files(owed)
        else:
            yield from self.catch_up()

    def catch_up(self) -> Iterator[None]:
        """Judge what a change can touch, names too."""
        assert self._owed is not None
        owed, self._owed = self._owed, None
        words: set[str] = set()
        for paths in _portions(sorted(owed.found.came | owed.found.written)):
            words |= self._world.reread(paths)
            yield
        touched = self._renew(owed, frozenset(words))
        self._traces.drop(touched)
        self._world.ask_history(map(self._notes.citation, sorted(touched)))
        yield
        yield from self._judge(touched)
        if not (owed.hints.history or owed.hints.unknown):  # what came with a checkout was written another day
            self._see_lines(owed.old)
        yield from self._world.index()
        self._settle()

    def _judge_files(self, owed: Owed) -> Iterator[None]:
        """Of a large change: the cited files first, whose verdicts need no name."""
        self._world.relook()
        touched = self._traces.touched(owed.change())
        known = self._notes.notes.keys() - owed.old.keys()
        files = {p for p in touched if p[0] in known and self._notes.citation(p)[1].kind in _OF_FILES}
        self._traces.drop(files)
        yield
        yield from self._judge(files)

    def _renew(self, owed: Owed, words: frozenset[str]) -> set[Place]:
        """Have the world know the change; the citations that it can touch."""
        blind = self._world.live.blind
        self._world.settle(words)
        self._world.edit([self._notes.notes[path] for path in owed.old], self._notes.notes)
        whole = None if self._world.live.blind is not blind else owed.old.keys() | owed.hints.notes
        touched = self._traces.touched(owed.change(words)) | self._notes.places(whole)
        return {place for place in touched if place[0] in self._notes.notes}

    def _is_deep(self, hints: Hints) -> bool:
        """Whether something changed that many verdicts lead through or rest on."""
        if hints.everything or REPOSITORY_FILE in hints.paths or any(map(self._tree.is_link, hints.paths)):
            return True
        if not (hints.history or hints.unknown):
            return False
        before = self.resources.repository, self.resources.config
        self.resources.refresh()
        return _rests_on(*before) != _rests_on(self.resources.repository, self.resources.config)

    # what lines mean when they are written

    def observed(self, rows: Iterable[Observed]) -> Iterator[None]:
        """Judge with what was seen; the ledger holds it."""
        seen = {(row.note, row.text): row for row in rows}
        self._world.observed.update(seen)
        for note in {row.note for row in seen.values()}:
            self._world.stamps.forget(note)
        again = {p for p in self._notes.places() if (p[0], self._notes.citation(p)[1].text) in seen}
        self._traces.drop(again)
        self._world.ask_history(map(self._notes.citation, sorted(again)))
        yield
        yield from self._judge(again)
        self._settle()

    def take_seen(self) -> list[Observed]:
        """What citations that just appeared resolve to, for the ledger; `at` is left to who writes it down."""
        return self._new_lines.take()

    def _see_lines(self, old: Mapping[str, frozenset[str]]) -> None:
        if head := self.resources.repository.head:
            for path, before in old.items():
                self._new_lines.see(path, self._notes.findings(path), before, head)

    # verdicts

    def _judge(self, places: Iterable[Place]) -> Iterator[None]:
        world = Traced(self._world.live)
        for number, place in enumerate(sorted(places)):
            self._notes.put(place, judge_one(*self._notes.citation(place), world))
            self._traces.keep(*place, *world.take())
            if number % STEP_CITATIONS == STEP_CITATIONS - 1:
                yield

    def _settle(self) -> None:
        self.generation += 1
        self._probed = {path for path in self._probed.union(self._tree.now.probed) if self._traces.asks(path)}
        self._world.rest()
        give_back()


def _portions(paths: Sequence[str]) -> Iterator[Sequence[str]]:
    return (paths[start : start + STEP_FILES] for start in range(0, len(paths), STEP_FILES))


def _rests_on(repository: Repository, config: Config) -> tuple[object, ...]:
    """What no citation asks about, and every verdict rests on."""
    return repository.root, repository.git.root, repository.tracked, repository.gap, config
