"""What was last seen in one tree: folders, names and stamps, and which paths differ from what was told. Pure.

Names are bytes; a folder is known by its path below the root, b"" for the root itself. A stamp is 33 bytes because
100,000 of them have to fit into a small process: kind, size, mtime, ctime and inode.
"""

from __future__ import annotations

import os
import stat
import struct
from collections.abc import Iterator

from mementod.watcher.messages import BATCH_LIMIT_PATHS, Kind

KINDS: tuple[Kind, ...] = ("file", "dir", "link", "other")
FILE, DIR, LINK, OTHER = range(4)
_RACY = 0x80  # written within one tick of the look: a later write may leave the same stamp
RACY_NS = 20_000_000  # the slowest clock tick of Linux (100 Hz), twice
COARSE_RACY_NS = 2_000_000_000  # where stamps are whole seconds; FAT counts in two
_SECOND_NS = 1_000_000_000
_STAMP = struct.Struct("<BqqqQ")


class Folder:
    """One folder. `watch` is -1 while it has none; `ignored` are the names in it that git ignores, b"/" after folders.

    Of a `sparse` folder, itself ignored, only names that count all the same are looked at.
    """

    __slots__ = ("ignored", "modified", "names", "place", "rules", "sparse", "watch")

    def __init__(self, sparse: bool = False) -> None:
        self.names: dict[bytes, bytes] = {}
        self.ignored: frozenset[bytes] = frozenset()
        self.sparse = sparse
        self.watch = -1
        self.place = (0, 0)  # device and inode
        self.modified = 0  # as of the last listing, of polled folders
        self.rules = 0  # the state of the ignore rules that `ignored` is true of


class Table:
    """The folders of a tree. `touched` maps a path to whether it existed when it was told last."""

    def __init__(self) -> None:
        self.folders: dict[bytes, Folder] = {b"": Folder()}
        self.files = 0
        self.touched: dict[bytes, bool] = {}
        self.overfull = False  # too many touched to name them
        self.dropped: list[tuple[bytes, Folder]] = []  # no longer there; their watches are the caller's

    def put(self, at: bytes, name: bytes, seen: bytes, hinted: bool) -> bool:
        """Note what a look found; whether it differs. `hinted`: something says that the name was written to."""
        folder = self.folders[at]
        old = folder.names.get(name)
        folder.names[name] = seen
        if old is not None and same(old, seen):
            if not (hinted and old[0] & _RACY):
                return False
        elif old is None or kind(old) != kind(seen):
            self._replace(join(at, name), old, seen)
        self.touch(join(at, name), old is not None)
        return True

    def _replace(self, path: bytes, old: bytes | None, seen: bytes) -> None:
        if old is not None:
            self._leave(path, old)
        if kind(seen) == DIR:
            self.folders[path] = Folder()
        else:
            self.files += 1

    def drop(self, at: bytes, name: bytes, told: bool = True) -> None:
        """The name is no more, nor is anything below it; not `told`: it no longer counts."""
        old = self.folders[at].names.pop(name, None)
        if old is None:
            return
        path = join(at, name)
        self._untouch(path, told)
        self._leave(path, old, told)

    def _leave(self, path: bytes, old: bytes, told: bool = True) -> None:
        """Take out what was below a path; a loop, because folders nest deeper than calls may."""
        left = [(path, old)]
        while left:
            path, old = left.pop()
            if kind(old) != DIR:
                self.files -= 1
                continue
            folder = self.folders.pop(path)
            self.dropped.append((path, folder))
            for name, below in folder.names.items():
                left.append((join(path, name), below))
                self._untouch(join(path, name), told)

    def _untouch(self, path: bytes, told: bool) -> None:
        if told:
            self.touch(path, True)
        else:
            self.touched.pop(path, None)

    def touch(self, path: bytes, existed: bool) -> None:
        if self.overfull:
            return
        self.touched.setdefault(path, existed)
        if len(self.touched) > BATCH_LIMIT_PATHS:
            self.overfull = True
            self.touched.clear()

    def touch_below(self, at: bytes) -> None:
        """Everything in a folder is in doubt: who may look at it is another question than before."""
        left = [at]
        while left and not self.overfull:
            at = left.pop()
            for name, seen in self.folders[at].names.items():
                self.touch(join(at, name), True)
                if kind(seen) == DIR:
                    left.append(join(at, name))

    def take(self) -> tuple[dict[bytes, bool], bool]:
        """What differs from what was told; from now on it is told."""
        touched, overfull = self.touched, self.overfull
        self.touched, self.overfull = {}, False
        return touched, overfull

    def stamp(self, path: bytes) -> bytes | None:
        at, name = split(path)
        folder = self.folders.get(at)
        return folder.names.get(name) if folder else None

    def rows(self) -> Iterator[tuple[bytes, bytes]]:
        """Every path and its stamp."""
        for at, folder in self.folders.items():
            for name, seen in folder.names.items():
                yield join(at, name), seen


def stamp(about: os.stat_result, now_ns: int) -> bytes:
    """The stamp of a path; `now_ns` is the time of the look. Of a folder only the inode counts."""
    if stat.S_ISDIR(about.st_mode):
        return _STAMP.pack(DIR, 0, 0, 0, about.st_ino)
    what = FILE if stat.S_ISREG(about.st_mode) else LINK if stat.S_ISLNK(about.st_mode) else OTHER
    written = max(about.st_mtime_ns, about.st_ctime_ns)
    margin = RACY_NS if about.st_mtime_ns % _SECOND_NS else COARSE_RACY_NS
    if written >= now_ns - margin:
        what |= _RACY
    return _STAMP.pack(what, about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino)


def kind(seen: bytes) -> int:
    return seen[0] & ~_RACY


def fields(seen: bytes) -> tuple[int, int, int, int, int]:
    """Kind, size, mtime, ctime, inode."""
    what, size, mtime, ctime, inode = _STAMP.unpack(seen)
    return what & ~_RACY, size, mtime, ctime, inode


def same(one: bytes, other: bytes) -> bool:
    return one[1:] == other[1:] and kind(one) == kind(other)


def join(at: bytes, name: bytes) -> bytes:
    return at + b"/" + name if at else name


def split(path: bytes) -> tuple[bytes, bytes]:
    """The folder and the name of a path below the root."""
    at, _, name = path.rpartition(b"/")
    return at, name


def around(at: bytes) -> Iterator[bytes]:
    """A folder and those that it is in."""
    while at:
        yield at
        at = split(at)[0]
    yield at
