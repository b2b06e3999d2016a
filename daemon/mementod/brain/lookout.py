"""The brain's lookout: keeps one watcher process running, and makes hints of what it reports.

Invariant: a repository is `is_ready` only while somebody sees all its changes; whoever was blind for a while is hinted
to look at everything.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mementod.brain.edges import Edges
from mementod.brain.hints import Hints
from mementod.brain.home import Home
from mementod.brain.places_watched import places
from mementod.config import REPOSITORY_FILE
from mementod.errors import UserError
from mementod.paths import Paths
from mementod.vcs.git import GitError
from mementod.watcher.messages import Batch, Cited, Forget, Ready, State, Sync

RESTARTS_CAP = 5  # of the watcher within RESTARTS_SPAN_S; then it is left alone for as long
RESTARTS_SPAN_S = 60.0
ENTER_RETRY_S = 1.0  # before another look for a repository that is not there; twice as long each time
ENTER_RETRY_CAP_S = 60.0


class Lookout:
    """Use from the brain's thread."""

    def __init__(self, edges: Edges, paths: Paths) -> None:
        self._edges, self._paths = edges, paths
        self._restarts: list[float] = []
        self._restart_at: float | None = None
        self._cited: dict[str, tuple[str, ...]] = {}
        self._absent: dict[str, tuple[float, float]] = {}  # id -> when to look for it again, and the wait after that

    @property
    def pid(self) -> int | None:
        return self._edges.watching.pid

    @property
    def is_down(self) -> bool:
        """Whether nobody watches, and nobody will for a while."""
        return self._restart_at is not None

    def restarts(self) -> int:
        """How often a new process was started within the last minute."""
        now = self._edges.clock()
        self._restarts = [at for at in self._restarts if now - at < RESTARTS_SPAN_S]
        return len(self._restarts)

    def start(self) -> None:
        """Start a process; one that does not start counts as one that ended."""
        try:
            self._edges.watching.start()
        except OSError as error:
            self.ended(f"it does not start: {error.strerror}", ())

    def close(self) -> None:
        self._edges.watching.close()

    def sync(self, token: int) -> None:
        """Have everything reported that happened until now; Synced comes back."""
        self._edges.watching.tell(Sync(token))

    # which repositories

    def enter(self, home: Home) -> None:
        """Watch a repository from now on, or from when it is there."""
        try:
            watch = places(home.row, self._paths, self._cited.get(home.row.id, ()))
        except (UserError, GitError, OSError) as error:
            self._put_off(home, error)
            return
        home.git_dirs = tuple(dict.fromkeys(Path(d) for d in (watch.git_dir, watch.common_dir) if d))
        home.missing = ""
        if self._absent.pop(home.row.id, None):
            self._edges.log("info", "found", repository=home.row.root)
        self._edges.watching.tell(watch)

    def leave(self, home: Home) -> None:
        self._edges.watching.tell(Forget(home.row.id))
        self._cited.pop(home.row.id, None)
        self._absent.pop(home.row.id, None)

    def cite(self, home: Home) -> None:
        """Have what is cited and ignored watched too."""
        assert home.resident is not None
        outside = home.resident.outside()
        if self._cited.get(home.row.id) != outside:
            self._cited[home.row.id] = outside
            self._edges.watching.tell(Cited(home.row.id, outside))

    def _put_off(self, home: Home, error: Exception) -> None:
        first = home.row.id not in self._absent
        wait = ENTER_RETRY_S if first else min(2 * self._absent[home.row.id][1], ENTER_RETRY_CAP_S)
        self._absent[home.row.id] = (self._edges.clock() + wait, wait)
        home.missing = f"{' '.join(str(error).split())[:500]} (looked for every {wait:.0f} s)"
        if first:
            self._edges.log("warning", "not there", repository=home.row.root, why=home.missing)

    # what it reports

    def heard(self, home: Home, report: Ready | State | Batch) -> None:
        match report:
            case Ready():
                home.is_ready = True
                home.hint(Hints(unknown=True, listing=True, history=True))
            case State():
                self._stands(home, report)
            case Batch():
                self._changed(home, report)

    def _stands(self, home: Home, state: State) -> None:
        if state.problem and (home.state is None or state.problem != home.state.problem):
            self._edges.log("warning", "watching", repository=home.row.root, problem=state.problem)
        before, home.state = home.state, state
        was = home.missing
        # Without its history it would only be a weaker judge of the same notes.
        gone = [folder for folder in home.git_dirs if state.mode != "gone" and _is_removed(folder)]
        home.missing = f"{gone[0]} is gone: nothing is judged until it is back" if gone else ""
        if was and not gone:
            home.hint(Hints(everything=True))
        if before and before.problem and not state.problem:  # what could not be looked at is readable again
            home.hint(Hints(everything=True))
            home.try_again(self._edges.clock(), at_once=True)

    def _changed(self, home: Home, batch: Batch) -> None:
        if batch.busy and not home.is_busy:
            home.busy_since = self._edges.clock()
        self._edges.log(
            "debug", "changed", repository=home.row.root, paths=len(batch.changed), full=batch.full, head=batch.head,
            index=batch.index, refs=batch.refs, busy=batch.busy,
        )  # fmt: skip
        home.is_busy, home.is_confirmed = batch.busy, False
        hints = _hints(batch)
        home.hint(hints)
        is_new = hints.unknown or hints.history or REPOSITORY_FILE in hints.paths  # what a failure may have come from
        home.try_again(self._edges.clock(), is_new)

    # that it runs

    def ended(self, reason: str, homes: Iterable[Home]) -> None:
        """The process is gone: nobody sees what changes until another one is ready."""
        now = self._edges.clock()
        for home in homes:
            home.is_ready = False
        wait = RESTARTS_SPAN_S if self.restarts() >= RESTARTS_CAP else 0.0
        self._restart_at = now + wait
        self._edges.log("error", "watcher ended", why=reason, starts_again_in_s=wait)

    def keep(self, now: float, homes: Iterable[Home]) -> None:
        """Start what has to be started again, and look for what was not there."""
        if self._restart_at is not None and now >= self._restart_at:
            self._restart_at = None
            self._restarts.append(now)
            self.start()
        elif self._edges.watching.is_silent():
            self._edges.watching.kill()
        for home in homes:
            if home.row.id in self._absent and now >= self._absent[home.row.id][0]:
                self.enter(home)

    def wake(self) -> float | None:
        """When (monotonic) there is something to keep."""
        moments = [at for at, _ in self._absent.values()]
        return min(moments if self._restart_at is None else [*moments, self._restart_at], default=None)


def _hints(batch: Batch) -> Hints:
    return Hints(
        paths=frozenset(change.path for change in batch.changed),
        unknown=batch.full,
        listing=batch.index or any(c.existed == (c.now == "gone") for c in batch.changed),
        history=batch.head or batch.refs,
        ignores=batch.ignores,
    )


def _is_removed(folder: Path) -> bool:
    """Not so where nobody may look: that proves nothing."""
    try:
        folder.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False
