"""One look at a work tree after hints: what is really different. Asks the disk and git, judges nothing."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from itertools import chain

from mementod.brain.hints import Hints
from mementod.judging.contents import Contents
from mementod.judging.disk import Disk
from mementod.judging.listing import Files, listed, listed_among
from mementod.judging.resources import Resources
from mementod.judging.snapshot import Snapshot, of_work_tree
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
        repository = resources.repository
        self.now = of_work_tree(repository.git, repository.tracked, resources.objects)
        self._linked: frozenset[str] | None = None

    def look(self, hints: Hints, contents: Contents, notes: Set[str]) -> Difference:
        """List and compare again, as far as the hints make it needed. `now` is that of after it."""
        came = frozenset(self._relist(hints))
        hinted = frozenset(chain(hints.paths, self._links(), *((contents.asked(), notes) if hints.unknown else ())))
        looked = contents.replaced(p for p in hinted if p in self.now.files and p not in came)
        loose = frozenset().union(*(ids for p, ids in looked.items() if self.now.files[p].oid is None))
        return Difference(came, frozenset(looked), loose, hinted)

    def is_link(self, path: str) -> bool:
        entry = self.now.files.get(path)
        return entry.mode == LINK_MODE if entry and entry.oid else self._disk.is_link(path)

    def _relist(self, hints: Hints) -> set[str]:
        """List again where that may give another list; paths and folders that are otherwise."""
        now, disk = self.now, self._disk
        loose = {p for p in hints.paths if p not in now.files and not p.startswith("/")}
        gone = any(p in now.files and not disk.there(p) for p in hints.paths)
        whole = hints.listing or hints.unknown or hints.history or hints.ignores
        if not (whole or loose or gone):
            return set()
        found = None if whole else self._listed_again(hints.paths)
        came = now.become(self._listed(found), None if found is None else hints.paths)
        if self._linked is not None:
            self._linked = frozenset(p for p in self._linked | came if p in now.files and self.is_link(p))
        came |= {p for path in loose if path not in now.files for p in _with_folders(path) if p not in now.dirs}
        return came | self._links() if came else came

    def _links(self) -> frozenset[str]:
        """Links among the files: each is what it leads to, which may be a path that changed."""
        if self._linked is None:
            self._linked = frozenset(p for p in self.now.files if self.is_link(p))
        return self._linked

    def _listed_again(self, paths: Set[str]) -> Files | None:
        """What a listing says of these paths alone; None when that does not tell all."""
        repository, root, files = (self._resources.repository, self._resources.root, self.now.files)
        asked = sorted(path for path in paths if not path.startswith("/"))
        if not repository.tracked or len(asked) > PATCH_PATHS or any((root / p / ".git").exists() for p in asked):
            return None
        named = [path for path in asked if path in files or not (root / path).is_dir()]
        found = listed_among(repository.git, named, files) if named else {}
        return found if found.keys() <= set(named) else None

    def _listed(self, files: Files | None = None) -> Snapshot:
        repository = self._resources.repository
        if files is None:
            files = listed(repository.git, repository.tracked, self.now.files)
        return of_work_tree(repository.git, repository.tracked, self._resources.objects, files)

    @property
    def _disk(self) -> Disk:
        return Disk(self._resources.root)  # of now: it remembers what it has seen


def _with_folders(path: str) -> Iterator[str]:
    while path:
        yield path
        path = path.rpartition("/")[0]
