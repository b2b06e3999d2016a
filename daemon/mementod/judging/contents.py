"""What the files of one tree hold: content ids, as git names blobs, computed here for files on disk, kept by stat."""

from __future__ import annotations

import contextlib
import hashlib
import struct
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from mementod.judging.disk import Disk
from mementod.judging.snapshot import Snapshot
from mementod.stores.cache import Cache
from mementod.vcs.git import raw, text

RACY_NS = 2_000_000_000  # a file changed this recently may change again within one clock tick
_UNKNOWN = "?"  # no content id
_STAMP = struct.Struct("<qqqQ")  # size, mtime, ctime, inode


class Contents:
    """Content ids of a snapshot's files: git's blob ids, computed here for files on disk and kept by their stat."""

    def __init__(self, snapshot: Snapshot, root: Path | None, cache: Cache, algorithm: str = "sha1") -> None:
        self._snapshot, self._disk, self._cache, self._algorithm = snapshot, root and Disk(root), cache, algorithm
        self._known: dict[str, str | None] = {}
        self._fresh: list[tuple[object, ...]] = []
        self._stats = dict(self._rows(cache)) if root else {}  # path -> packed: 100,000 of them are held

    def _rows(self, cache: Cache) -> Iterator[tuple[str, bytes]]:
        # A row of other types is none of ours: nobody but us writes there, and still nobody promised it.
        for path, *stamp, oid in cache.db.execute("SELECT path, size, mtime_ns, ctime_ns, ino, oid FROM stats"):
            with contextlib.suppress(ValueError, TypeError, struct.error):
                name = text(path)
                if name in self._snapshot.files:
                    yield name, _STAMP.pack(*stamp) + bytes.fromhex(oid)

    def oid(self, path: str) -> str | None:
        """The content id; None for what cannot be read."""
        if path not in self._known:
            entry = self._snapshot.files.get(path)
            self._known[path] = self._on_disk(self._disk, path) if self._disk else (entry.oid if entry else None)
        return self._known[path]

    def read(self, path: str) -> bytes | None:
        """The bytes that `oid` is the id of; None when they cannot be had, or have changed since it was asked."""
        data = self._snapshot.read(path)
        if data is None or self._disk is None or self._snapshot.hidden(path):
            return data
        return data if blob_id(data, self._algorithm) == self.oid(path) else None

    def forget(self, paths: Iterable[str]) -> None:
        """Look again at these files when they are next asked about."""
        for path in paths:
            self._known.pop(path, None)

    def asked(self) -> frozenset[str]:
        """The files that were asked about."""
        return frozenset(self._known)

    def replaced(self, path: str) -> frozenset[str]:
        """Look again: the content ids of before and of now where they differ, or were never asked about; else none."""
        before = self._known.pop(path, _UNKNOWN)
        now = self.oid(path)
        return frozenset() if now == before else frozenset((before or _UNKNOWN, now or _UNKNOWN))

    def flush(self) -> None:
        self._cache.write("INSERT OR REPLACE INTO stats VALUES (?, ?, ?, ?, ?, ?)", self._fresh)
        self._fresh.clear()

    def _on_disk(self, disk: Disk, path: str) -> str | None:
        now = disk.stat(path)
        # The time of change too: a file may be written in place and be given its old date again.
        stamp = (now.st_size, now.st_mtime_ns, now.st_ctime_ns, now.st_ino) if now else None
        known = self._stats.get(path)
        if known and stamp and known.startswith(_STAMP.pack(*stamp)):
            oid = known[_STAMP.size :].hex()
            entry = self._snapshot.files.get(path)
            return entry.oid if entry and entry.oid == oid else oid  # one text for both
        if self._snapshot.hidden(path):
            return self._snapshot.files[path].oid
        data = self._snapshot.read(path)
        if data is None:
            return None
        oid = blob_id(data, self._algorithm)
        if now and stamp and max(now.st_mtime_ns, now.st_ctime_ns) < time.time_ns() - RACY_NS:
            self._fresh.append((raw(path), *stamp, oid))
        return oid


def blob_id(data: bytes, algorithm: str = "sha1") -> str:
    """The id git gives a blob."""
    return hashlib.new(algorithm, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
