"""What the notes ask of whoever works here, beside what was said: each rule in the note's own words, with its place.

A rule lives in its note. It is in the record while the note holds it, and leaves it with its line: whoever took the
line out took the rule back. Notes stand side by side, none replaces another; a person's later words replace an older
line, and a line that was written later replaces what was said before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from mementod_parsers.continuity.called import is_other, today
from mementod_parsers.continuity.record import Class, Item, seconds

if TYPE_CHECKING:
    from mementod_parsers.binding.binding import ConstraintKind
    from mementod_parsers.binding.subjects import Said

SCOPES_CAP = 2_000
READING = 7  # of the reading of a note: raise it when the same bytes give other rules
_TELLING = (Class.CONSTRAINTS, Class.EMPHASIS)  # what may lift a rule: an order, or a permission that was kept
_GUIDE = re.compile(r"(?:CLAUDE|AGENTS|GEMINI)\b.*\.md$|\.\w+rules$")
_CODE = re.compile(r"`[^`]+`")
_PLAIN = re.compile(r"[a-z]+|[A-Z]{1,4}")
_WORD = re.compile(r"(?<![\w./@$:<{(\[-])[^\W\d_]+(?![\w/@$(\[-]|[.:]\w)")  # one that is no part of a name
_BOLD = re.compile(r"(?<![/\w*])\*\*(?=\w|$)|(?:(?<=[\w.:!。！])|^)\*\*(?![\w/*])")  # not that of a glob
_SIGN = re.compile(r"^(?:[•·⚠❗‼✅✔\ufe0f\s]|[-+*]\s)+")  # other signs forbid
_STOP = re.compile(r"[\s.!。！]+$")
_EDGES = " -+•·⚠❗‼✅✔\ufe0f.!。！"  # all that `same` takes away there
_FORBIDS = ("prohibition", "boundary")  # as in ConstraintKind, which takes longer to load than all this


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `line` is 1-based, `under` the headings over it; `force` and `subject` as of a constraint.

    `cites` are the names in it, a folder with its slash; `at` is when the line was written (ISO 8601, empty: unknown);
    `common` are those of the names that much of the code holds; `globs` limit the files that it is for, none: all;
    `mark` is that of rule_marks.py.
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
    globs: tuple[str, ...] = ()
    mark: tuple[int, int] = (0, 0)

    def is_for(self, file: str) -> bool:
        """Whether a file, by its path from the root, is one that its note speaks of."""
        scope = scope_of(self.note)
        if scope and not file.startswith(f"{scope}/"):
            return False
        if not self.globs:
            return True
        from mementod_parsers.text.globs import matches  # few have any

        return matches(self.globs, file) or bool(scope and matches(self.globs, file[len(scope) + 1 :]))

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


@lru_cache(maxsize=SCOPES_CAP)
def scope_of(note: str) -> str:
    """The folder that a note speaks of, empty for the whole tree: instructions and rules may lie in a part of it."""
    *folders, name = note.split("/")
    own = next((at for at, part in enumerate(folders) if part.startswith(".")), len(folders))
    is_about = not note.startswith("/") and (own < len(folders) or _GUIDE.match(name))
    return "/".join(folders[:own]) if is_about else ""


def together(said: Sequence[Item], rules: Sequence[Rule], wrong: Sequence[Wrong] = ()) -> tuple[Item, ...]:
    """The record with the rules before it, so that what was said counts as newer. `rules` the most important first.

    A rule that was also said, that stands in two places, or that somebody revoked after it was written, is not there
    twice. What is for some files comes behind what is for all, and one of something that is gone (`wrong`) last.
    """
    asked = [item for item in said if item.kind is Class.CONSTRAINTS]
    keys = _keys([*(item.text for item in asked), *(rule.text for rule in rules)])
    gone = {keys[item.text]: item.revoked for item in asked if item.revoked}
    known = {keys[item.text] for item in asked if not item.revoked}
    once: dict[str, list[Rule]] = {}
    for rule in rules:
        if (key := keys[rule.text]) not in known and not _is_revoked(rule, gone.get(key)):
            once.setdefault(key, []).append(rule)
    of_note: dict[str, list[Wrong]] = {}
    for one in wrong:
        of_note.setdefault(one.note, []).append(one)
    faults = {rule.place: _faults(rule, of_note[rule.note]) for rule, *_ in once.values() if rule.note in of_note}
    late = {place for place, found in faults.items() if any(one.is_gone for one in found)}

    def order(twins: list[Rule]) -> tuple[bool, bool, bool]:
        return twins[0].place in late, all(rule.globs for rule in twins), twins[0].force not in _FORBIDS

    ordered = sorted(once.values(), key=order)
    says = {place: "; ".join(dict.fromkeys(one.says for one in found)) for place, found in faults.items()}
    items = [_item(twins, says.get(twins[0].place, "")) for twins in ordered]
    return _settled([*reversed(items), *_corrected(said)])


def same(text: str) -> str:
    """What two statements have in common that say the same in the same words.

    Signs of lists, emphasis, a full stop and the case of plain words do not count; names, numbers and all else do.
    """
    parts = text.split("`")
    parts[::2] = [_WORD.sub(_plain, _BOLD.sub("", part)) for part in parts[::2]]
    parts[0] = _SIGN.sub("", parts[0])
    parts[-1] = _STOP.sub("", parts[-1])
    return " ".join("`".join(parts).split())


def _keys(texts: Iterable[str]) -> dict[str, str]:
    """Each text with what stands for all that say the same: looked at only where another one is much like it."""
    alike: dict[str, set[str]] = {}
    for text in texts:
        alike.setdefault(text.casefold().replace("*", "").strip(_EDGES), set()).add(text)
    return {text: same(text) if len(found) > 1 else text for found in alike.values() for text in found}


def _plain(found: re.Match[str]) -> str:
    word = found[0]
    return word.casefold() if word.isalpha() and (word.islower() or word.istitle() or word.isupper()) else word


def _corrected(said: Sequence[Item]) -> Iterator[Item]:
    """What was said, with what became of the names in it."""
    others = list(filter(is_other, said))
    for item in said:
        now = today(item.text, others) if others and item.kind in _TELLING else ""
        yield replace(item, now=now) if now else item


def _faults(rule: Rule, wrong: Sequence[Wrong]) -> list[Wrong]:
    return [one for one in wrong if rule.line <= one.line and one.text in rule.text]


def _is_revoked(rule: Rule, revoked: str | None) -> bool:
    return revoked is not None and _moment(rule.at) <= _moment(revoked)


def _item(twins: Sequence[Rule], now: str) -> Item:
    """The first of them, with the places of all, and the time of the one that was written last."""
    rule, *others = twins
    at, globs = rule.at, rule.globs
    also: tuple[str, ...] = ()
    if others:
        at = max((each.at for each in twins), key=_moment)
        also = tuple(dict.fromkeys(each.place for each in others if each.place != rule.place))
        is_limited = all(each.globs for each in twins)
        globs = tuple(dict.fromkeys(glob for each in twins for glob in each.globs)) if is_limited else ()
    return Item(
        Class.CONSTRAINTS, rule.text, rule.place, at, force=rule.force, subject=rule.subject,
        note=rule.note, line=rule.line, under=rule.under, now=now, also=also, globs=globs,
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
