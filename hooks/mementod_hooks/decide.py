"""What is about to change, and what the progress file says of it -> allow, warn or deny.

Pure. New files are free, and so are the progress file and notes; a core file needs an entry that is new, names it
and says what and why. Invariant: what cannot be known is allowed, and never is a message longer than 600 characters.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from mementod_hooks.denial import denial, stale_line
from mementod_hooks.gate_model import Action, Claim, Decision, Lack, Missing, Mode, Stale, Step, rank
from mementod_hooks.policy import Policy
from mementod_parsers.progress.progress_entry import Fault, fault

_LACKS = {Fault.SHORT_WHAT: Lack.SHORT_WHAT, Fault.SHORT_WHY: Lack.SHORT_WHY, Fault.ISSUE: Lack.ISSUE}
# The nearer an entry is to one that counts, the more it helps to hear what it lacks.
_NEAREST = (Lack.UNSTAGED, Lack.SHORT_WHY, Lack.SHORT_WHAT, Lack.ISSUE, Lack.COPIED, Lack.OLD, Lack.NOWHERE)


@dataclass(frozen=True, slots=True)
class Change:
    """One file that is about to be edited, or is staged. `claims` are the entries that name it.

    `free` says that it is a note or the progress file; `conflicted` that a merge has to be settled in it.
    """

    path: str
    in_head: bool
    free: bool = False
    conflicted: bool = False
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """All that a decision rests on. `progress` is the progress file, whether it is there yet or not.

    `replaying` names what git is in the middle of (a merge, a rebase ...). `strays` are new entries that name
    nothing that exists.
    """

    step: Step
    changes: tuple[Change, ...]
    policy: Policy
    progress: str
    has_progress: bool = True
    replaying: str | None = None
    strays: tuple[Claim, ...] = ()
    stale: tuple[Stale, ...] = field(default=())


def decide(question: Question) -> Decision:
    """The answer of both gates to one question."""
    missing = _missing(question)
    progress = _weighed(question.policy.mode(question.step), bool(missing))
    stale = _weighed(question.policy.override or question.policy.stale, bool(question.stale))
    message = denial(question.step, missing, question.progress) if progress is not Action.ALLOW else ""
    if stale is not Action.ALLOW:
        message = stale_line(message, question.stale)
    return Decision(max(progress, stale, key=rank), message, missing if progress is not Action.ALLOW else ())


def _missing(question: Question) -> tuple[Missing, ...]:
    if question.policy.mode(question.step) is Mode.OFF:
        return ()
    # Somebody else's commits are being replayed or joined: nobody is there to say why.
    if question.replaying and question.step is Step.COMMIT:
        return ()
    core = question.policy.of_core(change.path for change in question.changes)
    asked = (c for c in question.changes if c.path in core and c.in_head and not c.free and not c.conflicted)
    return tuple(lack for change in asked if (lack := _lack(change, question)))


def _lack(change: Change, question: Question) -> Missing | None:
    """What a core file lacks; None when an entry counts for it."""
    if not question.has_progress:
        return Missing(change.path, Lack.NO_FILE)
    words = Counter(claim.entry.words for claim in change.claims)
    found: dict[Lack, Missing] = {}
    for claim in change.claims:
        lack = _lack_of(claim, words)
        if lack is None:
            return None
        found.setdefault(lack, Missing(change.path, lack, claim.entry.first))
    for claim in question.strays:
        name = next(iter((*claim.entry.files, *claim.entry.symbols)), "")
        found.setdefault(Lack.NOWHERE, Missing(change.path, Lack.NOWHERE, claim.entry.first, name))
    return next((found[lack] for lack in _NEAREST if lack in found), Missing(change.path, Lack.NO_ENTRY))


def _lack_of(claim: Claim, words: Counter[str]) -> Lack | None:
    wrong = fault(claim.entry)
    if wrong and claim.fresh:
        return _LACKS[wrong]
    if not claim.fresh:
        return Lack.COPIED if words[claim.entry.words] > 1 else Lack.OLD
    return None if claim.staged else Lack.UNSTAGED


def _weighed(mode: Mode, found: bool) -> Action:
    match mode:
        case Mode.BLOCK if found:
            return Action.DENY
        case Mode.WARN if found:
            return Action.WARN
        case _:
            return Action.ALLOW
