"""The time that a hook without a daemon has, and the part of it that a judgement may take."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from mementod.vcs.git import GitError

BUDGET_S = 1.0  # of one hook
SHARE_S = 0.65  # of a judgement; the gate decides in the rest
AGAIN_S = 0.1  # the alarm comes again: the first may have been taken for an answer of git


class TooLate(GitError):
    """The budget is used up: for the gates this is git that gave no answer. `end`: it is not said again."""

    def __init__(self, message: str, end: Callable[[], None] = lambda: None) -> None:
        super().__init__(message)
        self.end = end


class OutOfShare(BaseException):
    """A judgement's share is used up. Nothing in between may take this for an error of its own."""


class Budget:
    """The time of one hook, by this process's alarm: TooLate is raised when it is over."""

    def __init__(self) -> None:
        self._until = time.monotonic() + BUDGET_S
        self._is_shared = False
        self._old = signal.signal(signal.SIGALRM, self._ring)
        self._rest()

    def close(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._old)

    @contextmanager
    def share(self) -> Iterator[None]:
        """Raises OutOfShare inside when SHARE_S are over, or what is left of the budget without them."""
        self._is_shared = True
        left = self._until - time.monotonic() - (BUDGET_S - SHARE_S) / 2
        signal.setitimer(signal.ITIMER_REAL, max(min(SHARE_S, left), 0.001), AGAIN_S)
        try:
            yield
        finally:
            self._is_shared = False
            self._rest()

    def _rest(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, max(self._until - time.monotonic(), 0.001), AGAIN_S)

    def _ring(self, _number: int, _frame: FrameType | None) -> None:
        """Of the end of a share once: on a busy machine the alarm comes again while that is on its way."""
        if self._is_shared:
            self._is_shared = False
            raise OutOfShare
        raise TooLate(f"no answer within {BUDGET_S:g} s", self.close)
