"""The process that reads for the brain what a judgement needs, where that is much: beside it, never in it.

A first judgement reads a whole history and the words of all files; in the brain it would keep everybody waiting, and
leave its memory behind. One that fails is said, and tried again later, in a process again.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from mementod.errors import UserError
from mementod.process.errand import REASON_CAP_BYTES, command

LIMIT_S = 1800.0  # of one; the next one goes on where it was ended
AT_ONCE = 2  # of all repositories: a new version judges every one anew
_running: list[subprocess.Popen[bytes]] = []  # those that did not end when the last one began


class Warming:
    """Begins when there is room. Call `runs` until it does not, or `close`."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._process: subprocess.Popen[bytes] | None = None
        self._until = 0.0

    def runs(self, now: float) -> bool:
        """False once all is read. Raises UserError with the reason when it was not; call no more then."""
        if self._process is None:
            return self._begin(now)
        code = self._process.poll()
        if code is None and now < self._until:
            return True
        said = self._end(self._process)
        if code is None:
            raise UserError(f"{self._root} was not read within {LIMIT_S / 60:.0f} minutes")
        if code:
            raise UserError(said or f"the process that reads {self._root} ended with {code}")
        return False

    def close(self) -> None:
        if self._process:
            self._end(self._process)

    def _begin(self, now: float) -> bool:
        """OSError when the system starts no process."""
        _running[:] = [process for process in _running if process.poll() is None]
        if len(_running) < AT_ONCE:
            start = command("mementod.brain.warm_main", self._root)
            self._process = subprocess.Popen(start, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
            self._until = now + LIMIT_S
            _running.append(self._process)
        return True

    def _end(self, process: subprocess.Popen[bytes]) -> str:
        """What it said last, without a wait for who may still hold its end of the pipe."""
        self._process = None
        process.kill()
        process.wait()
        assert process.stdout is not None
        with process.stdout as said:
            os.set_blocking(said.fileno(), False)
            return (said.read(REASON_CAP_BYTES) or b"").decode(errors="replace")
