"""Which notes held a line at any time."""

from __future__ import annotations

from mementod.brain.marks import unmarked
from mementod.judging.sources import source_of
from mementod.vcs.history import History
from mementod.vcs.objects import Objects
from mementod_parsers.code.tokens import decode

VERSIONS_CAP = 4000  # of all notes together that are searched, the newest


class OldLines:
    """Text that was taken out of one note and came back in another later; a line is asked for by its content."""

    def __init__(self, history: History, objects: Objects, lines: frozenset[str]) -> None:
        """`lines`: all that can be asked about."""
        self.lines = lines
        self._places: dict[str, list[tuple[int, str]]] = {}
        notes = [path for path in history.every_file() if source_of(path) is not None]
        versions = sorted(
            (c.position, path, c.blob) for path in notes for c in history.changes(path) if c.status != "D"
        )
        held: dict[str, list[tuple[int, str]]] = {}
        for position, path, blob in versions[:VERSIONS_CAP]:
            held.setdefault(blob, []).append((position, path))
        for places, data in zip(held.values(), objects.blobs(held), strict=True):
            text = decode(unmarked(data or b"")) or ""
            for line in lines.intersection(map(str.strip, text.splitlines())):
                self._places.setdefault(line, []).extend(places)

    def holders(self, line: str, note: str, position: int) -> list[str]:
        """Other notes that held the line before the commit at `position`, the latest first."""
        held = sorted((p, path) for p, path in self._places.get(line, ()) if p > position and path != note)
        return list(dict.fromkeys(path for _, path in held))
