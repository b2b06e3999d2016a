"""Watches by FSEvents, for macOS: one stream for each folder that is watched with all below it.

Written after Apple's documents and watchdog's native module, and not run on a Mac yet. FSEvents promises no order, so
`ordered` is false and a question is answered from the disk. watchdog's own emitter does not tell of dropped events;
here they count as lost notices. Invariant: only `take` talks to sinks.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import threading

from mementod.watcher.notices import FOLDER, NO_WATCH, SELF, Sink
from mementod.watcher.table import split

LATENCY_S = 0.01
native = importlib.import_module("_watchdog_fsevents")  # only there on a Mac
PENDING_CAP = 65_536  # paths not yet taken; more is as good as a drop
START_LIMIT_S = 5.0


class FSEvents:
    """Notices by FSEvents; see `notices.Notices`. A folder below one that has a stream needs none of its own."""

    ordered = False

    def __init__(self) -> None:
        self.problem = ""
        self._bell, self._ring = os.pipe()
        for end in (self._bell, self._ring):
            os.set_blocking(end, False)
        self._streams: dict[bytes, Stream] = {}
        self._owners: dict[int, tuple[Sink, bytes, bytes]] = {}
        self._by_path: dict[bytes, dict[int, None]] = {}
        self._last = NO_WATCH

    def fileno(self) -> int:
        return self._bell

    def watch(self, sink: Sink, key: bytes, path: bytes, follow: bool, old: int) -> int:
        real = os.path.realpath(path)
        owner = self._owners.get(old)
        if not os.path.isdir(real) or (not follow and os.path.islink(path)):  # noqa: PTH112, PTH114 (bytes)
            self.release(sink, key, old)
            return NO_WATCH
        if owner is not None and owner[2] == real and self._covered(real):
            return old
        self.release(sink, key, old)
        if not self._covered(real) and not self._stream(real):
            return NO_WATCH
        self._last += 1
        self._owners[self._last] = (sink, key, real)
        self._by_path.setdefault(real, {})[self._last] = None
        return self._last

    def release(self, sink: Sink, key: bytes, watch: int) -> None:
        owner = self._owners.pop(watch, None)
        if owner is None:
            return
        at = self._by_path[owner[2]]
        del at[watch]
        if not at:
            del self._by_path[owner[2]]
            if stream := self._streams.pop(owner[2], None):
                stream.close()

    def take(self) -> bool:
        with contextlib.suppress(BlockingIOError):
            os.read(self._bell, 4096)
        lost = False
        for stream in tuple(self._streams.values()):
            events, dropped = stream.take()
            lost |= dropped
            for path, is_folder in events.items():
                self._tell(path, is_folder)
        return lost

    def ask(self) -> bool:
        return False

    def answered(self) -> bool:
        return False

    def alive(self) -> bool:
        return all(stream.is_alive() for stream in self._streams.values())

    def close(self) -> None:
        for stream in self._streams.values():
            stream.close()
        for end in (self._bell, self._ring):
            os.close(end)

    def _tell(self, path: bytes, is_folder: bool) -> None:
        """Hand a path to those who watch its folder, and to those who watch itself."""
        at, name = split(path)
        for watch in tuple(self._by_path.get(at, ())):
            sink, key, _ = self._owners[watch]
            sink.notice(key, name, FOLDER if is_folder else 0)
        for watch in tuple(self._by_path.get(path, ())) if path in self._streams else ():
            sink, key, _ = self._owners[watch]
            sink.notice(key, b"", SELF)

    def _covered(self, path: bytes) -> bool:
        """Whether a stream tells of this folder already."""
        while path:
            if path in self._streams:
                return True
            path = split(path)[0]
        return False

    def _stream(self, path: bytes) -> bool:
        stream = Stream(path, self._ring)
        if stream.open():
            self._streams[path] = stream
            return True
        self.problem = "folders are polled: FSEvents gives no stream"
        return False


class Stream(threading.Thread):
    """One native stream and the thread that it calls us in."""

    def __init__(self, path: bytes, ring: int) -> None:
        super().__init__(daemon=True)
        self._ring, self._hand = ring, threading.Lock()
        self._events: dict[bytes, bool] = {}
        self._lost = False
        self._begun = threading.Event()
        self._native = native.Stream([os.fsdecode(path)], latency=LATENCY_S)

    def open(self) -> bool:
        """Start it; whether it tells from now on."""
        self.start()
        return self._begun.wait(START_LIMIT_S) and self.is_alive()

    def run(self) -> None:
        try:
            self._native.run(self._called, self._begun.set)
        finally:
            self._begun.set()

    def take(self) -> tuple[dict[bytes, bool], bool]:
        with self._hand:
            events, lost = self._events, self._lost
            self._events, self._lost = {}, False
        return events, lost

    def close(self) -> None:
        self._native.stop()

    def _called(self, paths: list[bytes], inodes: list[int], flags: list[int], ids: list[int]) -> None:
        with self._hand:
            for each in zip(paths, inodes, flags, ids, strict=False):
                event = native.NativeEvent(*each)
                self._lost |= event.must_scan_subdirs or event.is_user_dropped or event.is_kernel_dropped
                path = os.fsencode(each[0])
                self._events[path] = self._events.get(path, False) or event.is_directory or event.is_root_changed
            if len(self._events) > PENDING_CAP:
                self._events.clear()
                self._lost = True
        with contextlib.suppress(OSError):  # it rings already, or nobody listens any more
            os.write(self._ring, b"!")
