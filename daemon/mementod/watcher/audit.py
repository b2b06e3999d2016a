"""Compares all that was last seen with the disk, when nothing else is to be done.

What differs may still be on its way as a notice. So it is kept, a question is sent through the queue of notices, and
only what differs in the same way afterwards was missed: that is counted, for it should never happen.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable

from mementod.watcher.notices import FOLDER
from mementod.watcher.table import fields, join, same, stamp
from mementod.watcher.tree import Tree

SET_NS = 20_000_000  # writing sets mtime and ctime at once; further apart somebody set the mtime, which tells nothing
SETTLED_NS = 2_000_000_000  # a file written later than that may still be open, and tells when it is closed


class Audit:
    """One audit of some trees: `work` until it is true, ask the notices, look, then `finish`."""

    def __init__(self, trees: Iterable[Tree]) -> None:
        self._left = [(tree, at) for tree in trees if tree.root.here for at in tree.table.folders]
        self._found: list[tuple[Tree, bytes, bytes, bytes | None]] = []
        self.cost = 0.0

    def work(self, until: float) -> bool:
        """Compare folders until then (monotonic); whether all are done."""
        began = time.thread_time()
        while self._left and time.monotonic() < until:
            self._compare(*self._left.pop())
        self.cost += time.thread_time() - began
        return not self._left

    def _compare(self, tree: Tree, at: bytes) -> None:
        folder = tree.table.folders.get(at)
        found = tree.listing(at, folder) if folder is not None and tree.root.here else None
        if folder is None or found is None:
            return
        for name in found.keys() | folder.names.keys():
            old, new = folder.names.get(name), found.get(name)
            if old is None or new is None or not same(old, new):
                self._found.append((tree, at, name, new))

    def finish(self) -> set[bytes]:
        """Have all that still differs looked at; the full paths of what no notice told."""
        missed = set()
        for tree, at, name, seen in self._found:
            folder = tree.table.folders.get(at)
            known = folder.names.get(name) if folder is not None else None
            if folder is None or _equal(known, seen):
                continue
            tree.hints.mark(at, name, FOLDER)
            path = tree.root.full(join(at, name))
            if at not in tree.watches.polled and _equal(_now(path), seen) and _counts(known, seen):
                missed.add(path)
        return missed


def _equal(one: bytes | None, other: bytes | None) -> bool:
    return one == other if one is None or other is None else same(one, other)


def _now(path: bytes) -> bytes | None:
    try:
        return stamp(os.lstat(path), 0)
    except OSError:
        return None


def _counts(known: bytes | None, seen: bytes | None) -> bool:
    """Whether a notice should have come: not for attributes, and not before a file is closed."""
    if known is None or seen is None:
        return True
    kind, size, mtime, _, inode = fields(known)
    if (kind, inode) != (fields(seen)[0], fields(seen)[4]):
        return True
    _, new_size, new_mtime, ctime, _ = fields(seen)
    if new_size == size and abs(ctime - new_mtime) > SET_NS:
        return False
    return (size, mtime) != (new_size, new_mtime) and new_mtime < time.time_ns() - SETTLED_NS
