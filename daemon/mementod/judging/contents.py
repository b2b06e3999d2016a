"""What the files of one tree hold: content ids, as git names blobs, computed here for files on disk, kept by stat."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Sequence, Set
from itertools import islice
from pathlib import Path

from mementod.judging.disk import Disk
from mementod.judging.snapshot import Snapshot
from mementod.stores.cache import Cache
from mementod.vcs.git import raw, text

RACY_NS = 2_000_000_000  # a file changed this recently may change again within one clock tick
PORTION = 400  # files whose stamps are read from the cache at once
_UNKNOWN = "?"  # no content id

Stamp = tuple[object, ...]  # size, mtime, ctime, inode; content id


class Contents:
    """Content ids of a snapshot's files: git's blob ids, computed here for files on disk and kept by their stat."""

    def __init__(self, snapshot: Snapshot, root: Path | None, cache: Cache, algorithm: str = "sha1") -> None:
        self._snapshot, self._cache, self._algorithm = snapshot, cache, algorithm
        self._disk = Disk(root) if root else None
        self._known: dict[str, str | None] = {}
        self._fresh: list[tuple[object, ...]] = []

    def oid(self, path: str) -> str | None:
        """The content id; None for what cannot be read."""
        if path not in self._known:
            self.prepare([path])
        return self._known[path]

    def prepare(self, paths: Iterable[str]) -> None:
        """Know the ids of many files: far cheaper than to ask for one after the other."""
        left = (path for path in paths if path not in self._known)
        while part := list(islice(left, PORTION)):
            self._known |= self._look(part)

    def _look(self, paths: Sequence[str]) -> dict[str, str | None]:
        if self._disk is None:
            return {p: entry.oid if (entry := self._snapshot.files.get(p)) else None for p in paths}
        stamps = self._stamps(paths)
        return {path: self._on_disk(self._disk, path, stamps.get(path)) for path in paths}

    def _stamps(self, paths: Sequence[str]) -> dict[str, Stamp]:
        """When each of these files was last read, and what it held."""
        sql = "SELECT path, size, mtime_ns, ctime_ns, ino, oid FROM stats WHERE path IN ({})"
        rows = self._cache.pick(sql, map(raw, paths))
        return {text(path): tuple(stamp) for path, *stamp in rows if isinstance(path, bytes)}

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

    def asked(self) -> Set[str]:
        """The files that were asked about."""
        return self._known.keys()

    def replaced(self, paths: Iterable[str]) -> dict[str, frozenset[str]]:
        """Look again: the files whose content differs, or was never asked about, with the ids of before and of now."""
        found: dict[str, frozenset[str]] = {}
        left = iter(paths)
        while part := list(islice(left, PORTION)):
            for path, now in self._look(part).items():
                before = self._known.get(path, _UNKNOWN)
                self._known[path] = now
                if before != now:
                    found[path] = frozenset((before or _UNKNOWN, now or _UNKNOWN))
        return found

    def flush(self) -> None:
        self._cache.write("INSERT OR REPLACE INTO stats VALUES (?, ?, ?, ?, ?, ?)", self._fresh)
        self._fresh.clear()

    def _on_disk(self, disk: Disk, path: str, known: Stamp | None) -> str | None:
        now = disk.stat(path)
        # The time of change too: a file may be written in place and be given its old date again.
        stamp = (now.st_size, now.st_mtime_ns, now.st_ctime_ns, now.st_ino) if now else None
        if known and stamp and known[:-1] == stamp and isinstance(known[-1], str):
            return self._shared(path, known[-1])
        if self._snapshot.hidden(path):
            return self._snapshot.files[path].oid
        data = self._snapshot.read(path)
        if data is None:
            return None
        oid = blob_id(data, self._algorithm)
        if now and stamp and max(now.st_mtime_ns, now.st_ctime_ns) < time.time_ns() - RACY_NS:
            self._fresh.append((raw(path), *stamp, oid))
        return self._shared(path, oid)

    def _shared(self, path: str, oid: str) -> str:
        """The same id as the listing has it: one text for both."""
        entry = self._snapshot.files.get(path)
        return entry.oid if entry and entry.oid == oid else oid


def blob_id(data: bytes, algorithm: str = "sha1") -> str:
    """The id git gives a blob."""
    return hashlib.new(algorithm, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
