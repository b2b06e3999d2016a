"""One `git cat-file --batch` process: questions in, objects out.

Invariant: a damaged object ends git, and only that: the next question gets a new process.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator
from itertools import islice
from types import TracebackType

from mementod.vcs.git import Git, GitError, close, raw

BLOB_CAP_BYTES = 8 << 20
TREE_CAP_BYTES = 256 << 20  # a folder of some millions of names; commits too
DEATHS_CAP = 50  # damaged objects at which git may end before we do
AHEAD = 64  # questions that git has before we read the first answer; far less than a pipe holds
_NO_NAME = frozenset("\n\0 ")  # would be several questions in one

Answer = tuple[bytes, bytes | None]  # kind; data, None when it is larger than we read


class CatFile:
    """The process, started at the first question. Not for use by several threads."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._process: subprocess.Popen[bytes] | None = None
        self._deaths = 0

    def __enter__(self) -> CatFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process; the next question starts another."""
        if self._process:
            close(self._process)
            self._process = None

    def read(self, name: str) -> Answer | None:
        """One object; None when it is not there, ambiguous or damaged. Raises GitError when git ends all the time."""
        if not name or not _NO_NAME.isdisjoint(name):
            return None
        try:
            self._ask((name,))
            return self._receive()
        except EOFError as error:
            self._died(error)
            return None

    def read_many(self, names: Iterable[str]) -> Iterator[Answer | None]:
        """The objects of many ids in their order, git reading ahead; ask nothing else before the end."""
        left = iter(names)
        while asked := list(islice(left, AHEAD)):
            yield from self._batch(asked)

    def _batch(self, names: list[str]) -> Iterator[Answer | None]:
        answered = 0
        try:
            self._ask(names)
            while answered < len(names):
                answer = self._receive()
                answered += 1
                yield answer
        except EOFError as error:  # one of the others may be at fault: each is asked on its own
            self._died(error)
            yield from map(self.read, names[answered:])

    def _ask(self, names: Iterable[str]) -> None:
        child = self._running()
        assert child.stdin is not None
        try:
            child.stdin.write(b"".join(raw(name) + b"\n" for name in names))
            child.stdin.flush()
        except OSError as error:
            raise EOFError from error

    def _receive(self) -> Answer | None:
        child = self._process
        assert child is not None
        assert child.stdout is not None
        line = child.stdout.readline()
        if not line:
            raise EOFError
        head = line.split()
        if len(head) != 3 or not head[2].isdigit():
            return None  # "missing" or "ambiguous"
        size = int(head[2])
        data = _body(child, size, BLOB_CAP_BYTES if head[1] == b"blob" else TREE_CAP_BYTES)
        if data is not None and len(data) < size:
            raise EOFError
        return head[1], data

    def _died(self, error: EOFError) -> None:
        self._deaths += 1
        self.close()
        if self._deaths > DEATHS_CAP:
            raise GitError("git cat-file ends unexpectedly, again and again") from error

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process and self._process.poll() is not None:
            self.close()
        if self._process is None:
            self._process = self._git.open("cat-file", "--batch")
        return self._process


def _body(child: subprocess.Popen[bytes], size: int, cap: int) -> bytes | None:
    assert child.stdout is not None
    if size <= cap:
        data = child.stdout.read(size)
        child.stdout.read(1)
        return data
    left = size + 1
    while left > 0 and (chunk := child.stdout.read(min(left, 1 << 20))):
        left -= len(chunk)
    return None
