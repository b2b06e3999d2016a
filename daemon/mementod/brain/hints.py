"""What may have changed in one repository, as told by who watches; the look says what did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mementod_parsers.resolve import base_name

IGNORE_FILE = ".gitignore"  # every verdict on what git does not list rests on these


@dataclass(frozen=True, slots=True)
class Hints:
    """What may have changed.

    `paths`: relative to the root, absolute outside it. `unknown`: any file, nobody knows which. `listing`: which paths
    git holds, and how. `history`: HEAD or another branch. `ignores`: what git ignores. `notes`: what the ledger holds
    about them. `everything`: the configuration, or what no other hint says.
    """

    paths: frozenset[str] = frozenset()
    notes: frozenset[str] = frozenset()
    unknown: bool = False
    listing: bool = False
    history: bool = False
    ignores: bool = False
    everything: bool = False

    def __or__(self, other: Hints) -> Hints:
        return Hints(
            self.paths | other.paths,
            self.notes | other.notes,
            self.unknown or other.unknown,
            self.listing or other.listing,
            self.history or other.history,
            self.ignores or other.ignores,
            self.everything or other.everything,
        )

    def __bool__(self) -> bool:
        return self != Hints()


def name_ignores(paths: Iterable[str]) -> bool:
    """Whether one of them says what git ignores."""
    return any(base_name(path) == IGNORE_FILE for path in paths)
