"""What binds an edit: what the user said, and what was decided against, where it names the file, its folder or a name.

Reads what is stored and the decision log, and judges nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mementod.config import load_config
from mementod.errors import UserError
from mementod.gates.decision_log import decisions
from mementod.gates.gate_place import Place, find_place
from mementod.hooks.hook_continuity import clean_line, kept_in, stored
from mementod.paths import Paths
from mementod.vcs.git import GitError
from mementod_parsers.conflicts import Conflict, Edit, Ruling, conflicts, shown
from mementod_parsers.decision_state import State
from mementod_parsers.progress_names import written_names
from mementod_parsers.record import Class, Item

CHARACTERS = 900  # of what an agent is told before an edit; the notes that cite the file have the rest
FILES_CAP = 20
SYMBOLS_CAP = 500
_NAME = re.compile(r"[^\W\d]\w{2,}")
Untold = Callable[[Iterable[str]], frozenset[str]]


@dataclass(frozen=True, slots=True)
class _Order:
    text: str
    cites: tuple[str, ...]


def binding(folder: Path, paths: Paths, files: Sequence[Path], edited: str, untold: Untold) -> str:
    """In their own words, what holds first, then the nearest and the latest; each once a session."""
    try:
        place = find_place(folder)
        if place is None or not kept_in(place, paths).exists():  # nobody ever asked about it: this must cost nothing
            return ""
        names = [str(file.relative_to(place.root)) for file in files if file.is_relative_to(place.root)][:FILES_CAP]
        rulings = [*_said(stored(folder, paths)[0]), *_decided(place, paths)] if names else []
    except (GitError, UserError, OSError):
        return ""
    symbols = tuple(dict.fromkeys(_NAME.findall(edited)))[:SYMBOLS_CAP]
    found = [hit for name in names for hit in conflicts(Edit(name, symbols), rulings)]
    once = {_key(hit): hit for hit in reversed(found)}
    new = untold(once)
    text = shown([hit for key, hit in reversed(once.items()) if key in new], CHARACTERS)
    return f"This binds what you are about to change:\n{text}" if text else ""


def _said(record: Sequence[Item]) -> Iterator[Ruling]:
    for number, item in enumerate(record):
        if item.kind is Class.CONSTRAINTS and not item.revoked:
            files, symbols = written_names(item.text)
            order = _Order(clean_line(item.text), (*files, *symbols))
            yield Ruling(order, f"{item.origin} {item.at[:10]}".strip(), number, item.successor is not None)


def _decided(place: Place, paths: Paths) -> Iterator[Ruling]:
    path, found = decisions(place.git, load_config(place.root, paths))
    for number, each in enumerate(found):
        yield Ruling(each, f"{path}:{each.first}", number, each.state is State.SUPERSEDED)


def _key(hit: Conflict) -> str:
    return f"binds {hit.ruling.place} {hit.ruling.what!r}"
