"""The daemon's side of the texts that an agent goes on from: made on threads of its own, from the brain's report.

The brain hands a question on when its report is as of now; what else the text says is read here, after that. Whatever
fails, or takes longer than who asks can wait, is refused: he makes the text himself, with the same code.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mementod.brain.events import Question
from mementod.brain.heap import give_back
from mementod.continuity.texts import text_of
from mementod.ipc.protocol import Answer, Error
from mementod.ipc.side_threads import Reply, SideThreads
from mementod.judging.engine import Engine, Request, SymbolRow
from mementod.paths import Paths
from mementod_parsers.model import Report

if TYPE_CHECKING:
    from mementod.judging.resources import Progress

THREADS = 2


class OutOfTime(Exception):
    """Nobody waits for it any more."""


class TextDesk:
    """Answers `memory`, beside the brain."""

    def __init__(self, paths: Paths, reply: Reply) -> None:
        self._paths = paths
        self._threads = SideThreads("text", THREADS, reply)

    def take(self, question: Question, report: Report, generation: int) -> None:
        """Have it answered, with the verdicts of a whole repository as of now."""
        self._threads.take(question, lambda: self._answer(question, report, generation))

    def _answer(self, question: Question, report: Report, generation: int) -> Answer:
        folder, args = Path(question.request.folder or "/"), dict(question.request.args)
        progress = _until(question.until)
        try:
            # The brain looked through the cache when it opened it, which takes 3 ms a megabyte.
            with Engine(folder, self._paths, progress, elsewhere=Judged(report), is_checked=True) as engine:
                if str(engine.root) != report.root:  # one within an enrolled one
                    return Answer(error=Error.UNKNOWN_REPOSITORY, message="this repository is not enrolled")
                found = text_of(engine, self._paths, str(args.pop("what", "")), args)
        except OutOfTime:
            return Answer(error=Error.BUSY, message="it takes longer than you can wait")
        finally:
            give_back()
        return Answer({"text": found.text, "problems": list(found.problems)}, generation, fresh=True)


@dataclass(frozen=True, slots=True)
class Judged:
    """An `engine.Elsewhere` that has the report on the whole repository already."""

    whole: Report

    def report(self, _root: Path, request: Request) -> Report | None:
        return self.whole if request == Request(request.root_hint) else None

    def symbols(self, _root: Path, _name: str) -> list[SymbolRow] | None:
        return None

    def verify(self, _root: Path, _notes: Sequence[str]) -> int | None:
        return None


def _until(moment: float) -> Progress:
    """Raises OutOfTime at the next step of long work after a moment (monotonic)."""

    def tell(_what: str, _done: int, _total: int) -> None:
        if time.monotonic() >= moment:
            raise OutOfTime

    return tell
