"""What the names are that somebody tells: as the judge of notes says, and beyond it parameters, keys and slips.

The judge calls nothing wrong that no definition tells, for a note may speak of anything. What is told to an agent is
looked up further: in all names of the code, in the latest commits, and by its spelling; what stays open is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from mementod.continuity.command_names import Commands
from mementod.continuity.name_lookup import Lookup
from mementod.continuity.names import Said, judged
from mementod.judging.engine import Engine
from mementod.judging.snapshot import Snapshot
from mementod_parsers.continuity.record import seconds
from mementod_parsers.continuity.told import Told, is_made, told_names, without_own
from mementod_parsers.model import GONE, Finding, Kind, Verdict

OPEN_CAP = 60  # names that are looked up in one go, the latest ones
NAMES = frozenset({Kind.SYMBOL, Kind.CONFIG, Kind.ENV})
SURE = GONE | {Verdict.OK, Verdict.CHANGED, Verdict.SHIFTED, Verdict.MISSPELT}


class Names:
    """Answers for the tree of one moment."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def judged(self, lines: Sequence[Said]) -> tuple[tuple[Finding, ...], ...]:
        """The findings on each line. Raises UserError where nothing can be written."""
        if not lines:
            return ()
        lines = [replace(line, text=without_own(line.text)) for line in lines]
        found = [tuple(map(self._commands.judged, each)) for each in judged(self._engine, lines, self._now)]
        told = [(*told_names(line.text), *_paths(line, each)) for line, each in zip(lines, found, strict=True)]
        sure = {f.citation.name for each in found for f in each if f.verdict in SURE}
        open_ = _open(zip(lines, told, strict=True), sure)
        answers = self._lookup.answers(open_) if open_ else {}
        lost = {f.citation.name for each in found for f in each if _is_lost(f)}
        later = self._lookup.successors(sorted(lost)) if lost else {}
        merged = (_merged(each, names, answers) for each, names in zip(found, told, strict=True))
        return tuple(tuple(_followed(one, later) for one in each) for each in merged)

    def nowhere(self, told: Sequence[Told]) -> list[str]:
        """Those that neither the code holds nor its latest commits."""
        return self._lookup.never(told) if told else []

    def respelt(self, lines: Iterable[str], known: Iterable[Finding]) -> list[Finding]:
        """The names in these lines, also those between no backticks, that the code spells in another way alone.

        `known`: what was found of them; a note may speak of anything, but what an agent is about to touch is there.
        """
        sure = {finding.citation.name for finding in known if finding.verdict in SURE}
        told = [one for line in lines for one in told_names(without_own(line))]
        made = {one.name for one in told if one.is_new}
        open_ = dict.fromkeys(one.name for one in told if not one.is_loose and one.name not in sure | made)
        return self._lookup.respelt(list(open_)[:OPEN_CAP]) if open_ else []

    @property
    def files(self) -> Collection[str]:
        """The paths of all files."""
        return self._now.files

    def home(self, name: str) -> str | None:
        """The one file that a name of the code stands for; None where it stands for none or for several."""
        return self._lookup.home(name)

    @cached_property
    def _lookup(self) -> Lookup:
        return Lookup(self._engine, self._now)

    @cached_property
    def _commands(self) -> Commands:
        return Commands(self._engine, self._now)

    @cached_property
    def _now(self) -> Snapshot:
        return self._engine.work_tree()


def is_other(finding: Finding) -> bool:
    """Whether a name does not hold as it was told; that of a symbol does, in whatever file it is now."""
    is_elsewhere = finding.verdict is Verdict.MOVED and finding.citation.kind is Kind.SYMBOL
    return finding.verdict in (*GONE, Verdict.MISSPELT) and not is_elsewhere


def _paths(line: Said, findings: Iterable[Finding]) -> Iterator[Told]:
    """Files that are not there and were not when the line was said."""
    for finding in findings:
        if finding.citation.kind is Kind.PATH and finding.verdict is Verdict.UNVERIFIED:
            yield Told(finding.citation.name, is_made(line.text, line.text.find(finding.citation.text)), is_path=True)


def _open(told: Iterable[tuple[Said, Sequence[Told]]], sure: set[str]) -> dict[Told, float]:
    """The names that the judge says nothing sure about, and when each was said first; none that is to be made."""
    found: dict[Told, float] = {}
    made: set[str] = set()
    for line, names in told:
        made |= {one.name for one in names if one.is_new}
        for one in (one for one in names if one.name not in sure):
            at = seconds(line.at) or float("inf")
            found[one] = min(at, found.pop(one, at))
    return dict([(one, at) for one, at in found.items() if one.name not in made][-OPEN_CAP:])


def _merged(findings: Sequence[Finding], told: Sequence[Told], answers: dict[str, Finding]) -> tuple[Finding, ...]:
    """The judge's findings, ours in place of those that say nothing, and those that he had no word for."""
    mine = [_better(finding, answers.get(finding.citation.name)) for finding in findings]
    known = {finding.citation.name for finding in findings}
    return (*mine, *(answers[one.name] for one in told if one.name in answers and one.name not in known))


def _better(finding: Finding, answer: Finding | None) -> Finding:
    return finding if answer is None or finding.verdict in SURE else replace(answer, citation=finding.citation)


def _is_lost(finding: Finding) -> bool:
    return finding.verdict is Verdict.DELETED and finding.citation.kind in NAMES and not finding.target


def _followed(finding: Finding, later: Mapping[str, str]) -> Finding:
    target = later.get(finding.citation.name) if _is_lost(finding) else None
    return replace(finding, verdict=Verdict.RENAMED, target=target) if target else finding
