"""One enrolled repository in the daemon: what is known of it, what is to be done, and who waits for it.

Owns the pending hints and the work at hand. Work goes on in short steps, so that no repository makes another wait.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import islice
from pathlib import Path

from mementod.brain.hints import Hints
from mementod.brain.publisher import Publisher
from mementod.brain.resident import Resident
from mementod.brain.tally import Tally
from mementod.brain.warming import Warming
from mementod.errors import UserError
from mementod.hooks.hook_kept import keep
from mementod.paths import Paths
from mementod.stores.ledger_rows import Enrolled, Observed
from mementod.vcs.git import GitError
from mementod.watcher.messages import State
from mementod_hooks.gate_model import Uncovered
from mementod_parsers.model import NoteReport

RETRY_S = 5.0  # after a failure that may pass: a lock, a full disk, a root that is not mounted
RETRY_CAP_S = 300.0
BUSY_CAP_S = 10.0  # a lock of git's that stays longer was left behind
KEPT_AT_ONCE = 50  # notes, between two looks at the inbox
WARM_POLL_S = 0.1


_EXPECTED = (UserError, GitError, OSError, sqlite3.Error, zlib.error)


class Progress(Enum):
    """How far a step came."""

    MORE = auto()  # there is more to do
    PART = auto()  # of a large change what is judged first is judged
    QUIET = auto()  # all that is known of is judged


@dataclass(slots=True)
class Home:
    """One row of the registry, live."""

    row: Enrolled
    paths: Paths
    publisher: Publisher
    tally: Tally = field(default_factory=Tally)
    resident: Resident | None = None
    hints: Hints = field(default_factory=Hints)
    is_ready: bool = False  # the watcher sees everything from now on
    is_busy: bool = False  # git is in the middle of something: verdicts are held
    is_open: bool = False  # judged at least once
    state: State | None = None
    missing: str = ""  # why it cannot be looked at: it, or its git directory, is not there
    problem: str = ""  # why it was not judged
    untold: str = ""  # why what is due could not be told
    fault: Exception | None = None  # ours, to be logged
    failures: int = 0
    retry_at: float = 0.0
    tell_at: float = 0.0  # not before
    tell_wait: float = 0.0  # the last wait for a ledger that could not be written
    is_switched: bool = False  # HEAD moved in the last look
    is_greeted: bool = False  # who watches it knows how it stood when it was judged first
    is_part: bool = False  # what is not judged yet of the last large change is being read
    is_confirmed: bool = False  # what is pending was looked at twice
    busy_since: float = 0.0
    mark_at: float = 0.0  # not before
    to_mark: set[str] = field(default_factory=set)  # notes whose mark may have to be another one
    git_dirs: tuple[Path, ...] = ()
    to_keep: dict[str, NoteReport | None] = field(default_factory=dict)  # judged, and not kept for hooks yet
    uncovered: tuple[Uncovered, ...] = ()  # core files that were changed without an entry
    hooks: tuple[str, ...] = ()  # what became of our hooks, when they were last looked at
    _warming: Warming | None = None
    _is_unread: bool = False  # a process that was to read for it failed: another one has to
    _work: Iterator[None] | None = None

    @property
    def has_work(self) -> bool:
        return self._work is not None or bool(self.hints)

    @property
    def is_warming(self) -> bool:
        """Whether much is read for it, which takes long."""
        return self._warming is not None

    @property
    def is_gone(self) -> bool:
        return bool(self.missing) or (self.state is not None and self.state.mode == "gone")

    @property
    def trouble(self) -> str:
        """Why nothing of it is known as of now; empty when it is."""
        gone = self.state.problem if self.state and self.state.mode == "gone" else ""
        return self.missing or gone or self.problem

    def held_until(self, now: float) -> float:
        """While git is in the middle of something verdicts are held, though not for ever; `now` when they are not."""
        until = self.busy_since + BUSY_CAP_S
        return until if self.is_busy and now < until else now

    def due_at(self, now: float, is_asked: bool) -> float | None:
        """When (monotonic) the next step can be made; None when something else has to happen first."""
        if not self.is_ready or self.is_gone or not self.has_work:
            return None
        return max(self.retry_at, now if is_asked else self.held_until(now))

    def hint(self, hints: Hints) -> None:
        self.hints |= hints

    def try_again(self, now: float, at_once: bool) -> None:
        """Something changed: what failed may not fail any more."""
        if self.failures:
            self.retry_at = now if at_once else min(self.retry_at, now + RETRY_S)

    def step(self, now: float) -> Progress:
        """One short step of the work. Whatever is wrong with one repository stays with it."""
        try:
            return self._advance(now)
        except Exception as error:
            self.fail(error, now)
            return Progress.MORE

    def _advance(self, now: float) -> Progress:
        if self._work is None:
            self._work = self._begin()
        if self._keeps_warming(now):
            return Progress.MORE
        try:
            next(self._work)
        except StopIteration:
            return self._end()
        return Progress.MORE

    def _end(self) -> Progress:
        """The work at hand is done."""
        assert self.resident is not None
        self._work, self.problem, self.failures, self.is_open = None, "", 0, True
        self.is_part = self.resident.is_behind
        if self.is_part:
            self._warm()
            self._work = self.resident.catch_up()
            return Progress.PART
        return Progress.MORE if self.hints else Progress.QUIET

    def observed(self, rows: list[Observed]) -> None:
        """The ledger holds what was seen: judge with it."""
        assert self.resident is not None
        self._work = self.resident.observed(rows)

    def changed(self) -> dict[str, NoteReport | None]:
        """The notes whose verdicts may be others than when this was last asked."""
        changed: dict[str, NoteReport | None] = {}
        if self.resident:  # one that was opened again does not know what it held before
            changed = dict.fromkeys(self.tally.notes - self.resident.notes) | self.resident.take_changed()
        self.to_mark |= changed.keys()
        self.to_keep |= changed
        return changed

    def keep_some(self) -> None:
        """Keep a part of what was judged, for hooks that no daemon answers."""
        some = dict(islice(self.to_keep.items(), KEPT_AT_ONCE))
        if some and self.resident:
            keep(self.resident.resources.cache, self.row.root, some)
        for note in some:
            del self.to_keep[note]

    def close(self) -> None:
        self._work = None
        if self._warming:
            self._warming.close()
            self._warming = None
        if self.resident:
            self.resident.close()
            self.resident = None

    def _begin(self) -> Iterator[None]:
        hints, self.hints = self.hints, Hints()
        self.is_switched = hints.history and self.is_open
        if self.resident is None:
            self.resident = Resident(self.row.root, self.paths)
            self.is_open = False
        is_deep = not self.is_open or hints.history or hints.everything
        if self._is_unread or (is_deep and self.resident.is_cold()):
            self._warm()
        return self.resident.look(hints) if self.is_open else self.resident.open()

    def _warm(self) -> None:
        """Have a process of its own read what this judgement needs: thousands of files, perhaps a whole history."""
        self._warming, self._is_unread = Warming(self.row.root), True

    def _keeps_warming(self, now: float) -> bool:
        """Whether that is still read. Raises what `Warming.runs` does: never is it read here instead."""
        if self._warming is None:
            return False
        warming, self._warming = self._warming, None
        if warming.runs(now):
            self._warming, self.retry_at = warming, now + WARM_POLL_S
            return True
        self._is_unread = False
        return False

    def fail(self, error: Exception, now: float) -> None:
        """Keep what was known, say why nothing newer is, and try again later, all of it."""
        self._work, self.is_open = None, False
        self.problem = " ".join(str(error).split())[:500] or type(error).__name__
        if not isinstance(error, _EXPECTED):
            self.fault = error
            self.problem = f"a fault of mementod ({type(error).__name__}: {self.problem}), see `mementod logs`"
        self.failures += 1
        self.retry_at = now + min(RETRY_S * 2 ** (self.failures - 1), RETRY_CAP_S)
        if not isinstance(error, (UserError, OSError)):
            self.close()  # a store or a git that is damaged in use is opened anew; a fault may have left anything
        self.hints |= Hints(everything=True)
