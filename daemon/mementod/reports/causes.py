"""Groups findings by what made them wrong: one rename or one removing commit behind forty is one cause.

Pure. Must never mix levels in one cause, and never loses a finding.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from mementod.reports.places import changed_part, old_place, parse_place
from mementod.reports.report import Located, rank
from mementod.reports.rewrite import rewrite
from mementod.reports.titles import title, title_apart, title_new_suffix, title_vanished
from mementod_parsers.code.tokens import norm
from mementod_parsers.model import Finding, Kind, Level, Verdict

FIXABLE = frozenset({Verdict.MOVED, Verdict.RENAMED, Verdict.SHIFTED, Verdict.MISSPELT})
SMALL = 3  # citations; more are worth a headline of their own
APART_FROM = 6  # small causes of one verdict: from here on they share a block
VANISHED_FROM = 10  # dead files of one suffix; of fewer, the commits say more
_ALL = (Level.ERROR, Level.WARNING, Level.INFO)
_NO_FILE = (Kind.CONFIG, Kind.ENV)  # a key or a variable has no suffix, whatever its name looks like

_Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cause:
    """Findings of one level with one explanation; `is_apart`: with one verdict, each with a story of its own."""

    level: Level
    verdict: Verdict
    title: str
    items: tuple[Located, ...]
    is_apart: bool = False

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes concerned, in the order of the report."""
        return tuple(dict.fromkeys(item.path for item in self.items))

    @property
    def fixable(self) -> tuple[str, ...]:
        """The notes that `fix` can repair something in."""
        return tuple(dict.fromkeys(item.path for item in self.items if _is_fixable(item)))

    @property
    def is_one_thing(self) -> bool:
        """Whether the title already names the old and the new place of every item."""
        return len({(old_place(i.finding), i.finding.target) for i in self.items}) == 1

    @property
    def is_one_change(self) -> bool:
        """Whether the title already says when it happened to every item."""
        return len({i.finding.evidence_commit for i in self.items}) == 1 and not self.is_apart


def causes(items: Iterable[Located], levels: Collection[Level] = _ALL) -> list[Cause]:
    """The causes of the findings at these levels, the worst and largest first; small ones share a block at the end.

    `items` are those of the whole report: what holds tells a migration from files that came and went.
    """
    items = list(items)
    vanished = _vanished(items)
    keyed = [(_key(item.finding, vanished), item) for item in items if item.finding.level in levels]
    shared = _shared(_grouped(keyed))
    found = [_cause(key, group) for key, group in _grouped((shared.get(key, key), item) for key, item in keyed).items()]
    return sorted(found, key=lambda cause: (rank(cause.level), cause.is_apart, -len(cause.items)))


def _grouped(keyed: Iterable[tuple[_Key, Located]]) -> dict[_Key, list[Located]]:
    groups: dict[_Key, list[Located]] = {}
    for key, item in keyed:
        groups.setdefault(key, []).append(item)
    return groups


def _shared(groups: Mapping[_Key, Sequence[Located]]) -> dict[_Key, _Key]:
    """The keys of small groups, where there are many of a verdict -> the key of all of them."""
    small = {key: _apart(group[0].finding) for key, group in groups.items() if _is_small(group)}
    many = Counter(small.values())
    return {key: kind for key, kind in small.items() if many[kind] >= APART_FROM}


def _is_small(group: Sequence[Located]) -> bool:
    first = group[0].finding
    never_was = first.verdict is Verdict.UNVERIFIED and not first.evidence_commit
    return len(group) <= SMALL and not never_was


def _apart(finding: Finding) -> _Key:
    moved = finding.verdict in (Verdict.MOVED, Verdict.RENAMED)
    return ("apart", finding.level.value, "moved" if moved else finding.verdict.value)


def _vanished(items: Iterable[Located]) -> frozenset[str]:
    """The suffixes of which many cited files are deleted, by more than one commit, and fewer are left."""
    dead: dict[str, dict[str, str]] = {}
    for finding in (item.finding for item in items):
        if finding.verdict is Verdict.DELETED and finding.evidence_commit and (suffix := _suffix(finding)):
            dead.setdefault(suffix, {})[_path(finding)] = finding.evidence_commit
    many = {
        suffix: len(files)
        for suffix, files in dead.items()
        if len(files) >= VANISHED_FROM and len(set(files.values())) > 1
    }
    alive = _alive(items) if many else Counter()
    return frozenset(suffix for suffix, number in many.items() if number > alive[suffix])


def _alive(items: Iterable[Located]) -> Counter[str]:
    """How many cited files of each suffix are there; of many thousand citations most share their files."""
    holds = (item.finding for item in items if item.finding.verdict is Verdict.OK)
    places = {old_place(finding) for finding in holds if finding.citation.kind not in _NO_FILE}
    return Counter(posixpath.splitext(path)[1] for path in {parse_place(place).path for place in places})


def _key(finding: Finding, vanished: frozenset[str]) -> _Key:
    return (*_reason(finding, vanished), finding.level.value)


def _reason(finding: Finding, vanished: frozenset[str]) -> _Key:
    # Without a commit the words of the evidence are the only thing that findings can share.
    why = finding.evidence_commit or finding.evidence
    match finding.verdict:
        case Verdict.MOVED | Verdict.RENAMED if finding.target:
            old, new = _suffix(finding), posixpath.splitext(parse_place(finding.target).path)[1]
            if old != new and _stem(_path(finding)) == _stem(parse_place(finding.target).path):
                return ("suffix", old, new)
            return ("place", *changed_part(old_place(finding), finding.target))
        case Verdict.DELETED if finding.evidence_commit and _suffix(finding) in vanished:
            return ("vanished", _suffix(finding))
        case Verdict.SHIFTED | Verdict.CHANGED:
            return (finding.verdict.value, _path(finding))
        case Verdict.MISSPELT:
            return ("misspelt", finding.citation.name, finding.target or "")
        case Verdict.UNVERIFIED:
            return ("unverified", finding.evidence_commit or "")
        case _:
            return (finding.verdict.value, why)


def _cause(key: _Key, items: Sequence[Located]) -> Cause:
    first = items[0].finding
    match key:
        case ("apart", *_):
            words = title_apart(items)
        case ("vanished", suffix, _):
            words = title_vanished(items, suffix)
        case ("suffix", old, new, _) if len({_path(item.finding) for item in items}) > 1:
            words = title_new_suffix(items, old, new)
        case _:
            words = title(items)
    return Cause(first.level, first.verdict, words, tuple(items), key[0] == "apart")


def _is_fixable(item: Located) -> bool:
    finding = item.finding
    return finding.verdict in FIXABLE and rewrite(finding, item.path) not in (None, finding.citation.text)


def _path(finding: Finding) -> str:
    return parse_place(old_place(finding)).path


def _suffix(finding: Finding) -> str:
    return posixpath.splitext(_path(finding))[1] if finding.citation.kind not in _NO_FILE else ""


def _stem(path: str) -> str:
    return norm(posixpath.splitext(posixpath.basename(path))[0])
