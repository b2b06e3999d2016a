"""A child process that ends with its parent, however that dies (Linux; elsewhere the end of its input tells it)."""

from __future__ import annotations

import contextlib
import ctypes
import signal

PR_SET_PDEATHSIG = 1  # of prctl(2)


def end_with_parent() -> None:
    """Have the kernel end this process when the thread that started it does. Look at `getppid` after it."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
