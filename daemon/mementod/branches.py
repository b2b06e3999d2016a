"""Other local branches: what one of them still has is not gone, only not checked out."""

from __future__ import annotations

from functools import cached_property

from mementod.git import Git, GitError
from mementod.history import History
from mementod.objects import Objects

BRANCHES_CAP = 64


class Branches:
    """Local branches whose tips are not in the history of the judged tip."""

    def __init__(self, git: Git, objects: Objects, history: History) -> None:
        self._git, self._objects, self._history = git, objects, history

    def having(self, path: str, name: str = "") -> str | None:
        """The first branch that has the path and, in that file, the name."""
        for branch, tip in self._others:
            entry = self._objects.lookup(tip, path)
            if entry is None:
                continue
            if not name or entry.is_dir:
                return branch
            if name.encode("utf-8", "surrogateescape") in (self._objects.blob(entry.oid) or b""):
                return branch
        return None

    @cached_property
    def _others(self) -> list[tuple[str, str]]:
        try:
            rows = self._git.run(
                "for-each-ref",
                "--sort=-committerdate",
                "--format=%(objectname) %(refname:short)",
                "refs/heads",
            )
        except GitError:
            return []
        pairs = [line.split(" ", 1) for line in rows.decode("utf-8", "surrogateescape").splitlines()]
        return [(name, tip) for tip, name in pairs if self._history.position(tip) is None][:BRANCHES_CAP]
