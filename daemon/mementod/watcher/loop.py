"""The one thread of the watcher process that decides: waits, hands out notices, lets each repository take its turn."""

from __future__ import annotations

import math
import select
import time
from collections import deque

from mementod.watcher.channel import Channel
from mementod.watcher.messages import (
    Alive,
    Audit,
    Cited,
    Command,
    Forget,
    List,
    State,
    Sync,
    Synced,
    Watch,
)
from mementod.watcher.notices import SYNC_LIMIT_S, Nothing, listen
from mementod.watcher.repo import Repo

ALIVE_S = 5.0
TICK_S = 2.0  # between two looks at what no notice tells: roots, folders without a watch
TAKE_S = 0.010  # between two takes in a burst: one look at a hundred notices is cheaper than a hundred looks
SLEEP_JUMP_S = 2.0  # of the clock that goes on in sleep against the one that does not
AUDIT_SLICE_S = 0.03
RESTARTS_CAP = 5  # of a reader that died; then everything is polled


class Loop:
    """See above. `run` returns when the input ends; `close` gives everything back."""

    def __init__(self, source: int, sink: int) -> None:
        self._channel = Channel(source, sink)
        self.notices = listen()
        self._restarts = 0
        self.repos: dict[str, Repo] = {}
        self._states: dict[str, State] = {}
        self._asked: deque[int] = deque()  # tokens that wait for the question under way
        self._waiting: deque[int] = deque()  # tokens that came after it was sent
        self._answer_by = 0.0  # 0: no question is under way
        now = time.monotonic()
        self._take_at = self._tick_at = self._alive_at = now
        self._sleep = _slept()
        self._rang = False

    def run(self) -> None:
        while self._channel.is_open:
            self.once()

    def once(self) -> None:
        """Wait for something to do, and do it."""
        self._wait()
        now = time.monotonic()
        self._hear(now)
        self._take(now)
        self._ticks(now)
        self._turns(now)
        self._audits(now)
        self._sync(now)
        self._channel.flush()

    def close(self) -> None:
        for repo in self.repos.values():
            repo.rules.close()
        self.notices.close()

    # ---- waiting

    def _wait(self) -> None:
        now = time.monotonic()
        bell = self.notices.fileno()
        reading = [self._channel.source]
        if bell >= 0 and (now >= self._take_at or self._answer_by):
            reading.append(bell)
        until = self._until(now)
        if bell >= 0 and bell not in reading:
            until = min(until, self._take_at)
        readable, _, _ = select.select(reading, self._channel.sinks, [], max(0.0, until - now))
        self._rang = bell in readable

    def _until(self, now: float) -> float:
        until = min(self._tick_at if self.repos else self._alive_at, self._alive_at)
        if self._answer_by:
            until = min(until, self._answer_by)
        if self._channel.is_read:
            until = min([until, *(repo.wake(now) for repo in self.repos.values())])
        return until

    # ---- commands

    def _hear(self, now: float) -> None:
        for wanted in self._channel.hear():
            self.obey(wanted, now)

    def obey(self, wanted: Command, now: float) -> None:
        repo = None if isinstance(wanted, (Watch, Sync)) else self.repos.get(wanted.repo)
        match wanted:
            case Watch():
                self._forget(wanted.repo)
                self.repos[wanted.repo] = Repo(wanted, self.notices)
            case Forget():
                self._forget(wanted.repo)
            case Sync():
                self._waiting.append(wanted.token)
            case Cited() if repo:
                repo.cite(wanted.paths, now)
            case Audit() if repo:
                repo.health.start(repo, wanted=True)
            case List() if repo:
                for part in repo.listings(wanted.token):
                    self._channel.report(part)
            case _:
                self._channel.report(State(wanted.repo, "gone", 0, 0, 0, 0, "it is not watched"))

    def _forget(self, name: str) -> None:
        if repo := self.repos.pop(name, None):
            repo.close()
        self._states.pop(name, None)

    # ---- notices and times

    def _take(self, now: float) -> None:
        if not self._rang and now < self._tick_at:
            return
        lost = self.notices.take()
        self._take_at = now + TAKE_S
        if not self.notices.alive():
            self._restart()
            lost = True
        if lost and self._answer_by:
            self._answer_by = now  # the answer may be lost too, and everything is looked at in any case
        for repo in self.repos.values():
            repo.taken(now)
            if lost:
                repo.lost(now)

    def _restart(self) -> None:
        """The reader died: begin again with a new one; all its watches are gone."""
        self._restarts += 1
        self.notices.close()
        self.notices = listen() if self._restarts < RESTARTS_CAP else Nothing("the reader of notices died again")
        for repo in self.repos.values():
            repo.rewatch(self.notices)

    def _ticks(self, now: float) -> None:
        slept = _slept()
        if slept - self._sleep > SLEEP_JUMP_S:
            for repo in self.repos.values():
                repo.reconcile(now)
        self._sleep = slept
        if now >= self._tick_at:
            self._tick_at = now + TICK_S
            for repo in self.repos.values():
                repo.tick(now)
        if now >= self._alive_at:
            self._alive_at = now + ALIVE_S
            self._channel.report(Alive())
            for repo in self.repos.values():
                repo.news = True

    def _turns(self, now: float, urgent: bool = False) -> None:
        for name, repo in self.repos.items():
            if urgent or self._channel.is_read:
                for said in repo.turn(now, urgent):
                    self._channel.report(said)
            if repo.news and (repo.ready or not repo.tree.root.here):
                state = repo.state()
                if state != self._states.get(name):
                    self._states[name] = state
                    self._channel.report(state)

    def _audits(self, now: float) -> None:
        for repo in self.repos.values():
            health = repo.health
            if health.audit is not None and not health.compared:
                hurry = health.wanted and bool(self._waiting)
                health.compared = health.audit.work(math.inf if hurry else now + AUDIT_SLICE_S)

    # ---- questions

    def _sync(self, now: float) -> None:
        if self._answer_by and (self.notices.answered() or now >= self._answer_by):
            if self.notices.ordered and not self.notices.answered():
                self._doubt(now)
            self._answer(now)
        compared = any(repo.health.compared and not repo.health.asked for repo in self.repos.values())
        if not self._answer_by and (self._waiting or compared):
            self._question(now)

    def _question(self, now: float) -> None:
        """Send a question behind all notices that there are."""
        self._asked, self._waiting = self._waiting, deque()
        for repo in self.repos.values():
            repo.health.asked = repo.health.compared
        self._answer_by = now + SYNC_LIMIT_S  # without an order an audit only gives the notices time
        if not self.notices.ask() and (self._asked or self.notices.ordered):
            self._doubt(now)
            self._answer(now)

    def _doubt(self, now: float) -> None:
        """No notice can be trusted to have come: look for ourselves."""
        for repo in self.repos.values():
            repo.reconcile(now)

    def _answer(self, now: float) -> None:
        """All notices of what happened before the question have been handed out."""
        self._answer_by = 0.0
        urgent = bool(self._asked)
        for repo in self.repos.values() if urgent else ():
            repo.trees.poll_all()
        audited = [repo for repo in self.repos.values() if repo.health.asked]
        self._turns(now, urgent or bool(audited))
        for repo in audited:
            repo.health.finish(repo, now)
            repo.taken(now)
        if urgent and audited:
            self._turns(now, urgent)
        generations = {name: repo.generation for name, repo in self.repos.items()}
        while self._asked:
            self._channel.report(Synced(self._asked.popleft(), generations))


def _slept() -> float:
    """How long this machine has slept since it started."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return 0.0 if boot is None else time.clock_gettime(boot) - time.monotonic()
