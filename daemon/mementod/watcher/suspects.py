"""Names of a tree that were missed once: gone only when they are missed again."""

from __future__ import annotations

import time

Suspect = tuple[bytes, bytes]  # a folder, and a name in it


class Suspects:
    """Times are monotonic."""

    def __init__(self) -> None:
        self._since: dict[Suspect, float] = {}

    def __bool__(self) -> bool:
        return bool(self._since)

    def first(self) -> float | None:
        """When the one that was missed first was."""
        return min(self._since.values(), default=None)

    def miss(self, at: bytes, name: bytes) -> None:
        self._since.setdefault((at, name), time.monotonic())

    def miss_anew(self) -> None:
        """Whatever made them look missing may have been something else."""
        self._since = dict.fromkeys(self._since, time.monotonic())

    def clear(self, at: bytes, name: bytes) -> None:
        """It is there, or does not count any more."""
        if self._since:  # most often there is none, and this is asked for every name
            self._since.pop((at, name), None)

    def clear_all(self) -> None:
        self._since.clear()

    def take(self, before: float) -> list[Suspect]:
        """Those that were missed by then."""
        due = [one for one, since in self._since.items() if since <= before]
        for one in due:
            del self._since[one]
        return due
