"""What the notes ask of whoever works here, beside what was said: each rule in the note's own words, with its place.

A rule lives in its note. It is in the record while the note holds it, and leaves it with its line: whoever took the
line out took the rule back. Notes stand side by side, none replaces another; a person's later words replace an older
line, and a line that was written later replaces what was said before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from mementod_parsers.continuity.called import today
from mementod_parsers.continuity.record import NAMES, Class, Item, seconds

if TYPE_CHECKING:
    from mementod_parsers.binding.binding import ConstraintKind
    from mementod_parsers.binding.subjects import Said

READING = 3  # of the reading of a note: raise it when the same bytes give other rules
_TELLING = (Class.CONSTRAINTS, Class.EMPHASIS)  # what may lift a rule: an order, or a permission that was kept
_GUIDE = re.compile(r"(?:CLAUDE|AGENTS|GEMINI)\b.*\.md$|\.\w+rules$")
_CODE = re.compile(r"`[^`]+`")
_PLAIN = re.compile(r"[a-z]+|[A-Z]{1,4}")
_FORBIDS = ("prohibition", "boundary")  # as in ConstraintKind, which takes longer to load than all this


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `line` is 1-based, `under` the headings over it; `force` and `subject` as of a constraint.

    `cites` are the names in it, a folder with its slash; `at` is when the line was written (ISO 8601, empty: unknown);
    `common` are those of the names that much of the code holds.
    """

    note: str
    line: int
    text: str
    force: str
    under: str
    subject: str
    cites: tuple[str, ...]
    at: str = ""
    common: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        return f"{self.note}:{self.line}"


class Wrong(NamedTuple):
    """What does not hold in a line of a note: the span, what became of it, and whether nothing took its place."""

    note: str
    line: int
    text: str
    says: str
    is_gone: bool


def is_of_code(name: str, text: str) -> bool:
    """Whether a rule writes a name as code, and it is more than an everyday word (`shell`, `type`, `API`)."""
    return not _PLAIN.fullmatch(name) and any(name in code for code in _CODE.findall(text))


def scope_of(note: str) -> str:
    """The folder that a note speaks of, empty for the whole tree: instructions and rules may lie in a part of it."""
    *folders, name = note.split("/")
    own = next((at for at, part in enumerate(folders) if part.startswith(".")), len(folders))
    is_about = not note.startswith("/") and (own < len(folders) or _GUIDE.match(name))
    return "/".join(folders[:own]) if is_about else ""


def together(said: Sequence[Item], rules: Sequence[Rule], wrong: Sequence[Wrong] = ()) -> tuple[Item, ...]:
    """The record with the rules before it, so that what was said counts as newer. `rules` the most important first.

    A rule that was also said, or that somebody revoked after it was written, is not there twice. One of something that
    is gone (`wrong`) comes behind all others.
    """
    gone = {item.text: item.revoked for item in said if item.kind is Class.CONSTRAINTS and item.revoked}
    known = {item.text for item in said if item.kind is Class.CONSTRAINTS and not item.revoked}
    once: dict[str, Rule] = {}
    for rule in rules:
        if rule.text not in known and not _is_revoked(rule, gone.get(rule.text)):
            once.setdefault(rule.text, rule)
    of_note: dict[str, list[Wrong]] = {}
    for one in wrong:
        of_note.setdefault(one.note, []).append(one)
    faults = {rule.place: _faults(rule, of_note[rule.note]) for rule in once.values() if rule.note in of_note}
    late = {place for place, found in faults.items() if any(one.is_gone for one in found)}
    ordered = sorted(once.values(), key=lambda rule: (rule.place in late, rule.force not in _FORBIDS))
    items = [_item(rule, "; ".join(dict.fromkeys(one.says for one in faults.get(rule.place, ())))) for rule in ordered]
    return _settled([*reversed(items), *_corrected(said)])


def _corrected(said: Sequence[Item]) -> Iterator[Item]:
    """What was said, with what became of the names in it."""
    others = [item for item in said if item.kind in NAMES and (item.successor or item.kind is Class.GONE)]
    for item in said:
        now = today(item.text, others) if others and item.kind in _TELLING else ""
        yield replace(item, now=now) if now else item


def _faults(rule: Rule, wrong: Sequence[Wrong]) -> list[Wrong]:
    return [one for one in wrong if rule.line <= one.line and one.text in rule.text]


def _is_revoked(rule: Rule, revoked: str | None) -> bool:
    return revoked is not None and _moment(rule.at) <= _moment(revoked)


def _item(rule: Rule, now: str) -> Item:
    return Item(
        Class.CONSTRAINTS, rule.text, rule.place, rule.at, force=rule.force, subject=rule.subject,
        note=rule.note, line=rule.line, under=rule.under, now=now,
    )  # fmt: skip


class _Statement(NamedTuple):
    text: str
    kind: ConstraintKind
    subject: str


def _settled(items: Sequence[Item]) -> tuple[Item, ...]:
    """The same with the later statement beside each whose place it took, between what was said and the notes."""
    among = [number for number, item in enumerate(items) if _tells(item)]
    if len({bool(items[number].note) for number in among}) < 2:  # most often: then nothing need be loaded for it
        return tuple(items)
    from mementod_parsers.binding.subjects import superseded

    told = [_said(items[number]) for number in among]
    found = list(items)
    for number, by in zip(among, superseded(told), strict=True):
        if by is not None and items[number].kind is Class.CONSTRAINTS:
            found[number] = replace(items[number], successor=items[among[by]].text)
    return tuple(found)


def _said(item: Item) -> Said:
    from mementod_parsers.binding.binding import ConstraintKind
    from mementod_parsers.binding.subjects import Said

    return Said(_Statement(item.text, ConstraintKind(item.force), item.subject), _moment(item.at), bool(item.note))


def _tells(item: Item) -> bool:
    return item.kind in _TELLING and bool(item.subject) and not item.revoked and not item.successor


def _moment(at: str) -> float:
    """Seconds since 1970; what has no time is older than all that has one."""
    return seconds(at) or 0.0
