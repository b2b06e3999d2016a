"""The tree of a commit as the judge sees it: exact existence from tree objects, names from the history's paths."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mementod.history import History
from mementod.objects import Objects

MATCH_CAP = 20
LOOKUPS_CAP = 2000  # paths of one pattern that are looked up in one commit


class Then:
    """A `resolve.Tree` of one commit."""

    def __init__(self, commit: str, objects: Objects, history: History) -> None:
        self.commit, self._objects, self._history = commit, objects, history
        self._kinds: dict[str, str | None] = {}

    def kind(self, path: str) -> str | None:
        if path not in self._kinds:
            entry = self._objects.lookup(self.commit, path)
            self._kinds[path] = None if entry is None else "dir" if entry.is_dir or entry.is_module else "file"
        return self._kinds[path]

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
