"""Whether an agent that starts again knows where it is: what it restates, held against the hand-over and the code.

No model judges: what can be looked up is looked up, and what cannot is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from posixpath import basename

from mementod.continuity.ancestry import leads_here
from mementod.continuity.bearings import Bound, binding
from mementod.continuity.handover_store import Stored
from mementod.continuity.named import Names
from mementod.continuity.names import Said
from mementod.continuity.near_names import known_names, near
from mementod.continuity.new_files import as_lines, new_files
from mementod.judging.engine import Engine
from mementod_parsers.continuity.handover import Handover, parse
from mementod_parsers.continuity.record import Class, Item, given_goal
from mementod_parsers.continuity.search_terms import terms
from mementod_parsers.continuity.to_be import is_made_anew
from mementod_parsers.continuity.told import is_made
from mementod_parsers.model import GONE, Finding, Kind, Verdict
from mementod_parsers.text.whole_names import holds, places

GOAL_WORD_CHARS = 4  # a shorter word is in many goals
NARROW_FILES = 3  # to read before the next step when the state cannot be confirmed
_REASON = re.compile(r"\b(?:because|since|as it|so that|in order to|needed)\b|因为|由于|以便|为了|需要", re.IGNORECASE)
_WRONG = GONE | {Verdict.MISSPELT}


class Outcome(StrEnum):
    """What the agent may do now."""

    PASS = "pass"
    BINDING = "binding"  # all names hold, and the next step names what a line that is shown forbids
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
    """The outcome; `wrong` and `shown` one line each, `read` are the files to read first.

    `unsure`: why the state of the work cannot be confirmed, None where it can.
    """

    outcome: Outcome
    goal: str | None  # as it was handed over
    wrong: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    unsure: str | None = None


def check(engine: Engine, restated: Restated, handover: Stored | None, record: Sequence[Item]) -> Checked:
    """Hold what was restated against the hand-over, the record and the tree of now."""
    told = parse(handover.text) if handover else None
    lines = [restated.goal, " ".join(f"`{name}`" for name in restated.files), restated.next]
    tree = Names(engine)
    findings, handed = _findings(tree, lines, told, handover)
    wrong, aside = _faults(tree, restated, told, (findings, handed), record)
    bound = binding(engine, findings, lines, record)
    goal, why = (told.goal[0] if told and told.goal else None), _unsure(engine, handover)
    compared = _compared(goal, restated.goal) if told else _given(record, restated.goal)
    shown = (*([why] if why else []), *(each.line for each in bound), *aside, *compared)
    wrong = tuple(dict.fromkeys((*wrong, *_gone(lines, record))))
    read = _to_read(tree, findings, restated) if wrong or why else ()
    return Checked(_outcome(bool(wrong), bound, why, read), goal, wrong, shown, read, why)


def _outcome(is_wrong: bool, bound: Sequence[Bound], why: str | None, read: Sequence[str]) -> Outcome:
    """What forbids the step does so also where nobody knows how far the work is."""
    if is_wrong:
        return Outcome.WRONG
    if any(each.is_named for each in bound):
        return Outcome.BINDING
    if why:
        return Outcome.NARROW if read else Outcome.PERSON
    return Outcome.PASS


def _findings(
    tree: Names, lines: Sequence[str], told: Handover | None, handover: Stored | None
) -> tuple[list[Finding], list[Finding]]:
    """What became of the names in the restated lines, and of those in the hand-over."""
    handed = told.lines if told else ()
    at, head = (handover.at, handover.head) if handover else ("", None)
    each = tree.judged([Said(line, at, head) for line in (*lines, *handed)])
    mine, theirs = ([f for part in parts for f in part] for parts in (each[: len(lines)], each[len(lines) :]))
    slips = tree.respelt(lines, mine)
    spelt = {slip.citation.name for slip in slips}
    return [*(f for f in mine if f.citation.name not in spelt), *slips], theirs


def _faults(
    tree: Names,
    restated: Restated,
    told: Handover | None,
    found: tuple[Sequence[Finding], Sequence[Finding]],
    record: Sequence[Item],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is wrong, and what is only to be said."""
    findings, handed = found
    lines = (restated.goal, restated.next)
    new = new_files(findings, lines, told, tree.files)
    aside = [*new, *_made(findings, lines), *_recorded(findings, record)]
    names = tuple(_names([f for f in findings if f not in aside], cache(lambda: known_names(tree, record))))
    empty = tuple(_empty(restated, told is not None and not _there(findings)))
    gone = {f.citation.name for f in findings if f.verdict in _WRONG}
    known = {f.citation.name for f in new} | gone
    scope = list(_scope(restated, told, _targets(told, handed, record) | known)) if told else []
    outside = (line for line, is_wrong in scope if is_wrong)
    return (*empty, *names, *outside), (*as_lines(new), *(line for line, is_wrong in scope if not is_wrong))


