"""What binds an edit: what the user said, and what was decided against, where it names the file, its folder or a name.

Reads what is stored and the decision log, and judges nothing. Where there is neither, which is most often, it loads
next to nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mementod.config import load_config
from mementod.errors import UserError
from mementod.gates.decision_log import decisions
from mementod.gates.gate_place import find_place
from mementod.hooks.hook_continuity import clean_line, kept_in, stored
from mementod.paths import Paths
from mementod.vcs.git import GitError

if TYPE_CHECKING:
    from mementod_parsers.continuity.record import Item
    from mementod_parsers.decisions.conflicts import Conflict, Ruling
    from mementod_parsers.decisions.decisions import Decision

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
        items = stored(folder, paths)[0] if names else ()
        path, log = decisions(place.git, load_config(place.root, paths)) if names else ("", ())
        return _told(names, edited, items, path, log, untold) if items or log else ""
    except (GitError, UserError, OSError):  # or the time is up
        return ""


def _told(
    names: Sequence[str], edited: str, items: Sequence[Item], path: str, log: Sequence[Decision], untold: Untold
) -> str:
    from mementod_parsers.decisions.conflicts import Edit, conflicts, shown

    rulings = [*_said(items), *_decided(path, log)]
    symbols = tuple(dict.fromkeys(_NAME.findall(edited)))[:SYMBOLS_CAP]
    found = [hit for name in names for hit in conflicts(Edit(name, symbols), rulings)]
    once = {_key(hit): hit for hit in reversed(found)}
    new = untold(once)
    text = shown([hit for key, hit in reversed(once.items()) if key in new], CHARACTERS)
    return f"This binds what you are about to change:\n{text}" if text else ""


def _said(record: Sequence[Item]) -> Iterator[Ruling]:
    from mementod_parsers.continuity.record import Class
    from mementod_parsers.decisions.conflicts import Ruling
    from mementod_parsers.progress.progress_names import written_names

    for number, item in enumerate(record):
        if item.kind is Class.CONSTRAINTS and not item.revoked:
            files, symbols = written_names(item.text)
            order = _Order(clean_line(item.text), (*files, *symbols))
            yield Ruling(order, f"{item.origin} {item.at[:10]}".strip(), number, item.successor is not None)


def _decided(path: str, log: Sequence[Decision]) -> Iterator[Ruling]:
    from mementod_parsers.decisions.conflicts import Ruling
    from mementod_parsers.decisions.decision_state import State

    for number, each in enumerate(log):
        yield Ruling(each, f"{path}:{each.first}", number, each.state is State.SUPERSEDED)


def _key(hit: Conflict) -> str:
    return f"binds {hit.ruling.place} {hit.ruling.what!r}"
