"""How long somebody who waits for an answer waits, in all, for stores that other processes hold.

One budget for a whole answer: a store that stays held uses it up, and the others that are held then are done without
at once. Without a budget each store has its own limit alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

LIMIT_S = 1.5  # of one answer: with all else it is there in two seconds
_left: ContextVar[list[float] | None] = ContextVar("patience", default=None)


@contextmanager
def patience(limit_s: float = LIMIT_S) -> Iterator[None]:
    """All within waits that long together, at most; within another budget it is a part of that."""
    given = left_s(limit_s)
    mine = [given]
    token = _left.set(mine)
    try:
        yield
    finally:
        _left.reset(token)
        spend(given - mine[0])


def left_s(limit_s: float) -> float:
    """How long one may still wait whose own limit is this."""
    left = _left.get()
    return limit_s if left is None else min(limit_s, left[0])


def spend(seconds: float) -> None:
    """It was waited so long in vain."""
    if (left := _left.get()) is not None:
        left[0] = max(0.0, left[0] - seconds)
