"""Gathers what a cold start is made from. What cannot be had is left out: a start never fails for it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from mementod.continuity.ancestry import leads_here
from mementod.continuity.boot import Start
from mementod.continuity.engram import RESTS_ON, and_rules
from mementod.continuity.file_ages import Ages
from mementod.continuity.handover_store import HandoverStore, Stored
from mementod.continuity.memory_file import MemoryFile
from mementod.continuity.open_work import Lists, open_work
from mementod.continuity.places import record_of
from mementod.continuity.recent import recent
from mementod.continuity.session_context import OURSELVES, SessionContext, read
from mementod.continuity.stale import stale
from mementod.continuity.start_files import BEHIND_CAP, StartFile, start_files
from mementod.continuity.tree_state import tree_in
from mementod.continuity.unsaid import unsaid
from mementod.errors import UserError
from mementod.files import look_at
from mementod.judging.engine import Engine, Request
from mementod.paths import Paths
from mementod.vcs.git import GitError
from mementod_parsers.continuity.start_roles import STATE
from mementod_parsers.model import Report

BEHIND = "behind"  # the value that holds what was found last


def gather(engine: Engine, file: MemoryFile, paths: Paths) -> Start:
    """Everything about the repository of now; what cannot be written is as it was kept last, and `problem` says so."""
    record, problems = record_of(engine, file, paths)
    last = HandoverStore(file).last()
    report, problem = _report(engine, problems[0] if problems else None)
    record, _ = and_rules(engine, record)
    git = recent(engine.repository.git, engine.repository.head, file)
    work = _work(engine, file, paths, not problems)
    ages = Ages(engine.repository.git, git, work.changed)
    files, others, lists = _files(engine.root, report, ages, work.changed)
    if _is_left_behind(work.progress, files, ages):
        work = replace(work, progress="", behind=())
    return Start(
        report, stale(report, [each.path for each in files]), work.behind, record, last, _where(engine, last),
        progress=work.progress, commits=git.commits, changed=work.changed, log=work.log, decided=work.decided,
        files=files, others=others, problem=problem, lists=lists.lines,
        unsaid=unsaid(files, lists) if last is None and git.commits else "",
    )  # fmt: skip


def _files(root: Path, report: Report, ages: Ages, changed: Sequence[str]) -> tuple[list[StartFile], list[str], Lists]:
    """The files that are shown, the paths of the others, and the lists of work."""
    files, others = start_files(root, (note.note.path for note in report.notes), ages)
    lists = open_work(root, ages, changed, [each.path for each in files])
    if lists.is_open:  # they are newer than what the commits left behind
        others = [*others, *(each.path for each in files if each.is_past)]
        files = [each for each in files if not each.is_past]
    return files, others, lists


def _is_left_behind(progress: str, files: Sequence[StartFile], ages: Ages) -> bool:
    """Whether another file tells the state of now, so that nobody need revise this one before he acts."""
    states = [file.path for file in files if file.role in STATE[:-1] and not file.is_past]
    if not progress or progress in states:
        return False
    return any(ages.since(progress) - ages.since(path) > BEHIND_CAP for path in states)


def _report(engine: Engine, problem: str | None) -> tuple[Report, str | None]:
    """Of what cannot be judged, what is remembered and the notes themselves are a start too."""
    try:
        return engine.check(Request(engine.root)), problem
    except UserError as error:
        return Report(str(engine.root), "worktree", ()), str(error)


@dataclass(frozen=True, slots=True)
class _Work:
    """What git, the progress file and the decision log say: the paths of the two, and a line each."""

    behind: Sequence[str] = ()
    changed: Sequence[str] = ()
    progress: str = ""
    log: str = ""
    decided: Sequence[str] = ()


def _work(engine: Engine, file: MemoryFile, paths: Paths, keeps: bool) -> _Work:
    """From the last time while all files are as they were then, those too that git ignores.

    What is guarded depends on more than files, so that nothing is kept there.
    """
    if not engine.repository.tracked:
        return _Work()
    state = None if engine.config.core or engine.config.user_core else tree_in(file.value(RESTS_ON))
    kept = json.loads(str(file.value(BEHIND) or "{}"))
    if state is not None and kept.keys() == {"state", "seen", *_Work.__slots__} and kept["state"] == state:
        found = _Work(**{name: kept[name] for name in _Work.__slots__})
        if kept["seen"] == _seen(engine, found):
            return found
    from mementod.continuity.behind import behind  # with the gates, which take long to load
    from mementod.continuity.changes import uncommitted
    from mementod.continuity.decided import newest

    try:
        changed = uncommitted(engine)
    except GitError:
        changed = []
    progress, lines = behind(engine, paths)
    found = _Work(lines, changed, progress, *newest(engine))
    if keeps:
        with contextlib.suppress(UserError):  # then it is asked again
            file.set_value(BEHIND, json.dumps({"state": state, "seen": _seen(engine, found)} | asdict(found)))
    return found


def _seen(engine: Engine, work: _Work) -> list[list[int]]:
    """How the two files look; of one that is not there nothing."""
    return [list(look_at(engine.root, path) or ()) for path in (work.progress, work.log)]


def _where(engine: Engine, last: Stored | None) -> str:
    repository = engine.repository
    head, branch = repository.head, repository.branch
    here = f"{repository.root.name}, {branch or 'no branch'}, {head[:9] if head else 'no commit yet'}"
    if (told := read(repository.root)) is not None and told.session != OURSELVES:
        here += f". {_session(told, head, branch)}"
    if last is None:
        return f"{here}. No hand-over was written."
    if last.head == head:
        then = "" if last.branch == branch else f", on {last.branch or 'no branch'}"
        return f"{here}. The last hand-over is of this very commit{then}."
    then = f"{last.branch or 'no branch'}, {(last.head or 'no commit')[:9]}"
    if not leads_here(repository, last.head):
        return f"{here}. The last hand-over is of {then}, which is not checked out: not all of it may hold here."
    return f"{here}. The last hand-over is of {then}: look at what was committed since."


def _session(told: SessionContext, head: str | None, branch: str | None) -> str:
    """Which session began last, and whether it was on this branch and commit; who asks may be that one."""
    newest = f"The newest session {_began(told, head, branch)}"
    return f"{newest}. The one before it {_began(told.before, head, branch)}" if told.before else newest


def _began(told: SessionContext, head: str | None, branch: str | None) -> str:
    began = f"({told.session}) began {told.start}"
    often = "once" if told.compactions == 1 else f"{told.compactions} times"
    count = f", was compacted {often}" if told.compactions else ""
    if told.branch != (branch or ""):
        return f"{began}{count}, on another branch: {told.branch or 'none'}, {told.head[:9] or 'no commit'}"
    if told.head != (head or ""):
        return f"{began}{count}, on this branch at {told.head[:9] or 'no commit'}: look at what was committed since"
    return f"{began}{count}, on this branch at this commit"
