"""One watched repository: its trees, its git directories, and what about them is not told yet."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

from mementod.vcs.git import raw
from mementod.watcher import health
from mementod.watcher.gitstate import GitState, Moves
from mementod.watcher.messages import (
    BATCH_LIMIT_PATHS,
    LISTING_ROWS,
    Batch,
    Listing,
    Ready,
    Report,
    State,
    Watch,
)
from mementod.watcher.notices import Notices
from mementod.watcher.rules import Rules, excludes_file
from mementod.watcher.settle import PAUSE_S, Settle
from mementod.watcher.trees import Trees

SLICE_S = 0.05  # of listing, between two looks at what else is to be done
ROUNDS_CAP = 20  # of looking until nothing is left; a root that flaps would never end
TRACKED_S = 2.0  # between two questions which tracked files are ignored
TRACKED_COST_SHARE = 20


class Repo:
    """See above. `generation` counts batches; `ready`: the first scan is done; `news`: its state may be another."""

    def __init__(self, wanted: Watch, notices: Notices) -> None:
        self.name, self.root = wanted.repo, raw(wanted.root)
        self.generation = 0
        self.ready, self.news = False, True
        self._wanted, self.notices = wanted, notices
        self.rules = Rules(wanted.root, wanted.git_dir is not None)
        self.git = self._git()  # first, so that an index that changes from now on is noticed
        self.rules.cite(wanted.cited)
        self.trees = Trees(wanted, notices, self.rules)
        self.tree = self.trees.main
        self.settle = Settle()
        self.health = health.Health()
        self._moves = Moves()
        self._tracked_at, self._tracked_stale = 0.0, False

    def _git(self) -> GitState | None:
        wanted = self._wanted
        if wanted.git_dir is None:
            return None
        common = wanted.common_dir or wanted.git_dir
        return GitState(wanted.git_dir, common, excludes_file(wanted.root), self.notices)

    # ---- hints

    def taken(self, now: float) -> None:
        """The notices have been handed out."""
        if hints := self.trees.take_hints():
            self.settle.touch(now, hints)
        if self.git is not None and (self.git.dirty or self.tree.hints.git):
            self.git.dirty, self.tree.hints.git = True, False
            self.settle.touch(now)
        self._ask_git(now)

    def _ask_git(self, now: float) -> None:
        if self.git is None:
            self.settle.git(now, busy=False, locked=False)
        elif self.git.locked or self.settle.held:
            locked, self.git.locked = self.git.locked, False
            self.settle.git(now, self.git.busy(), locked)

    def lost(self, now: float) -> None:
        """Notices are missing: everything has to be looked at, git's state and ignore rules too."""
        self.reconcile(now)
        self.settle.lost(now)

    def reconcile(self, now: float) -> None:
        self.settle.touch(now)
        self.health.drop(now)
        self.trees.reconcile()
        if self.git is not None:
            self.git.dirty = self.git.locked = True

    def cite(self, paths: tuple[str, ...], now: float) -> None:
        self._relist(self.rules.cite(paths))
        self.settle.touch(now)

    def _relist(self, folders: set[bytes]) -> None:
        """List the nearest known folder of each: other names in it count now."""
        for at in folders:
            while at not in self.tree.table.folders:
                at = at.rpartition(b"/")[0]
            self.tree.todo.setdefault(at, False)

    def rewatch(self, notices: Notices) -> None:
        """The notices are new ones and know of no watch; everything has to be looked at."""
        self.notices = notices
        if self.git is not None:
            self.git.rewatch(notices)
        self.trees.rewatch(notices)

    def tick(self, now: float) -> None:
        """Look at what no notice tells; called every second or two."""
        self.trees.check()
        self.trees.poll(now)
        if self.git is not None:
            self.git.look_out()
            if self.git.dirty:
                self.settle.touch(now)
        self.rules.rest(now)
        self.health.tick(self, now)

    # ---- looks

    def wake(self, now: float) -> float:
        """When there is something to do."""
        auditing = self.health.audit is not None and not self.health.compared
        if auditing or self.trees.is_moved or self.trees.is_unlisted or not self.ready:
            return now
        due = self.settle.due(now)
        if (confirmed := self.trees.confirms_at()) is not None:
            due = max(due, confirmed)
        due = min(due, self.settle.wake(now))
        return min(due, self._tracked_at) if self._tracked_stale else due

    def turn(self, now: float, urgent: bool = False) -> Iterator[Report]:
        """Look and tell if it is time to, or `urgent`: then everything that is known to differ."""
        self._ask_git(now)
        due = urgent or now >= self.settle.due(now)
        if urgent:
            self._look_at_all(now)
        else:
            self._look(now, due)
        self.news |= self.trees.take_news()
        if self.trees.is_unlisted and not urgent:
            return
        if not self.ready:
            yield self._begin(now)
        elif due and (urgent or not self.trees.is_doubtful):
            yield from self._tell(now)

    def _look_at_all(self, now: float) -> None:
        for _ in range(ROUNDS_CAP):
            self._look(now, True, urgent=True)
            trees = self.trees
            if not (trees.is_hinted or trees.is_unlisted or trees.is_doubtful or trees.is_moved):
                return

    def _look(self, now: float, due: bool, urgent: bool = False) -> None:
        if self.trees.is_moved:
            self.trees.check()
        if due:
            self._look_at_git(now)
            self.trees.look()
        if self._tracked_stale and (urgent or now >= self._tracked_at):
            self._ask_tracked(now)
        self.trees.work(math.inf if urgent else time.monotonic() + SLICE_S)
        if due:
            self.trees.confirm(math.inf if urgent else now - PAUSE_S)
        self._apply_rules()
        if self.trees.is_untold:
            self.settle.remind(now)

    def _look_at_git(self, now: float) -> None:
        if self.git is not None and self.git.dirty:
            problem = self.git.problem
            moves = self.git.look()
            self._moves |= moves
            self._tracked_stale |= moves.index
            self.tree.rules_moved |= moves.ignores
            self.news |= problem != self.git.problem
            if moves.head:
                self.health.audit_soon(now)

    def _ask_tracked(self, now: float) -> None:
        """The index was written: other files may count although git ignores them."""
        began = time.monotonic()
        self._relist(self.rules.refresh())
        self._tracked_at = now + max(TRACKED_S, (time.monotonic() - began) * TRACKED_COST_SHARE)
        self._tracked_stale = False

    def _apply_rules(self) -> None:
        """Under other ignore rules every name has to be asked about again."""
        if not self.tree.rules_moved:
            return
        self.tree.rules_moved = False
        self._moves |= Moves(ignores=True)
        self.rules.reset()
        self.rules.refresh()
        if self.git is not None:
            self.git.exclude(excludes_file(self._wanted.root))
        self.tree.reconcile()

    # ---- what is told

    def _begin(self, now: float) -> Ready:
        self.ready = self.news = True
        self.trees.begin()
        self._moves = Moves()
        self._told(now)
        self.rules.close()  # of many repositories that begin at once, each would keep a git
        self.health.begin(now)
        return Ready(self.name)

    def _tell(self, now: float) -> Iterator[Report]:
        self._told(now)
        changed, full = self.trees.take()
        full |= len(changed) > BATCH_LIMIT_PATHS
        moves, self._moves = self._moves, Moves()
        if changed or full or moves != Moves():
            self.generation += 1
            self.news = True
            busy = self.git is not None and self.git.busy()
            paths = () if full else tuple(changed)
            flags = (moves.head, moves.index, moves.refs, moves.ignores)
            yield Batch(self.name, self.generation, paths, full, *flags, busy)

    def _told(self, now: float) -> None:
        self.settle.told(now)
        if self.trees.is_hinted:  # they came while we looked
            self.settle.touch(now)

    def listings(self, token: int) -> Iterator[Listing]:
        """The whole table, in parts."""
        rows = self.trees.rows()
        for start in range(0, max(1, len(rows)), LISTING_ROWS):
            part = tuple(rows[start : start + LISTING_ROWS])
            yield Listing(self.name, token, part, start + LISTING_ROWS < len(rows))

    def state(self) -> State:
        """How it is watched now."""
        self.news = False
        return health.state(self)

    def close(self) -> None:
        self.rules.close()
        if self.git is not None:
            self.git.close()
        self.trees.close()
