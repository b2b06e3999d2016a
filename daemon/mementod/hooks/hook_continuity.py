"""What survives a compaction, as hooks bring it: the record and the hand-over.

Reads what is stored, and judges nothing: whoever writes the record (`mementod engram`, the daemon) did that. Without
a memory file of this repository there is nothing to say, and nothing is made.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from mementod.errors import UserError
from mementod.gates.gate_place import find_place
from mementod.paths import Paths
from mementod.vcs.git import GitError
from mementod.vcs.repository_key import key_of
from mementod_hooks.denial import clean

if TYPE_CHECKING:
    from mementod.continuity.handover_store import Stored
    from mementod_parsers.record import Item

HANDOVER_BYTES = 3_000  # the record has at most 4,000, and the digest of the notes comes behind them
RESUME = (
    "State again in your own words the goal, the files that your next two steps need, and the smallest next step;"
    " `mementod handoff check --goal ... --files ... --next ...` says whether they hold."
)
OWED = (
    "Core files changed in this session and the hand-over is older. Run `mementod handoff`, fill in what is marked,"
    " and give it to `mementod handoff write`."
)


def resumed(folder: Path, paths: Paths) -> str:
    """What an agent gets back after a compaction; empty when nothing was stored."""
    items, last = stored(folder, paths)
    from mementod_parsers.record import as_lines, shown

    lines = as_lines(shown(items))
    if last is not None:
        lines += ["", f"Hand-over of {last.at}:", *_within(last.text.splitlines())]
    return "\n".join([*(clean_line(line) for line in lines), "", RESUME]) if lines else ""


def _within(lines: Sequence[str]) -> list[str]:
    """As many whole lines as there is room for."""
    ends = itertools.accumulate(len(line.encode("utf-8", "replace")) + 1 for line in lines)
    kept = [line for line, end in zip(lines, ends, strict=True) if end <= HANDOVER_BYTES]
    return kept if len(kept) == len(lines) else [*kept, "(the rest: mementod handoff --last)"]


def owes_handover(folder: Path, paths: Paths, since: float) -> bool:
    """Whether core files changed since a moment (seconds of the clock of files) and no hand-over was written then.

    Only where hand-overs are in use.
    """
    _, last = stored(folder, paths)
    if last is None:
        return False
    from mementod.gates.core_changes import changed_core

    try:
        place = find_place(folder)
        return place is not None and bool(changed_core(place, paths, max(since, _seconds(last.at))))
    except (GitError, UserError, OSError):
        return False


def _seconds(at: str) -> float:
    try:
        return datetime.fromisoformat(at).timestamp()
    except ValueError:
        return 0.0


def clean_line(text: str) -> str:
    """One line without control characters."""
    return clean(" ".join(text.split()))


def stored(folder: Path, paths: Paths) -> tuple[Sequence[Item], Stored | None]:
    """The record and the last hand-over of the repository around a folder."""
    try:
        place = find_place(folder)
        if place is None:
            return (), None
        common = place.git.one("rev-parse", "--path-format=absolute", "--git-common-dir")
        path = paths.state_dir() / "repositories" / key_of(Path(common or place.git_dir)) / "memory.db"
        if not path.exists():
            return (), None
        return _read(path)
    except (GitError, UserError, OSError):
        return (), None


def _read(path: Path) -> tuple[Sequence[Item], Stored | None]:
    from mementod.continuity.handover_store import HandoverStore
    from mementod.continuity.memory_file import MemoryFile
    from mementod.continuity.record_store import RecordStore

    with MemoryFile(path) as file:
        return RecordStore(file).items(), HandoverStore(file).last()
