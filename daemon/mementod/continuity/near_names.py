"""The name that is called nearly as one that does not exist, among the files and the names of the record."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from posixpath import basename

from mementod.continuity.named import Names
from mementod_parsers.continuity.record import Class, Item

ALIKE = 0.85  # of two spellings of one name
KNOWN_CAP = 5_000  # files that a misspelt name is held against
NEAR_CAP = 3  # ways of spelling the base name of a file that are told apart by its folder


def near(name: str, known: Mapping[str, Sequence[str]]) -> str | None:
    """The one that is called nearly so, wherever it lies; of several the one in the nearest folder."""
    bases = get_close_matches(_bare(basename(name)), known, NEAR_CAP, ALIKE)
    found = [each for base in bases for each in known[base]]
    found = get_close_matches(name, found, 1, ALIKE) if len(found) > 1 else found
    return found[0] if found else None


def known_names(tree: Names, record: Sequence[Item]) -> Mapping[str, Sequence[str]]:
    """What is there, files and symbols of the record, by what two ways of spelling a name have in common."""
    symbols = (item.text for item in record if item.kind is Class.IDENTIFIERS and not item.successor)
    known: dict[str, list[str]] = {}
    for name in (*islice(tree.files, KNOWN_CAP), *symbols):
        known.setdefault(_bare(basename(name)), []).append(name)
    return known


def _bare(name: str) -> str:
    return re.sub(r"[^\w/.]|_", "", name).lower()
