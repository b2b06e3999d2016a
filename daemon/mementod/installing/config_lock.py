"""Git's own lock for its configuration, held while we write there: who else writes it loses nothing."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from mementod.files import NotReadable, read_limited

LOCK_BYTES = 64  # of a lock of ours; git's holds what it writes
_MARK = b"mementod "  # and the process: in a lock of ours
_PRIVATE = 0o600


@contextlib.contextmanager
def locked(config: Path) -> Iterator[None]:
    """Git's own lock for its configuration, for as long as we write it. Raises OSError when git holds it."""
    break_dead(config)
    lock = _lock_of(config)
    descriptor = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, _PRIVATE)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(_MARK + str(os.getpid()).encode())
        yield
    finally:
        lock.unlink(missing_ok=True)


def break_dead(config: Path) -> None:
    """A lock of ours whose process was killed would stand in git's way for ever; git's own are none of our business."""
    lock = _lock_of(config)
    try:
        mark, _, pid = read_limited(lock, LOCK_BYTES).partition(_MARK)
        if not mark and pid.isdigit():
            os.kill(int(pid), 0)
    except (ProcessLookupError, OverflowError):
        lock.unlink(missing_ok=True)
    except (FileNotFoundError, NotReadable, PermissionError):
        pass  # there is none, it is git's, or its process lives


def _lock_of(config: Path) -> Path:
    return config.with_name(f"{config.name}.lock")