def _empty(restated: Restated, is_vague: bool) -> Iterator[str]:
    for name, value in (("goal", restated.goal), ("next", restated.next)):
        if not value.strip():
            yield f"{name} is empty: state it in your own words"
    if is_vague and not restated.files:
        yield "no file is named: name those that your next two steps depend on"


def _names(findings: Sequence[Finding], known: Callable[[], Mapping[str, Sequence[str]]]) -> Iterator[str]:
    for finding in findings:
        name = finding.citation.name
        if finding.verdict in _WRONG:
            yield f"{name} is {finding.verdict}" + (f": use {finding.target}" if finding.target else "")
        elif _is_unknown(finding):
            like = None if finding.citation.kind is Kind.COMMAND else near(name, known())
            yield f"{name} does not exist" + (f": is it {like}?" if like else "")


def _made(findings: Sequence[Finding], lines: Sequence[str]) -> list[Finding]:
    """What does not exist because it is to be made."""
    unknown = [finding for finding in findings if _is_unknown(finding)]
    return [f for f in unknown if any(is_made(line, at) for line in lines for at in places(line, f.citation.name))]


def _recorded(findings: Sequence[Finding], record: Sequence[Item]) -> list[Finding]:
    """What is gone and the record says so, with what took its place: that is said once."""
    gone = {item.text for item in record if item.kind is Class.GONE and not item.revoked}
    return [f for f in findings if f.citation.name in gone and (f.verdict in GONE or _is_unknown(f))]


def _is_unknown(finding: Finding) -> bool:
    return finding.verdict is Verdict.UNVERIFIED


def _gone(lines: Sequence[str], record: Sequence[Item]) -> Iterator[str]:
    for item in record:
        if item.kind is Class.GONE and not item.revoked and any(_uses(line, item.text) for line in lines):
            yield f"{item.text} is gone" + (f": use {item.successor}" if item.successor else "")


def _uses(line: str, name: str) -> bool:
    """Whether it names it otherwise than to make it anew."""
    return any(not (is_made(line, at) or is_made_anew(line, at)) for at in places(line, name))


def _scope(restated: Restated, told: Handover, targets: Collection[str]) -> Iterator[tuple[str, bool]]:
    """What is to be said of each file that the hand-over does not name, under its old name or its new one."""
    text = "\n".join(told.lines)
    for name in restated.files:
        if name in targets or holds(text, name) or holds(text, basename(name)):
            continue
        if holds(restated.next, name) and _REASON.search(restated.next):
            yield f"{name} is not in the hand-over; the next step says why it is needed", False
        else:
            yield (
                f"{name} is not in the hand-over: say in the next step why it needs it (... because ...), or leave it",
                True,
            )


def _telling(text: str) -> set[str]:
    return {term for term in terms(text) if len(term) >= GOAL_WORD_CHARS or term > "\u2e80"}


def _targets(told: Handover, findings: Sequence[Finding], record: Sequence[Item]) -> set[str]:
    """What names of the hand-over are called today."""
    text = "\n".join(told.lines)
    known = [item.successor for item in record if item.kind is Class.GONE and holds(text, item.text)]
    found = (name for name in (*known, *(finding.target for finding in findings)) if name)
    return {part for name in found for part in (name, name.partition(":")[0])}


def _given(record: Sequence[Item], restated: str) -> Iterator[str]:
    """Of the goal that somebody gave, where no agent handed one over."""
    if given := given_goal(record):
        yield f"the goal that was given: {given.text} [{given.place}]"
        yield from _compared(given.text, restated, "given")


def _compared(goal: str | None, restated: str, how: str = "handed over") -> Iterator[str]:
    if goal and not _telling(goal) & _telling(restated):
        yield f"compare the goals: the one that was {how} and yours have no word in common"


def _there(findings: Sequence[Finding]) -> tuple[str, ...]:
    paths = (
        f.resolved or f.citation.name for f in findings if f.citation.kind is Kind.PATH and f.verdict is Verdict.OK
    )
    return tuple(dict.fromkeys(paths))


def _to_read(tree: Names, findings: Sequence[Finding], restated: Restated) -> tuple[str, ...]:
    """The files of the next step, which tells them by name or by what they define, then the others that are named."""
    there = _there(findings)
    first = [path for path in there if holds(restated.next, path) or holds(restated.next, basename(path))]
    names = {f.citation.name for f in findings if f.citation.kind is Kind.SYMBOL and f.verdict is Verdict.OK}
    homes = [tree.home(name) for name in sorted(names) if holds(restated.next, name)]
    found = tuple(dict.fromkeys((*first, *filter(None, homes), *there)))
    return (tuple(path for path in found if path in tree.files) or found)[:NARROW_FILES]  # a folder says little


def _unsure(engine: Engine, handover: Stored | None) -> str | None:
    """Why the state of the hand-over is not the state of now."""
    if handover is None:
        return "there is no hand-over: the state cannot be confirmed"
    if leads_here(engine.repository, handover.head):
        return None
    where = handover.branch or (handover.head or "")[:9]
    return f"the hand-over was written on {where}, which is not what is checked out"
