"""What binds the step that an agent restates, and whether it may go on with it: constraints and rejected options.

Reads the record and the decision log. Judges no name: what was renamed is in the record. A line is shown when it names
what is touched; it stops a step only on the side that it forbids, and where that is not certain it does not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from posixpath import basename

from mementod.gates.decision_log import decisions
from mementod.judging.resources import Resources
from mementod_parsers.binding.acts import acts_on, forbidden_acts
from mementod_parsers.binding.sides import demanded, is_forbidden
from mementod_parsers.continuity.called import Called, as_called, called, renamed
from mementod_parsers.continuity.record import NAMES, Item, is_binding
from mementod_parsers.decisions.decision_state import State
from mementod_parsers.decisions.decisions import Decision
from mementod_parsers.model import Finding, Kind
from mementod_parsers.progress.progress_names import means, written_names
from mementod_parsers.text.globs import matches
from mementod_parsers.text.whole_names import holds

NAME_CHARS = 4  # of a rejected option that is a plain word; a shorter one is in many sentences
_READS = re.compile(
    r"^\W*(?:re-?read|read|look (?:at|into|through)|view|inspect|compare|review|understand|读"
    r"|阅读|查看|看|检查|对比)",
    re.IGNORECASE,
)

_CHANGES = re.compile(
    r"\b(?:edit|chang|modif|add|remov|delet|writ|renam|mov|replac|fix|updat|refactor|creat|drop|insert|log)(?:e?s|e|ed|ing|y|ies)?\b"
    r"|改|加|删|写|移|换|修复|更新|重构|重命名",
    re.IGNORECASE,
)

# In a sentence that is known to bind. `binding/` knows its kind, but takes a second to load its nine languages.
_BANS = re.compile(
    r"\b(?:never|not|cannot|no|nor|avoid|refrain|only|forbidden|prohibited|off[ -]limits|untouched|frozen|immutable"
    r"|nie|niemals|nicht|kein\w*|nur|jamais|pas|nunca|jam[aá]s|solo|sólo|não|apenas|никогда|не|нельзя|только)\b"
    r"|n['’]t\b|read[- ]?only|不|禁|勿|别|避免|只|仅|切忌|ない|ません|마세요|말\s?것|않|금지",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Bound:
    """One line to be shown; `is_named` when it forbids what the next step does, to a file, a name or an option."""

    line: str
    is_named: bool


def binding(
    resources: Resources, findings: Sequence[Finding], lines: Sequence[str], items: Sequence[Item]
) -> list[Bound]:
    """What binds whoever touches the names in `lines` (the last one is the next step), in its own words."""
    touched = _Touched.of(findings, lines)
    names = [item.text for item in items if item.kind in NAMES]
    later = renamed(items)
    orders = [_order(item, touched, names, called(item.text, later)) for item in items if is_binding(item)]
    written = decisions(resources.repository.git, resources.config) if resources.repository.tracked else ("", ())
    return [each for each in (*orders, *_rejected(*written, lines)) if each]


@dataclass(frozen=True, slots=True)
class _Touched:
    """What the restated lines name, in each way of writing it: anything, files, and files of the next step."""

    lines: Sequence[str]
    names: Set[str]
    files: Set[str]
    next: Set[str]

    @classmethod
    def of(cls, findings: Sequence[Finding], lines: Sequence[str]) -> _Touched:
        names = {part for f in findings for part in (f.citation.name, f.resolved or "", f.target or "") if part}
        paths = [f for f in findings if f.citation.kind is Kind.PATH]
        files = {part for f in paths for part in (f.citation.name, f.resolved or "") if part}
        files |= {name for line in lines for name in written_names(line)[0]}
        following = {name for name in files if holds(lines[-1], name) or holds(lines[-1], basename(name))}
        return cls(lines, names, files, following)

    def tells(self, names: Iterable[str]) -> bool:
        return any(holds(line, name) for line in self.lines for name in names)

    @property
    def step(self) -> str:
        return self.lines[-1]


def _order(item: Item, touched: _Touched, names: Sequence[str], later: Sequence[Called]) -> Bound | None:
    """A constraint that names what is touched, as it is called today, or a folder that it lies in."""
    text = item.text
    if item.globs and not any(matches(item.globs, file) for file in touched.files):
        return None
    own = {name for name in _known(text, names) if touched.tells([name])}
    meant = [one for one in later if touched.tells(one.ways) or one.file in touched.files]
    is_meant = bool(own or meant) or any(holds(text, name) for name in touched.names)
    if not is_meant and not any(means(cite, file) for cite in written_names(text)[0] for file in touched.files):
        return None
    may_stop = not _only_reads(touched.step) and _forbids(text)
    named = {*_files(text, touched, later), *_symbols(text, touched, later, own)} if may_stop else ()
    is_named = any(is_forbidden(text, name) for name in named)
    return Bound(f"binding: {text} [{item.place}]{as_called(meant)}", is_named)


def _known(text: str, names: Sequence[str]) -> set[str]:
    """The names of code in a constraint."""
    found = {name for name in names if holds(text, name)}
    return found | {basename(name) for name in found if "." in basename(name)}


def _files(text: str, touched: _Touched, later: Sequence[Called]) -> Iterator[str]:
    """The files of the next step, as a constraint writes them."""
    ways = {way for file in touched.next for way in (file, basename(file))}
    yield from (way for way in ways if holds(text, way))
    yield from (one.written for one in later if one.is_file and ways.intersection(one.ways))
    yield from (cite for cite in written_names(text)[0] if any(means(cite, file) for file in touched.next))


def _symbols(text: str, touched: _Touched, later: Sequence[Called], own: Iterable[str]) -> Iterator[str]:
    """The other names, as a constraint writes them, to which the next step does just what that speaks of."""
    held = {*own, *(name for name in touched.names if holds(text, name))}
    ways: dict[str, tuple[str, ...]] = {name: (name,) for name in held}
    ways |= {one.written: one.ways for one in later if not one.is_file}
    for written, names in ways.items():
        acts = forbidden_acts(text, written)
        if acts and any(acts & acts_on(touched.step, name) for name in names):
            yield written


def _only_reads(step: str) -> bool:
    return _READS.match(step) is not None and not _CHANGES.search(step)


def _forbids(text: str) -> bool:
    return _BANS.search(text) is not None or bool(demanded(text))


def _rejected(path: str, found: Sequence[Decision], lines: Sequence[str]) -> Iterator[Bound]:
    """What was decided against on purpose; an option that is an everyday word says too little to stop a step."""
    for each in found:
        if not each.rejected or each.state in (State.SUPERSEDED, State.REJECTED):
            continue
        options = [option.name for option in each.rejected if len(option.name) >= NAME_CHARS or _is_own(option.name)]
        is_near = any(holds(line, name) for line in lines for name in each.cites)
        meant = [name for name in options if any(holds(line, name) for line in lines)]
        if is_near or meant:
            against = "; ".join(f"{one.name}: {one.why}" if one.why else one.name for one in each.rejected)
            is_named = any(holds(lines[-1], name) and (is_near or _is_own(name)) for name in meant)
            yield Bound(f"decided: {each.title}; rejected: {against} [{path}:{each.first}]", is_named)


def _is_own(name: str) -> bool:
    """Whether a name is more than a word: one of code, a product, or one of a language without spaces."""
    return not (name.isascii() and name.isalpha() and name.islower())
