"""Texts sorted by a key of theirs: an index that costs eight bytes an entry, where a table would cost a hundred."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable


class ByKey:
    """A text may be there once. `key` is asked again and again: it has to be cheap, and always the same."""

    def __init__(self, rows: Iterable[str], key: Callable[[str], str]) -> None:
        self._key = key
        self._rows = sorted(rows)
        self._rows.sort(key=key)  # stable, and without a pair for each

    def __len__(self) -> int:
        return len(self._rows)

    def at(self, key: str) -> list[str]:
        """Those that have this key; sorted."""
        start = end = bisect_left(self._rows, key, key=self._key)
        while end < len(self._rows) and self._key(self._rows[end]) == key:
            end += 1
        return self._rows[start:end]

    def put(self, row: str) -> None:
        insort(self._rows, row, key=self._pair)

    def take(self, row: str) -> None:
        """Remove what is there."""
        at = bisect_left(self._rows, self._pair(row), key=self._pair)
        assert self._rows[at] == row
        del self._rows[at]

    def _pair(self, row: str) -> tuple[str, str]:
        return self._key(row), row
