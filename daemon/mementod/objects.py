"""Trees and blobs of any commit, read through one `git cat-file --batch` process.

Owns the process and a bounded cache of parsed trees; subtrees are shared between commits, so asking five hundred
commits about one path costs little. Trees tell what a commit held even where a partial clone lacks the blob.
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
        if commit not in self._commits:
            kind, data = self._read(commit)
            self._commits[commit] = _headers(data) if kind == b"commit" and data else (None, ())
        return self._commits[commit]

    def tree(self, oid: str) -> dict[str, Entry]:
        """The entries of a tree by name; empty when the clone lacks it."""
        found = self._trees.get(oid)
        if found is None:
            kind, data = self._read(oid)
            found = self._parse(data) if kind == b"tree" and data else {}
            self._trees[oid] = found
            if len(self._trees) > TREE_CACHE:
                self._trees.popitem(last=False)
        return found

    def exists(self, name: str) -> bool:
        """Whether an object name (a commit id, abbreviated or not) is known."""
        return self._read(name)[0] is not None

    def _parse(self, data: bytes) -> dict[str, Entry]:
        return {text(n): Entry(int(mode, 8), oid.hex()) for mode, n, oid in self._entry.findall(data)}

    def _read(self, name: str) -> tuple[bytes | None, bytes | None]:
        if "\n" in name or " " in name:
            return None, None
        child = self._running()
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.write(raw(name) + b"\n")
            child.stdin.flush()
            head = child.stdout.readline().split()
        except OSError as error:
            raise GitError("git cat-file ended unexpectedly") from error
        if not head:
            raise GitError("git cat-file ended unexpectedly")
        if len(head) < 3 or not head[2].isdigit():
            return None, None  # "missing" or "ambiguous"
        return head[1], self._body(child, int(head[2]))

    def _body(self, child: subprocess.Popen[bytes], size: int) -> bytes | None:
        assert child.stdout is not None
        if size <= BLOB_CAP_BYTES:
            data = child.stdout.read(size)
            child.stdout.read(1)
            return data
        left = size + 1
        while left > 0 and (chunk := child.stdout.read(min(left, 1 << 20))):
            left -= len(chunk)
        return None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._process = self._git.open("cat-file", "--batch")
        return self._process


def _headers(data: bytes) -> tuple[str | None, tuple[str, ...]]:
    """Tree and parents of a raw commit."""
    lines = [line.split(b" ") for line in data.partition(b"\n\n")[0].split(b"\n")]
    parents = tuple(words[1].decode() for words in lines if words[0] == b"parent")
    return lines[0][1].decode(), parents
