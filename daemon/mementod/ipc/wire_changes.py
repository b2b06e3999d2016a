"""Changes of the registry as JSON values, for the daemon's socket, and back. Nothing is lost on the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mementod.registry.repos import Carry, Change, Drop, Move, Put
from mementod.stores.ledger_rows import Enrolled, installed_of, installed_row


def plain_change(change: Change) -> list[Any]:
    """A change of the registry."""
    match change:
        case Put(row):
            return ["put", row.id, str(row.root), str(row.common), row.trust, row.config, row.enrolled_at]
        case Move(known, root, common, key):
            return ["move", known, str(root), str(common), list(key)]
        case Drop(known):
            return ["drop", known]
        case Carry(whose, rows):
            return ["carry", whose, [list(installed_row(row)) for row in rows]]


def change(data: list[Any]) -> Change:
    """Raises ValueError or TypeError for what is none."""
    match data:
        case ["put", known, root, common, trust, config, at]:
            return Put(Enrolled(known, Path(root), Path(common), trust, config, at))
        case ["move", known, root, common, [old, new]]:
            return Move(known, Path(root), Path(common), (old, new))
        case ["drop", known]:
            return Drop(known)
        case ["carry", whose, rows]:
            return Carry(whose, tuple(map(installed_of, rows)))
        case _:
            raise ValueError("no change of the registry")
