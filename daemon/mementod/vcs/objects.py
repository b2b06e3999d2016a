"""Trees and blobs of any commit, read through `git cat-file --batch`.

Owns a bounded cache of parsed trees; subtrees are shared between commits, so asking five hundred commits about one
path costs little. Trees tell what a commit held even where a partial clone lacks the blob. An object that is missing
or damaged is None and counted in `missing`, so that nobody takes it for proof of absence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from types import TracebackType
from typing import NamedTuple

from mementod.vcs.cat_file import AHEAD, CatFile
from mementod.vcs.git import Git, text

TREE_ENTRIES = 300_000  # of all parsed trees together; about 250 bytes each
COMMITS_HELD = 20_000
LINK_MODE, MODULE_MODE, TREE_MODE = 0o120000, 0o160000, 0o040000
_FOLDERS = frozenset({TREE_MODE, MODULE_MODE})


class Entry(NamedTuple):
    """What a tree holds under a name."""

    mode: int
    oid: str

    @property
    def is_dir(self) -> bool:
        return self.mode == TREE_MODE

    @property
    def is_module(self) -> bool:
        return self.mode == MODULE_MODE


class Tree(dict[str, bytes]):
    """One folder of a commit: name -> mode and object id as git has them. Entries are made of what is asked for."""

    __slots__ = ("_oid_bytes",)

    def __init__(self, rows: Iterable[tuple[bytes, bytes, bytes]], oid_bytes: int) -> None:
        super().__init__((text(name), mode + oid) for mode, name, oid in rows)
        self._oid_bytes = oid_bytes

    def entry(self, name: str) -> Entry | None:
        found = self.get(name)
        return None if found is None else Entry(int(found[: -self._oid_bytes], 8), found[-self._oid_bytes :].hex())

    def kind(self, name: str) -> str | None:
        """`file`, `dir`, also of a submodule, or None."""
        found = self.get(name)
        return None if found is None else "dir" if int(found[: -self._oid_bytes], 8) in _FOLDERS else "file"


class Objects:
    """Read access to the object store of one repository. Not for use by several threads."""

    def __init__(self, git: Git, oid_bytes: int = 20, tree_entries: int = TREE_ENTRIES) -> None:
        """`tree_entries`: of parsed trees that are held."""
        self._git, self._oid_bytes, self._tree_entries = git, oid_bytes, tree_entries
        self._objects = CatFile(git)
        self._trees: dict[str, Tree] = {}
        self._entries = 0
        self._nothing = Tree((), oid_bytes)
        self._commits: dict[str, tuple[str | None, tuple[str, ...]]] = {}
        self.missing = 0  # objects that were asked for and could not be had
        self._entry = re.compile(rb"([0-7]+) ([^\0]+)\0(.{%d})" % oid_bytes, re.DOTALL)

    def __enter__(self) -> Objects:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._objects.close()

    def lookup(self, commit: str, path: str) -> Entry | None:
        """What `commit` holds at `path` ("" is its root); None when it holds nothing there."""
        root = self.root(commit)
        return self.entry(root, path) if root else None

    def entry(self, root: str, path: str) -> Entry | None:
        """As `lookup`, below a tree."""
        entry: Entry | None = Entry(TREE_MODE, root)
        for name in path.split("/") if path else ():
            if entry is None or not entry.is_dir:
                return None
            entry = self.tree(entry.oid).entry(name)
        return entry

    def blob(self, oid: str) -> bytes | None:
        """The bytes of a blob; None when the clone lacks it or it is larger than we read."""
        kind, data = self._read(oid)
        return data if kind == b"blob" else None

    def blobs(self, oids: Iterable[str]) -> Iterator[bytes | None]:
        """What `blob` says of each, read ahead by a process of its own, so that anything may be asked in between."""
        with CatFile(self._git) as ahead:
            for answer in ahead.read_many(oids):
                self.missing += answer is None
                yield answer[1] if answer and answer[0] == b"blob" else None

    def file(self, commit: str, path: str) -> bytes | None:
        entry = self.lookup(commit, path)
        return None if entry is None or entry.is_dir or entry.is_module else self.blob(entry.oid)

    def root(self, commit: str) -> str | None:
        """The object id of a commit's tree."""
        return self._commit(commit)[0]

    def parents(self, commit: str) -> tuple[str, ...]:
        return self._commit(commit)[1]

    def tree(self, oid: str) -> Tree:
        """A tree by its id; empty when the clone lacks it."""
        found = self._trees.get(oid)
        if found is None:
            kind, data = self._read(oid)
            if kind != b"tree" or data is None:
                return self._nothing  # not kept: each look at a gap counts as one
            found = self._keep(oid, data)
        return found

    def differing(self, trees: Iterable[str], other: str | None) -> Iterator[tuple[str, Entry]]:
        """Files and links below the trees that `other` has not so at the same path; equal folders are not entered."""
        level = dict.fromkeys((tree, other, "") for tree in trees if tree != other)
        while level:
            below: dict[tuple[str, str | None, str], None] = {}
            left = iter(level)
            while part := list(islice(left, AHEAD)):
                self._read_ahead({oid for one in part for oid in one[:2] if oid})
                for tree, twin, prefix in part:
                    ours, theirs = self.tree(tree), self.tree(twin) if twin else self._nothing
                    for name in [name for name, held in ours.items() if theirs.get(name) != held]:
                        entry, same = ours.entry(name), theirs.entry(name)
                        if entry and entry.is_dir:
                            folder = same.oid if same and same.is_dir else None
                            below[entry.oid, folder, f"{prefix}{name}/"] = None
                        elif entry and not entry.is_module:
                            yield prefix + name, entry
            level = below

    def _read_ahead(self, trees: set[str]) -> None:
        """Have these in the cache; what cannot be had is asked for again, and counted, when it is used."""
        left = [oid for oid in trees if oid not in self._trees]
        for oid, answer in zip(left, self._objects.read_many(left), strict=True):
            if answer and answer[0] == b"tree" and answer[1] is not None:
                self._keep(oid, answer[1])

    def exists(self, name: str) -> bool:
        """Whether an object name (a commit id, abbreviated or not) is known."""
        return self._objects.read(name) is not None

    def rest(self) -> None:
        """Let go of what can be read again."""
        self._trees.clear()
        self._entries = 0

    def _commit(self, commit: str) -> tuple[str | None, tuple[str, ...]]:
        if len(self._commits) > COMMITS_HELD:
            self._commits.clear()
        if commit and commit not in self._commits:
            kind, data = self._read(commit)
            self._commits[commit] = _headers(data) if kind == b"commit" and data else (None, ())
        return self._commits.get(commit, (None, ()))

    def _keep(self, oid: str, data: bytes) -> Tree:
        """The oldest go first, but for the one that was just read."""
        tree = self._trees[oid] = Tree(self._entry.findall(data), self._oid_bytes)
        self._entries += len(tree)
        while self._entries > self._tree_entries and len(self._trees) > 1:
            self._entries -= len(self._trees.pop(next(iter(self._trees))))
        return tree

    def _read(self, name: str) -> tuple[bytes | None, bytes | None]:
        found = self._objects.read(name)
        if found is None:
            self.missing += 1
            return None, None
        return found


def _headers(data: bytes) -> tuple[str | None, tuple[str, ...]]:
    """Tree and parents of a raw commit."""
    lines = [line.split(b" ") for line in data.partition(b"\n\n")[0].split(b"\n")]
    known = [(words[0], words[1].decode("ascii", "replace")) for words in lines if len(words) > 1]
    parents = tuple(oid for key, oid in known if key == b"parent")
    return next((oid for key, oid in known if key == b"tree"), None), parents
