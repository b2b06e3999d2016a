"""The daemon's answers to the hook program, from threads of their own: a gate asks git, and nobody else waits for that.

A desk asks the brain about verdicts as any other client does. It decides nothing that a gate without a daemon would
decide otherwise; whatever fails here is refused, and the hook program judges by itself.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mementod.brain.events import Question
from mementod.hooks.hook_alone import Alone
from mementod.hooks.hook_answers import Judge, respond
from mementod.hooks.hook_call import decode, encode
from mementod.hooks.hook_cited import Cited, of_plain
from mementod.hooks.hook_memory import Memory
from mementod.ipc.client import WhyNot, ask
from mementod.ipc.protocol import Answer, Error, Op, ProtocolError, Request
from mementod.paths import Paths

THREADS = 4
WAITING_CAP = 64
KNOWING_LIMIT_S = 0.45  # for what the notes say; a gate has taken its part of the answer's time before
MARGIN_S = 0.1  # for the answer to get there


class HookDesk:
    """Its threads end with the process: they hold nothing that needs an end."""

    def __init__(self, paths: Paths, reply: Callable[[int, Answer, bool], None]) -> None:
        self._paths, self._reply = paths, reply
        self._memory = Memory(paths.state_dir() / "sessions")
        self._waiting: queue.Queue[Question] = queue.Queue(WAITING_CAP)
        for number in range(THREADS):
            threading.Thread(target=self._run, name=f"hook {number}", daemon=True).start()

    def take(self, question: Question) -> None:
        """Have it answered."""
        try:
            self._waiting.put_nowait(question)
        except queue.Full:
            self._refuse(question, Error.BUSY, "too many hooks wait")

    def _run(self) -> None:
        while True:
            question = self._waiting.get()
            try:
                self._answer(question)
            except Exception as error:
                self._refuse(question, Error.FAILED, f"{type(error).__name__}: {error!s:.200}")

    def _answer(self, question: Question) -> None:
        try:
            hook = decode(question.request.args)
        except (KeyError, TypeError, ValueError, AttributeError):
            self._refuse(question, Error.BAD_REQUEST, "no call of a hook")
            return
        knows = Brain(self._paths, question.deadline - MARGIN_S)
        output = respond(hook, Judge(self._paths, knows, self._memory, passes_on=True))
        self._reply(question.connection, Answer(encode(output), fresh=True), True)

    def _refuse(self, question: Question, error: Error, why: str) -> None:
        self._reply(question.connection, Answer(error=error, message=" ".join(why.split())), True)


@dataclass(frozen=True, slots=True)
class Brain:
    """A `hook_answers.Knows` that asks the brain, until a moment (monotonic)."""

    paths: Paths
    until: float

    def touching(self, folder: Path, files: Sequence[Path], now: bool) -> list[Cited] | None:
        """As of now, or as last judged where that is enough and the brain is busy."""
        found = self._asked(folder, {"paths": [str(file) for file in files]})
        return Alone(self.paths).touching(folder, files, now) if found is None and not now else found

    def stale(self, folder: Path) -> list[Cited] | None:
        return self._asked(folder, {})

    def _asked(self, folder: Path, args: dict[str, object]) -> list[Cited] | None:
        left_ms = int(1000 * min(KNOWING_LIMIT_S, self.until - time.monotonic()))
        if left_ms <= 0:
            return None
        try:
            answer = ask(self.paths.state_dir(), Request(Op.CITED, str(folder), args, left_ms))
        except ProtocolError:
            return None
        if isinstance(answer, WhyNot) or not answer.ok or not answer.fresh:
            return None
        return of_plain(answer.data["cited"])
