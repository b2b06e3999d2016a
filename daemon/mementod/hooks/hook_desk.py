"""The daemon's answers to the hook program, from threads of their own: a gate asks git, and nobody else waits for that.

A desk asks the brain about verdicts as any other client does. It decides nothing that a gate without a daemon would
decide otherwise; whatever fails here is refused, and the hook program judges by itself.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mementod.brain.events import Question
from mementod.hooks.hook_alone import Alone
from mementod.hooks.hook_answers import Judge, respond
from mementod.hooks.hook_call import decode, encode
from mementod.hooks.hook_cited import Cited, of_plain
from mementod.hooks.hook_memory import Memory
from mementod.ipc.client import WhyNot, ask
from mementod.ipc.protocol import Answer, Error, Op, ProtocolError, Request
from mementod.ipc.side_threads import Reply, SideThreads
from mementod.paths import Paths

THREADS = 4
ANSWER_S = 0.1  # of the time, for the answer itself
KNOWING_LIMIT_S = 0.45  # for what the notes say; a gate has taken its part of the answer's time before


class HookDesk:
    """Answers `hook`, beside the brain."""

    def __init__(self, paths: Paths, reply: Reply) -> None:
        self._paths = paths
        self._memory = Memory(paths.state_dir() / "sessions")
        self._threads = SideThreads("hook", THREADS, reply)

    def take(self, question: Question) -> None:
        """Have it answered."""
        self._threads.take(question, lambda: self._answer(question))

    def _answer(self, question: Question) -> Answer:
        try:
            hook = decode(question.request.args)
        except (KeyError, TypeError, ValueError, AttributeError):
            return Answer(error=Error.BAD_REQUEST, message="no call of a hook")
        knows = Brain(self._paths, question.until)
        output = respond(hook, Judge(self._paths, knows, self._memory, passes_on=True))
        return Answer(encode(output), fresh=True)


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

    def start(self, folder: Path, budget_bytes: int) -> str | None:
        found = self._data(Op.MEMORY, folder, {"what": "boot", "budget": budget_bytes})
        return None if found is None else str(found["text"])

    def _asked(self, folder: Path, args: dict[str, object]) -> list[Cited] | None:
        found = self._data(Op.CITED, folder, args)
        return None if found is None else of_plain(found["cited"])

    def _data(self, op: Op, folder: Path, args: dict[str, object]) -> dict[str, Any] | None:
        left_ms = int(1000 * min(KNOWING_LIMIT_S, self.until - ANSWER_S - time.monotonic()))
        if left_ms <= 0:
            return None
        try:
            answer = ask(self.paths.state_dir(), Request(op, str(folder), args, left_ms))
        except ProtocolError:
            return None
        if isinstance(answer, WhyNot) or not answer.ok or not answer.fresh:
            return None
        found: dict[str, Any] = answer.data
        return found
