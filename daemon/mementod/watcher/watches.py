"""Which folders of one tree are watched, which are polled instead, and which nobody may look at.

Invariant: a folder that may not be looked at keeps what was seen in it, and is polled until it may.
"""

from __future__ import annotations

import os

from mementod.watcher.mounts import Telling, telling
from mementod.watcher.notices import NO_WATCH, Notices, Sink
from mementod.watcher.roots import Root
from mementod.watcher.table import Folder, Table, around
from mementod.watcher.troubles import Troubles


class Watches:
    """`sink` hears the notices of the folders of `table`, which lie below `root`."""

    def __init__(self, sink: Sink, root: Root, table: Table, notices: Notices) -> None:
        self._sink, self._root, self._table, self._notices = sink, root, table, notices
        self.polled: set[bytes] = set()
        self._denied: set[bytes] = set()  # folders that may not be looked at; they are polled
        self.troubles = Troubles()
        self.telling, self.file_system = Telling.ALL, ""

    def begin(self) -> None:
        """The root is there: know what its file system tells."""
        self.telling, self.file_system = telling(self._root.path)

    def renew(self, notices: Notices) -> None:
        """The notices are new ones and know of no watch."""
        self._notices = notices
        for folder in self._table.folders.values():
            folder.watch = NO_WATCH

    def put(self, at: bytes, folder: Folder, about: os.stat_result) -> bool:
        """Watch a folder; whether the watch is another one than before."""
        old = folder.watch
        if self.telling is not Telling.NOTHING:
            folder.watch = self._notices.watch(self._sink, at, self._root.full(at), not at, old)
        if folder.watch == NO_WATCH or self.telling is Telling.OURS:
            folder.modified = about.st_mtime_ns
            self.polled.add(at)
        else:
            self.polled.discard(at)
        return folder.watch != old and old != NO_WATCH

    def ended(self, at: bytes, folder: Folder) -> None:
        """The watch of a folder is over, and the folder may be there still."""
        folder.watch = NO_WATCH
        self.polled.add(at)

    def take(self, at: bytes, folder: Folder) -> None:
        self._notices.release(self._sink, at, folder.watch)
        folder.watch = NO_WATCH
        self.polled.discard(at)
        self._denied.discard(at)

    def take_all(self) -> None:
        for at, folder in self._table.folders.items():
            self.take(at, folder)
        self.troubles.clear()

    def take_dropped(self) -> None:
        """Of the folders that the table dropped."""
        for at, folder in self._table.dropped:
            self.take(at, folder)
            self.troubles.over(self._root.full(at))
        self._table.dropped.clear()

    def deny(self, at: bytes, folder: Folder, error: OSError) -> None:
        """Nobody may look at a folder: what was seen stays, and whoever judges by what is in it has to know."""
        self.troubles.denied(self._root.full(at), error)
        folder.modified = 0  # so that polling looks again
        self.polled.add(at)
        if not any(above in self._denied for above in around(at)):
            self._table.touch_below(at)
        self._denied.add(at)

    def allow(self, at: bytes) -> bool:
        """A folder was looked at; whether that was denied before."""
        self.troubles.over(self._root.full(at))
        if at not in self._denied:
            return False
        self._denied.discard(at)
        self._table.touch_below(at)
        return True
