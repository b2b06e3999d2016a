"""The tree that is judged: the work tree, the index, or a commit.

Owns what "now" means: which paths exist, their content ids and their bytes. Invariants: nothing is written, no link
leads out of the root, and what cannot be looked at (permission denied, a skipped path of a sparse checkout, a
submodule that is not there) is present, never gone.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from mementod.cache import Cache
from mementod.git import Git, raw, text
from mementod.objects import MODULE_MODE, Objects
from mementod_parsers.resolve import base_name

READ_CAP_BYTES = 8 << 20
WALK_CAP_FILES = 500_000
MATCH_CAP = 50
RACY_NS = 2_000_000_000  # a file changed this recently may change again within one clock tick


@dataclass(frozen=True, slots=True)
class File:
    """One path of the tree. `oid` is known when git knows it; `skipped` says that a sparse checkout left it out."""

    mode: int
    oid: str | None = None
    skipped: bool = False


class Snapshot:
    """The paths of one moment; a `resolve.Tree` with contents."""

    def __init__(
        self,
        files: dict[str, File],
        read: Callable[[str, File], bytes | None],
        probe: Callable[[str], str | None],
    ) -> None:
        self.files = files
        self._read = read
        self._probe = probe
        self._probed: dict[str, str | None] = {}

    @cached_property
    def dirs(self) -> frozenset[str]:
        found: set[str] = {""}
        for path in self.files:
            while path := path.rpartition("/")[0]:
                if path in found:
                    break
                found.add(path)
        found.update(p for p, f in self.files.items() if f.mode == MODULE_MODE)
        return frozenset(found)

    @cached_property
    def _bases(self) -> dict[str, list[str]]:
        bases: dict[str, list[str]] = {}
        for path in sorted({*self.files, *self.dirs}):
            bases.setdefault(base_name(path), []).append(path)
        return bases

    @cached_property
    def modules(self) -> tuple[str, ...]:
        """Submodules, as folders."""
        return tuple(p for p, f in self.files.items() if f.mode == MODULE_MODE)

    def kind(self, path: str) -> str | None:
        if path in self.dirs:
            return "dir"
        if path in self.files:
            return "file"
        if path not in self._probed:
            self._probed[path] = self._probe(path)
        return self._probed[path]

    def named(self, base: str) -> Sequence[str]:
        return self._bases.get(base, ())

    def bases(self) -> Iterable[str]:
        return self._bases

    def matching(self, pattern: re.Pattern[str]) -> Sequence[str]:
        found: list[str] = []
        for path in self.files:
            if pattern.match(path):
                found.append(path)
                if len(found) >= MATCH_CAP:
                    break
        return sorted(found)

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None when there is none, it is too large, no regular file, or unreadable."""
        entry = self.files.get(path)
        return self._read(path, entry) if entry else self._read(path, File(0))


def of_work_tree(git: Git, tracked: bool) -> Snapshot:
    """Tracked files that are still there, and untracked ones that are not ignored."""
    root = git.root
    files = _listed(git, root) if tracked else _walked(root)
    return Snapshot(files, lambda path, entry: read_regular(root, path), lambda path: _on_disk(root, path))


def of_index(git: Git, objects: Objects) -> Snapshot:
    """What the next commit would hold."""
    files = {path: File(entry.mode, entry.oid) for path, entry in _index(git)}
    return Snapshot(files, _blob_reader(objects), lambda path: None)


def of_commit(git: Git, objects: Objects, commit: str) -> Snapshot:
    files: dict[str, File] = {}
    for field in git.fields("ls-tree", "-r", "-z", "--full-tree", commit):
        meta, _, path = field.partition(b"\t")
        mode, _, oid = meta.split(b" ")
        files[text(path)] = File(int(mode, 8), oid.decode())
    return Snapshot(files, _blob_reader(objects), lambda path: None)


