"""What lines mean on the day that they are written: what their citations resolve to, for the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from mementod.stores.ledger_rows import Observed
from mementod_parsers.model import Finding, Kind, Verdict

_PLACED = frozenset({Kind.PATH, Kind.DIR, Kind.LINK, Kind.SYMBOL})


class NewLines:
    """Those that were seen since they were last taken; `at` is left to who writes it down."""

    def __init__(self) -> None:
        self._seen: list[Observed] = []

    def see(self, note: str, findings: Iterable[Finding], before: Set[str], head: str) -> None:
        """Of those that the note did not cite `before`."""
        self._seen += _meanings(note, (each for each in findings if each.citation.text not in before), head)

    def take(self) -> list[Observed]:
        seen, self._seen = self._seen, []
        return seen


def _meanings(note: str, findings: Iterable[Finding], head: str) -> Iterator[Observed]:
    """Of those that hold a place."""
    for found in findings:
        cited = found.citation
        if found.verdict is Verdict.OK and cited.kind in _PLACED and found.resolved:
            is_symbol = cited.kind is Kind.SYMBOL
            path, _, symbol = found.resolved.partition(":") if is_symbol else (found.resolved, "", "")
            yield Observed(note, cited.text, head, cited.kind, path, symbol or None, None, "")
