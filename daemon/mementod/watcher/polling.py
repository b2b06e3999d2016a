"""Looks at folders without a watch, as often as they cost little, and at small outside folders in any case."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable

from mementod.watcher.tree import Tree

FOLDERS_S = 2.0  # between two looks at folders: a name that appears or vanishes
FILES_S = 30.0  # between two looks at files: one that was written in place
COST_SHARE = 200  # at most half a percent of a core for each kind of look
FILE_COST_S = 4e-6  # of one lstat and its comparison
SMALL_FILES = 500  # a folder of notes: looking costs next to nothing


class Polling:
    """The times of one tree's looks; it only fills `tree.todo`."""

    def __init__(self, tree: Tree, small: bool) -> None:
        self._tree, self._small = tree, small
        self._folders_at = self._files_at = 0.0

    def turn(self, now: float) -> None:
        tree = self._tree
        if self._small and tree.table.files <= SMALL_FILES:
            self._list(tree.table.folders)
        elif tree.watches.polled and now >= self._files_at:
            self._files_at = now + max(FILES_S, tree.table.files * FILE_COST_S * COST_SHARE)
            self._list(tree.watches.polled)
        elif tree.watches.polled and now >= self._folders_at:
            began = time.thread_time()
            self._list({at for at in tree.watches.polled if self._other(at)})
            self._folders_at = now + max(FOLDERS_S, (time.thread_time() - began) * COST_SHARE)

    def all(self) -> None:
        """Look at everything that no notice tells of."""
        self._list(self._tree.watches.polled)

    def _list(self, folders: Iterable[bytes]) -> None:
        for at in tuple(folders):
            self._tree.todo.setdefault(at, False)

    def _other(self, at: bytes) -> bool:
        """Whether a name came or went, or the folder itself."""
        folder = self._tree.table.folders.get(at)
        if folder is None:
            return False
        try:
            about = os.stat(self._tree.root.full(at), follow_symlinks=not at)  # noqa: PTH116 (bytes)
        except OSError:
            return True
        return (about.st_mtime_ns, about.st_ino) != (folder.modified, folder.place[1])
