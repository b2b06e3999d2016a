"""What survives a compaction, as hooks bring it: the record and the hand-over, and what binds a file.

Reads what is stored, and judges nothing: whoever writes the record (`mementod engram`, the daemon) did that. Without
a memory file of this repository there is nothing to say, and nothing is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
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

HANDOVER_LINES = 60
BINDING_SHOWN = 5
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
    items, last = _stored(folder, paths)
    from mementod_parsers.record import as_lines, shown

    lines = as_lines(shown(items))
    if last is not None:
        lines += ["", f"Hand-over of {last.at}:", *last.text.splitlines()[:HANDOVER_LINES]]
    return "\n".join([*(clean_line(line) for line in lines), "", RESUME]) if lines else ""


def binding(folder: Path, paths: Paths, names: Sequence[str]) -> list[str]:
    """What the user said that binds whoever changes these files (from the root), in its own words, the latest first."""
    items, _ = _stored(folder, paths) if names else ((), None)
    from mementod_parsers.record import Class

    bound = (item for item in reversed(items) if item.kind is Class.CONSTRAINTS and not item.revoked)
    found = [f"- {clean_line(item.text)} [{item.origin}]" for item in bound if _cites(item.text, names)]
    return found[:BINDING_SHOWN]


def owes_handover(folder: Path, paths: Paths, since: str) -> bool:
    """Whether the last hand-over, where hand-overs are in use at all, was written before a time (ISO 8601, UTC)."""
    _, last = _stored(folder, paths)
    return last is not None and last.at < since


def clean_line(text: str) -> str:
    """One line without control characters."""
    return clean(" ".join(text.split()))


def _cites(text: str, names: Iterable[str]) -> bool:
    """Whether a sentence names a file, by its path or its base name, or a folder that it is in."""
    return any(_names(text, part) for name in names for part in (name, name.rsplit("/", 1)[-1], *_folders(name)))


def _folders(name: str) -> list[str]:
    parts = name.split("/")[:-1]
    return ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]


def _names(text: str, name: str) -> bool:
    """Whether a sentence holds a name, and not as the beginning of a longer path."""
    return re.search(rf"(?<![\w/.-]){re.escape(name)}/?(?![\w./-]*\w)", text) is not None


def _stored(folder: Path, paths: Paths) -> tuple[Sequence[Item], Stored | None]:
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
