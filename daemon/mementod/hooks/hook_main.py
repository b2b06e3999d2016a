"""The hook program without a daemon: the gates in this process, within a second.

Loaded by the hook client and by `mementod gate agent` and `gate git`. Prints by itself and never raises: whatever goes
wrong here stops nobody, unless the user asked for that.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from mementod.gates.gate_place import Places
from mementod.hooks.hook_alone import Alone
from mementod.hooks.hook_answers import Judge, respond, too_late
from mementod.hooks.hook_budget import Budget, TooLate
from mementod.hooks.hook_call import Hook
from mementod.hooks.hook_memory import Memory
from mementod.paths import Paths
from mementod_hooks.agents.call import Output

HANDED_ON = ("GIT_INDEX_FILE", "GIT_DIR")


def run(words: Sequence[str], payload: bytes) -> int:
    """Answer one call; the exit code."""
    output = _answer(words, payload)
    for descriptor, data in ((1, output.stdout), (2, output.stderr)):
        _write(descriptor, data)
    return output.code


def _answer(words: Sequence[str], payload: bytes) -> Output:
    budget = Budget()
    try:
        try:
            return _asked(words, payload, budget)
        except TooLate as error:
            budget.close()
            return _late(words, payload) or _failed(error)
    except Exception as error:
        return _failed(error)
    finally:
        budget.close()


def _asked(words: Sequence[str], payload: bytes, budget: Budget) -> Output:
    with Paths.of(os.environ) as paths:
        places = Places()
        judge = Judge(paths, Alone(paths, budget, places), _memory(paths), places=places)
        return respond(_hook(words, payload), judge)


def _late(words: Sequence[str], payload: bytes) -> Output | None:
    with Paths.of(os.environ) as paths:
        return too_late(_hook(words, payload), paths)


def _failed(error: Exception) -> Output:
    return Output(stderr=f"mementod: not checked: {type(error).__name__}: {error!s:.200}\n".encode("utf-8", "replace"))


def _memory(paths: Paths) -> Memory | None:
    """What sessions were told; None where nothing can be kept after this call."""
    folder = paths.state_dir() / "sessions"
    return None if paths.is_temporary else Memory(folder)


def _hook(words: Sequence[str], payload: bytes) -> Hook:
    environ = {name: value for name in HANDED_ON if (value := os.environ.get(name))}
    try:
        folder = Path.cwd()
    except OSError:  # it was removed under us
        folder = Path("/")
    return Hook(tuple(words), payload, folder, environ, os.getpid())


def _write(descriptor: int, data: bytes) -> None:
    try:
        while data:
            data = data[os.write(descriptor, data) :]
    except OSError:
        pass  # nobody listens