class Contents:
    """Content ids of a snapshot's files: git's blob ids, computed here for files on disk and kept by their stat."""

    def __init__(self, snapshot: Snapshot, root: Path | None, cache: Cache, algorithm: str = "sha1") -> None:
        self._snapshot, self._root, self._cache, self._algorithm = snapshot, root, cache, algorithm
        self._known: dict[str, str | None] = {}
        self._fresh: list[tuple[object, ...]] = []
        rows = cache.db.execute("SELECT path, size, mtime_ns, ino, oid FROM stats") if root else ()
        self._stats = {text(path): (size, mtime, ino, oid) for path, size, mtime, ino, oid in rows}

    def oid(self, path: str) -> str | None:
        """The content id; None for what cannot be read."""
        if path not in self._known:
            entry = self._snapshot.files.get(path)
            self._known[path] = self._on_disk(path) if self._root else (entry.oid if entry else None)
        return self._known[path]

    def flush(self) -> None:
        self._cache.write("INSERT OR REPLACE INTO stats VALUES (?, ?, ?, ?, ?)", self._fresh)
        self._fresh.clear()

    def _on_disk(self, path: str) -> str | None:
        assert self._root is not None
        try:
            now = os.lstat(os.path.join(os.fsencode(self._root), raw(path)))
        except OSError:
            return None
        known = self._stats.get(path)
        if known and known[:3] == (now.st_size, now.st_mtime_ns, now.st_ino):
            return str(known[3])
        data = self._snapshot.read(path)
        if data is None:
            return None
        oid = blob_id(data, self._algorithm)
        if now.st_mtime_ns < _clock_ns() - RACY_NS:
            self._fresh.append((raw(path), now.st_size, now.st_mtime_ns, now.st_ino, oid))
        return oid


def blob_id(data: bytes, algorithm: str = "sha1") -> str:
    """The id git gives a blob."""
    return hashlib.new(algorithm, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def read_regular(root: Path, path: str) -> bytes | None:
    """A regular file below the root, links followed only while they stay below it; never blocks on a FIFO."""
    full = os.path.join(os.fsencode(root), raw(path))
    try:
        if os.path.islink(full) or _through_link(root, path):
            real = os.path.realpath(full)
            if not real.startswith(os.path.realpath(os.fsencode(root)) + b"/"):
                return None
        handle = os.open(full, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return None
    try:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode) or about.st_size > READ_CAP_BYTES:
            return None
        with os.fdopen(os.dup(handle), "rb") as file:
            return file.read(READ_CAP_BYTES + 1)
    except OSError:
        return None
    finally:
        os.close(handle)


def _clock_ns() -> int:
    import time

    return time.time_ns()


def _through_link(root: Path, path: str) -> bool:
    parent = path.rpartition("/")[0]
    return bool(parent) and os.path.realpath(root / parent) != os.path.join(os.path.realpath(root), parent)


def _listed(git: Git, root: Path) -> dict[str, File]:
    files: dict[str, File] = {}
    base = os.fsencode(root) + b"/"
    for path, entry in _index(git):
        if entry.skipped or entry.mode == MODULE_MODE or _there(base + raw(path)):
            files[path] = entry
    for field in git.fields("ls-files", "-z", "--others", "--exclude-standard"):
        files.setdefault(text(field).rstrip("/"), File(0o100644))
    return files


def _index(git: Git) -> Iterable[tuple[str, File]]:
    for field in git.fields("ls-files", "-z", "-t", "--stage", "--full-name", "--", ":/"):
        meta, _, path = field.partition(b"\t")
        tag, mode, oid, stage = meta.split(b" ")
        if stage in (b"0", b"2"):  # of a conflict: our side
            yield text(path), File(int(mode, 8), oid.decode(), skipped=tag == b"S")


def _there(full: bytes) -> bool:
    """Whether something is at a path; what we may not look at counts as there."""
    try:
        os.lstat(full)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def _on_disk(root: Path, path: str) -> str | None:
    """Ignored files, and paths below tracked links, exist too."""
    if (
        not path
        or path.startswith("/")
        or "\0" in path
        or ".." in path.split("/")
        or path.split("/")[0] == ".git"
    ):
        return None
    try:
        about = os.stat(os.path.join(os.fsencode(root), raw(path)))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        return "file" if isinstance(error, PermissionError) else None
    return "dir" if stat.S_ISDIR(about.st_mode) else "file"


def _walked(root: Path) -> dict[str, File]:
    files: dict[str, File] = {}
    base = os.fsencode(root)
    for folder, names, leaves in os.walk(base):
        names[:] = sorted(n for n in names if n not in (b".git", b"node_modules", b".venv"))
        for leaf in sorted(leaves):
            files[text(os.path.relpath(os.path.join(folder, leaf), base))] = File(0o100644)
        if len(files) > WALK_CAP_FILES:
            break
    return files


def _blob_reader(objects: Objects) -> Callable[[str, File], bytes | None]:
    return lambda path, entry: objects.blob(entry.oid) if entry.oid and entry.mode != MODULE_MODE else None
