"""Where a tree hangs: whether its root is there, is still the same folder, and when it may have come back.

Invariant: a root that is gone, or empty where it was not and another folder than before, is not there; so what was
seen below it stays as it was.
"""

from __future__ import annotations

import os
import stat

from mementod.vcs.git import text
from mementod.watcher.notices import NO_WATCH, SELF, Notices
from mementod.watcher.table import join


class Root:
    """One root; a link is followed. `moved`: something says that it may be another one. `place`: device, inode."""

    def __init__(self, path: bytes, notices: Notices) -> None:
        self.path, self.notices = path, notices
        self.here, self.moved, self.problem = False, True, ""
        self.place = (0, 0)
        self._guard, self._awaited = NO_WATCH, b""

    def full(self, path: bytes) -> bytes:
        return join(self.path, path) if path else self.path

    def notice(self, key: bytes, name: bytes, hint: int) -> None:
        """A hint from the guard, see `notices.Sink`: the nearest folder above that is there."""
        self.moved |= bool(hint & SELF) or name == self._awaited

    def still(self) -> bool:
        """Whether it is where it was; of a root that is not, every name is missing."""
        try:
            self.moved |= _place(self.path) != self.place
        except PermissionError:
            self.moved = True
        return not self.moved

    def check(self, held: bool) -> bool:
        """Look again; whether it came, went, or is another one now. `held`: there was something in it."""
        self.moved = False
        try:
            place = _place(self.path)
        except PermissionError as error:  # it may be there
            self.problem = f"{text(self.path)} cannot be looked at: {error.strerror}"
            return False
        self.problem = ""
        if self.here and place == self.place:
            return False
        was, self.here = self.here, place is not None and not (held and place != self.place and _is_empty(self.path))
        if self.here and place:
            self.place = place
            self.unguard()
        else:
            self._watch_above()
        return was or self.here

    def unguard(self) -> None:
        self.notices.release(self, b"", self._guard)
        self._guard = NO_WATCH

    def rewatch(self, notices: Notices) -> None:
        """The notices are new ones and know of no watch."""
        self.notices, self._guard, self.moved = notices, NO_WATCH, True

    def _watch_above(self) -> None:
        """Watch the nearest folder that is there, and come again: the next may have appeared meanwhile."""
        above = self.path
        while not os.path.isdir(above) and above != b"/":  # noqa: PTH112 (bytes)
            above = os.path.dirname(above)  # noqa: PTH120 (bytes)
        old, self._guard = self._guard, self.notices.watch(self, b"", above, True, self._guard)
        self._awaited = self.path[len(above) :].lstrip(b"/").split(b"/")[0]
        self.moved = self._guard != old


def _place(path: bytes) -> tuple[int, int] | None:
    """None for what is no folder, or cannot be reached; raises PermissionError."""
    try:
        about = os.stat(path)  # noqa: PTH116 (bytes)
    except PermissionError:
        raise
    except OSError:
        return None
    return (about.st_dev, about.st_ino) if stat.S_ISDIR(about.st_mode) else None


def _is_empty(path: bytes) -> bool:
    try:
        with os.scandir(path) as entries:
            return next(entries, None) is None
    except OSError:
        return False
