"""How the notes of one repository stand: by status, and their citations by level. Kept note by note."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set

from mementod.reports.report import Status, status
from mementod_parsers.model import Level, NoteReport


class Tally:
    """`take` the notes that changed; None is one that is gone."""

    def __init__(self) -> None:
        self._notes: dict[str, tuple[Status, Counter[Level]]] = {}

    def take(self, changed: Mapping[str, NoteReport | None]) -> None:
        for path, report in changed.items():
            if report is None:
                self._notes.pop(path, None)
            else:
                self._notes[path] = (status(report), Counter(f.level for f in report.findings))

    @property
    def notes(self) -> Set[str]:
        return self._notes.keys()

    def __len__(self) -> int:
        return len(self._notes)

    def by_status(self) -> dict[str, int]:
        return dict(Counter(found.value for found, _ in self._notes.values()))

    def by_level(self) -> dict[str, int]:
        """Every level is there."""
        found: Counter[Level] = sum((levels for _, levels in self._notes.values()), Counter())
        return {level.value: found[level] for level in Level}
