"""Gathers what a cold start is made from. What cannot be had is left out: a start never fails for it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from mementod.continuity.boot import Start
from mementod.continuity.engram import RESTS_ON, update
from mementod.continuity.episodes import Episodes
from mementod.continuity.handover_store import HandoverStore
from mementod.continuity.memory_file import MemoryFile
from mementod.continuity.places import catch_up
from mementod.judging.engine import Engine, Request
from mementod.paths import Paths

BEHIND = "behind"  # the value that holds what was found last


def gather(engine: Engine, file: MemoryFile, paths: Paths) -> Start:
    """Everything about the repository of now."""
    catch_up(Episodes(file), engine, paths)
    record = update(engine, file)
    return Start(
        engine.check(Request(engine.root)),
        _behind(engine, file, paths),
        record,
        HandoverStore(file).last(),
        _where(engine, file),
    )


def _behind(engine: Engine, file: MemoryFile, paths: Paths) -> Sequence[str]:
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
    file.set_value(BEHIND, json.dumps({"state": state, "lines": found}))
    return found


def _where(engine: Engine, file: MemoryFile) -> str:
    repository = engine.repository
    branch = repository.git.one("symbolic-ref", "-q", "--short", "HEAD") if repository.tracked else None
    head, last = repository.head, HandoverStore(file).last()
    here = f"{repository.root.name}, {branch or 'no branch'}, {head[:9] if head else 'no commit yet'}"
    if last is None:
        return f"{here}. No hand-over was written."
    if (last.head, last.branch) == (head, branch):
        return f"{here}. The hand-over below is of this very commit."
    then = f"{last.branch or 'no branch'}, {(last.head or 'no commit')[:9]}"
    return f"{here}. The hand-over below is of {then}: look at what was committed since."
