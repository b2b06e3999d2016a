"""Puts together all that a gate's decision rests on, once some of the files are known to be core.

Apart from gates.py so that an edit of any other file does not pay for reading progress files.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from mementod.gates.freshness import Past
from mementod.gates.gate_claims import Claims
from mementod.gates.gate_place import Place
from mementod.gates.gate_policy import Rules
from mementod.gates.progress_file import ProgressFile, is_new, locate, on_disk, staged
from mementod.gates.progress_past import ProgressPast
from mementod.gates.situation import Caller, replaying
from mementod.judging.disk import Disk
from mementod.vcs.git import Git, text
from mementod.vcs.objects import Objects
from mementod_hooks.decide import Change, Question, decide
from mementod_hooks.gate_model import Decision, Stale, Step

CORE_CAP = 2_000  # files of one question that are judged; the first ones are denied as surely as all of them
HOOKS_S = 30.0  # git dates a commit before it asks its hooks


class Unreadable(Exception):
    """The progress file is there and says nothing to us; the message says why."""


@dataclass(frozen=True, slots=True)
class Look:
    """One repository while a gate looks at it.

    `core` are the files in question that are core and in HEAD, `stale` what the change makes untrue in notes.
    """

    place: Place
    objects: Objects
    rules: Rules
    core: tuple[str, ...]
    past: ProgressPast
    stale: tuple[Stale, ...]


def decide_edit(look: Look) -> Decision:
    """The decision on an edit: the progress file on disk counts."""
    file = on_disk(Disk(look.place.root), locate(look.place.git, look.rules.config))
    state = replaying(look.place.git_dir)
    conflicted = _conflicted(look.place.git) if state else frozenset()
    past = _past(look, file, "HEAD", 0.0)
    return _decided(look, Step.EDIT, file, past, "", state, conflicted)


def decide_commit(look: Look, git: Caller) -> Decision:
    """The decision on a commit: what is staged counts, where git tracks the progress file or would."""
    path = locate(look.place.git, look.rules.config)
    if git.amends:  # a file that is new in the commit to be amended is still new
        look = replace(look, core=tuple(name for name in look.core if look.objects.lookup("HEAD^", name)))
    disk, index = on_disk(Disk(look.place.root), path), staged(look.place.git, path)
    tracked = index.exists or look.objects.lookup("HEAD", path) is not None or is_new(look.place.git, disk)
    past = _past(look, disk, "HEAD^" if git.amends else "HEAD", HOOKS_S)
    state = replaying(look.place.git_dir) or git.replays
    # Not staged yet is no reason to say that there is none.
    file = index if tracked and (index.exists or not disk.exists) else disk
    counted = ProgressFile(path, "") if tracked and not index.exists and disk.exists else file
    return _decided(look, Step.COMMIT, counted, past, disk.text or "", state, frozenset())


def _past(look: Look, disk: ProgressFile, base: str, late_s: float) -> Past:
    """The past of the progress file; of one that git does not hold, what we saw of it."""
    if disk.text is not None and look.objects.lookup("HEAD", disk.path) is None:
        look.past.see(disk.path, look.place.git.one("rev-parse", "-q", "--verify", "HEAD") or "", disk.text, late_s)
    return Past(look.place.git, look.objects, disk.path, base, partial(look.past.before, disk.path))


def _decided(
    look: Look, step: Step, file: ProgressFile, past: Past, other: str, state: str | None, conflicted: frozenset[str]
) -> Decision:
    if file.problem:
        raise Unreadable(file.problem)
    claims = Claims(look.place.git, look.objects, past, file.text or "", other)
    asked = look.core[:CORE_CAP]
    claims.prepare(asked)
    changes = tuple(Change(n, True, conflicted=n in conflicted, claims=claims.of(n)) for n in asked)
    strays = claims.strays() if not all(change.claims for change in changes) else ()
    stale = () if state and step is Step.COMMIT else look.stale
    question = Question(step, changes, look.rules.policy, file.path, file.exists, state, strays, stale)
    decision = decide(question)
    # What is a note is looked up last: it costs as much as all the rest, and most often nothing is missing.
    free = {each.path for each in decision.missing if look.rules.is_free(each.path, file.path)}
    return decide(_freed(question, free)) if free else decision


def _freed(question: Question, free: set[str]) -> Question:
    return replace(question, changes=tuple(replace(each, free=each.path in free) for each in question.changes))


def _conflicted(git: Git) -> frozenset[str]:
    rows = git.fields("ls-files", "-u", "-z", "--full-name", "--", ":/")
    return frozenset(text(row.partition(b"\t")[2]) for row in rows)
