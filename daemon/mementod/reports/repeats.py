"""What one line of a note says twice about the same thing: as a command and as a path, as a file and as its symbols.

Pure. A person hears it once; must never fold away what is worse than the finding that stays.
"""

from __future__ import annotations

from collections.abc import Iterable

from mementod.reports.places import Place, old_place, parse_place
from mementod.reports.report import Located, rank
from mementod_parsers.model import GONE, Finding, Kind, Level, Verdict

_OF_LINES = frozenset({Verdict.SHIFTED, Verdict.CHANGED})


def told_once(items: Iterable[Located]) -> list[Located]:
    """The findings without those that another one on the same line already tells, in their order."""
    items = list(items)
    lines: dict[tuple[str, int], _Line] = {}
    repeated = set()
    told = (item for item in items if item.finding.level is not Level.NONE)
    for item in sorted(told, key=lambda item: _weight(item.finding)):
        line = lines.setdefault((item.path, item.finding.citation.line), _Line())
        if line.tells(item.finding):
            repeated.add(item.id)
    return [item for item in items if item.id not in repeated]


class _Line:
    """What has been told of one line."""

    def __init__(self) -> None:
        self._things: set[tuple[object, ...]] = set()
        self._files: set[tuple[object, ...]] = set()
        self._columns: set[tuple[object, ...]] = set()

    def tells(self, finding: Finding) -> bool:
        """Whether this is told already; from now on it is."""
        fate, place = _fate(finding), _place(finding)
        lines = finding.citation.lines if finding.verdict in _OF_LINES else ()
        columns = {(fate, at) for at in range(finding.citation.column, finding.citation.end_column)}
        told = (fate, place, lines) in self._things or (fate, place.path) in self._files
        if told or not columns.isdisjoint(self._columns):
            return True
        self._things.add((fate, place, lines))
        self._columns |= columns
        if finding.verdict in GONE and not place.symbol:
            self._files.add((fate, place.path))
        return False


def _weight(finding: Finding) -> tuple[int, bool, bool, int]:
    """The loudest first, then a file before its symbols, its path before a command that runs it."""
    citation = finding.citation
    return rank(finding.level), bool(_place(finding).symbol), citation.kind is Kind.COMMAND, citation.column


def _fate(finding: Finding) -> tuple[str, str]:
    """What became of it: a file that moved took its symbols along."""
    verdict = "moved" if finding.verdict in (Verdict.MOVED, Verdict.RENAMED) else finding.verdict.value
    return verdict, parse_place(finding.target or "").path


def _place(finding: Finding) -> Place:
    return parse_place(old_place(finding))
