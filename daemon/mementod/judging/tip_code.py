"""Code and configuration that the tip holds and the judged tree has otherwise or not at all; kept while both change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mementod.judging.contents import Contents
from mementod.parsing.occurrences import scanned
from mementod.vcs.objects import Objects


class TipCode:
    """`renew` with every path that came, went or changed. The first `places` walks the whole tip, later ones do not."""

    def __init__(self, objects: Objects, now: Contents) -> None:
        self._objects, self._now = objects, now
        self._root: str | None = None  # the tree that `_places` is true of
        self._places: dict[str, str] = {}
        self._doubtful: set[str] = set()

    @property
    def is_known(self) -> bool:
        """Whether the tip was walked through."""
        return self._root is not None

    def renew(self, paths: Iterable[str]) -> None:
        if self._root is not None:
            self._doubtful.update(paths)

    def places(self, tip: str | None) -> Iterable[tuple[str, str]]:
        """Path and blob of the tip."""
        root, missing = self._objects.root(tip or ""), self._objects.missing
        if root is None:
            return ()
        if self._root is None:
            self._places, self._doubtful = dict(self._all(root)), set()
        else:
            self._doubtful.update(self._between(self._root, root))
            self._look_again(root)
        # What could not be seen is looked for again.
        self._root = root if self._objects.missing == missing else None
        return self._places.items()

    def _all(self, root: str) -> Iterator[tuple[str, str]]:
        tip = self._objects.differing((root,), None)
        return ((path, entry.oid) for path, entry in tip if scanned(path) and self._now.oid(path) != entry.oid)

    def _between(self, old: str, new: str) -> Iterator[str]:
        for one, other in ((old, new), (new, old)):
            yield from (path for path, _ in self._objects.differing((one,), other))

    def _look_again(self, root: str) -> None:
        for path in filter(scanned, self._doubtful):
            entry = self._objects.entry(root, path)
            if entry and not entry.is_dir and not entry.is_module and self._now.oid(path) != entry.oid:
                self._places[path] = entry.oid
            else:
                self._places.pop(path, None)
        self._doubtful = set()
