"""Groups findings by what made them wrong: one rename or one removing commit behind forty is one cause.

Pure. Must never mix levels in one cause, and never loses a finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from mementod.places import parse_place
from mementod.report import Located, rank
from mementod.rewrite import rewrite
from mementod_parsers.model import Finding, Kind, Level, Verdict

SHORT_COMMIT = 9
FIXABLE = frozenset({Verdict.MOVED, Verdict.RENAMED, Verdict.SHIFTED, Verdict.MISSPELT})
_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")

_Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cause:
    """Findings of one level with one explanation."""

    level: Level
    verdict: Verdict
    title: str
    items: tuple[Located, ...]

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


def causes(items: Iterable[Located]) -> list[Cause]:
    """The causes of these findings, the worst and largest first."""
    groups: dict[_Key, list[Located]] = {}
    for item in items:
        groups.setdefault((item.finding.level.value, *_key(item.finding)), []).append(item)
    found = [_cause(tuple(group)) for group in groups.values()]
    return sorted(found, key=lambda cause: (rank(cause.level), -len(cause.items)))


def old_place(finding: Finding) -> str:
    """What a citation stood for; a symbol always with its name."""
    citation = finding.citation
    resolved = finding.resolved
    if resolved and citation.kind is Kind.SYMBOL and not parse_place(resolved).symbol:
        return f"{resolved}:{citation.name}"
    return resolved or citation.name or citation.text


def _is_fixable(item: Located) -> bool:
    finding = item.finding
    return finding.verdict in FIXABLE and rewrite(finding, item.path) not in (None, finding.citation.text)


def _key(finding: Finding) -> _Key:
    # Without a commit the words of the evidence are the only thing that findings can share.
    why = finding.evidence_commit or finding.evidence
    match finding.verdict:
        case Verdict.MOVED | Verdict.RENAMED if finding.target:
            return ("place", *_changed_part(old_place(finding), finding.target))
        case Verdict.DELETED:
            return ("deleted", why)
        case Verdict.SHIFTED:
            return ("shifted", _file(old_place(finding)))
        case Verdict.MISSPELT:
            return ("misspelt", finding.citation.name, finding.target or "")
        case Verdict.CHANGED:
            return ("changed", _file(old_place(finding)))
        case Verdict.UNVERIFIED:
            return ("unverified", finding.evidence_commit or "")
        case _:
            return (finding.verdict.value, why)


def _cause(items: tuple[Located, ...]) -> Cause:
    first = items[0].finding
    return Cause(first.level, first.verdict, _title(items), items)


def _title(items: tuple[Located, ...]) -> str:
    first = items[0].finding
    things = list(dict.fromkeys(old_place(item.finding) for item in items))
    match first.verdict:
        case Verdict.MOVED | Verdict.RENAMED if first.target:
            return _moved(items, things)
        case Verdict.DELETED if len(things) == 1:
            return f"{things[0]} was deleted{_when(first)}"
        case Verdict.DELETED:
            return f"{len(things)} things were deleted{_when(first)}"
        case Verdict.SHIFTED:
            return f"{_file(things[0])}: the cited lines hold something else now"
        case Verdict.MISSPELT:
            return f"{first.citation.name} is spelt {first.target}"
        case Verdict.CHANGED:
            return f"{_file(things[0])} changed since this was written"
        case Verdict.UNVERIFIED if first.evidence_commit:
            return f"gone already when it was written: {first.evidence}"
        case Verdict.UNVERIFIED:
            return "never seen in this repository when it was written"
        case _:
            return f"{first.verdict.value}{_when(first)}"


def _moved(items: tuple[Located, ...], things: list[str]) -> str:
    first = items[0].finding
    assert first.target is not None
    word = "renamed" if all(item.finding.verdict is Verdict.RENAMED for item in items) else "moved"
    word = f"probably {word}" if "probably" in first.evidence else word
    commits = {i.finding.evidence_commit: i.finding for i in reversed(items) if i.finding.evidence_commit}
    when = f" in {len(commits)} commits" if len(commits) > 1 else _when(next(iter(commits.values()), first))
    if len(things) == 1:
        return f"{things[0]} {word} to {first.target}{when}"
    old, new = _changed_part(things[0], first.target)
    only_symbols = all(item.finding.citation.kind is Kind.SYMBOL for item in items)
    if _is_inside(old, new) or _is_inside(new, old) or only_symbols:
        # `src` did not move to `src/utils`: some of its files did; nor a file of which symbols moved.
        return f"{len(things)} things {word} from {old or 'the root'} to {new or 'the root'}{when}"
    return f"{old} {word} to {new}{when}"


def _when(finding: Finding) -> str:
    if not finding.evidence_commit:
        return f" ({finding.evidence})" if finding.evidence else ""
    date = _DATE.search(finding.evidence)
    return f" in {finding.evidence_commit[:SHORT_COMMIT]}" + (f" ({date[0]})" if date else "")


def _changed_part(old: str, new: str) -> tuple[str, str]:
    """Both places without the end they share: `a/core/x.py`, `a/kernel/x.py` -> a/core, a/kernel."""
    before, after = parse_place(old), parse_place(new)
    if before.path == after.path or before.symbol != after.symbol != "":
        return old, new
    olds, news = before.path.split("/"), after.path.split("/")
    while olds and news and olds[-1] == news[-1]:
        olds.pop()
        news.pop()
    return "/".join(olds), "/".join(news)


def _is_inside(folder: str, path: str) -> bool:
    return folder == "" or path.startswith(folder + "/")


def _file(place: str) -> str:
    return parse_place(place).path
