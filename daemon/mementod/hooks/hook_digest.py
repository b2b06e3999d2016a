"""What an agent hears when a session begins, and what it left undone when it wants to stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mementod.config import REPOSITORY_FILE, load_config
from mementod.errors import UserError
from mementod.gates.gate_place import Place, find_place
from mementod.gates.gates import Gates
from mementod.gates.progress_check import Disagreement, Problem, changed, disagreements
from mementod.gates.progress_file import locate, on_disk
from mementod.judging.disk import Disk
from mementod.paths import Paths
from mementod.vcs.git import GitError
from mementod.vcs.objects import Objects
from mementod_hooks.denial import clean
from mementod_hooks.gate_model import Action, Decision
from mementod_parsers.progress import parse_progress
from mementod_parsers.progress_lines import decode

if TYPE_CHECKING:
    from mementod.hooks.hook_notes import Cited

Untold = Callable[[Iterable[str]], frozenset[str]]
CHANGED_CAP = 2_000  # files
SHOWN = 20  # lines under one heading


def digest(folder: Path, paths: Paths, stale: Sequence[Cited] | None, untold: Untold) -> str:
    """What the notes and the progress file say and does not hold; empty when there is nothing new to say.

    `stale` is None where no daemon knows of this repository; then it is left alone unless it is configured for us.
    """
    parts = [*_of_notes(stale or ()), *_of_progress(folder, paths, is_known=stale is not None)]
    new = untold(line for _, lines in parts for line in lines)
    shown = ((head, [line for line in lines if line in new]) for head, lines in parts)
    return "\n\n".join("\n".join((head, *_cut(lines))) for head, lines in shown if lines)


def past_the_gate(folder: Path, paths: Paths, since: float) -> Decision:
    """The gate's decision on what was changed since then (seconds of the clock of files) and is not committed."""
    try:
        place = find_place(folder)
        names = changed(place.git)[:CHANGED_CAP] if place else []
    except (GitError, OSError):
        return Decision(Action.ALLOW)
    files = [place.root / name for name in names if _changed_since(place.root / name, since)] if place else []
    decision = Gates(paths).edit(files) if files else Decision(Action.ALLOW)
    return Decision(Action.ALLOW) if decision.allowed else decision


def _changed_since(file: Path, since: float) -> bool:
    """By the time that no program can set; for one that is gone by that of its folder."""
    for path in (file, file.parent):
        try:
            return path.lstat().st_ctime >= since
        except FileNotFoundError:
            continue
        except OSError:
            return False
    return True


def _of_notes(stale: Sequence[Cited]) -> list[tuple[str, list[str]]]:
    if not stale:
        return []
    from mementod.hooks.hook_notes import digest as lines

    return [
        ("The notes of this repository say what does not hold any more (`mementod explain NOTE:LINE`):", lines(stale))
    ]


def _of_progress(folder: Path, paths: Paths, is_known: bool) -> list[tuple[str, list[str]]]:
    try:
        place = find_place(folder)
        if place is None or not (is_known or (place.root / REPOSITORY_FILE).is_file()):
            return []
        path, found = _disagreements(place, paths)
    except (GitError, UserError, OSError):
        return []  # told by the gates, where it matters
    uncovered = [f"- {clean(each.path)}" for each in found if each.problem is Problem.UNCOVERED]
    others = [_line(path, each) for each in found if each.problem is not Problem.UNCOVERED]
    return [(f"Core files changed without an entry in {path}:", uncovered), (f"{path} and the code disagree:", others)]


def _disagreements(place: Place, paths: Paths) -> tuple[str, list[Disagreement]]:
    path = locate(place.git, load_config(place.root, paths))
    entries = parse_progress(on_disk(Disk(place.root), path).text or "")
    with Objects(place.git, place.oid_bytes) as objects:
        data = objects.file("HEAD", path)
    committed = parse_progress((decode(data) if data else None) or "")
    return clean(path), disagreements(place.git, paths, entries, committed)


def _line(path: str, each: Disagreement) -> str:
    return f"- {path}:{each.line}: {clean(each.path)}: {each.says}"


def _cut(lines: Sequence[str]) -> list[str]:
    more = [f"- and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    return [*lines[:SHOWN], *more]
