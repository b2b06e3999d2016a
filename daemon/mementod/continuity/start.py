"""Gathers what a cold start is made from. What cannot be had is left out: a start never fails for it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from mementod.continuity.boot import Start
from mementod.continuity.engram import RESTS_ON, update
from mementod.continuity.episodes import Episodes
from mementod.continuity.handover_store import HandoverStore, Stored
from mementod.continuity.memory_file import MemoryFile
from mementod.continuity.places import catch_up
from mementod.continuity.recent import Recent, recent
from mementod.continuity.record_store import RecordStore
from mementod.continuity.session_context import SessionContext, read
from mementod.continuity.start_files import start_files
from mementod.errors import UserError
from mementod.judging.engine import Engine, Request
from mementod.paths import Paths
from mementod.vcs.git import GitError

BEHIND = "behind"  # the value that holds what was found last


def gather(engine: Engine, file: MemoryFile, paths: Paths) -> Start:
    """Everything about the repository of now; what cannot be written is as it was kept last, and `problem` says so."""
    problem = None
    try:
        catch_up(Episodes(file), engine, paths)
        update(engine, file)
    except UserError as error:
        problem = str(error)
    record, last = RecordStore(file).items(), HandoverStore(file).last()
    report = engine.check(Request(engine.root))
    git = recent(engine.repository.git, engine.repository.head, file)
    behind, changed = _work(engine, file, paths, git, problem is None)
    files = start_files(engine.root, (note.note.path for note in report.notes), git)
    return Start(report, behind, record, last, _where(engine, last), git.commits, changed, files, problem)


def _work(
    engine: Engine, file: MemoryFile, paths: Paths, git: Recent, keeps: bool
) -> tuple[Sequence[str], Sequence[str]]:
    """Where the progress file and the code disagree, and what is not committed.

    From the last time while all files are as they were then. What is guarded depends on more than files, so that
    nothing is kept there.
    """
    if not engine.repository.tracked:
        return (), ()
    state = None if engine.config.core or engine.config.user_core else file.value(RESTS_ON)
    kept = json.loads(str(file.value(BEHIND) or "{}"))
    if state is not None and kept.get("state") == state and "changed" in kept:
        return list(kept["lines"]), list(kept["changed"])
    from mementod.continuity.behind import lines  # with the gates, which take long to load
    from mementod.continuity.changes import uncommitted

    found = lines(engine, paths, git)
    try:
        changed = uncommitted(engine)
    except GitError:
        changed = []
    if keeps:
        file.set_value(BEHIND, json.dumps({"state": state, "lines": found, "changed": changed}))
    return found, changed


def _where(engine: Engine, last: Stored | None) -> str:
    repository = engine.repository
    head, branch = repository.head, repository.branch
    here = f"{repository.root.name}, {branch or 'no branch'}, {head[:9] if head else 'no commit yet'}"
    if (told := read(repository.root)) is not None:
        here += f". {_session(told, head, branch)}"
    if last is None:
        return f"{here}. No hand-over was written."
    if (last.head, last.branch) == (head, branch):
        return f"{here}. The hand-over below is of this very commit."
    then = f"{last.branch or 'no branch'}, {(last.head or 'no commit')[:9]}"
    return f"{here}. The hand-over below is of {then}: look at what was committed since."


def _session(told: SessionContext, head: str | None, branch: str | None) -> str:
    """Whose state the notes hold, and whether it is that of this branch and commit."""
    began = f"The last session ({told.session}) began {told.start}"
    count = f", was compacted {told.compactions} times" if told.compactions else ""
    if told.branch != (branch or ""):
        return f"{began}{count}, on another branch: {told.branch or 'none'}, {told.head[:9] or 'no commit'}"
    if told.head != (head or ""):
        return f"{began}{count}, on this branch at {told.head[:9] or 'no commit'}: look at what was committed since"
    return f"{began}{count}, on this branch at this commit"
