"""Which names count: what git ignores does not, unless git tracks it or a note cites it.

One long-lived `git check-ignore` answers about names when they are first seen. Where git does not answer, nothing is
ignored. Invariant: git is started by git.py alone and takes no lock.
"""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from mementod.vcs.git import Git, GitError, close, raw, text
from mementod.watcher.table import join, split

QUESTIONS = 400  # at once
DEEP = 20  # folders above a name; deeper ones are asked about in another way
ANSWER_LIMIT_S = 20.0
FAILURES_CAP = 50  # of git in a row, each costs a start; then nothing is ignored until the rules change
CLOSE_AFTER_S = 30.0  # without a question; a waiting git costs memory
READ_BYTES = 1 << 16
_ODD = frozenset((b"", b".", b".."))  # parts of paths that are not below the root, or not written as we do
_FIELDS = 4  # source, line, pattern, path


class Rules:
    """The rules of one work tree. `version` grows when earlier answers no longer hold."""

    def __init__(self, root: str, tracked: bool) -> None:
        self._git = Git(Path(root)) if tracked else None
        self._child: subprocess.Popen[bytes] | None = None
        self._failures = 0
        self._used = 0.0
        self._cited: tuple[bytes, ...] = ()
        self._forced: dict[bytes, set[bytes]] = {}
        self.version = 0

    def counts(self, at: bytes, name: bytes) -> bool:
        """Whether a name counts although it is ignored."""
        return name in self._forced.get(at, ())

    def forced(self, at: bytes) -> Iterable[bytes]:
        """The names in a folder that count in any case."""
        return self._forced.get(at, ())

    def ignored(self, at: bytes, names: Sequence[bytes]) -> set[bytes]:
        """Those of these names in a folder that git ignores."""
        found: set[bytes] = set()
        if self._git is None:
            return found
        ask = self._ask if at.count(b"/") < DEEP else self._ask_once
        for start in range(0, len(names), QUESTIONS):
            found |= ask(at, names[start : start + QUESTIONS])
        return found

    def reset(self) -> None:
        """The rules are others now."""
        self.version += 1
        self._failures = 0
        self.close()

    def cite(self, cited: Iterable[str]) -> set[bytes]:
        """Let other paths count; the folders whose names have to be looked at again."""
        self._cited = tuple(path for path in map(raw, cited) if not _ODD.intersection(path.split(b"/")))
        return self.refresh()

    def refresh(self) -> set[bytes]:
        """Ask which tracked paths are ignored; the folders in which other names count than before."""
        before, self._forced = self._forced, {}
        for path in (*self._cited, *self._tracked()):
            while path:
                at, name = split(path)
                self._forced.setdefault(at, set()).add(name)
                path = at
        return {at for at in before.keys() | self._forced.keys() if before.get(at) != self._forced.get(at)}

    def rest(self, now: float) -> None:
        """End a git that nobody has asked for a while."""
        if now - self._used > CLOSE_AFTER_S:
            self.close()

    def close(self) -> None:
        if self._child:
            close(self._child)
            self._child = None

    def _tracked(self) -> list[bytes]:
        if self._git is None:
            return []
        try:
            return self._git.fields("ls-files", "-z", "--cached", "--ignored", "--exclude-standard")
        except GitError:
            return []

    def _ask(self, at: bytes, names: Sequence[bytes]) -> set[bytes]:
        found: set[bytes] = set()
        done = 0
        while done < len(names) and self._failures < FAILURES_CAP:
            answers = self._exchange([_path(at, name) for name in names[done:]])
            found.update(name for name, ignored in zip(names[done:], answers, strict=False) if ignored)
            done += len(answers)
            if done < len(names):  # git ends at a path behind a link, which nothing ignores
                done += 1
                self._failures += 1
                self.close()
            else:
                self._failures = 0
        return found

    def _ask_once(self, at: bytes, names: Sequence[bytes]) -> set[bytes]:
        """The same of a git that ends: with `-v` it crashes at paths of more than 24 folders (seen in 2.39)."""
        assert self._git is not None
        paths = {_path(at, name): name for name in names}
        try:
            data = b"\0".join(paths) + b"\0"
            found = self._git.fields("check-ignore", "-z", "--stdin", "--no-index", data=data, ok=(0, 1))
        except GitError:
            return set()
        return {paths[path] for path in found if path in paths}

    def _exchange(self, paths: list[bytes]) -> list[bool]:
        """Whether each is ignored; fewer answers than paths when git ended."""
        self._used = time.monotonic()
        try:
            fields = _talk(self._running(), b"\0".join(paths) + b"\0", len(paths) * _FIELDS)
        except (OSError, GitError):
            return []
        patterns = fields[2::_FIELDS][: len(fields) // _FIELDS]
        return [bool(pattern.strip()) and not pattern.startswith(b"!") for pattern in patterns]

    def _running(self) -> subprocess.Popen[bytes]:
        assert self._git is not None
        if self._child is None:
            self._child = self._git.open("check-ignore", "-z", "--stdin", "-v", "-n", "--no-index")
        return self._child


def excludes_file(root: str) -> str | None:
    """The user's own ignore file, which need not exist."""
    try:
        named = text(Git(Path(root)).run("config", "--type=path", "--get", "core.excludesFile", ok=(0, 1)))
    except GitError:
        return None
    if named.strip():
        return str(Path(root, named.removesuffix("\n")))
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")  # noqa: PTH111, PTH118
    return f"{home}/git/ignore"


def _path(at: bytes, name: bytes) -> bytes:
    path = join(at, name)
    return b"./" + path if path.startswith(b":") else path  # else an order to git


def _talk(child: subprocess.Popen[bytes], question: bytes, count: int) -> list[bytes]:
    """So many NUL-terminated fields, or fewer when git ends or is silent for too long.

    Writes and reads in turn: both pipes are small, and git answers while it still reads.
    """
    assert child.stdin is not None
    assert child.stdout is not None
    source, sink = child.stdout.fileno(), child.stdin.fileno()
    out, seen, left = bytearray(), 0, memoryview(question)
    while seen < count:
        readable, writable, _ = select.select([source], [sink] if left else [], [], ANSWER_LIMIT_S)
        if writable:
            left = left[os.write(sink, left[: select.PIPE_BUF]) :]
        if readable:
            chunk = os.read(source, READ_BYTES)
            if not chunk:
                break
            out += chunk
            seen += chunk.count(b"\0")
        if not readable and not writable:
            break
    return bytes(out).split(b"\0")[:seen]
