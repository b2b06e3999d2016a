"""What an edit may go against: the constraints and rejected decisions that name the file, its folder or its symbols.

Nothing is judged here: the words are put before the agent, nearest first, within a budget.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, Protocol

from mementod_parsers.decisions.decisions import Decision
from mementod_parsers.decisions.overtaken import taken
from mementod_parsers.names import EXTENSIONS, WEAK_EXTENSIONS
from mementod_parsers.progress.progress_names import defines, means
from mementod_parsers.text.whole_names import whole_words

MAX_CHARS = 1_500  # of all that is shown before one edit
MAX_LINE_CHARS = 300
_SURE_EXTENSIONS = EXTENSIONS - WEAK_EXTENSIONS


class Near(IntEnum):
    """How near a cited name is to the edit; the lowest comes first."""

    SYMBOL = 0
    FILE = 1
    FOLDER = 2


@dataclass(frozen=True, slots=True)
class Edit:
    """What is about to be changed: a path from the root, and the symbols defined in the edited span."""

    path: str
    symbols: tuple[str, ...] = ()


class Order(Protocol):
    """A constraint, in its own words, and the files and symbols that it names."""

    @property
    def text(self) -> str: ...
    @property
    def cites(self) -> tuple[str, ...]: ...


class Ruling(NamedTuple):
    """A constraint or a decision, where it stands (`notes/a.md:12`) and when it was said (sortable).

    `superseded`: a later one took its place; it is shown last, and marked.
    """

    what: Order | Decision
    place: str
    moment: float = 0.0
    superseded: bool = False


class Conflict(NamedTuple):
    """One ruling to be shown, with the name that makes it matter."""

    near: Near
    cite: str
    ruling: Ruling


def conflicts(edit: Edit, rulings: Iterable[Ruling]) -> list[Conflict]:
    """Those that cite the edit's symbols, file or folder, nearest first, then newest first; superseded ones last."""
    found = [hit for ruling in rulings if _binds(ruling.what) and (hit := _nearest(edit, ruling))]
    return sorted(found, key=lambda hit: (hit.ruling.superseded, hit.near, -hit.ruling.moment))


def shown(found: Sequence[Conflict], limit: int = MAX_CHARS) -> str:
    """The conflicts in their own words, a line each, at most `limit` characters; what was left out is counted."""
    lines: list[str] = []
    room = limit - len(_rest(len(found)))
    for hit in found:
        line = _line(hit)
        if len(line) + 1 > room:
            break
        lines.append(line)
        room -= len(line) + 1
    left = len(found) - len(lines)
    return "\n".join([*lines, *([_rest(left)] if left else [])])


def is_file(cite: str) -> bool:
    """Whether a cited name is that of a file or a folder: `package.json` is no `json` of a `package`."""
    is_hidden = cite.startswith(".") and not cite.endswith(")")
    return "/" in cite or is_hidden or cite.rpartition(".")[2].lower() in _SURE_EXTENSIONS


def _binds(what: Order | Decision) -> bool:
    return not isinstance(what, Decision) or bool(what.rejected)


def _nearest(edit: Edit, ruling: Ruling) -> Conflict | None:
    hits = [(near, cite) for cite in ruling.what.cites if (near := _near(edit, cite)) is not None]
    return Conflict(*min(hits), ruling) if hits else None


def _near(edit: Edit, cite: str) -> Near | None:
    if edit.symbols and not is_file(cite) and defines(cite, edit.symbols):
        return Near.SYMBOL
    if not means(cite, edit.path):
        return None
    base = edit.path.rsplit("/", 1)[-1]
    return Near.FILE if cite.rstrip("/").rsplit("/", 1)[-1] == base else Near.FOLDER


def _line(hit: Conflict) -> str:
    what = hit.ruling.what
    if not isinstance(what, Decision):
        said = what.text
    else:
        options = "; ".join(f"{each.name}: {each.why}" if each.why else each.name for each in what.rejected)
        now = f"; in its place: {what.successor}" if hit.ruling.superseded and what.successor else ""
        said = f"decided: {taken(what)}; rejected: {options}{now}"
    cut = whole_words(said, MAX_LINE_CHARS)
    return f"- {'superseded: ' if hit.ruling.superseded else ''}{cut} ({hit.ruling.place})"


def _rest(count: int) -> str:
    return f"({count} more)"
