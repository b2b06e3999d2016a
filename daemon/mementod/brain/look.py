"""One look at a work tree after hints: what is really different. Asks the disk and git, judges nothing."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass

from mementod.brain.hints import Hints
from mementod.judging.contents import Contents
from mementod.judging.disk import Disk
from mementod.judging.resources import Resources
from mementod.judging.snapshot import File, Snapshot, listed_among, of_work_tree
from mementod.vcs.objects import LINK_MODE

PATCH_PATHS = 200  # that are asked of git by name; more are found by listing all


@dataclass(frozen=True, slots=True)
class Difference:
    """What one look found.

    `came`: paths, folders too, that are there or not there unlike before, or that git holds otherwise; `written`:
    files whose content differs; `contents`: ids of what those of them that git does not know hold, and held; `hinted`:
    every path that was looked at.
    """

    came: frozenset[str]
    written: frozenset[str]
    contents: frozenset[str]
    hinted: frozenset[str]


class Tree:
    """The work tree of one repository, looked at again and again."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self.now: Snapshot = self._listed()
        self._linked: frozenset[str] | None = None

    def look(self, hints: Hints, contents: Contents, notes: Set[str]) -> Difference:
        """List and compare again, as far as the hints make it needed. `now` is that of after it."""
        came = frozenset(self._relist(hints))
        hinted = hints.paths | self._links()
        if hints.unknown:
            hinted |= contents.asked() | notes
        looked = {p: contents.replaced(p) for p in hinted if p in self.now.files and p not in came}
        written = frozenset(path for path, ids in looked.items() if ids)
        loose = frozenset().union(*(looked[p] for p in written if self.now.files[p].oid is None))
        return Difference(came, written, loose, hinted)

    def is_link(self, path: str) -> bool:
        entry = self.now.files.get(path)
        return entry.mode == LINK_MODE if entry and entry.oid else self._disk.is_link(path)

    def _relist(self, hints: Hints) -> set[str]:
        """List again where that may give another list; paths and folders that are otherwise."""
        old, old_dirs = self.now.files, self.now.dirs
        loose = {p for p in hints.paths if p not in old and not p.startswith("/")}
        disk = self._disk
        gone = any(p in old and not disk.there(p) for p in hints.paths)
        if not (hints.listing or hints.unknown or hints.history or hints.ignores or loose or gone):
            return set()
        whole = hints.listing or hints.unknown or hints.history or hints.ignores
        self.now.become(self._listed(None if whole else self._patched(old, hints.paths)))
        self._linked = None
        new = self.now.files
        came = {p for p in old.keys() | new.keys() if old.get(p) != new.get(p)} | (old_dirs ^ self.now.dirs)
        came |= {p for path in loose - new.keys() for p in _with_folders(path) if p not in self.now.dirs}
        return came | self._links() if came else came

    def _links(self) -> frozenset[str]:
        """Links among the files: each is what it leads to, which may be a path that changed."""
        if self._linked is None:
            self._linked = frozenset(p for p in self.now.files if self.is_link(p))
        return self._linked

    def _patched(self, old: dict[str, File], paths: Set[str]) -> dict[str, File] | None:
        """The list with only these paths looked at; None when they do not tell all."""
        repository, root = self._resources.repository, self._resources.root
        asked = sorted(path for path in paths if not path.startswith("/"))
        if not repository.tracked or len(asked) > PATCH_PATHS or any((root / p / ".git").exists() for p in asked):
            return None
        named = [path for path in asked if path in old or not (root / path).is_dir()]
        found = listed_among(repository.git, named) if named else {}
        if not found.keys() <= set(named):
            return None
        return {path: file for path, file in old.items() if path not in paths} | found

    def _listed(self, files: dict[str, File] | None = None) -> Snapshot:
        repository = self._resources.repository
        return of_work_tree(repository.git, repository.tracked, self._resources.objects, files)

    @property
    def _disk(self) -> Disk:
        return Disk(self._resources.root)  # of now: it remembers what it has seen


def _with_folders(path: str) -> Iterator[str]:
    while path:
        yield path
        path = path.rpartition("/")[0]
