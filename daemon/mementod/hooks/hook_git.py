"""What the hook program answers to git. Only a commit that the gate denies ends with another code than 0."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mementod.gates.gates import Gates, StaleOf, nothing_stale
from mementod.vcs.git import Git, GitError, text
from mementod_hooks.agents.call import Output
from mementod_hooks.gate_model import Decision, Stale
from mementod_parsers.text.printable import clean

if TYPE_CHECKING:
    from mementod.hooks.hook_answers import Judge, Knows
    from mementod.hooks.hook_call import Hook

COMMITS = frozenset({"pre-commit", "pre-merge-commit"})


def to_git(event: str, hook: Hook, judge: Judge) -> Output:
    """The answer to one of git's hooks; nothing to one that decides nothing."""
    if event not in COMMITS:
        return Output()
    if other := _other_repository(hook):
        return _said((other,), 0)
    index = hook.inside("GIT_INDEX_FILE")
    gates = Gates(judge.paths, stale_of=_stale_of(judge.knows, index) if judge.knows else nothing_stale)
    return _output(judge.settled(gates.commit(hook.cwd, index, hook.pid)))


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
