"""Watches by inotify: one descriptor, one thread that only empties it, one watch for each folder.

The descriptor and its thread are watchdog's; the loop is ours, because a slow one lets the kernel's queue overflow
and because watchdog keeps an overflow to itself. Invariant: `owners` is changed by one thread only, the one that
calls `watch`, `release` and `take`.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import struct
import tempfile
import threading
from pathlib import Path

from watchdog.observers.inotify_c import InotifyConstants as IN
from watchdog.observers.inotify_c import InotifyFD, Mask, inotify_add_watch, inotify_rm_watch

from mementod.watcher.notices import ACCESS, ENDED, FOLDER, NO_WATCH, SELF, Sink

READ_BYTES = 1 << 20
PENDING_CAP = 65_536  # different names not yet taken; more is as good as an overflow
BUDGET_SHARE = 2  # half of the user's watches is for others
LIMITS = ("/proc/sys/fs/inotify/max_user_watches", "/proc/sys/user/max_inotify_watches")
DEFAULT_LIMIT = 8192  # the kernel's smallest default
# Reading a file makes no event, so our own looks make none. No IN_MODIFY: a growing file would never be quiet.
# IN_ATTRIB for permissions: what may be looked at again is another answer than before.
MASK = (
    IN.IN_CREATE
    | IN.IN_ATTRIB
    | IN.IN_CLOSE_WRITE
    | IN.IN_MOVED_FROM
    | IN.IN_MOVED_TO
    | IN.IN_DELETE
    | IN.IN_DELETE_SELF
    | IN.IN_MOVE_SELF
    | IN.IN_ONLYDIR
    | IN.IN_EXCL_UNLINK
    | IN.IN_MASK_ADD  # another owner may want more of the same folder
)
_NAMES = IN.IN_CREATE | IN.IN_DELETE | IN.IN_MOVED_FROM | IN.IN_MOVED_TO
_SELF = IN.IN_DELETE_SELF | IN.IN_MOVE_SELF | IN.IN_UNMOUNT | IN.IN_IGNORED
_EVENT = struct.Struct("iIII")
_Events = dict[tuple[int, bytes], int]


class Reader(InotifyFD):
    """Empties the descriptor into a table of (watch, name) -> mask, and wakes whoever takes it."""

    def __init__(self, bell: int) -> None:
        super().__init__()
        self._bell, self._hand = bell, threading.Lock()
        self._events: _Events = {}
        self._lost = False

    @property
    def descriptor(self) -> int:
        return self._inotify_fd

    def run(self) -> None:
        try:
            while self.should_keep_running():
                if data := self._read_event_buffer(READ_BYTES):
                    self._keep(data)
        finally:  # a dead reader must be noticed at once
            self._ring()

    def take(self) -> tuple[_Events, bool]:
        """The events since the last call, and whether some were lost."""
        with self._hand:
            events, lost = self._events, self._lost
            self._events, self._lost = {}, False
        return events, lost

    def _keep(self, data: bytes) -> None:
        with self._hand:
            first = not self._events
            self._lost |= _parse(data, self._events)
            if len(self._events) > PENDING_CAP:
                self._events.clear()
                self._lost = True
        if first:
            self._ring()

    def _ring(self) -> None:
        with contextlib.suppress(OSError):  # nobody listens any more
            os.eventfd_write(self._bell, 1)


def _parse(data: bytes, events: _Events) -> bool:
    """Add a buffer of events; whether the kernel says that it lost some."""
    at, end, lost = 0, len(data), False
    unpack, size = _EVENT.unpack_from, _EVENT.size
    while at + size <= end:
        watch, mask, _, length = unpack(data, at)
        at += size
        key = (watch, data[at : at + length].rstrip(b"\0") if length else b"")
        at += length
        if mask & IN.IN_Q_OVERFLOW:
            lost = True
        else:
            events[key] = events.get(key, 0) | mask
    return lost


class Inotify:
    """Notices by inotify; see `notices.Notices`. Raises OSError when the user has no instance left."""

    ordered = True

    def __init__(self) -> None:
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._owners: dict[int, list[tuple[Sink, bytes]]] = {}
        self._highest = 0
        self.budget = budget()
        self.problem = ""
        try:
            self._reader = Reader(self._bell)
        except OSError:
            os.close(self._bell)
            raise
        self._question, self._question_watch = _question(self._reader.descriptor)
        self._answered = False
        self._reader.start()

    def fileno(self) -> int:
        return self._bell

    def watch(self, sink: Sink, key: bytes, path: bytes, follow: bool, old: int) -> int:
        if old == NO_WATCH and len(self._owners) >= self.budget:
            self._limited(f"half of the {self.budget * BUDGET_SHARE} watches that this user may have")
            return NO_WATCH
        mask = Mask(MASK | (0 if follow else IN.IN_DONT_FOLLOW))
        watch = int(inotify_add_watch(self._reader.descriptor, path, mask))
        if watch == NO_WATCH and ctypes.get_errno() == errno.ENOSPC:
            self._limited(f"the {len(self._owners)} watches that other programs left")
        if watch != old:
            self.release(sink, key, old)
            if watch != NO_WATCH:
                self._owners.setdefault(watch, []).append((sink, key))
                self._highest = max(self._highest, watch)
        return watch

    def release(self, sink: Sink, key: bytes, watch: int) -> None:
        owners = self._owners.get(watch)
        if owners is None:
            return
        with contextlib.suppress(ValueError):
            owners.remove((sink, key))
        if not owners:
            del self._owners[watch]
            inotify_rm_watch(self._reader.descriptor, watch)  # type: ignore[arg-type]  # fails if it is gone

    def take(self) -> bool:
        with contextlib.suppress(BlockingIOError):
            os.eventfd_read(self._bell)
        events, lost = self._reader.take()
        for (watch, name), mask in events.items():
            if watch == self._question_watch:
                self._answered = True
                continue
            owners = self._owners.get(watch)
            if owners is None:
                lost |= watch > self._highest  # lower: one that we gave back
                continue
            if mask & IN.IN_IGNORED:
                del self._owners[watch]
            for sink, key in tuple(owners):
                sink.notice(key, name, _hint(mask))
        return lost

    def ask(self) -> bool:
        self._answered = False
        try:
            return self._question_watch != NO_WATCH and os.pwrite(self._question, b"?", 0) == 1
        except OSError:  # the disk is full
            return False

    def answered(self) -> bool:
        return self._answered

    def alive(self) -> bool:
        return self._reader.is_alive()

    def close(self) -> None:
        self._reader.stop()
        self._reader.join(1)
        for handle in (self._bell, self._question):
            with contextlib.suppress(OSError):
                os.close(handle)

    def _limited(self, why: str) -> None:
        self.problem = f"folders are polled: {why} are in use (fs.inotify.max_user_watches)"


def budget() -> int:
    """How many watches are ours: half of what the user may have."""
    limits = [DEFAULT_LIMIT]
    for place in LIMITS:
        with contextlib.suppress(OSError, ValueError):
            limits.append(int(Path(place).read_text()))
    return min(limits[1:] or limits) // BUDGET_SHARE


def _question(descriptor: int) -> tuple[int, int]:
    """A file without a name, watched: writing to it sends a notice through the one queue of all notices."""
    try:
        with tempfile.TemporaryFile() as file:
            handle = os.dup(file.fileno())
    except OSError:
        return -1, NO_WATCH
    return handle, int(inotify_add_watch(descriptor, b"/proc/self/fd/%d" % handle, IN.IN_MODIFY))


def _hint(mask: int) -> int:
    hint = FOLDER if mask & IN.IN_ISDIR and mask & _NAMES else 0
    if mask & _SELF:
        hint |= SELF
    if mask & IN.IN_ATTRIB:
        hint |= ACCESS
    if mask & IN.IN_IGNORED:
        hint |= ENDED
    return hint
