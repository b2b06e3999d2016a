"""The brain: events in, state changed here and nowhere else, actions out.

One owner thread calls `step` for each event and `turn` between them. Invariants: a question is answered only when every
change made before it is judged; what a repository does never keeps another waiting longer than one short step; nothing
is said twice, and nothing before the ledger holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mementod.errors import UserError
from mementod.events import Event, Gone, Question, Reload, Stop, Tick, Watched, WatcherEnded
from mementod.hints import Hints
from mementod.home import Home, Progress
from mementod.ledger import Ledger
from mementod.ledger_rows import Enrolled, Observed, Told, Transition
from mementod.paths import Paths
from mementod.places_watched import places
from mementod.publisher import Publisher
from mementod.questions import Questions
from mementod.repos import Change, apply
from mementod.watcher.messages import Batch, Cited, Forget, Listing, Ready, State, Sync, Synced
from mementod.watching import Watching

BUSY_CAP_S = 10.0  # a lock that stays longer was left behind
RESTARTS_CAP = 5  # of the watcher within RESTARTS_SPAN_S; then it is left alone for as long
RESTARTS_SPAN_S = 60.0
MARK_RETRY_S = 5.0  # git was busy, or the note was being written
PUBLISH_RETRY_S = 5.0  # after the ledger could not be written


@dataclass(frozen=True, slots=True)
class Edges:
    """What the brain may do to the world outside."""

    watching: Watching
    log: Callable[..., None]  # a level, an event, its values
    clock: Callable[[], float]  # monotonic seconds
    today: Callable[[], str]  # ISO time, UTC
    told: Callable[[Home, list[Transition]], None]  # what was published: notices
    mark: Callable[[Home], None]  # the notes that need it


class Brain:
    """All state of the daemon."""

    def __init__(self, ledger: Ledger, paths: Paths, edges: Edges, questions: Questions) -> None:
        self._ledger, self._paths, self._edges, self._questions = ledger, paths, edges, questions
        self.homes: dict[str, Home] = {}
        self.stop: Stop | None = None
        self.is_paused = False
        self.restarts: list[float] = []  # of the watcher
        self._restart_at: float | None = None
        self._cited: dict[str, tuple[str, ...]] = {}
        self._began = edges.clock()

    def start(self) -> None:
        """Watch what is enrolled."""
        self._edges.watching.start()
        self.enrolled()

    def enrolled(self) -> None:
        """The registry changed: take in what came, let go what left."""
        rows = {row.id: row for row in self._ledger.enrolled()}
        for identity in [i for i, home in self.homes.items() if rows.get(i) != home.row]:
            self._leave(identity)
        for identity, row in rows.items():
            if identity not in self.homes:
                self._enter(row)

    def step(self, event: Event) -> None:
        """One event."""
        match event:
            case Question():
                self._questions.ask(event, self)
            case Gone(connection):
                self._questions.leave(connection)
            case Watched(report):
                self._watched(report)
            case WatcherEnded(reason):
                self._unwatched(reason)
            case Reload():
                self.enrolled()
                self.hint_all(Hints(everything=True))
            case Stop():
                self.stop = event
            case Tick():
                pass  # `turn` comes after every event

    def turn(self) -> float | None:
        """Go on with what is to be done; when (monotonic) there is more, None when nothing is."""
        now = self._edges.clock()
        self._keep_watching(now)
        if token := self._questions.sync():
            self._edges.watching.tell(Sync(token))
        home = None if self.is_paused else next((h for h in self._by_turn() if self._is_due(h, now)), None)
        if home:
            self._step(home, now)
        self._questions.answer(self)
        return self._next(now)

    def register(self, changes: Iterable[Change]) -> None:
        """Change the registry. Raises UserError where that is not possible; what came before it is kept."""
        try:
            for change in changes:
                apply(self._ledger, change)
        finally:
            self.enrolled()

    def verify(self, home: Home, notes: Sequence[str]) -> int:
        """Stamp what holds in these notes with the commit of now; how many citations."""
        assert home.resident is not None
        count = home.resident.verify(notes, self._ledger, self._edges.today())
        home.hint(Hints(notes=frozenset(notes)))
        return count

    def uptime_s(self) -> float:
        return self._edges.clock() - self._began

    def watcher_pid(self) -> int | None:
        return self._edges.watching.pid

    def hint_all(self, hints: Hints) -> None:
        for home in self.homes.values():
            home.hint(hints)

    def close(self) -> None:
        for home in self.homes.values():
            home.close()
        self._edges.watching.close()

    # repositories

    def _enter(self, row: Enrolled) -> None:
        home = Home(row, self._paths, Publisher(self._ledger.published(row.id)))
        self.homes[row.id] = home
        try:
            watch = places(row, self._paths.claude, ())
            home.git_dirs = tuple(dict.fromkeys(Path(d) for d in (watch.git_dir, watch.common_dir) if d))
            self._edges.watching.tell(watch)
        except UserError as error:  # not there now: the watcher need not know yet
            home.problem, home.retry_at = str(error), self._edges.clock()
        self._edges.log("info", "enrolled", repository=row.root)

    def _leave(self, identity: str) -> None:
        self._edges.watching.tell(Forget(identity))
        self.homes.pop(identity).close()
        self._cited.pop(identity, None)

    def _by_turn(self) -> list[Home]:
        """Those that somebody waits for first; who had a step goes to the end."""
        asked = self._questions.homes()
        return sorted(self.homes.values(), key=lambda home: home.row.id not in asked)

    def _is_due(self, home: Home, now: float) -> bool:
        """Whether a step may be made; while git is busy only for somebody who waits."""
        is_held = home.is_busy and now < home.busy_since + BUSY_CAP_S
        return home.is_due(now) and (not is_held or home.row.id in self._questions.homes())

    def _step(self, home: Home, now: float) -> None:
        self.homes[home.row.id] = self.homes.pop(home.row.id)
        failures = home.failures
        match home.step(now):
            case Progress.PART:
                self._see(home, now)
            case Progress.QUIET:
                self._quiet(home, now)
            case Progress.MORE:
                pass
        if home.failures > failures:
            self._edges.log("warning", "not judged", repository=home.row.root, why=home.problem)

    def _quiet(self, home: Home, now: float) -> None:
        assert home.resident is not None
        if seen := home.resident.take_seen():
            self._observe(home, seen)
        self._see(home, now)
        outside = home.resident.outside()
        if self._cited.get(home.row.id) != outside:
            self._cited[home.row.id] = outside
            self._edges.watching.tell(Cited(home.row.id, outside))
        if not home.is_greeted:
            home.is_greeted = True
            self._edges.log("info", "opened", repository=home.row.root, notes=len(home.tally))
            self._questions.opened(home)
        if home.publisher.is_first:
            self._publish(home, [], home.publisher.baseline())

    def _see(self, home: Home, now: float) -> None:
        """Take in what was judged."""
        changed = home.changed()
        home.tally.take(changed)
        home.publisher.see(changed, now, self._edges.today(), home.is_switched)
        self._edges.log("debug", "judged", repository=home.row.root, notes=len(changed), part=home.is_part)

    def _observe(self, home: Home, seen: list[Observed]) -> None:
        """Keep what new lines mean on the day that they are written."""
        assert home.resident is not None
        rows = [replace(row, at=self._edges.today()) for row in seen]
        try:
            self._ledger.observe(home.resident.resources.repository.key, rows)
        except UserError as error:  # their day is then told by git, as without a daemon
            self._edges.log("warning", "not observed", repository=home.row.root, why=str(error))
        else:
            home.observed(rows)

    # the watcher

    def _watched(self, report: object) -> None:
        match report:
            case Synced(token=token):
                self._questions.synced(token)
            case Listing():
                pass
            case Ready(repo=repo) | State(repo=repo) | Batch(repo=repo) if home := self.homes.get(repo):
                self._heard(home, report)
            case State(repo="", problem=problem) if problem:
                self._edges.log("warning", "watcher", problem=problem)
            case _:
                pass  # of a repository that left

    def _heard(self, home: Home, report: Ready | State | Batch) -> None:
        match report:
            case Ready():
                home.is_ready = True
                home.hint(Hints(unknown=True, listing=True, history=True))
            case State():
                if report.problem and (home.state is None or report.problem != home.state.problem):
                    self._edges.log("warning", "watching", repository=home.row.root, problem=report.problem)
                home.state = report
            case Batch():
                self._changed(home, report)

    def _changed(self, home: Home, batch: Batch) -> None:
        if batch.busy and not home.is_busy:
            home.busy_since = self._edges.clock()
        self._edges.log(
            "debug", "changed", repository=home.row.root, paths=len(batch.changed), full=batch.full, head=batch.head,
            index=batch.index, refs=batch.refs, busy=batch.busy,
        )  # fmt: skip
        home.is_busy, home.is_confirmed = batch.busy, False
        home.hint(
            Hints(
                paths=frozenset(change.path for change in batch.changed),
                unknown=batch.full,
                listing=batch.index or any(c.existed == (c.now == "gone") for c in batch.changed),
                history=batch.head or batch.refs,
                ignores=batch.ignores,
            )
        )

    def _unwatched(self, reason: str) -> None:
        now = self._edges.clock()
        self._edges.log("error", "watcher ended", why=reason)
        for home in self.homes.values():
            home.is_ready = False
        self._questions.unsynced()
        self.restarts = [t for t in self.restarts if now - t < RESTARTS_SPAN_S]
        self._restart_at = now + (RESTARTS_SPAN_S if len(self.restarts) >= RESTARTS_CAP else 0.0)

    def _keep_watching(self, now: float) -> None:
        if self._restart_at is not None and now >= self._restart_at:
            self._restart_at = None
            self.restarts.append(now)
            self._edges.watching.start()
        elif self._edges.watching.is_silent():
            self._edges.watching.kill()

    # telling

    def _next(self, now: float) -> float | None:
        """Publish what is due; when something will be."""
        if self.is_paused:
            return self._restart_at
        moments = [self._restart_at, self._questions.expires()]
        for home in self.homes.values():
            moments.append(self._tell(home, now))
            if home.has_work and home.is_ready:
                held = home.busy_since + BUSY_CAP_S if home.is_busy and not self._is_due(home, now) else now
                moments.append(max(now, home.retry_at, held))
        return min((m for m in moments if m is not None), default=None)

    def _tell(self, home: Home, now: float) -> float | None:
        due = home.publisher.due()
        if not home.is_open or (home.has_work and not home.is_part):
            return None
        if due is None:
            return self._mark(home, now)
        if home.is_busy and now < home.busy_since + BUSY_CAP_S:
            return home.busy_since + BUSY_CAP_S
        due = max(due, home.tell_at)
        if now < due:
            return due
        if not home.is_part and not home.is_confirmed and (places := home.publisher.doubtful()):
            home.is_confirmed = True
            home.hint(Hints(paths=places))
            return now
        self._publish(home, *home.publisher.pending())
        return now

    def _mark(self, home: Home, now: float) -> float | None:
        """Make visible what was told; when to try again what could not be written."""
        if not home.to_mark or home.is_busy:
            return None
        if now >= home.mark_at:
            self._edges.mark(home)
            home.mark_at = now + MARK_RETRY_S if home.to_mark else now
        return home.mark_at if home.to_mark else None

    def _publish(self, home: Home, rows: list[Transition], told: Mapping[str, Told | None]) -> None:
        try:
            self._ledger.publish(home.row.id, rows, told)
        except UserError as error:
            self._edges.log("error", "not published", repository=home.row.root, why=str(error))
            home.tell_at = self._edges.clock() + PUBLISH_RETRY_S
            return
        home.publisher.published(told)
        for row in rows:
            self._edges.log(
                "info", "verdict", repository=home.row.root, note=row.note, line=row.line, text=row.text,
                before=row.before, after=row.after, target=row.target,
            )  # fmt: skip
        if rows:
            self._questions.told(home, rows)
            self._edges.told(home, rows)
