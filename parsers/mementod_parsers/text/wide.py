"""Paths with letters of scripts that are written without blanks: where in running text they begin and end.

Between prose and path there may be no blank: the first part of a path is the Latin letters before its first slash.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mementod_parsers.names import EXTENSIONS

# Punctuation of these scripts that stands in file names.
MARKS = "\uff08\uff09\u300c\u300d\u300e\u300f\u3010\u3011\u30fb\uff0b\uff0d\uff06\uff5e\u3005\u30fc"
MAX_WIDE_PATH = 300

_LETTERS = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff10-\uff5a"
HAS_WIDE = re.compile(rf"[{_LETTERS}]")
_RUN = re.compile(rf"[\w.@/+&()\[\]{MARKS}-]{{4,2000}}")
_END = re.compile(r"\.([A-Za-z][A-Za-z0-9]{0,9})(?![A-Za-z0-9])|/$")
_LATIN_NAME = re.compile(r"[A-Za-z][\w-]{2,}(?:\.[A-Za-z0-9]+)+$", re.A)
_LATIN_TAIL = re.compile(r"[A-Za-z0-9_.@-]+$")
_EDGE = re.compile(rf"^[()\[\]{MARKS}-]+")


class WidePath(NamedTuple):
    """A place in a text; `sure` if nothing but blanks or marks stands around it."""

    start: int
    end: int
    sure: bool


def wide_paths(text: str) -> list[WidePath]:
    """Return the paths in `text` that hold letters of such a script."""
    if text.isascii() or not HAS_WIDE.search(text) or ("." not in text and "/" not in text):
        return []
    found: list[WidePath] = []
    for run in _RUN.finditer(text):
        if HAS_WIDE.search(run.group()):
            found += _in_run(run.group(), run.start())
    return found


def _in_run(run: str, offset: int) -> list[WidePath]:
    found: list[WidePath] = []
    at = 0
    for m in _END.finditer(run):
        if m.group(1) is not None and m.group(1).lower() not in EXTENSIONS:
            continue
        piece = run[at : m.end()]
        begin = _begin(piece)
        if begin is not None:
            core = piece[begin[0] :]
            if HAS_WIDE.search(core) and len(core) <= MAX_WIDE_PATH and "//" not in core:
                sure = begin[1] or (begin[0] == 0 and at == 0 and m.end() == len(run))
                found.append(WidePath(offset + at + begin[0], offset + m.end(), sure))
        at = m.end()
    return found


def _begin(piece: str) -> tuple[int, bool] | None:
    """Return where the path in `piece` begins, and whether its own form shows that."""
    shift = (
        m.end()
        if (m := _EDGE.match(piece)) and piece.count("\uff08", 0, m.end()) != piece.count("\uff09", m.end())
        else 0
    )
    core = piece[shift:]
    head, slash, _ = core.partition("/")
    if slash and not head:
        return shift, False
    if not slash:
        return None if _LATIN_NAME.search(core) else (shift, False)
    if not HAS_WIDE.search(head):
        return shift, True
    if m := _LATIN_TAIL.search(head):
        return shift + m.start(), False
    return None if piece.endswith("/") else (shift, False)
