"""The small files of our own that go with a session of an agent: where they are, opened, locked, and tidied away."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from _blake2 import blake2b  # see repository_key
from pathlib import Path

FILES_CAP = 400  # a session that runs commands has two, see hook_repeats
AGE_CAP_S = 30 * 86_400
LOCK_PAUSE_S = 0.005
_FLAGS = os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK


def short(text: str) -> str:
    """Stands for a text: nothing that was said is in these files."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


def opened(path: Path, flags: int = 0) -> tuple[int, bool]:
    """A descriptor, and whether the file is new. Raises OSError."""
    with contextlib.suppress(FileNotFoundError):
        return os.open(path, _FLAGS | flags), False
    path.parent.mkdir(mode=0o700, exist_ok=True)
    return os.open(path, _FLAGS | flags | os.O_CREAT, 0o600), True


def locked(descriptor: int, tries: int = 1) -> bool:
    """Whether nobody else has the file from now on; LOCK_PAUSE_S between two tries."""
    for number in range(tries):
        if number:
            time.sleep(LOCK_PAUSE_S)
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
    return False


def tidy(folder: Path, now: float) -> None:
    """Forget what is long over, and the oldest of too many. `now` is of the clock of files, seconds."""
    with contextlib.suppress(OSError):
        ages = sorted((entry.stat().st_mtime, entry.path) for entry in os.scandir(folder))
        for number, (at, path) in enumerate(ages):
            if len(ages) - number > FILES_CAP or now - at > AGE_CAP_S:
                os.unlink(path)  # noqa: PTH108
