"""The brain: events in, state changed here and nowhere else, actions out.

One owner thread calls `step` for each event and `turn` between them. Invariants: a question is answered only when every
change made before it is judged; what a repository does never keeps another waiting longer than one short step; nothing
is said twice, and nothing before the ledger holds it.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import replace

from mementod import __version__
from mementod.brain.edges import Edges
from mementod.brain.events import Event, Gone, Noticed, Patrolled, Question, Reload, Stop, Watched, WatcherEnded
from mementod.brain.hints import Hints
from mementod.brain.home import Home, Progress
from mementod.brain.lookout import Lookout
from mementod.brain.news import News
from mementod.brain.roster import Roster
from mementod.errors import UserError
from mementod.ipc.questions import Questions
from mementod.paths import Paths
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Observed, Transition
from mementod.watcher.messages import Batch, Ready, State, Synced


class Brain:
    """All state of the daemon."""

    def __init__(self, ledger: Ledger, paths: Paths, edges: Edges, questions: Questions) -> None:
        self._ledger, self._edges, self._questions = ledger, edges, questions
        self._news = News(ledger, edges, questions.told)
        self.lookout = Lookout(edges, paths)
        self.roster = Roster(ledger, paths, edges, self.lookout)
        self.homes = self.roster.homes
        self.stop: Stop | None = None
        self.is_paused = False
        self.is_managed, self.is_outdated, self.notices = edges.is_managed, edges.is_outdated, edges.notices
        self._began = edges.clock()

    def start(self) -> None:
        """Watch what is enrolled. UserError when the ledger cannot be read."""
        self.lookout.start()
        self.roster.read()
        self.notices.start(self._began, __version__)

    def step(self, event: Event) -> None:
        """One event."""
        match event:
            case Question():
                self.roster.mind()
                self._questions.ask(event, self)
            case Gone(connection):
                self._questions.leave(connection)
            case Watched(report):
                self._watched(report)
            case WatcherEnded(reason):
                self.lookout.ended(reason, self.homes.values())
                self._questions.unsynced()
            case Noticed(report):
                self.notices.heard(report, self._edges.clock())
            case Patrolled():
                self._patrolled(event)
            case Reload():
                self.roster.mind()
                self.roster.reload()
            case Stop():
                self.stop = event

    def turn(self) -> float | None:
        """Go on with what is to be done; when (monotonic) there is more, None when nothing is."""
        now = self._edges.clock()
        self.roster.mind()
        self.lookout.keep(now, self.homes.values())
        if token := self._questions.sync():
            self.lookout.sync(token)
        if not self.is_paused and (home := self._next_home(now)):
            self._work(home, now)
        for home in self.homes.values():
            home.keep_some()
        self._questions.answer(self)
        return self._wake(now)

    def verify(self, home: Home, notes: Sequence[str]) -> int:
        """Stamp what holds in these notes with the commit of now; how many citations."""
        assert home.resident is not None
        count = home.resident.verify(notes, self._ledger, self._edges.today())
        home.hint(Hints(notes=frozenset(notes)))
        return count

    def newest(self, home: Home, limit: int) -> tuple[Transition, ...]:
        """What was told last of a repository, newest first. Raises UserError."""
        return self._ledger.newest(home.row.id, limit)

    def uptime_s(self) -> float:
        return self._edges.clock() - self._began

    def close(self) -> None:
        self._edges.patrol.close()
        for home in self.homes.values():
            home.close()
        self.lookout.close()

    # the work

    def _next_home(self, now: float) -> Home | None:
        """One that can go on; those that somebody waits for first."""
        asked = self._questions.homes()
        by_turn = sorted(self.homes.values(), key=lambda home: home.row.id not in asked)
        return next((home for home in by_turn if self._is_due(home, now)), None)

    def _is_due(self, home: Home, now: float) -> bool:
        due = home.due_at(now, home.row.id in self._questions.homes())
        return due is not None and now >= due

    def _work(self, home: Home, now: float) -> None:
        """One short step; whose turn it was goes to the end."""
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
            self._say_failure(home)

    def _quiet(self, home: Home, now: float) -> None:
        assert home.resident is not None
        if seen := home.resident.take_seen():
            self._observe(home, seen)
        self._see(home, now)
        self.lookout.cite(home)
        self._edges.patrol.ask(home.row)
        if home.publisher.is_first:
            home.publisher.begin()
        if not home.is_greeted:
            home.is_greeted = True
            self._edges.log("info", "opened", repository=home.row.root, notes=len(home.tally))
            self._questions.opened(home)

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

    def _say_failure(self, home: Home) -> None:
        fault, home.fault = home.fault, None
        if fault is None:
            self._edges.log("warning", "not judged", repository=home.row.root, why=home.problem)
        else:
            trace = "".join(traceback.format_exception(fault))
            self._edges.log("error", "not judged", repository=home.row.root, why=home.problem, exception=trace)

    # the rest

    def _patrolled(self, found: Patrolled) -> None:
        home = self.homes.get(found.repository)
        if home is None:
            return
        for line in found.lines:
            self._edges.log("warning", "hooks", repository=home.row.root, what=line)
        home.hooks = found.lines
        if found.uncovered is not None:
            home.uncovered = found.uncovered
            self.notices.uncovered(found.repository, found.uncovered, self._edges.clock())

    def _watched(self, report: object) -> None:
        match report:
            case Synced(token=token):
                self._questions.synced(token)
            case Ready(repo=repo) | State(repo=repo) | Batch(repo=repo) if home := self.homes.get(repo):
                self.lookout.heard(home, report)
            case State(repo="", problem=problem) if problem:
                self._edges.log("warning", "watcher", problem=problem)
            case _:
                pass  # of a repository that left

    def _wake(self, now: float) -> float | None:
        """Tell what is due; when there is something to do again."""
        moments = [self.lookout.wake(), self._questions.expires()]
        for home in self.homes.values() if not self.is_paused else ():
            moments.append(self._news.tell(home, now))
            moments.append(home.due_at(now, home.row.id in self._questions.homes()))
            moments.append(now if home.to_keep else None)
        if not self.is_paused:
            moments.append(self.notices.turn(now, self.homes, self._questions.followed(self.homes), self._troubles()))
        return min((moment for moment in moments if moment is not None), default=None)

    def _troubles(self) -> dict[str, str]:
        """What is wrong with the daemon itself, by the names of `notices.wording`."""
        down = {"watcher": "the watcher ended too often and is started again within a minute"}
        lost = {"ledger": self.roster.problem}
        return (down if self.lookout.is_down else {}) | (lost if self.roster.problem else {})
