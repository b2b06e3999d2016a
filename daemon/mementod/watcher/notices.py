"""What tells us that something may have changed: the one interface to inotify, FSEvents, or nothing at all.

A notice is a hint and says no more than where to look.
"""

from __future__ import annotations

import sys
from typing import Protocol

NO_WATCH = -1
FOLDER = 1  # the name is that of a folder: it came, or went, or both, and what was told of it meanwhile is in doubt
SELF = 2  # about the watched folder itself: moved, deleted, unmounted
ENDED = 4  # the watch is no more
ACCESS = 8  # who may look at it may be another one than before; without a name: at the watched folder
SYNC_LIMIT_S = 2.0


class Sink(Protocol):
    """Who asked for a watch; `key` is its own name for the watched folder."""

    def notice(self, key: bytes, name: bytes, hint: int) -> None: ...


class Notices(Protocol):
    """Watches on single folders.

    `ordered`: an answer to `ask` comes after all notices of what happened before it was asked. `problem` is what
    keeps it from watching everything, or empty.
    """

    ordered: bool
    problem: str

    def fileno(self) -> int:
        """Readable when there is something to take; -1: never."""

    def watch(self, sink: Sink, key: bytes, path: bytes, follow: bool, old: int) -> int:
        """Watch the folder at a path; its number, `old` if it is the same one still, or NO_WATCH."""

    def release(self, sink: Sink, key: bytes, watch: int) -> None:
        """Forget one sink's interest."""

    def take(self) -> bool:
        """Hand all notices to their sinks; whether any may be missing."""

    def ask(self) -> bool:
        """Send a question through the queue of notices; whether an answer can come."""

    def answered(self) -> bool:
        """Whether the last question has come back, as of the last `take`."""

    def alive(self) -> bool: ...

    def close(self) -> None: ...


class Nothing:
    """No notices: everything is polled."""

    def __init__(self, problem: str) -> None:
        self.ordered, self.problem = False, problem

    def fileno(self) -> int:
        return -1

    def watch(self, sink: Sink, key: bytes, path: bytes, follow: bool, old: int) -> int:
        return NO_WATCH

    def release(self, sink: Sink, key: bytes, watch: int) -> None:
        pass

    def take(self) -> bool:
        return False

    def ask(self) -> bool:
        return False

    def answered(self) -> bool:
        return False

    def alive(self) -> bool:
        return True

    def close(self) -> None:
        pass


def listen() -> Notices:
    """What this system has to tell of changes."""
    try:
        if sys.platform == "darwin":
            from mementod.watcher.fsevents import FSEvents

            return FSEvents()
        from mementod.watcher.inotify import Inotify

        return Inotify()
    except (OSError, ImportError) as error:
        return Nothing(f"everything is polled: {error}")
