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
from mementod.continuity.record_store import RecordStore
from mementod.continuity.session_context import read
from mementod.errors import UserError
from mementod.judging.engine import Engine, Request
from mementod.paths import Paths

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
    return Start(report, _behind(engine, file, paths, problem is None), record, last, _where(engine, last), problem)


def _behind(engine: Engine, file: MemoryFile, paths: Paths, keeps: bool) -> Sequence[str]:
    """Where the progress file and the code disagree; from the last time while all files are as they were then.

    What is guarded depends on more than files, so that nothing is kept there.
    """
    if not engine.repository.tracked:
        return ()
    state = None if engine.config.core or engine.config.user_core else file.value(RESTS_ON)
    kept = json.loads(str(file.value(BEHIND) or "{}"))
    if state is not None and kept.get("state") == state:
        return list(kept["lines"])
    from mementod.continuity.behind import lines  # with the gates, which take long to load

    found = lines(engine, paths)
    if keeps:
        file.set_value(BEHIND, json.dumps({"state": state, "lines": found}))
    return found


def _where(engine: Engine, last: Stored | None) -> str:
    repository = engine.repository
    branch = repository.git.one("symbolic-ref", "-q", "--short", "HEAD") if repository.tracked else None
    head = repository.head
    here = f"{repository.root.name}, {branch or 'no branch'}, {head[:9] if head else 'no commit yet'}"
    if (told := read(repository.root)) is not None:
        moved = "" if (told.head, told.branch) == (head or "", branch or "") else f" on {told.branch} {told.head[:9]}"
        here += f"; the last session ({told.session}) began {told.start}{moved}"
    if last is None:
        return f"{here}. No hand-over was written."
    if (last.head, last.branch) == (head, branch):
        return f"{here}. The hand-over below is of this very commit."
    then = f"{last.branch or 'no branch'}, {(last.head or 'no commit')[:9]}"
    return f"{here}. The hand-over below is of {then}: look at what was committed since."
