"""The progress file of a repository: which one it is, and its text on disk or in an index.

Never follows a link out of the repository; what cannot be read is said, and is no reason to deny anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from mementod.config import Config
from mementod.judging.disk import Disk
from mementod.vcs.git import Git, GitError, text
from mementod_parsers.progress.progress_lines import decode

if TYPE_CHECKING:
    from mementod_parsers.progress.progress_entry import Entry

MAX_PROGRESS_BYTES = 1_000_000  # about a second to read; a larger one is no file for people
# Where a new one goes: into the memory that is there, else beside the code.
_HOMES = (
    (".agent", ".agent/init.d/03-progress.md"),
    ("memory-bank", "memory-bank/progress.md"),
    (".memory-bank", ".memory-bank/progress.md"),
    (".serena/memories", ".serena/memories/progress.md"),
    (".claude/memory", ".claude/memory/progress.md"),
)
_DEFAULT = "PROGRESS.md"


@dataclass(frozen=True, slots=True)
class ProgressFile:
    """A progress file by its path from the root. `text` is None when it is not there, or when `problem` says why."""

    path: str
    text: str | None = None
    problem: str = ""

    @property
    def exists(self) -> bool:
        return self.text is not None or bool(self.problem)


def locate(git: Git, config: Config) -> str:
    """The path of the progress file, also when it is not there yet."""
    if config.progress:
        return config.progress
    from mementod.judging.sources import find_progress, notes_on_disk  # only where nobody wrote down which file it is

    disk = Disk(git.root)
    listing = [*_listed(git), *notes_on_disk(git.root), *_plain(disk)]
    return find_progress(listing, config) or default_path(disk)


def default_path(disk: Disk) -> str:
    return next((path for folder, path in _HOMES if disk.kind(folder) == "dir"), _DEFAULT)


def is_inside(path: str) -> bool:
    """Whether a configured path is one below the root."""
    pure = PurePosixPath(path)
    return bool(path) and not pure.is_absolute() and ".." not in pure.parts and not path.startswith("~")


def on_disk(disk: Disk, path: str) -> ProgressFile:
    """The file as it is in the work tree."""
    if not is_inside(path):
        return ProgressFile(path, problem=f"{path} is outside the repository: its entries are not read")
    data = disk.read(path)
    if data is None:
        if not disk.there(path):
            return ProgressFile(path)
        return ProgressFile(path, problem=f"{path} cannot be read: its entries are not known")
    return _decoded(path, data)


def entries(git: Git, config: Config) -> tuple[str, tuple[Entry, ...]]:
    """The path of the file and what it holds in the work tree; nothing where it is not there or cannot be read."""
    from mementod_parsers.progress.progress import parse_progress  # most who ask for a place do without

    path = locate(git, config)
    return path, parse_progress(on_disk(Disk(git.root), path).text or "")


def staged(git: Git, path: str) -> ProgressFile:
    """The file as the index of `git` holds it."""
    return _of_git(git, path, f":0:{path}")


def is_new(git: Git, file: ProgressFile) -> bool:
    """Whether git does not know the file and would take it: one that it ignores can be part of no commit."""
    if file.text is None:
        return False
    spec = f":(top,literal){file.path}"
    rows = git.fields("ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--", spec)
    return file.path in map(text, rows)


def committed(git: Git, path: str, commit: str = "HEAD") -> ProgressFile:
    """The file as a commit holds it."""
    return _of_git(git, path, f"{commit}:{path}")


def _of_git(git: Git, path: str, spec: str) -> ProgressFile:
    try:
        data = git.run("cat-file", "blob", spec)
    except GitError:
        return ProgressFile(path)
    return _decoded(path, data)


def _decoded(path: str, data: bytes) -> ProgressFile:
    if len(data) > MAX_PROGRESS_BYTES:
        return ProgressFile(path, problem=f"{path} is larger than {MAX_PROGRESS_BYTES:,} bytes and is not read")
    found = decode(data)
    return ProgressFile(path, found, "" if found is not None else f"{path} is no text: its entries are not known")


def _listed(git: Git) -> Iterable[str]:
    """The files that git knows and that may be one by their name."""
    try:
        return [text(field) for field in git.fields("ls-files", "-z", "--", ":(top,icase,glob)**/*progress*")]
    except GitError:
        return []


def _plain(disk: Disk) -> Iterable[str]:
    return (path for path in ("PROGRESS.md", "progress.md", "docs/PROGRESS.md", "docs/progress.md") if disk.there(path))
