"""Where to look: what notices, audits and other names of a file point at, each name once."""

from __future__ import annotations

from collections.abc import Iterable

from mementod.watcher.notices import FOLDER
from mementod.watcher.rules import Rules
from mementod.watcher.table import Folder, Table, split

CAP = 200_000  # names to look at; more is a reason to look at everything


class Hints:
    """The names of one tree to look at. `count`: how many came since it was set to 0; `git`: git's directory moved."""

    def __init__(self, table: Table, rules: Rules) -> None:
        self._table, self._rules = table, rules
        self._names: dict[bytes, dict[bytes, int]] = {}
        self.count = 0
        self.git = False

    def __bool__(self) -> bool:
        return bool(self._names)

    def mark(self, at: bytes, name: bytes, hint: int) -> None:
        """Look at this name."""
        if name == b".git":
            self.git |= not at
            return
        folder = self._table.folders.get(at) if name else None
        if folder is not None and (self._rules.counts(at, name) or not _is_noise(folder, name, hint)):
            names = self._names.setdefault(at, {})
            names[name] = names.get(name, 0) | hint
            self.count += 1

    def mark_all(self, paths: Iterable[bytes]) -> None:
        """Look at these; nobody says that they changed."""
        for path in paths:
            self.mark(*split(path), 0)

    def take(self) -> dict[bytes, dict[bytes, int]]:
        """Folders, and the names in them to look at with the hints of each."""
        names, self._names = self._names, {}
        return names

    def full(self) -> bool:
        """Whether it is less work to look at everything."""
        return sum(map(len, self._names.values())) > CAP


def _is_noise(folder: Folder, name: bytes, hint: int) -> bool:
    """Whether an ignored file is written to; logs are, all the time."""
    return folder.sparse or (name in folder.ignored and not hint & FOLDER and name not in folder.names)
