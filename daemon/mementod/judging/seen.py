"""The tree of a moment that the daemon saw: a commit, and the place that a citation had on disk that day.

What was never committed is in no commit's tree; that it was there when the line was written, only who watched knows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mementod_parsers.resolve import Tree, base_name


class Seen:
    """A `resolve.Tree`: another tree and one more path. `symbol` is what that file defined, when that was cited."""

    def __init__(self, tree: Tree, path: str, kind: str, symbol: str | None) -> None:
        self._tree, self.path, self._kind, self.symbol = tree, path, kind, symbol

    def kind(self, path: str) -> str | None:
        if path == self.path:
            return self._kind
        return "dir" if self.path.startswith(path + "/") else self._tree.kind(path)

    def named(self, base: str) -> Sequence[str]:
        found = self._tree.named(base)
        return found if base_name(self.path) != base else sorted({*found, self.path})

    def matching(self, pattern: re.Pattern[str]) -> Sequence[str]:
        found = self._tree.matching(pattern)
        return sorted({*found, self.path}) if pattern.match(self.path) else found
