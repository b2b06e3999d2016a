"""What the hook program answers to git. Only a commit that the gate denies ends with another code than 0."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from mementod.errors import UserError
from mementod.gates.gates import Gates, StaleOf, nothing_stale
from mementod.vcs.git import Git, GitError, text
from mementod_hooks.agents.call import Output
from mementod_hooks.gate_model import Decision, Stale
from mementod_parsers.text.printable import clean

if TYPE_CHECKING:
    from mementod.hooks.hook_answers import Judge, Knows
    from mementod.hooks.hook_call import Hook

NAMES_SHOWN = 3
COMMITS = frozenset({"pre-commit", "pre-merge-commit"})


def to_git(event: str, hook: Hook, judge: Judge) -> Output:
    """The answer to one of git's hooks; nothing to one that decides nothing."""
    if event not in COMMITS:
        return Output()
    if other := _other_repository(hook):
        return _said((other,), 0)
    index = hook.inside("GIT_INDEX_FILE")
    stale_of = _stale_of(judge.knows, index) if judge.knows else nothing_stale
    gates = Gates(judge.paths, stale_of, judge.places)
    decision = judge.settled(gates.commit(hook.cwd, index, hook.pid))
    slipped = _slipped(hook, judge) if decision.allowed else ()
    return _output(replace(decision, notes=(*decision.notes, *slipped)))


def _slipped(hook: Hook, judge: Judge) -> list[str]:
    """What was committed here past the gate before, told by one commit after it."""
    from mementod.gates.uncovered import enrolled_at, uncovered_commits  # a denial is there without it

    try:
        place = judge.places.around(hook.cwd)
        since = enrolled_at(place.root, judge.paths) if place else None
        if place is None or since is None or judge.memory is None:
            return []
        found = {f"{each.path} {each.commit}": each for each in uncovered_commits(place, judge.paths, since)}
    except (GitError, UserError, OSError):
        return []
    memory = judge.memory.of_call(hook.pid, hook.payload, judge.passes_on)
    new = memory.once(f"commits of {place.root}", time.time(), found)
    named = [f"{each.path} ({(each.commit or '')[:7]})" for key, each in found.items() if key in new]
    more = f" and {len(named) - NAMES_SHOWN} more" if len(named) > NAMES_SHOWN else ""
    said = f"committed past the gate, and no entry says why: {', '.join(named[:NAMES_SHOWN])}{more}"
    return [said] if named else []


def _other_repository(hook: Hook) -> str:
    """Why this commit is not the gate's business: its repository is not the one that the folder belongs to."""
    named = hook.inside("GIT_DIR")
    found = Git(hook.cwd).one("rev-parse", "--absolute-git-dir") if named else None
    if named is None or (found and os.path.realpath(found) == os.path.realpath(named)):
        return ""
    return "not checked: GIT_DIR names another repository than that of the folder"


def _stale_of(knows: Knows, index: Path | None) -> StaleOf:
    """What the staged files make untrue. A file of which only a part is staged proves nothing."""

    def stale(root: Path, names: Sequence[str]) -> tuple[Stale, ...] | None:
        from mementod.hooks.hook_cited import gate_lines

        found = knows.touching(root, [root / name for name in names], now=True)
        if found is None:
            return None
        rows = [row for row in found if row.new]
        try:
            partial = _partial(Git(root, index), {row.path for row in rows})
        except GitError:
            return ()
        return gate_lines([row for row in rows if row.path not in partial])

    return stale


def _partial(git: Git, names: Collection[str]) -> frozenset[str]:
    """Those files of which more is on disk than in the index."""
    if not names:
        return frozenset()
    from mementod.gates.core_changes import filtered, is_same

    rows = git.fields("ls-files", "-z", "--stage", "--full-name", "--", *(f":(top,literal){name}" for name in names))
    staged = {text(name): about.split()[1].decode() for about, _, name in (row.partition(b"\t") for row in rows)}
    other = [name for name, oid in staged.items() if not is_same(git.root, name, oid)]
    return frozenset(other) - filtered(git, other)


def _output(decision: Decision) -> Output:
    lines = (*filter(None, (decision.message,)), *(clean(note) for note in decision.notes))
    return _said(lines, 0 if decision.allowed else 1)


def _said(lines: Sequence[str], code: int) -> Output:
    said = "".join(f"mementod: {line}\n" for line in lines)
    return Output(stderr=said.encode("utf-8", "replace"), code=code)
