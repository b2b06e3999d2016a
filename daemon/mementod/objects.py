"""Trees and blobs of any commit, read through one `git cat-file --batch` process.

Owns the process and a bounded cache of parsed trees; subtrees are shared between commits, so asking five hundred
commits about one path costs little. Trees tell what a commit held even where a partial clone lacks the blob. An
object that is missing or damaged is None and counted in `missing`, so that nobody takes it for proof of absence.
"""

from __future__ import annotations

import re
import subprocess
from collections import OrderedDict
from dataclasses import dataclass
from types import TracebackType

from mementod.git import Git, GitError, close, raw, text

TREE_CACHE = 20_000  # parsed trees; about 1 kB each
BLOB_CAP_BYTES = 8 << 20
TREE_CAP_BYTES = 256 << 20  # a folder of some millions of names; commits too
DEATHS_CAP = 50  # damaged objects at which git may end before we do
_NO_NAME = frozenset("\n\0 ")  # would be several questions in one
LINK_MODE, MODULE_MODE, TREE_MODE = 0o120000, 0o160000, 0o040000


@dataclass(frozen=True, slots=True)
class Entry:
    """What a tree holds under a name."""

    mode: int
    oid: str

    @property
    def is_dir(self) -> bool:
        return self.mode == TREE_MODE

    @property
    def is_module(self) -> bool:
        return self.mode == MODULE_MODE


class Objects:
    """Read access to the object store of one repository. Not for use by several threads."""

    def __init__(self, git: Git, oid_bytes: int = 20) -> None:
        self._git = git
        self._process: subprocess.Popen[bytes] | None = None
        self._trees: OrderedDict[str, dict[str, Entry]] = OrderedDict()
        self._commits: dict[str, tuple[str | None, tuple[str, ...]]] = {}
        self._deaths = 0
        self.missing = 0  # objects that were asked for and could not be had
        self._entry = re.compile(rb"([0-7]+) ([^\0]+)\0(.{%d})" % oid_bytes, re.DOTALL)

    def __enter__(self) -> Objects:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process:
            close(self._process)
            self._process = None

    def lookup(self, commit: str, path: str) -> Entry | None:
        """What `commit` holds at `path` ("" is its root); None when it holds nothing there."""
        root = self.root(commit)
        entry = Entry(TREE_MODE, root) if root else None
        for name in path.split("/") if path else ():
            if entry is None or not entry.is_dir:
                return None
            entry = self.tree(entry.oid).get(name)
        return entry

    def blob(self, oid: str) -> bytes | None:
        """The bytes of a blob; None when the clone lacks it or it is larger than we read."""
        kind, data = self._read(oid)
        return data if kind == b"blob" else None

    def file(self, commit: str, path: str) -> bytes | None:
        entry = self.lookup(commit, path)
        return None if entry is None or entry.is_dir or entry.is_module else self.blob(entry.oid)

    def root(self, commit: str) -> str | None:
        """The object id of a commit's tree."""
        return self._commit(commit)[0]

    def parents(self, commit: str) -> tuple[str, ...]:
        return self._commit(commit)[1]

    def _commit(self, commit: str) -> tuple[str | None, tuple[str, ...]]:
        if commit and commit not in self._commits:
            kind, data = self._read(commit)
            self._commits[commit] = _headers(data) if kind == b"commit" and data else (None, ())
        return self._commits.get(commit, (None, ()))

    def tree(self, oid: str) -> dict[str, Entry]:
        """The entries of a tree by name; empty when the clone lacks it."""
        found = self._trees.get(oid)
        if found is None:
            kind, data = self._read(oid)
            if kind != b"tree" or data is None:
                return {}  # not kept: each look at a gap counts as one
            found = self._trees[oid] = self._parse(data)
            if len(self._trees) > TREE_CACHE:
                self._trees.popitem(last=False)
        return found

    def exists(self, name: str) -> bool:
        """Whether an object name (a commit id, abbreviated or not) is known."""
        return self._answer(name) is not None

    def _parse(self, data: bytes) -> dict[str, Entry]:
        return {text(n): Entry(int(mode, 8), oid.hex()) for mode, n, oid in self._entry.findall(data)}

    def _read(self, name: str) -> tuple[bytes | None, bytes | None]:
        found = self._answer(name)
        if found is None:
            self.missing += 1
            return None, None
        return found

    def _answer(self, name: str) -> tuple[bytes, bytes | None] | None:
        if not name or not _NO_NAME.isdisjoint(name):
            return None
        child = self._running()
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.write(raw(name) + b"\n")
            child.stdin.flush()
        except OSError as error:
            return self._died(error)
        line = child.stdout.readline()
        if not line:
            return self._died(None)
        head = line.split()
        if len(head) != 3 or not head[2].isdigit():
            return None  # "missing" or "ambiguous"
        size = int(head[2])
        data = self._body(child, size, BLOB_CAP_BYTES if head[1] == b"blob" else TREE_CAP_BYTES)
        if data is not None and len(data) < size:
            return self._died(None)
        return head[1], data

    def _died(self, error: OSError | None) -> tuple[bytes, bytes | None] | None:
        """A damaged object ends git, and only that: the next question gets a new process."""
        self._deaths += 1
        if self._process:
            close(self._process)
            self._process = None
        if self._deaths > DEATHS_CAP:
            raise GitError("git cat-file ends unexpectedly, again and again") from error
        return None

    def _body(self, child: subprocess.Popen[bytes], size: int, cap: int) -> bytes | None:
        assert child.stdout is not None
        if size <= cap:
            data = child.stdout.read(size)
            child.stdout.read(1)
            return data
        left = size + 1
        while left > 0 and (chunk := child.stdout.read(min(left, 1 << 20))):
            left -= len(chunk)
        return None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process and self._process.poll() is not None:
            close(self._process)
            self._process = None
        if self._process is None:
            self._process = self._git.open("cat-file", "--batch")
        return self._process


def _headers(data: bytes) -> tuple[str | None, tuple[str, ...]]:
    """Tree and parents of a raw commit."""
    lines = [line.split(b" ") for line in data.partition(b"\n\n")[0].split(b"\n")]
    known = [(words[0], words[1].decode("ascii", "replace")) for words in lines if len(words) > 1]
    parents = tuple(oid for key, oid in known if key == b"parent")
    return next((oid for key, oid in known if key == b"tree"), None), parents
