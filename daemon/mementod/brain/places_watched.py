"""What of an enrolled repository the watcher process watches."""

from __future__ import annotations

from collections.abc import Sequence

from mementod.errors import UserError
from mementod.judging.sources import auto_memory_folders
from mementod.paths import Paths
from mementod.registry.repos import look
from mementod.stores.ledger_rows import Enrolled
from mementod.watcher.messages import Watch


def places(row: Enrolled, paths: Paths, cited: Sequence[str]) -> Watch:
    """Its work tree, its git directories, where Claude Code keeps its memory, and the user's own configuration.

    A linked work tree shares the memory of the main one. UserError when it is not there, OSError and GitError where
    nobody may look.
    """
    if not row.root.is_dir():
        raise UserError(f"{row.root} is not there")
    place = look(row.root)
    roots = dict.fromkeys((place.root, place.repository.main_root))
    folders = tuple(str(folder) for root in roots for folder in auto_memory_folders(root, paths.claude))
    folders += (str(paths.config_file.parent),) if paths.config_file else ()
    git_dir = str(place.git_dir) if place.git_dir else None
    common = str(place.repository.common) if place.git_dir else None
    return Watch(row.id, str(row.root), git_dir, common, folders, tuple(cited))
