"""The renamings that git sees in a commit, and from which file one that came since comes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mementod.judging.contents import Contents
from mementod.judging.snapshot import Snapshot
from mementod.stores.cache import Cache
from mementod.vcs.git import Git, GitError, text
from mementod.vcs.history import History
from mementod.vcs.objects import Objects
from mementod_parsers.resolve import folder

RENAME_LIMIT = 1500  # files of one commit that git compares by content
EMPTY_BLOBS = frozenset(
    {
        "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
        "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
    }
)
_DIFF = ("diff-tree", "-r", "-z", "--no-commit-id", "--raw")


class Origin(NamedTuple):
    """The old path of a renaming, and the blobs: what it held when it went, and the new one when it came."""

    path: str
    left: str
    came: str


class Renames:
    """Of one repository, kept: what a commit did does not change."""

    def __init__(self, git: Git, objects: Objects, cache: Cache) -> None:
        self._git, self._objects, self._cache = git, objects, cache

    def of(self, commit: str) -> Mapping[str, str]:
        """Old to new path of every renaming in a commit."""
        found = self._cache.recall("renames", commit)
        if found is None:
            missing = self._objects.missing
            found = tuple(self._read(commit))
            if self._objects.missing == missing:
                self._cache.remember("renames", commit, found)
        assert isinstance(found, tuple)
        return dict(found)

    def _read(self, commit: str) -> list[tuple[str, str]]:
        try:
            fields = self._git.fields(*_DIFF, "-M45%", f"-l{RENAME_LIMIT}", "--diff-filter=R", commit)
        except GitError:  # a blob is missing: renamings without an edit are still visible in the trees
            return self._equal_blobs(commit)
        return [(text(old), text(new)) for _, old, new in zip(fields[::3], fields[1::3], fields[2::3], strict=False)]

    def _equal_blobs(self, commit: str) -> list[tuple[str, str]]:
        try:
            fields = self._git.fields(*_DIFF, "--no-renames", "--diff-filter=AD", commit)
        except GitError:
            return []
        rows = [(m.split(b" "), text(p)) for m, p in zip(fields[::2], fields[1::2], strict=False)]
        added = {m[3]: p for m, p in rows if m[4] == b"A" and m[3].decode() not in EMPTY_BLOBS}
        return [(p, added[m[2]]) for m, p in rows if m[4] == b"D" and m[2] in added]


class Origins:
    """Of the files of one snapshot: a file that is another one renamed is nobody else's successor."""

    def __init__(self, renames: Renames, objects: Objects, history: History, now: Snapshot, contents: Contents) -> None:
        self._renames, self._objects, self._history = renames, objects, history
        self._now, self._contents = now, contents

    def of(self, new: str) -> Origin | None:
        """What git says a file was renamed from; not committed yet: a neighbour that held just that."""
        added = [c for c in self._history.changes(new) if c.status == "A"]
        if not added:
            return next(self._neighbours_of(new), None)
        commit, came = added[-1].commit, added[-1].blob
        old = next((old for old, became in self._renames.of(commit).items() if became == new), None)
        left = next((c.blob for c in self._history.changes(old or "") if c.commit == commit), None)
        return Origin(old, left, came) if old and left else None

    def _neighbours_of(self, new: str) -> Iterator[Origin]:
        """The files of its folder that the last commit holds with this content, and that are gone now."""
        home, held = folder(new), self._contents.oid(new)
        entry = self._objects.lookup(self._history.tip or "", home)
        for name in self._objects.tree(entry.oid) if entry and entry.is_dir else ():
            path = f"{home}/{name}" if home else name
            old = self._objects.lookup(self._history.tip or "", path)
            if old and old.oid == held and held not in EMPTY_BLOBS and not self._now.kind(path):
                yield Origin(path, old.oid, old.oid)
