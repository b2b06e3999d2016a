"""A report as plain JSON values, for the daemon's socket, and back. Nothing of it is lost on the way."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mementod import answers, note_store
from mementod.ledger_rows import Enrolled
from mementod.repos import Change, Drop, Move, Put
from mementod_parsers.model import Report, Source

Plain = dict[str, Any]


def plain(report: Report, notes: Sequence[str]) -> Plain:
    """The report; `notes` empty means all of its notes, else those only. UserError for a note it does not have."""
    chosen = [n for n in report.notes if not notes or n.note.path in notes]
    return {
        "root": report.root,
        "tree": report.tree,
        "problems": report.problems,
        "notes": [
            [n.note.path, n.note.source.value, note_store.packed(n.note), answers.packed(n)] for n in chosen
        ],
    }


def report(data: Plain) -> Report:
    """Raises KeyError, ValueError or TypeError for what no daemon of this version says."""
    notes = tuple(
        answers.unpacked(note_store.unpacked(path, Source(source), note), rows)
        for path, source, note, rows in data["notes"]
    )
    return Report(data["root"], data["tree"], notes, tuple(data["problems"]))


def plain_change(change: Change) -> list[Any]:
    """A change of the registry."""
    match change:
        case Put(row):
            return ["put", row.id, str(row.root), str(row.common), row.trust, row.config, row.enrolled_at]
        case Move(known, root, common, key):
            return ["move", known, str(root), str(common), list(key)]
        case Drop(known):
            return ["drop", known]


def change(data: list[Any]) -> Change:
    """Raises ValueError or TypeError for what is none."""
    match data:
        case ["put", known, root, common, trust, config, at]:
            return Put(Enrolled(known, Path(root), Path(common), trust, config, at))
        case ["move", known, root, common, [old, new]]:
            return Move(known, Path(root), Path(common), (old, new))
        case ["drop", known]:
            return Drop(known)
        case _:
            raise ValueError("no change of the registry")
