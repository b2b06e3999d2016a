"""A command in a terminal of its own, with somebody who reads and answers."""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import struct
import subprocess
import termios
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from daemons import START

LIMIT_S = 25.0  # for what is to come; reached only when it does not, and before the test's own limit
AGAIN_S = 3.0  # much longer than any answer to Ctrl-C takes
CTRL_C = "\x03"


class Terminal:
    """`shown` is all that appeared so far, line ends as `\\n`."""

    def __init__(self, process: subprocess.Popen[bytes], screen: int) -> None:
        self.process, self._screen = process, screen
        self.shown = ""
        self._read = 0

    def until(self, text: str) -> str:
        """Wait for a text after all that was waited for before; what came up to it."""
        until = time.monotonic() + LIMIT_S
        while text not in self.shown[self._read :]:
            assert time.monotonic() < until, f"no {text!r} in {self.shown[self._read :]!r}"
            assert self._look(0.5) or self.process.poll() is None, f"ended without {text!r}: {self.shown!r}"
        start, self._read = self._read, self.shown.index(text, self._read) + len(text)
        return self.shown[start : self._read]

    def interrupt(self, text: str) -> None:
        """Press Ctrl-C until a text comes: one that falls between a prompt and its read waits there for more."""
        for _ in range(int(LIMIT_S / AGAIN_S)):
            self.type(CTRL_C)
            if any(self._comes(text) for _ in range(int(AGAIN_S / 0.5))):
                break
        self.until(text)

    def _comes(self, text: str) -> bool:
        self._look(0.5)
        return text in self.shown[self._read :] or self.process.poll() is not None

    def type(self, keys: str) -> None:
        os.write(self._screen, keys.encode())

    def end(self) -> int:
        """Wait for the end; the exit code."""
        until = time.monotonic() + LIMIT_S
        while self._look(0.5) or self.process.poll() is None:
            assert time.monotonic() < until, self.shown
        return self.process.wait(LIMIT_S)

    def _look(self, wait_s: float) -> bool:
        """Whether there was more."""
        if not select.select([self._screen], [], [], wait_s)[0]:
            return False
        try:
            data = os.read(self._screen, 65536)
        except OSError:  # the other side is closed
            return False
        self.shown += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)


@contextlib.contextmanager
def terminal(argv: Sequence[str], folder: Path, columns: int = 80, lines: int = 24) -> Iterator[Terminal]:
    """`mementod` with these arguments; killed, if it still runs, when the test is over."""
    ours, theirs = os.openpty()
    try:
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        process = subprocess.Popen(
            [*START, *argv], cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0), env=os.environ | {"TERM": "xterm"},
        )  # fmt: skip
        os.close(theirs)
        with process:
            try:
                yield Terminal(process, ours)
            finally:
                if process.poll() is None:
                    process.kill()
    finally:
        os.close(ours)
