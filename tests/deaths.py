"""Runs a piece of work in a child that is killed at a given step: kill -9, at every place where it may hurt."""

from __future__ import annotations

import itertools
import os
import signal
import sqlite3
import sys
import traceback
from collections.abc import Callable, Iterator
from types import FrameType

STEPS_CAP = 1000
_CALLS = frozenset(
    (os.open, os.chmod, os.fchmod, os.fchown, os.fsync, os.link, os.rename, os.replace, os.unlink, os.utime)
)  # fmt: skip


def at_each_step(work: Callable[[], object]) -> Iterator[int]:
    """Each step at which the work was killed; ends after the run that came to its end."""
    for step in itertools.count(1):
        assert step < STEPS_CAP
        if not _dies_at(step, work):
            return
        yield step


def _dies_at(step: int, work: Callable[[], object]) -> bool:
    child = os.fork()
    if child == 0:
        code = 1
        try:
            _arm(step)
            work()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    assert killed or status == 0
    return killed


def _arm(step: int) -> None:
    """A step is a call that changes files, or one of a database; the end comes just before it."""
    left = step

    def hook(_frame: FrameType, event: str, called: object) -> None:
        nonlocal left
        if event == "c_call" and _counts(called):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(hook)


def _counts(called: object) -> bool:
    owner = getattr(called, "__self__", None)
    if isinstance(owner, sqlite3.Connection | sqlite3.Cursor):
        return True
    return owner is sys.modules["posix"] and called in _CALLS
