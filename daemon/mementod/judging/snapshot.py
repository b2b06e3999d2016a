"""The tree that is judged: the work tree, the index, or a commit.

Owns what "now" means: which paths exist, their content ids and their bytes. Invariants: nothing is written, no link
leads out of the root, and what cannot be looked at (permission denied, a skipped path of a sparse checkout, a
submodule that is not there) is present, never gone.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from functools import cached_property
from pathlib import Path

from mementod.judging.by_key import ByKey
from mementod.judging.disk import Disk, follow
from mementod.judging.folders import Folders
from mementod.judging.listing import File, Files, index, intended, listed, of_tree
from mementod.vcs.git import Git, GitError, text
from mementod.vcs.objects import LINK_MODE, MODULE_MODE, Objects
from mementod_parsers.code.tokens import norm
from mementod_parsers.resolve import base_name

MATCH_CAP = 50
MENDED_CAP = 2000  # paths of one change for which an index of all is mended; after more it is made anew
_INDEXES = ("_by_base", "_by_norm")


class Snapshot:
    """The paths of one moment; a `resolve.Tree` with contents."""

    def __init__(
        self,
        files: Files,
        read: Callable[[str, File], bytes | None],
        probe: Callable[[str], str | None],
        hidden: Callable[[str, File], bool] = lambda path, file: False,
        real: Callable[[str], str | None] = lambda path: path,
    ) -> None:
        """`probe`: what is at a path that is not listed; `hidden`: whether only git can tell what a file holds.

        `real`: a path without links, None when it leads out of the tree.
        """
        self.files = files
        self._read, self._probe, self._hidden, self.real = read, probe, hidden, real
        self._named: dict[str, list[str]] = {}  # what was asked for
        self._matching: dict[re.Pattern[str], list[str]] = {}
        self.probed: dict[str, str | None] = {}

    def become(self, later: Snapshot, paths: Iterable[str] | None = None) -> set[str]:
        """Be a later look at the same tree, for everybody who holds this one; the paths and folders that are otherwise.

        `paths`: the only ones that may be otherwise, and that `later` knows of. Of 100,000 few are: all that is made
        of them is mended.
        """
        changed = self._differing(later.files) if paths is None else self._differing_among(later.files, paths)
        if len(changed) > MENDED_CAP:
            self._forget(*_INDEXES)
        came = set(changed)
        for path in changed:
            came.update(self._place(path, later.files.get(path)))
        self._read, self._probe, self._hidden, self.real = later._read, later._probe, later._hidden, later.real
        self._named, self._matching, self.probed = {}, {}, {}
        self._forget("modules")
        return came

    def _differing(self, later: Files) -> list[str]:
        gone_or_other = [path for path, file in self.files.items() if later.get(path) != file]
        return gone_or_other + [path for path in later if path not in self.files]

    def _differing_among(self, later: Files, paths: Iterable[str]) -> list[str]:
        return [path for path in paths if self.files.get(path) != later.get(path)]

    def _place(self, path: str, file: File | None) -> Iterator[str]:
        """Have this file, or none, at a path; the folders that came or went with it."""
        around = (path, *_above(path))
        before = [(p in self.files, p in self._folders) for p in around]
        if old := self.files.get(path):
            self._folders.leave(old)
        if file:
            self.files[path] = file
            self._folders.enter(file)
        else:
            del self.files[path]
        for one, (was_file, was_dir) in zip(around, before, strict=True):
            is_dir = one in self._folders
            if is_dir != was_dir:
                yield one
            self._mend(one, was_file or was_dir, is_dir or one in self.files)

    def _mend(self, path: str, was: bool, is_: bool) -> None:
        for name in _INDEXES if was != is_ else ():
            if index_ := self.__dict__.get(name):
                index_.put(path) if is_ else index_.take(path)

    def _forget(self, *made: str) -> None:
        for name in made:
            self.__dict__.pop(name, None)

    @property
    def dirs(self) -> Set[str]:
        """Folders that hold a file, the root too, and submodules."""
        return self._folders.keys()

    @cached_property
    def _folders(self) -> Folders:
        return Folders(self.files.values())

    @cached_property
    def _by_base(self) -> ByKey:
        return ByKey(self._everything(), base_name)

    @cached_property
    def _by_norm(self) -> ByKey:
        return ByKey(self._everything(), _norm_of_base)

    def _everything(self) -> Iterable[str]:
        return itertools.chain(self.files, (d for d in self.dirs if d not in self.files))

    @cached_property
    def modules(self) -> tuple[str, ...]:
        """Submodules, as folders."""
        return tuple(p for p, f in self.files.items() if f.mode == MODULE_MODE)

    def kind(self, path: str) -> str | None:
        if path in self._folders:
            return "dir"
        entry = self.files.get(path)
        if entry and entry.oid and entry.mode != LINK_MODE:
            return "file"
        if path not in self.probed:  # also a link, that may lead to a folder, and what git does not know
            self.probed[path] = self._probe(path) or ("file" if entry else None)
        return self.probed[path]

    def named(self, base: str) -> Sequence[str]:
        """Files and folders of that base name; sorted."""
        if base not in self._named:
            self._named[base] = self._by_base.at(base)
        return self._named[base]

    def alike(self, base: str) -> Sequence[str]:
        """Files and folders whose base name has the same letters and digits; by base name, then sorted."""
        return sorted(self._by_norm.at(norm(base)), key=base_name)

    def matching(self, pattern: re.Pattern[str]) -> Sequence[str]:
        if pattern not in self._matching:
            found = filter(pattern.match, self.files)
            self._matching[pattern] = sorted(itertools.islice(found, MATCH_CAP))
        return self._matching[pattern]

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None when there is none, it is too large, no regular file, or unreadable."""
        return self._read(path, self.files.get(path) or File(path, 0))

    def leads_nowhere(self, path: str) -> bool:
        """Whether this is a link to nothing."""
        entry = self.files.get(path)
        return entry is not None and (entry.mode == LINK_MODE or not entry.oid) and self._probe(path) is None

    def hidden(self, path: str) -> bool:
        """Whether a tracked file cannot be looked at, so that its content is what git last knew of it."""
        entry = self.files.get(path)
        return entry is not None and entry.oid is not None and self._hidden(path, entry)


