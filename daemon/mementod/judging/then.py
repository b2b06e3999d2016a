"""The tree of a commit as the judge sees it: exact existence from tree objects, names from the history's paths."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mementod.vcs.history import History
from mementod.vcs.objects import Objects, Tree

MATCH_CAP = 20
LOOKUPS_CAP = 2000  # paths of one pattern that are looked up in one commit


class Then:
    """A `resolve.Tree` of one commit."""

    def __init__(self, commit: str, objects: Objects, history: History) -> None:
        self.commit, self._objects, self._history = commit, objects, history
        self._folders: dict[str, str | None] = {}  # tree ids of those asked about

    def kind(self, path: str) -> str | None:
        parent, slash, name = path.rpartition("/")
        if not name:
            return None if path or self._folder("") is None else "dir"
        held = self._held(parent) if parent or not slash else None
        return held.kind(name) if held is not None else None

    def blob(self, path: str) -> str | None:
        """The object id of what is at a path; None when nothing is."""
        parent, _, name = path.rpartition("/")
        entry = held.entry(name) if (held := self._held(parent)) is not None else None
        return entry.oid if entry else None

    def named(self, base: str) -> Sequence[str]:
        return [path for path in self._history.named(base) if self.kind(path)]

    def matching(self, pattern: re.Pattern[str]) -> Sequence[str]:
        found: list[str] = []
        for path in self._history.matching(pattern)[:LOOKUPS_CAP]:
            if self.kind(path):
                found.append(path)
                if len(found) >= MATCH_CAP:
                    break
        return found

    def _held(self, folder: str) -> Tree | None:
        tree = self._folder(folder)
        return self._objects.tree(tree) if tree else None

    def _folder(self, path: str) -> str | None:
        if path in self._folders:
            return self._folders[path]
        missing = self._objects.missing
        entry = self._objects.lookup(self.commit, path)
        found = entry.oid if entry and entry.is_dir else None
        if self._objects.missing == missing:  # each look at a gap counts as one
            self._folders[path] = found
        return found
