"""Reports as JSON values, for the daemon's socket, and back. Nothing is lost on the way.

A report has tens of thousands of rows: it travels as one text, packed as in the cache.
"""

from __future__ import annotations

import base64
import zlib
from typing import Any

import msgpack

from mementod.judging import answers, note_store
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
