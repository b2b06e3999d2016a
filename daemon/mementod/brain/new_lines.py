"""What lines mean on the day that they are written: what their citations resolve to, for the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Set

from mementod.stores.ledger_rows import Observed
from mementod_parsers.model import Finding, Kind, Verdict

_PLACED = frozenset({Kind.PATH, Kind.DIR, Kind.LINK, Kind.SYMBOL})


def meanings(note: str, findings: Iterable[Finding], before: Set[str], head: str) -> list[Observed]:
    """Of those that the note did not cite `before`; `at` is left to who writes it down."""
    found = (_observed(note, each, head) for each in findings if each.citation.text not in before)
    return [row for row in found if row]


def _observed(note: str, found: Finding, head: str) -> Observed | None:
    """None for what holds no place."""
    cited = found.citation
    if found.verdict is not Verdict.OK or cited.kind not in _PLACED or not found.resolved:
        return None
    path, _, symbol = found.resolved.partition(":") if cited.kind is Kind.SYMBOL else (found.resolved, "", "")
    return Observed(note, cited.text, head, cited.kind, path, symbol or None, None, "")
