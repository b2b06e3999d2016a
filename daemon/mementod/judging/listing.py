"""Which paths a tree has, as git lists them: work tree, index or commit. Reads no file of them.

A later listing of the same tree takes over what is as it was: of 100,000 paths few are others, and each is held once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mementod.errors import UserError
from mementod.judging.disk import Disk, walk
from mementod.vcs.git import Git, text
from mementod.vcs.objects import LINK_MODE, MODULE_MODE

WALK_CAP_FILES = 100_000  # of a folder that is no repository; more is a home or a whole disk
FILE_MODE = 0o100644
_EMPTY = {  # blob -> tree of nothing, as git names them
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391": "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813": (
        "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
    ),
}


class TooLarge(UserError):
    """A folder that is no repository holds more than WALK_CAP_FILES."""


@dataclass(frozen=True, slots=True)
class File:
    """One path of the tree. `oid` is known when git knows it; `skipped` says that a sparse checkout left it out."""

    path: str
    mode: int
    oid: str | None = None
    skipped: bool = False

    @property
    def is_special(self) -> bool:
        """Whether it is a link or a submodule."""
        return self.mode in (LINK_MODE, MODULE_MODE)


Files = dict[str, File]
_NONE: Mapping[str, File] = {}


def listed(git: Git, tracked: bool, held: Mapping[str, File] = _NONE) -> Files:
    """Tracked files that are still there, and untracked ones that are not ignored. `held`: an earlier listing.

    Raises UserError where nothing is checked out, TooLarge for a folder that is no repository.
    """
    if not tracked:
        return _walked(git.root, held)
    disk = Disk(git.root)
    files = index(git, held=held)
    is_lost = not files
    files = files or _head_without_index(git)
    is_empty = not files
    for path in [p for p, f in files.items() if not _is_kept(f, disk)]:
        del files[path]
    if not files and not is_empty and (is_lost or disk.is_bare()):
        raise UserError(f"nothing is checked out in {git.root}, or it is not mounted: there is nothing to judge")
    return _with_others(git, files, [":/"], held)


def listed_among(git: Git, paths: Sequence[str], held: Mapping[str, File] = _NONE) -> Files:
    """What a listing says of these paths alone; also of what it would name instead of them, a repository inside."""
    disk = Disk(git.root)
    specs = [f":(top,literal){path}" for path in paths]
    files = {p: f for p, f in index(git, specs, held).items() if _is_kept(f, disk)}
    return _with_others(git, files, specs, held)


def index(git: Git, specs: Sequence[str] = (":/",), held: Mapping[str, File] = _NONE) -> Files:
    """What git's index lists, whether it is there or not."""
    files: Files = {}
    for field in git.stream("ls-files", "-z", "-t", "--stage", "--full-name", "--", *specs):
        meta, _, path = field.partition(b"\t")
        tag, mode, oid, stage = meta.split(b" ")
        if stage != b"1":  # of a conflict: what one side has left, ours before theirs
            file = _same(File(text(path), _mode(mode), oid.decode(), skipped=tag == b"S"), held)
            files.setdefault(file.path, file)
    return files


def of_tree(git: Git, commit: str) -> Files:
    """What a commit holds."""
    files: Files = {}
    for field in git.stream("ls-tree", "-r", "-z", "--full-tree", commit):
        meta, _, path = field.partition(b"\t")
        mode, _, oid = meta.split(b" ")
        file = File(text(path), _mode(mode), oid.decode())
        files[file.path] = file
    return files


def intended(git: Git, files: Files) -> list[str]:
    """Paths of `git add -N`: the index lists them, empty, and no commit will hold them."""
    tree = next((_EMPTY[f.oid] for f in files.values() if f.oid in _EMPTY), None)
    if tree is None:
        return []
    against = "HEAD" if git.one("rev-parse", "--verify", "-q", "HEAD^{tree}") else tree
    diff = ("diff-index", "--cached", "-z", "--name-only", "--no-renames", "--diff-filter=A")
    visible, real = (git.fields(*diff, f"--ita-{how}-in-index", against, "--") for how in ("visible", "invisible"))
    return [path for path in map(text, set(visible) - set(real)) if path in files]


@cache
def _mode(octal: bytes) -> int:
    """One number for all files of a mode, of which git has six: 100,000 numbers take 3 MB."""
    return int(octal, 8)


def _is_kept(file: File, disk: Disk) -> bool:
    return file.skipped or file.mode == MODULE_MODE or disk.there(file.path)


def _same(file: File, held: Mapping[str, File]) -> File:
    """The one that is held, when it is equal, so that each path and id is there once."""
    known = held.get(file.path)
    return known if known == file else file


def _with_others(git: Git, files: Files, specs: Iterable[str], held: Mapping[str, File]) -> Files:
    for field in git.stream("ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--", *specs):
        # A repository of its own inside this one is listed as a folder.
        mode = MODULE_MODE if field.endswith(b"/") else FILE_MODE
        file = _same(File(text(field.rstrip(b"/")), mode), held)
        files.setdefault(file.path, file)
    return files


def _walked(root: Path, held: Mapping[str, File]) -> Files:
    found = walk(root, WALK_CAP_FILES)
    if len(found) > WALK_CAP_FILES:
        raise TooLarge(
            f"{root} is no git repository and holds more than {WALK_CAP_FILES:,} files: run this in a project"
        )
    files = (_same(File(path, FILE_MODE), held) for path in found)
    return {file.path: file for file in files}


def _head_without_index(git: Git) -> Files:
    """Of a work tree whose index is not there: what the last commit says should be there."""
    place = git.index_file or git.one("rev-parse", "--git-path", "index")
    if place is None or (git.root / place).exists() or git.one("rev-parse", "--verify", "-q", "HEAD") is None:
        return {}
    return of_tree(git, "HEAD")
