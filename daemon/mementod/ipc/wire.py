"""Reports and changes of the registry as JSON values, for the daemon's socket, and back. Nothing is lost on the way.

A report has tens of thousands of rows: it travels as one text, packed as in the cache.
"""

from __future__ import annotations

import base64
import zlib
from pathlib import Path
from typing import Any

import msgpack

from mementod.judging import answers, note_store
from mementod.registry.repos import Carry, Change, Drop, Move, Put
from mementod.stores.ledger_rows import Enrolled, installed_of, installed_row
from mementod_parsers.model import Report, Source

Plain = dict[str, Any]


def plain(report: Report) -> Plain:
    """The report, with everything that a rendering of it needs."""
    rows = [(n.note.path, n.note.source.value, note_store.packed(n.note), answers.packed(n)) for n in report.notes]
    data: bytes = msgpack.packb((report.root, report.tree, report.problems, rows), unicode_errors="surrogatepass")
    return {"report": base64.b64encode(zlib.compress(data, 1)).decode()}


def report(data: Plain) -> Report:
    """Raises KeyError, ValueError or TypeError for what no daemon of this version says."""
    try:
        plain = zlib.decompress(base64.b64decode(data["report"]))
        root, tree, problems, rows = msgpack.unpackb(plain, use_list=False, unicode_errors="surrogatepass")
    except (zlib.error, msgpack.UnpackException) as error:
        raise ValueError("no report") from error
    notes = (answers.unpacked(note_store.unpacked(p, Source(source), note), found) for p, source, note, found in rows)
    return Report(root, tree, tuple(notes), problems)


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
