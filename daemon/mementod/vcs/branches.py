"""Other local branches: what one of them still has is not gone, only not checked out."""

from __future__ import annotations

import re
from functools import cached_property

from mementod.vcs.git import Git, GitError, raw, text
from mementod.vcs.history import History
from mementod.vcs.objects import Objects

BRANCHES_CAP = 64


class Branches:
    """Local branches that went another way than the judged tip: neither behind it nor ahead of it.

    One that is ahead holds every removal that the tip holds; what it has besides, it has again, not still.
    """

    def __init__(self, git: Git, objects: Objects, history: History) -> None:
        self._git, self._objects, self._history = git, objects, history

    def having(self, path: str, name: str = "") -> str | None:
        """The first branch that has the path and, in that file, the name.

        A branch whose trees or blobs are missing may have it: that is no proof that it is gone.
        """
        for branch, tip in self._others:
            missing = self._objects.missing
            entry = self._objects.lookup(tip, path)
            if entry is None:
                if self._objects.missing > missing:
                    return branch
                continue
            if not name or entry.is_dir or entry.is_module:
                return branch
            data = self._objects.blob(entry.oid)
            if data is None or re.search(rb"\b" + re.escape(raw(name)) + rb"\b", data):
                return branch
        return None

    @cached_property
    def _others(self) -> list[tuple[str, str]]:
        tip = self._history.tip
        if tip is None:
            return []
        apart = (f"--no-contains={tip}", f"--no-merged={tip}")
        # A ref to a missing commit has no date and no ancestors.
        rows = self._refs(*apart, "--sort=-committerdate") or self._refs()
        pairs = [line.split(" ", 1) for line in rows.split("\n") if " " in line]
        others = [(name, tip) for tip, name in pairs if self._history.position(tip) is None]
        return [(name, tip) for name, tip in others[:BRANCHES_CAP] if self._objects.root(tip)]

    def _refs(self, *which: str) -> str:
        try:
            return text(self._git.run("for-each-ref", *which, "--format=%(objectname) %(refname:short)", "refs/heads"))
        except GitError:
            return ""
