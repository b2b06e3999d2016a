"""The tree that is judged: the work tree, the index, or a commit.

Owns what "now" means: which paths exist, their content ids and their bytes. Invariants: nothing is written, no link
leads out of the root, and what cannot be looked at (permission denied, a skipped path of a sparse checkout, a
submodule that is not there) is present, never gone.
"""

from __future__ import annotations

import itertools
import re
from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from mementod.errors import UserError
from mementod.judging.disk import Disk, follow, walk
from mementod.vcs.git import Git, GitError, text
from mementod.vcs.objects import LINK_MODE, MODULE_MODE, Objects
from mementod_parsers.resolve import base_name

WALK_CAP_FILES = 100_000  # of a folder that is no repository; more is a home or a whole disk
MATCH_CAP = 50
FILE_MODE = 0o100644
_EMPTY = {  # blob -> tree of nothing, as git names them
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391": "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813": (
        "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
    ),
}


@dataclass(frozen=True, slots=True)
class File:
    """One path of the tree. `oid` is known when git knows it; `skipped` says that a sparse checkout left it out."""

    mode: int
    oid: str | None = None
    skipped: bool = False


class Snapshot:
    """The paths of one moment; a `resolve.Tree` with contents."""

    def __init__(
        self,
        files: dict[str, File],
        read: Callable[[str, File], bytes | None],
        probe: Callable[[str], str | None],
        hidden: Callable[[str, File], bool] = lambda path, file: False,
    ) -> None:
        """`probe`: what is at a path that is not listed; `hidden`: whether only git can tell what a file holds."""
        self.files = files
        self._read, self._probe, self._hidden = read, probe, hidden
        self._matching: dict[re.Pattern[str], list[str]] = {}
        self.probed: dict[str, str | None] = {}

    def become(self, other: Snapshot) -> None:
        """Be a later look at the same tree, for everybody who holds this one."""
        bases, before = self.__dict__.get("_bases"), {*self.files, *self.dirs}
        self.__dict__.clear()
        self.__dict__.update(other.__dict__)
        if bases is not None:  # mended: of 100,000 paths few are other ones
            now = {*self.files, *self.dirs}
            for path in before - now:
                bases[base_name(path)].remove(path)
            for path in now - before:
                insort(bases.setdefault(base_name(path), []), path)
            self.__dict__["_bases"] = bases

    @cached_property
    def dirs(self) -> frozenset[str]:
        found: set[str] = {""}
        for path in self.files:
            while path := path.rpartition("/")[0]:
                if path in found:
                    break
                found.add(path)
        found.update(p for p, f in self.files.items() if f.mode == MODULE_MODE)
        return frozenset(found)

    @cached_property
    def _bases(self) -> dict[str, list[str]]:
        bases: dict[str, list[str]] = {}
        for path in sorted({*self.files, *self.dirs}):
            bases.setdefault(base_name(path), []).append(path)
        return bases

    @cached_property
    def modules(self) -> tuple[str, ...]:
        """Submodules, as folders."""
        return tuple(p for p, f in self.files.items() if f.mode == MODULE_MODE)

    def kind(self, path: str) -> str | None:
        if path in self.dirs:
            return "dir"
        entry = self.files.get(path)
        if entry and entry.oid and entry.mode != LINK_MODE:
            return "file"
        if path not in self.probed:  # also a link, that may lead to a folder, and what git does not know
            self.probed[path] = self._probe(path) or ("file" if entry else None)
        return self.probed[path]

    def named(self, base: str) -> Sequence[str]:
        return self._bases.get(base, ())

    def bases(self) -> Iterable[str]:
        return self._bases

    def matching(self, pattern: re.Pattern[str]) -> Sequence[str]:
        if pattern not in self._matching:
            found = filter(pattern.match, self.files)
            self._matching[pattern] = sorted(itertools.islice(found, MATCH_CAP))
        return self._matching[pattern]

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None when there is none, it is too large, no regular file, or unreadable."""
        return self._read(path, self.files.get(path, File(0)))

    def leads_nowhere(self, path: str) -> bool:
        """Whether this is a link to nothing."""
        entry = self.files.get(path)
        return entry is not None and (entry.mode == LINK_MODE or not entry.oid) and self._probe(path) is None

    def hidden(self, path: str) -> bool:
        """Whether a tracked file cannot be looked at, so that its content is what git last knew of it."""
        entry = self.files.get(path)
        return entry is not None and entry.oid is not None and self._hidden(path, entry)


def of_work_tree(
    git: Git, tracked: bool, objects: Objects | None = None, files: dict[str, File] | None = None
) -> Snapshot:
    """Tracked files that are still there, and untracked ones that are not ignored; or `files`, if they are known."""
    disk = Disk(git.root)
    if files is None:
        files = _listed(git, disk) if tracked else _walked(git.root)

    def hidden(path: str, entry: File) -> bool:
        return not _is_special(entry) and (disk.hidden(path) or (entry.skipped and not disk.there(path)))

    def read(path: str, entry: File) -> bytes | None:
        data = disk.read(path)
        if data is None and entry.oid and hidden(path, entry):
            return objects.blob(entry.oid) if objects else _blob(git, entry.oid)
        return data

    return Snapshot(files, read, disk.kind, hidden)


def of_index(git: Git, objects: Objects) -> Snapshot:
    """What the next commit would hold."""
    files = _index(git)
    for path in _intended(git, files):
        del files[path]
    return _of_tree(files, objects)


def of_commit(git: Git, objects: Objects, commit: str) -> Snapshot:
    return _of_tree(_tree(git, commit), objects)


def _of_tree(files: dict[str, File], objects: Objects) -> Snapshot:
    def read(path: str, entry: File) -> bytes | None:
        return objects.blob(entry.oid) if entry.oid and entry.mode != MODULE_MODE else None

    def target(path: str) -> str | None:
        entry = files.get(path)
        if entry is None or entry.mode != LINK_MODE:
            return None
        said = text(read(path, entry) or b"/")
        return "/.." if said.startswith("/") else said

    def probe(path: str) -> str | None:
        real = follow(path, target, set())
        if real is None:
            return "file"  # behind a link out of the tree: not ours to call gone
        return None if real == path else "dir" if real in snapshot.dirs else "file" if real in files else None

    snapshot = Snapshot(files, read, probe)
    return snapshot


def read_regular(root: Path, path: str) -> bytes | None:
    """A regular file below the root, links followed only while they stay below it; never blocks on a FIFO."""
    return Disk(root).read(path)


# Listing


def listed_among(git: Git, paths: Sequence[str]) -> dict[str, File]:
    """What a listing says of these paths alone; also of what it would name instead of them, a repository inside."""
    disk = Disk(git.root)
    specs = [f":(top,literal){path}" for path in paths]
    files = {p: f for p, f in _index(git, specs).items() if f.skipped or f.mode == MODULE_MODE or disk.there(p)}
    return _with_others(git, files, specs)


def _listed(git: Git, disk: Disk) -> dict[str, File]:
    tracked = _index(git)
    lost = {} if tracked else _head_without_index(git)
    files = {p: f for p, f in (tracked or lost).items() if f.skipped or f.mode == MODULE_MODE or disk.there(p)}
    if not files and (lost or (tracked and disk.is_bare())):
        raise UserError(f"nothing is checked out in {git.root}, or it is not mounted: there is nothing to judge")
    return _with_others(git, files, [":/"])


def _with_others(git: Git, files: dict[str, File], specs: Sequence[str]) -> dict[str, File]:
    for field in git.fields("ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--", *specs):
        # A repository of its own inside this one is listed as a folder.
        other = File(MODULE_MODE) if field.endswith(b"/") else File(FILE_MODE)
        files.setdefault(text(field.rstrip(b"/")), other)
    return files


def _walked(root: Path) -> dict[str, File]:
    found = walk(root, WALK_CAP_FILES)
    if len(found) > WALK_CAP_FILES:
        raise UserError(
            f"{root} is no git repository and holds more than {WALK_CAP_FILES:,} files: run this in a project"
        )
    return {path: File(FILE_MODE) for path in found}


def _index(git: Git, specs: Sequence[str] = (":/",)) -> dict[str, File]:
    files: dict[str, File] = {}
    for field in git.fields("ls-files", "-z", "-t", "--stage", "--full-name", "--", *specs):
        meta, _, path = field.partition(b"\t")
        tag, mode, oid, stage = meta.split(b" ")
        if stage != b"1":  # of a conflict: what one side has left, ours before theirs
            files.setdefault(text(path), File(int(mode, 8), oid.decode(), skipped=tag == b"S"))
    return files


def _head_without_index(git: Git) -> dict[str, File]:
    """Of a work tree whose index is not there: what the last commit says should be there."""
    index = git.index_file or git.one("rev-parse", "--git-path", "index")
    if index is None or (git.root / index).exists() or git.one("rev-parse", "--verify", "-q", "HEAD") is None:
        return {}
    return _tree(git, "HEAD")


def _tree(git: Git, commit: str) -> dict[str, File]:
    files: dict[str, File] = {}
    for field in git.fields("ls-tree", "-r", "-z", "--full-tree", commit):
        meta, _, path = field.partition(b"\t")
        mode, _, oid = meta.split(b" ")
        files[text(path)] = File(int(mode, 8), oid.decode())
    return files


def _intended(git: Git, files: dict[str, File]) -> list[str]:
    """Paths of `git add -N`: the index lists them, empty, and no commit will hold them."""
    tree = next((_EMPTY[f.oid] for f in files.values() if f.oid in _EMPTY), None)
    if tree is None:
        return []
    against = "HEAD" if git.one("rev-parse", "--verify", "-q", "HEAD^{tree}") else tree
    diff = ("diff-index", "--cached", "-z", "--name-only", "--no-renames", "--diff-filter=A")
    visible, real = (git.fields(*diff, f"--ita-{how}-in-index", against, "--") for how in ("visible", "invisible"))
    return [path for path in map(text, set(visible) - set(real)) if path in files]


def _is_special(entry: File) -> bool:
    return entry.mode in (LINK_MODE, MODULE_MODE)


def _blob(git: Git, oid: str) -> bytes | None:
    try:
        return git.run("cat-file", "blob", oid)
    except GitError:
        return None
