"""Threads beside the brain, for questions that ask git and the disk: nobody else waits for those."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable

from mementod.brain.events import Question
from mementod.ipc.protocol import Answer, Error

WAITING_CAP = 64
Reply = Callable[[int, Answer, bool], None]


class SideThreads:
    """They end with the process: they hold nothing that needs an end."""

    def __init__(self, name: str, count: int, reply: Reply) -> None:
        self._reply = reply
        self._waiting: queue.Queue[tuple[Question, Callable[[], Answer]]] = queue.Queue(WAITING_CAP)
        for number in range(count):
            threading.Thread(target=self._run, name=f"{name} {number}", daemon=True).start()

    def take(self, question: Question, answer: Callable[[], Answer]) -> None:
        """Have it answered; refused when too many wait, and when `answer` raises."""
        try:
            self._waiting.put_nowait((question, answer))
        except queue.Full:
            self._say(question, Answer(error=Error.BUSY, message="too many such questions wait"))

    def _run(self) -> None:
        while True:
            question, answer = self._waiting.get()
            if time.monotonic() >= question.deadline:  # nobody listens any more
                continue
            try:
                self._say(question, answer())
            except Exception as error:
                why = " ".join(f"{type(error).__name__}: {error!s:.200}".split())
                self._say(question, Answer(error=Error.FAILED, message=why))

    def _say(self, question: Question, answer: Answer) -> None:
        self._reply(question.connection, answer, True)
