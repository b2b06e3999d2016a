"""Gathers what a cold start is made from. What cannot be had is left out: a start never fails for it."""

from __future__ import annotations

from collections.abc import Sequence

from mementod.continuity.boot import Start
from mementod.continuity.engram import update
from mementod.continuity.episodes import Episodes
from mementod.continuity.handover_store import HandoverStore, Stored
from mementod.continuity.memory_file import MemoryFile
from mementod.continuity.places import catch_up
from mementod.gates.progress_check import Disagreement, disagreements
from mementod.gates.progress_file import locate, on_disk, staged
from mementod.judging.disk import Disk
from mementod.judging.engine import Engine, Request
from mementod.paths import Paths
from mementod.vcs.git import GitError
from mementod_parsers.progress import parse_progress


def gather(engine: Engine, file: MemoryFile, paths: Paths) -> Start:
    """Everything about the repository of now."""
    catch_up(Episodes(file), engine, paths)
    last = HandoverStore(file).last()
    progress, found = _progress(engine, paths)
    report = engine.check(Request(engine.root))
    return Start(report, progress, found, update(engine, file), last, _where(engine, last))


def _progress(engine: Engine, paths: Paths) -> tuple[str, Sequence[Disagreement]]:
    if not engine.repository.tracked:
        return "", ()
    git = engine.repository.git
    try:
        path = locate(git, engine.config)
        entries = parse_progress(on_disk(Disk(engine.root), path).text or "")
        return path, disagreements(git, paths, entries, parse_progress(staged(git, path).text or ""))
    except GitError:
        return "", ()


def _where(engine: Engine, last: Stored | None) -> str:
    repository = engine.repository
    branch = repository.git.one("symbolic-ref", "-q", "--short", "HEAD") if repository.tracked else None
    head = repository.head
    here = f"{repository.root.name}, {branch or 'no branch'}, {head[:9] if head else 'no commit yet'}"
    if last is None:
        return f"{here}. No hand-over was written."
    if (last.head, last.branch) == (head, branch):
        return f"{here}. The hand-over below is of this very commit."
    then = f"{last.branch or 'no branch'}, {(last.head or 'no commit')[:9]}"
    return f"{here}. The hand-over below is of {then}: look at what was committed since."
