"""What binds an edit: what the user said, what was decided against, and what the notes ask, where it names the edit.

Reads what is stored, the rules that were read last and the decision log, and judges nothing. Where there is none of
them, which is most often, it loads next to nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from posixpath import basename
from typing import TYPE_CHECKING, NamedTuple

from mementod.config import load_config
from mementod.errors import UserError
from mementod.gates.decision_log import decisions
from mementod.hooks.hook_continuity import clean_line, stored
from mementod.vcs.git import GitError

if TYPE_CHECKING:
    from mementod.hooks.hook_asked import Asked
    from mementod.hooks.hook_rules import Span
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
    """`note` is where it stands first, `lines` all lines of notes that say it and matter to the edit."""

    text: str
    cites: tuple[str, ...]
    note: str = ""
    lines: tuple[tuple[str, int], ...] = ()


class _Statement(NamedTuple):
    """What binds, read once for all files; the names of `rules`, all in the same words, depend on the edit."""

    order: _Order
    rules: tuple[Rule, ...]
    place: str
    number: int
    is_superseded: bool


def binding(ask: Asked, files: Sequence[Path]) -> Binding:
    """In their own words, what people said before what notes ask, the nearest and latest first.

    Each once a session, and once for each file that it names itself.
    """
    paths = ask.judge.paths
    try:
        place = ask.place
        if place is None or not (ours := paths.of_repository(place.key)).exists():
            return Binding()  # nobody ever asked: this must cost nothing
        names = [str(file.relative_to(place.root)) for file in files if file.is_relative_to(place.root)][:FILES_CAP]
        if not names:
            return Binding()
        items, rules = stored(ask), _rules(ours / "cache.db", place.root)
        path, log = decisions(place.git, load_config(place.root, paths))
        if not (items or rules or log):
            return Binding()
        spans = _spans(place.root, names, ask.call.edited)
        return _told(spans, items, rules, _decided(path, log), ask.untold)
    except (GitError, UserError, OSError):  # or the time is up
        return Binding()


def _rules(cache: Path, root: Path) -> list[Rule]:
    """What the notes ask of something that they name, as far as they are as they were read."""
    if not cache.exists():
        return []
    from mementod.continuity.rule_store import rules_at

    return [rule for rule in rules_at(cache, root) if rule.cites]


def _spans(root: Path, names: Iterable[str], edited: str) -> list[Span]:
    from mementod.hooks.hook_rules import Span

    words = frozenset(islice(dict.fromkeys(_NAME.findall(edited)), SYMBOLS_CAP))
    return [Span(root, name, edited, words) for name in names]


def _told(
    spans: Iterable[Span], items: Sequence[Item], rules: Sequence[Rule], decided: Iterable[Ruling], untold: Untold
) -> Binding:
    from mementod_parsers.continuity.rules import together
    from mementod_parsers.decisions.conflicts import Edit, conflicts, shown

    said, decided = list(_statements(together(items, rules), rules)), list(decided)
    once: dict[str, Conflict] = {}
    ways: dict[str, set[str]] = {}  # in which each may be told: by itself, and for each file that it names
    for span in spans:
        hits = conflicts(Edit(span.file, tuple(span.words)), [*_orders(said, span), *decided])
        for hit in hits:
            once.setdefault(key := _key(hit), hit)
            ways.setdefault(key, {key}).update(_of_file(hit, key, span.file))
    new = untold(way for all_ways in ways.values() for way in all_ways)
    told = [hit for key, hit in once.items() if not new.isdisjoint(ways[key] - {key} or {key})]
    found = sorted(told, key=lambda hit: _of_note(hit) is not None)
    text = shown(found, CHARACTERS)
    lines = frozenset(line for hit in once.values() if (order := _of_note(hit)) for line in order.lines)
    return Binding(f"This binds what you are about to change:\n{text}" if text else "", lines)


def _of_file(hit: Conflict, key: str, file: str) -> set[str]:
    """What names a file is told before its edit, also where it was told before that of another one."""
    from mementod_parsers.decisions.conflicts import is_file
    from mementod_parsers.progress.progress_names import means

    def is_it(cite: str) -> bool:
        return is_file(cite) and basename(cite) == basename(file) and means(cite, file)

    return {f"{key} {file}"} if any(map(is_it, hit.ruling.what.cites)) else set()


def _statements(record: Sequence[Item], rules: Sequence[Rule]) -> Iterator[_Statement]:
    """What was said, and what the notes ask, the latest and the most important last."""
    from mementod_parsers.continuity.called import as_called, called, renamed
    from mementod_parsers.continuity.forbidden import plainly
    from mementod_parsers.continuity.record import Class
    from mementod_parsers.progress.progress_names import written_names

    later, written = renamed(record), _by_place(rules)
    for number, item in enumerate(record):
        is_decided = item.kind is Class.EMPHASIS and _is_decided(item)
        if (item.kind is not Class.CONSTRAINTS and not is_decided) or item.revoked:
            continue
        others = called(item.text, later) if later else ()
        twins = _twins(item, written) if item.note else ()
        names = () if twins else chain(*written_names(item.text))
        cites = (*names, *(way for one in others for way in one.ways))
        says = f"decided: {item.text}" if is_decided else (plainly(item) if item.note else item).text
        order = _Order(f"{says}{as_called(others)}", cites, item.note)
        yield _Statement(order, twins, f"{item.origin} {item.at[:10]}".strip(), number, item.successor is not None)


def _is_decided(item: Item) -> bool:
    """Whether it says what was decided against."""
    from mementod_parsers.continuity.rejections import turned_down  # few records have any

    return bool(turned_down(item))


def _by_place(rules: Iterable[Rule]) -> dict[str, list[Rule]]:
    found: dict[str, list[Rule]] = {}
    for rule in rules:
        found.setdefault(rule.place, []).append(rule)
    return found


def _twins(item: Item, by_place: Mapping[str, Sequence[Rule]]) -> tuple[Rule, ...]:
    """The rules that an item of the record stands for."""
    if not item.also:
        return tuple(rule for rule in by_place[item.origin] if rule.text == item.text)
    from mementod_parsers.continuity.rules import same

    key = same(item.text)
    return tuple(rule for place in (item.origin, *item.also) for rule in by_place[place] if same(rule.text) == key)


def _orders(said: Iterable[_Statement], span: Span) -> Iterator[Ruling]:
    """Those that name something, of a rule what makes it matter to this edit."""
    from mementod.hooks.hook_rules import names_in
    from mementod_parsers.continuity.record import few
    from mementod_parsers.decisions.conflicts import Ruling

    for order, rules, place, number, is_superseded in said:
        if not rules and order.cites:
            yield Ruling(replace(order, text=clean_line(order.text)), place, number, is_superseded)
            continue
        named = [(rule, tuple(names_in(rule, span))) for rule in rules]
        near = [rule for rule, names in named if names or (order.cites and rule.is_for(span.file))]
        if near:
            cites = (*chain(*(names for _, names in named)), *order.cites)
            lines = tuple((rule.note, rule.line) for rule in near)
            about = replace(order, text=clean_line(order.text), cites=cites, lines=lines)
            yield Ruling(about, few([rule.place for rule in near]), number, is_superseded)


def _of_note(hit: Conflict) -> _Order | None:
    what = hit.ruling.what
    return what if isinstance(what, _Order) and what.note else None


def _decided(path: str, log: Sequence[Decision]) -> Iterator[Ruling]:
    from mementod_parsers.decisions.conflicts import Ruling
    from mementod_parsers.decisions.decision_state import State

    for number, each in enumerate(log):
        yield Ruling(each, f"{path}:{each.first}", number, each.state is State.SUPERSEDED)


def _key(hit: Conflict) -> str:
    """A rule of a note is the same one on another line of it."""
    order = _of_note(hit)
    return f"binds {order.note} {order.text}" if order else f"binds {hit.ruling.place} {hit.ruling.what!r}"