def of_work_tree(git: Git, tracked: bool, objects: Objects | None = None, files: Files | None = None) -> Snapshot:
    """Tracked files that are still there, and untracked ones that are not ignored; or `files`, if they are known."""
    disk = Disk(git.root)

    def hidden(path: str, entry: File) -> bool:
        return not entry.is_special and (disk.hidden(path) or (entry.skipped and not disk.there(path)))

    def read(path: str, entry: File) -> bytes | None:
        data = disk.read(path)
        if data is None and entry.oid and hidden(path, entry):
            return objects.blob(entry.oid) if objects else _blob(git, entry.oid)
        return data

    return Snapshot(listed(git, tracked) if files is None else files, read, disk.kind, hidden, disk.real)


def of_index(git: Git, objects: Objects) -> Snapshot:
    """What the next commit would hold."""
    files = index(git)
    for path in intended(git, files):
        del files[path]
    return _of_tree(files, objects)


def of_commit(git: Git, objects: Objects, commit: str) -> Snapshot:
    return _of_tree(of_tree(git, commit), objects)


def _of_tree(files: Files, objects: Objects) -> Snapshot:
    def read(path: str, entry: File) -> bytes | None:
        return objects.blob(entry.oid) if entry.oid and entry.mode != MODULE_MODE else None

    def target(path: str) -> str | None:
        entry = files.get(path)
        if entry is None or entry.mode != LINK_MODE:
            return None
        return link_target(read(path, entry))

    def probe(path: str) -> str | None:
        found = real(path)
        if found is None:
            return "file"  # behind a link out of the tree: not ours to call gone
        return None if found == path else "dir" if found in snapshot.dirs else "file" if found in files else None

    def real(path: str) -> str | None:
        return follow(path, target, set())

    snapshot = Snapshot(files, read, probe, real=real)
    return snapshot


def link_target(blob: bytes | None) -> str:
    """What a link of a tree says; an absolute or unknown one leads out."""
    said = text(blob or b"/")
    return "/.." if said.startswith("/") else said


def read_regular(root: Path, path: str) -> bytes | None:
    """A regular file below the root, links followed only while they stay below it; never blocks on a FIFO."""
    return Disk(root).read(path)


def _above(path: str) -> Iterator[str]:
    while path:
        path = path.rpartition("/")[0]
        yield path


def _norm_of_base(path: str) -> str:
    return norm(base_name(path))


def _blob(git: Git, oid: str) -> bytes | None:
    try:
        return git.run("cat-file", "blob", oid)
    except GitError:
        return None
