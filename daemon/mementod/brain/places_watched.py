"""What of an enrolled repository the watcher process watches."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mementod.errors import UserError
from mementod.judging.sources import auto_memory_folders
from mementod.registry.repos import look
from mementod.stores.ledger_rows import Enrolled
from mementod.watcher.messages import Watch


def places(row: Enrolled, claude: Path | None, cited: Sequence[str]) -> Watch:
    """Its work tree, its git directories, and where Claude Code keeps its memory. UserError when it is not there.

    A linked work tree shares the memory of the main one. OSError and GitError where nobody may look.
    """
    if not row.root.is_dir():
        raise UserError(f"{row.root} is not there")
    place = look(row.root)
    roots = dict.fromkeys((place.root, place.repository.main_root))
    folders = tuple(str(folder) for root in roots for folder in auto_memory_folders(root, claude))
    git_dir = str(place.git_dir) if place.git_dir else None
    common = str(place.repository.common) if place.git_dir else None
    return Watch(row.id, str(row.root), git_dir, common, folders, tuple(cited))
