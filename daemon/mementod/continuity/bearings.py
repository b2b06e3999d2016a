"""What binds the step that an agent restates, and whether it may go on with it: constraints and rejected options.

Reads the record and the decision log. Judges no name: what was renamed is in the record. A line is shown when it names
what is touched; it stops a step only on the side that it forbids, and where that is not certain it does not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from posixpath import basename

from mementod.gates.decision_log import decisions
from mementod.judging.resources import Resources
from mementod_parsers.binding.acts import Act, acts_on, forbidden_acts
from mementod_parsers.binding.banned import Banned, banned, may_share, own_words, scope_of, spans
from mementod_parsers.binding.deeds import deeds_in, speaks_of, stops, wants_to_be_asked
from mementod_parsers.binding.sides import TEXT_CAP, demanded, is_forbidden
from mementod_parsers.binding.taken import lets_go, surely_takes_up, takes_up
from mementod_parsers.continuity.called import Called, as_called, called, renamed
from mementod_parsers.continuity.record import NAMES, Item, is_binding
from mementod_parsers.continuity.rejections import turned_down
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
    names = touched.near(item.text for item in items if item.kind in NAMES)
    later = renamed(items)
    orders = [_order(item, touched, names, called(item.text, later)) for item in items if is_binding(item)]
    written = decisions(resources.repository.git, resources.config) if resources.repository.tracked else ("", ())
    told = _turned_down(items, touched)
    return [each for each in (*orders, *told, *_rejected(*written, lines)) if each]


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

    def means(self, cites: Iterable[str]) -> bool:
        """Whether one of these files, as somebody wrote them, is one that these lines name."""
        return any(means(cite, file) for cite in cites for file in self.files)

    @property
    def step(self) -> str:
        return self.lines[-1]

    def near(self, names: Iterable[str]) -> dict[str, set[str]]:
        """Those names of code that these lines tell, with the ways in which they do."""
        ways = {name: {name, basename(name)} if "." in basename(name) else {name} for name in names}
        told = {name: {way for way in each if self.tells([way])} for name, each in ways.items()}
        return {name: each for name, each in told.items() if each}


def _order(item: Item, touched: _Touched, names: Mapping[str, set[str]], later: Sequence[Called]) -> Bound | None:
    """A constraint that names what is touched, as it is called today, or a folder that it lies in."""
    text = item.text
    if item.globs and not any(matches(item.globs, file) for file in touched.files):
        return None
    own = {way for name, ways in names.items() if holds(text, name) for way in ways}
    meant = [one for one in later if touched.tells(one.ways) or one.file in touched.files]
    is_meant = bool(own or meant) or any(holds(text, name) for name in touched.names)
    is_meant = is_meant or touched.means(written_names(text)[0])
    is_spoken, is_stopped = in_words(item, touched.step, touched.names)
    if not is_meant and not is_spoken:
        return None
    may_stop = not _only_reads(touched.step) and _forbids(text)
    named = {*_files(text, touched, later), *_symbols(text, touched, later, own)} if may_stop else ()
    is_named = any(is_forbidden(text, name) and not _is_let_go(text, name, touched.step) for name in named)
    return Bound(f"binding: {text} [{item.place}]{as_called(meant)}", is_named or is_stopped)


def in_words(item: Item, step: str, known: Collection[str]) -> tuple[bool, bool]:
    """Whether a constraint is about what the next step says without naming code, and whether it forbids that.

    Of what the notes ask, which is much, only what is against something that the step names. `known` are names of code,
    which are judged as such.
    """
    text, step = item.text[:TEXT_CAP], step[:TEXT_CAP]
    deeds = [deed for deed in deeds_in(step) if speaks_of(text, deed)]
    is_shared = may_share(text, step)
    against = [one for one in banned(text) if spans(step, one.name)] if is_shared else []
    is_stopped = any(stops(text, deed, step) for deed in deeds)
    if is_shared and not _only_reads(step):
        is_stopped |= any(_is_against(one, text, step) for one in against if one.name not in known)
        is_stopped |= any(_is_acted_on(word, text, step) for word in own_words(text) if word not in known)
    is_near = not item.note and (bool(deeds) or any(spans(step, word) for word in own_words(text)))
    return is_stopped or bool(against) or is_near, is_stopped


def _is_against(one: Banned, text: str, step: str) -> bool:
    """Whether a step takes up what an order is against, for what it is against it."""
    if not takes_up(step, one.name) or not (_is_own(one.name) or surely_takes_up(step, one.name)):
        return False
    if one.is_conditional or wants_to_be_asked(text):
        return wants_to_be_asked(text) and not wants_to_be_asked(step)
    scopes = [scope_of(step[end:]) for _, end in spans(step, one.name)]
    return not one.scope or any(not scope or scope & one.scope for scope in scopes)


def _is_acted_on(word: str, text: str, step: str) -> bool:
    """Whether a step changes or removes what an order says is not to be changed."""
    acts = forbidden_acts(text, word) - {Act.USE} if spans(step, word) and _forbids(text) else frozenset()
    return bool(acts and acts & acts_on(step, word)) and is_forbidden(text, word)


def _is_let_go(text: str, name: str, step: str) -> bool:
    """Whether an order is against the use of what the step is rid of."""
    return forbidden_acts(text, name) == {Act.USE} and lets_go(step, name)


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
        is_near = any(holds(line, name) for line in lines for name in each.cites)
        meant = _meant((option.name for option in each.rejected), lines)
        if is_near or meant:
            against = "; ".join(f"{one.name}: {one.why}" if one.why else one.name for one in each.rejected)
            line = f"decided: {each.title}; rejected: {against} [{path}:{each.first}]"
            yield Bound(line, _is_stopped(lines[-1], meant, is_near))


def _turned_down(items: Sequence[Item], touched: _Touched) -> Iterator[Bound]:
    """What somebody said, or handed over, that was decided against."""
    for item in items:
        if options := turned_down(item):
            files, symbols = written_names(item.text)
            is_near = touched.means(files) or touched.tells(symbols)
            meant = _meant(options, touched.lines)
            if is_near or meant:
                yield Bound(f"decided: {item.text} [{item.place}]", _is_stopped(touched.step, meant, is_near))


def _meant(options: Iterable[str], lines: Sequence[str]) -> list[str]:
    """Those that the lines name; a short everyday word is in many sentences."""
    telling = (name for name in options if len(name) >= NAME_CHARS or _is_own(name))
    return [name for name in telling if any(spans(line, name) for line in lines)]


def _is_stopped(step: str, options: Sequence[str], is_near: bool) -> bool:
    return not _only_reads(step) and any(_is_taken(step, name, is_near) for name in options)


def _is_taken(step: str, option: str, is_near: bool) -> bool:
    """Whether a step takes up what was decided against; with an everyday word it must say so, or what it is about."""
    return takes_up(step, option) and (is_near or _is_own(option) or surely_takes_up(step, option))


def _is_own(name: str) -> bool:
    """Whether a name is more than a word: one of code, a product, or one of a language without spaces."""
    return not (name.isascii() and name.isalpha() and name.islower())
