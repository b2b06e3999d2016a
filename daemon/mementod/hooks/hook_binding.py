"""What binds an edit: what the user said, what was decided against, and what the notes ask, where it names the edit.

Reads what is stored, the rules that were read last and the decision log, and judges nothing. Where there is none of
them, which is most often, it loads next to nothing.
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
    from mementod_parsers.continuity.rules import Rule
    from mementod_parsers.decisions.conflicts import Conflict, Ruling
    from mementod_parsers.decisions.decisions import Decision

CHARACTERS = 900  # of what an agent is told before an edit; the notes that cite the file have the rest
FILES_CAP = 20
SYMBOLS_CAP = 500
_NAME = re.compile(r"[^\W\d]\w{2,}")
Untold = Callable[[Iterable[str]], frozenset[str]]


@dataclass(frozen=True, slots=True)
class Binding:
    """What an agent is told; and the lines of notes, as note and line, that say it or that said it before."""

    text: str = ""
    lines: frozenset[tuple[str, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class _Order:
    text: str
    cites: tuple[str, ...]
    note: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class _Edited:
    root: Path
    names: Sequence[str]
    text: str
    words: tuple[str, ...]


def binding(folder: Path, paths: Paths, files: Sequence[Path], edited: str, untold: Untold) -> Binding:
    """In their own words, what people said before what notes ask, the nearest and latest first; each once a session."""
    try:
        place = find_place(folder)
        if place is None or not (ours := kept_in(place, paths)).exists():  # nobody ever asked: this must cost nothing
            return Binding()
        names = [str(file.relative_to(place.root)) for file in files if file.is_relative_to(place.root)][:FILES_CAP]
        if not names:
            return Binding()
        items, rules = stored(folder, paths)[0], _rules(ours / "cache.db", place.root)
        path, log = decisions(place.git, load_config(place.root, paths))
        if not (items or rules or log):
            return Binding()
        words = tuple(dict.fromkeys(_NAME.findall(edited)))[:SYMBOLS_CAP]
        return _told(_Edited(place.root, names, edited, words), items, rules, _decided(path, log), untold)
    except (GitError, UserError, OSError):  # or the time is up
        return Binding()


def _rules(cache: Path, root: Path) -> list[Rule]:
    """What the notes ask of something that they name, as far as they are as they were read."""
    if not cache.exists():
        return []
    from mementod.continuity.rule_store import rules_at

    return [rule for rule in rules_at(cache, root) if rule.cites]


def _told(
    edit: _Edited, items: Sequence[Item], rules: Sequence[Rule], decided: Iterable[Ruling], untold: Untold
) -> Binding:
    from mementod_parsers.continuity.rules import together
    from mementod_parsers.decisions.conflicts import Edit, conflicts, shown

    record, decided = together(items, rules), list(decided)
    once: dict[str, Conflict] = {}
    for name in edit.names:
        rulings = [*_orders(record, rules, edit, name), *decided]
        once |= {key: hit for hit in conflicts(Edit(name, edit.words), rulings) if (key := _key(hit)) not in once}
    new = untold(once)
    found = sorted((hit for key, hit in once.items() if key in new), key=lambda hit: _of_note(hit) is not None)
    text = shown(found, CHARACTERS)
    lines = frozenset((order.note, order.line) for hit in once.values() if (order := _of_note(hit)))
    return Binding(f"This binds what you are about to change:\n{text}" if text else "", lines)


def _orders(record: Sequence[Item], rules: Sequence[Rule], edit: _Edited, name: str) -> Iterator[Ruling]:
    """What was said, and what the notes ask of this file, the latest and the most important last."""
    from mementod.hooks.hook_rules import Span, names_in
    from mementod_parsers.continuity.called import as_called, called, renamed
    from mementod_parsers.continuity.record import Class
    from mementod_parsers.decisions.conflicts import Ruling
    from mementod_parsers.progress.progress_names import written_names

    span, later = Span(edit.root, name, edit.text, frozenset(edit.words)), renamed(record)
    by_place = {(rule.place, rule.text): rule for rule in rules}
    for number, item in enumerate(record):
        if item.kind is not Class.CONSTRAINTS or item.revoked:
            continue
        rule = by_place[item.origin, item.text] if item.note else None
        cites = tuple(names_in(rule, span)) if rule else sum(written_names(item.text), ())
        others = called(item.text, later)
        cites += tuple(way for one in others for way in one.ways)
        if not cites:
            continue
        order = _Order(clean_line(f"{item.text}{as_called(others)}"), cites, item.note, item.line)
        place = item.origin if rule else f"{item.origin} {item.at[:10]}".strip()
        yield Ruling(order, place, number, item.successor is not None)


def _of_note(hit: Conflict) -> _Order | None:
    what = hit.ruling.what
    return what if isinstance(what, _Order) and what.note else None


def _decided(path: str, log: Sequence[Decision]) -> Iterator[Ruling]:
    from mementod_parsers.decisions.conflicts import Ruling
    from mementod_parsers.decisions.decision_state import State

    for number, each in enumerate(log):
        yield Ruling(each, f"{path}:{each.first}", number, each.state is State.SUPERSEDED)


def _key(hit: Conflict) -> str:
    """A rule of a note is the same one on another line of it, and for another file that it names."""
    order = _of_note(hit)
    return f"binds {order.note} {order.text}" if order else f"binds {hit.ruling.place} {hit.ruling.what!r}"
