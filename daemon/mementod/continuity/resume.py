"""Whether an agent that starts again knows where it is: what it restates, held against the hand-over and the code.

No model judges: what can be looked up is looked up, and what cannot is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from itertools import islice

from mementod.continuity.handover_store import Stored
from mementod.continuity.names import Said, judged
from mementod.judging.engine import Engine
from mementod.judging.snapshot import of_work_tree
from mementod.vcs.git import GitError
from mementod_parsers.continuity.handover import Handover, parse
from mementod_parsers.continuity.record import Class, Item
from mementod_parsers.model import Finding, Kind, Verdict

ALIKE = 0.85  # of two spellings of one name
KNOWN_CAP = 5_000  # files that a misspelt name is held against
NARROW_FILES = 3  # to read before the next step when the state cannot be confirmed
_WRONG = frozenset({Verdict.DELETED, Verdict.MOVED, Verdict.RENAMED, Verdict.MISSPELT})


class Outcome(StrEnum):
    """What the agent may do now."""

    PASS = "pass"
    WRONG = "wrong"  # a line of what it restated does not hold
    NARROW = "narrow"  # the state cannot be confirmed: read these files first
    PERSON = "person"  # not even that is known: a person must look


@dataclass(frozen=True, slots=True)
class Restated:
    """What the agent says after a compaction."""

    goal: str
    files: tuple[str, ...]
    next: str


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome; `wrong` and `shown` one line each, `read` are the files to read first."""

    outcome: Outcome
    goal: str | None  # as it was handed over
    wrong: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    read: tuple[str, ...] = ()


def check(engine: Engine, restated: Restated, handover: Stored | None, record: Sequence[Item]) -> Checked:
    """Hold what was restated against the hand-over, the record and the tree of now."""
    lines = [restated.goal, " ".join(f"`{name}`" for name in restated.files), restated.next]
    at, head = (handover.at, handover.head) if handover else ("", None)
    findings = [finding for found in judged(engine, [Said(line, at, head) for line in lines]) for finding in found]
    told = parse(handover.text) if handover else None
    names = _names(findings, cache(lambda: _known(engine, record)))
    wrong = tuple(dict.fromkeys((*_empty(restated), *names, *_gone(lines, record), *_scope(restated, told))))
    holds = _there(findings)
    goal = told.goal[0] if told and told.goal else None
    shown = tuple(_binding(findings, record))
    if wrong:
        return Checked(Outcome.WRONG, goal, wrong, shown, holds)
    if (why := _unsure(engine, handover)) is None:
        return Checked(Outcome.PASS, goal, (), shown)
    return Checked(Outcome.NARROW if holds else Outcome.PERSON, goal, (), (why, *shown), holds)


def _empty(restated: Restated) -> Iterator[str]:
    for name, value in (("goal", restated.goal), ("next", restated.next)):
        if not value.strip():
            yield f"{name} is empty: state it in your own words"


def _names(findings: Sequence[Finding], known: Callable[[], Mapping[str, str]]) -> Iterator[str]:
    for finding in findings:
        name = finding.citation.name
        if finding.verdict in _WRONG:
            yield f"{name} is {finding.verdict}" + (f": use {finding.target}" if finding.target else "")
        elif finding.verdict is Verdict.UNVERIFIED and finding.citation.kind is not Kind.COMMAND:
            near = get_close_matches(_bare(name), known(), 1, ALIKE)
            yield f"{name} does not exist" + (f": is it {known()[near[0]]}?" if near else "")


def _known(engine: Engine, record: Sequence[Item]) -> Mapping[str, str]:
    """Names that are there, by what two ways of spelling them have in common: files, and symbols of the record."""
    tree = of_work_tree(engine.repository.git, engine.repository.tracked, engine.objects)
    symbols = (item.text for item in record if item.kind is Class.IDENTIFIERS and not item.successor)
    return {_bare(name): name for name in (*islice(tree.files, KNOWN_CAP), *symbols)}


def _bare(name: str) -> str:
    return re.sub(r"[^\w/.]|_", "", name).lower()


def _gone(lines: Sequence[str], record: Sequence[Item]) -> Iterator[str]:
    for item in record:
        if item.kind is Class.GONE and any(_holds(line, item.text) for line in lines):
            yield f"{item.text} is gone" + (f": use {item.successor}" if item.successor else "")


def _scope(restated: Restated, told: Handover | None) -> Iterator[str]:
    if told is None:
        return
    text = "\n".join((*told.goal, *told.state, *told.decisions, *told.constraints))
    for name in restated.files:
        if not _holds(text, name) and not _holds(text, name.rsplit("/", 1)[-1]):
            yield f"{name} is not in the hand-over: say why the next step needs it, or leave it"


def _binding(findings: Sequence[Finding], record: Sequence[Item]) -> Iterator[str]:
    """What binds whoever touches these names, in its own words."""
    names = {part for f in findings for part in (f.citation.name, f.resolved or "", f.target or "") if part}
    for item in record:
        binds = item.kind is Class.CONSTRAINTS and not item.revoked and not item.successor
        if binds and any(_holds(item.text, name) for name in names):
            yield f"binding: {item.text} [{item.origin}]"


def _there(findings: Sequence[Finding]) -> tuple[str, ...]:
    paths = (
        f.resolved or f.citation.name for f in findings if f.citation.kind is Kind.PATH and f.verdict is Verdict.OK
    )
    return tuple(dict.fromkeys(paths))[:NARROW_FILES]


def _unsure(engine: Engine, handover: Stored | None) -> str | None:
    """Why the state of the hand-over is not the state of now."""
    if handover is None:
        return "there is no hand-over: the state cannot be confirmed"
    head = engine.repository.head
    if handover.head in (None, head):
        return None
    try:
        engine.repository.git.run("merge-base", "--is-ancestor", handover.head or "", head or "")
    except GitError:
        where = handover.branch or (handover.head or "")[:9]
        return f"the hand-over was written on {where}, which is not what is checked out"
    return None


def _holds(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w/.-]){re.escape(name)}(?![\w-])", text) is not None
