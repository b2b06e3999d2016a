"""Who asked what, and when it can be answered.

Owns the questions that wait. One about verdicts waits until the watcher has told all that happened before it and the
repository is quiet; one that would wait too long is told that we are busy, so that who asks judges by himself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mementod.brain.events import Question, Stop
from mementod.brain.home import Home
from mementod.errors import ExitCode, UserError
from mementod.ipc import replies
from mementod.ipc.protocol import Answer, Error, Op
from mementod.notices.notice import Try
from mementod.stores.ledger_rows import Transition

if TYPE_CHECKING:
    from mementod.brain.loop import Brain
    from mementod.continuity.text_desk import TextDesk
    from mementod.hooks.hook_desk import HookDesk
    from mementod.notices.desk import Desk

SYNC_LIMIT_S = 1.5  # the watcher answers within milliseconds, or is stopped; the command line waits 2 s
LOOKED_AT_S = 3.0  # the page is asked for every second
UNWATCHED = "nobody watches just now"


@dataclass(slots=True)
class Asked:
    """A question about one repository. `token` is 0 until its Sync is sent, and None when that came back."""

    question: Question
    home: Home
    at: float
    token: int | None = 0


class Questions:
    """`reply` sends an answer to a connection; the last one, or one of many.

    `desk` answers hooks, `texts` what an agent goes on from, `notices` whether they arrive, all beside us.
    """

    def __init__(
        self,
        reply: Callable[[int, Answer, bool], None],
        clock: Callable[[], float],
        desk: HookDesk,
        texts: TextDesk,
        notices: Desk,
    ) -> None:
        self._reply, self._clock = reply, clock
        self._desk, self._texts, self._notices = desk, texts, notices
        self._waiting: list[Asked] = []
        self._followers: dict[int, str] = {}  # connection -> repository that it watches
        self._looked_at_until = -math.inf  # somebody has the page of `status --watch` before him
        self._token = 0
        self._is_deaf = False  # the watcher left a Sync unanswered: nobody waits for it until it answers again

    def ask(self, question: Question, brain: Brain) -> None:
        request = question.request
        try:
            match request.op:
                case Op.STATUS:
                    if request.args.get("watching") is True:
                        self._looked_at_until = self._clock() + LOOKED_AT_S
                    self._say(question, replies.status(brain))
                case Op.PAUSE | Op.RESUME:
                    brain.is_paused = request.op is Op.PAUSE
                    self._say(question, {"paused": brain.is_paused})
                case Op.RELOAD:
                    brain.roster.reload()
                    self._say(question, {})
                case Op.STOP:
                    brain.stop = _stop(request.args, brain)
                    self._say(question, {})
                case Op.ENROL:
                    self._say(question, replies.registry(brain, request.args))
                case Op.WATCH:
                    self._follow(question, self._home(question, brain))
                case Op.HOOK:
                    self._desk.take(question)
                case Op.SNOOZE:
                    self._say(question, replies.snoozed(brain, request.args, self._clock()))
                case Op.NOTIFY:
                    if not self._notices.put(Try(question.connection)):
                        self._refuse(question.connection, Error.BUSY, "too many notices wait")
                case Op.CHECK | Op.SYMBOLS | Op.CITED | Op.VERIFY | Op.MEMORY:
                    self._wait(question, self._home(question, brain), brain)
        except (UserError, KeyError, TypeError, ValueError) as error:
            self._refuse(question.connection, Error.BAD_REQUEST, error)

    def leave(self, connection: int) -> None:
        """Nobody listens there any more."""
        self._followers.pop(connection, None)
        self._waiting = [a for a in self._waiting if a.question.connection != connection]

    # waiting

    def sync(self) -> int:
        """The token of a Sync that has to be sent for questions that came since the last; 0 for none."""
        fresh = [asked for asked in self._waiting if asked.token == 0]
        if not fresh:
            return 0
        self._token += 1
        for asked in fresh:
            asked.token = self._token
        return self._token

    def synced(self, token: int) -> None:
        self._is_deaf = False
        for asked in self._waiting:
            if asked.token and asked.token <= token:
                asked.token = None

    def unsynced(self) -> None:
        """Nobody watches: what waits cannot be answered."""
        self._is_deaf = False
        waiting, self._waiting = self._waiting, []
        for asked in waiting:
            self._refuse(asked.question.connection, Error.BUSY, UNWATCHED)

    def homes(self) -> frozenset[str]:
        """The repositories that somebody waits for."""
        return frozenset(asked.home.row.id for asked in self._waiting)

    def expires(self) -> float | None:
        """When (monotonic) the next one has waited long enough."""
        return min((self._limit(asked) for asked in self._waiting), default=None)

    def answer(self, brain: Brain) -> None:
        """Answer what can be answered, and give up what waited too long."""
        now = self._clock()
        waiting, self._waiting = self._waiting, []
        for asked in waiting:
            if not self._answered(asked, now, brain):
                self._waiting.append(asked)

    def _answered(self, asked: Asked, now: float, brain: Brain) -> bool:
        home, connection = asked.home, asked.question.connection
        if home.trouble or home.row.id not in brain.homes:
            self._refuse(connection, Error.FAILED, home.trouble or "not enrolled any more")
        elif home.is_warming:
            self._refuse(connection, Error.BUSY, "much of it is read just now")
        elif brain.lookout.is_down or (self._is_deaf and asked.token):
            self._refuse(connection, Error.BUSY, UNWATCHED)
        elif asked.token is None and home.is_ready and home.is_open and not home.has_work:
            self._judged(asked, brain)
        elif now >= self._limit(asked):
            self._is_deaf |= asked.token is not None and now >= asked.at + SYNC_LIMIT_S
            self._refuse(connection, Error.BUSY, UNWATCHED if self._is_deaf else "there is much to do just now")
        else:
            return False
        return True

    def _limit(self, asked: Asked) -> float:
        limit = asked.question.until
        return limit if asked.token is None else min(limit, asked.at + SYNC_LIMIT_S)

    def _judged(self, asked: Asked, brain: Brain) -> None:
        resident = asked.home.resident
        assert resident is not None
        try:
            if asked.question.request.op is Op.MEMORY:
                self._texts.take(asked.question, resident.report(), resident.generation)
                return
            data = replies.judged(asked.home, asked.question.request, brain)
        except (UserError, KeyError, TypeError, ValueError) as error:
            self._refuse(asked.question.connection, Error.BAD_REQUEST, error)
        except Exception as error:  # what it rests on is damaged: judge everything anew
            asked.home.fail(error, self._clock())
            self._refuse(asked.question.connection, Error.FAILED, asked.home.problem)
        else:
            self._say(asked.question, data, resident.generation)

    def _wait(self, question: Question, home: Home | None, brain: Brain) -> None:
        if home is None:
            self._refuse(question.connection, Error.UNKNOWN_REPOSITORY, "this repository is not enrolled")
        elif brain.is_paused:
            self._refuse(question.connection, Error.BUSY, "paused: `mementod resume` goes on")
        else:
            self._waiting.append(Asked(question, home, self._clock()))

    # followers

    def followed(self, everything: Iterable[str]) -> frozenset[str]:
        """The repositories that somebody sees in a terminal."""
        return frozenset(everything if self._clock() < self._looked_at_until else self._followers.values())

    def told(self, home: Home, rows: list[Transition]) -> None:
        """Hand on what was published to all who watch this repository."""
        answer = Answer(replies.transitions(home, rows), fresh=True)
        for connection, repository in tuple(self._followers.items()):
            if repository == home.row.id:
                self._reply(connection, answer, False)

    def opened(self, home: Home) -> None:
        """A repository is judged for the first time: greet who waits for it."""
        for connection, repository in tuple(self._followers.items()):
            if repository == home.row.id:
                self._reply(connection, Answer(replies.greeting(home), fresh=True), False)

    def _follow(self, question: Question, home: Home | None) -> None:
        if home is None:
            self._refuse(question.connection, Error.UNKNOWN_REPOSITORY, "this repository is not enrolled")
            return
        self._followers[question.connection] = home.row.id
        first = replies.greeting(home) if home.is_greeted else {"event": "opening", "root": str(home.row.root)}
        self._reply(question.connection, Answer(first, fresh=home.is_open), False)

    # answers

    def _home(self, question: Question, brain: Brain) -> Home | None:
        """The enrolled repository around a folder; the innermost one."""
        folder = Path(question.request.folder or "/")
        around = [h for h in brain.homes.values() if folder.is_relative_to(h.row.root)]
        return max(around, key=lambda home: len(home.row.root.parts), default=None)

    def _say(self, question: Question, data: Any, generation: int = 0) -> None:
        self._reply(question.connection, Answer(data, generation, True), True)

    def _refuse(self, connection: int, error: Error, why: object) -> None:
        self._reply(connection, Answer(error=error, message=" ".join(str(why).split())[:300]), True)


def _stop(args: dict[str, Any], brain: Brain) -> Stop:
    """`again`: by a newer program, where somebody starts us again."""
    if args.get("again") is not True:
        return Stop("asked to")
    if not brain.is_managed:
        raise UserError("nobody would start this daemon again: stop it and start it yourself")
    return Stop("asked to make room for a newer program", ExitCode.AGAIN)
