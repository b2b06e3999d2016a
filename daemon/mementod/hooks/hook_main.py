"""The hook program without a daemon: the gates in this process, within a second.

Loaded by the hook client and by `mementod gate agent` and `gate git`. Prints by itself and never raises: whatever goes
wrong here stops nobody, unless the user asked for that.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from mementod.hooks.hook_answers import Judge, respond
from mementod.hooks.hook_call import Hook
from mementod.paths import Paths
from mementod.vcs.git import GitError
from mementod_hooks.agents.call import Output

BUDGET_S = 1.0
AGAIN_S = 0.1  # where the first alarm was taken for an answer of git
HANDED_ON = ("GIT_INDEX_FILE", "GIT_DIR")


class TooLate(GitError):
    """The budget is used up: for the gates this is git that gave no answer."""


def run(words: Sequence[str], payload: bytes) -> int:
    """Answer one call; the exit code."""
    output = _answer(words, payload)
    for descriptor, data in ((1, output.stdout), (2, output.stderr)):
        _write(descriptor, data)
    return output.code


def _answer(words: Sequence[str], payload: bytes) -> Output:
    old = signal.signal(signal.SIGALRM, _too_late)
    try:
        signal.setitimer(signal.ITIMER_REAL, BUDGET_S, AGAIN_S)
        with Paths.of(os.environ) as paths:
            return respond(_hook(words, payload), Judge(paths))
    except Exception as error:
        return Output(
            stderr=f"mementod: not checked: {type(error).__name__}: {error!s:.200}\n".encode("utf-8", "replace")
        )
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def _hook(words: Sequence[str], payload: bytes) -> Hook:
    environ = {name: value for name in HANDED_ON if (value := os.environ.get(name))}
    try:
        folder = Path.cwd()
    except OSError:  # it was removed under us
        folder = Path("/")
    return Hook(tuple(words), payload, folder, environ, os.getpid())


def _too_late(_number: int, _frame: FrameType | None) -> None:
    raise TooLate(f"no answer within {BUDGET_S:g} s")


def _write(descriptor: int, data: bytes) -> None:
    try:
        while data:
            data = data[os.write(descriptor, data) :]
    except OSError:
        pass  # nobody listens
