"""The folders that hold something, kept true while files come and go."""

from __future__ import annotations

from collections.abc import Iterable

from mementod.judging.listing import File
from mementod.vcs.objects import MODULE_MODE


class Folders(dict[str, int]):
    """How many files and folders are right in each; the root is there even when nothing is in it."""

    def __init__(self, files: Iterable[File]) -> None:
        super().__init__({"": 1})
        for file in files:
            self.enter(file)

    def enter(self, file: File) -> None:
        """Count a file that came, in each folder above that came with it."""
        path = _entry(file)
        while path:
            path = path.rpartition("/")[0]
            self[path] = self.get(path, 0) + 1
            if self[path] > 1:
                return

    def leave(self, file: File) -> None:
        """The same for one that went."""
        path = _entry(file)
        while path:
            path = path.rpartition("/")[0]
            self[path] -= 1
            if self[path]:
                return
            del self[path]


def _entry(file: File) -> str:
    """A file as its folder counts it; a submodule is a folder of its own, that is never empty."""
    return file.path + "/" if file.mode == MODULE_MODE else file.path
