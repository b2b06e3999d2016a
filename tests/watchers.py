"""Talks to a real watcher process, and looks at a tree from scratch to compare."""

from __future__ import annotations

import os
import select
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from mementod.brain.frames import INCOMPLETE, Frames, pack
from mementod.vcs import git
from mementod.watcher.codec import encode, report
from mementod.watcher.messages import (
    Audit,
    Batch,
    Changed,
    Command,
    List,
    Listing,
    Ready,
    Report,
    Row,
    State,
    Sync,
    Synced,
    Watch,
)
from repos import Repo

LIMIT_S = 20.0
R = TypeVar("R", bound=Report)


class Watcher:
    """A watcher process. `reports` are all it said, in order; what a test has waited for is not waited for again."""

    def __init__(self, *before: str) -> None:
        """`before`: a command that runs the process, `unshare` say."""
        command = [*before, sys.executable, "-I", "-m", "mementod.watcher.main", str(os.getpid())]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.reports: list[Report] = []
        self._frames = Frames()
        self._read = 0  # reports before this one were waited for
        self._tokens = 0
        self._states: dict[str, State] = {}

    def __enter__(self) -> Watcher:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()

    @property
    def pid(self) -> int:
        return self.process.pid

    def send(self, command: Command) -> None:
        self.send_bytes(pack(encode(command)))

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)

    def until(self, kind: type[R], fits: Callable[[R], bool] = lambda said: True, limit: float = LIMIT_S) -> R:
        """Wait for such a report; those before it are passed over."""
        end = time.monotonic() + limit
        while True:
            while self._read < len(self.reports):
                said = self.reports[self._read]
                self._read += 1
                if isinstance(said, kind) and fits(said):
                    return said
            assert self._more(end), f"no {kind.__name__} came; last: {self.reports[-5:]}"

    def _more(self, end: float) -> bool:
        assert self.process.stdout is not None
        handle = self.process.stdout.fileno()
        if not select.select([handle], [], [], max(0.0, end - time.monotonic()))[0]:
            return False
        data = os.read(handle, 1 << 20)
        assert data, f"the process ended: {self.process.wait()}"
        self._frames.feed(data)
        while (value := self._frames.next()) is not INCOMPLETE:
            said = report(value)
            self.reports.append(said)
            if isinstance(said, State):
                self._states[said.repo] = said
        return True

    def watch(self, root: Path, *folders: Path, cited: Iterable[str] = (), name: str = "repo") -> None:
        """Watch a repository, or a plain folder, and wait until it is ready."""
        self.send(watch(root, *folders, cited=cited, name=name))
        self.until(Ready, lambda said: said.repo == name)

    def sync(self, limit: float = LIMIT_S) -> Synced:
        self._tokens += 1
        token = self._tokens
        self.send(Sync(token))
        return self.until(Synced, lambda said: said.token == token, limit)

    def changes(self, name: str = "repo") -> dict[str, Changed]:
        """The last word about each path that changed since the call before, after a Sync."""
        self.sync()
        found = {item.path: item for batch in self.batches(name) for item in batch.changed}
        self.reports.clear()
        self._read = 0
        return found

    def batches(self, name: str = "repo") -> list[Batch]:
        return [said for said in self.reports if isinstance(said, Batch) and said.repo == name]

    def now(self, name: str = "repo") -> dict[str, str]:
        """What `changes` says, in short: path -> what is there."""
        return {path: item.now for path, item in self.changes(name).items()}

    def told(self, path: str, limit: float = LIMIT_S) -> Changed:
        """Wait until a path is told of, without asking."""
        batch = self.until(Batch, lambda said: any(item.path == path for item in said.changed), limit)
        return next(item for item in batch.changed if item.path == path)

    def table(self, name: str = "repo") -> dict[str, Row]:
        self._tokens += 1
        token = self._tokens
        self.send(List(name, token))
        rows: dict[str, Row] = {}
        while True:
            part = self.until(Listing, lambda said: said.token == token)
            rows.update((row.path, row) for row in part.rows)
            if not part.more:
                return rows

    def audit(self, name: str = "repo") -> int:
        """How many changes no notice told of."""
        self.send(Audit(name))
        self.sync()
        return self.state(name).lost_changes

    def state(self, name: str = "repo") -> State:
        """The last word about how it is watched."""
        while name not in self._states:
            self.until(State, lambda said: said.repo == name)
        return self._states[name]

    def stop(self) -> None:
        self.process.send_signal(signal.SIGSTOP)
        while Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":
            os.sched_yield()

    def resume(self) -> None:
        self.process.send_signal(signal.SIGCONT)


def watch(root: Path, *folders: Path, cited: Iterable[str] = (), name: str = "repo") -> Watch:
    """The command for a repository or a plain folder."""
    own = common = None
    if (root / ".git").exists():
        own, common = (_ask(root, "--absolute-git-dir"), _ask(root, "--git-common-dir"))
    return Watch(name, str(root), own, common, tuple(map(str, folders)), tuple(cited))


def _ask(root: Path, what: str) -> str:
    line = ["git", "-C", str(root), "rev-parse", "--path-format=absolute", what]
    return git.text(subprocess.run(line, check=True, capture_output=True).stdout).rstrip("\n")


Look = tuple[str, int, int, int, int]  # kind, inode, size, mtime, ctime


def looks(rows: dict[str, Row]) -> dict[str, Look]:
    """A table, comparable with `scan`."""
    return {path: (row.kind, row.inode, row.size, row.mtime_ns, row.ctime_ns) for path, row in rows.items()}


def scan(root: Path) -> dict[str, Look]:
    """What a watcher of this repository should know, found without it."""
    found: dict[str, Look] = {}
    forced = _forced(root)
    level = [b""]
    while level:  # one question to git for all folders of the same depth
        entries = [entry for at in level for entry in _entries(root, at)]
        ignored = _ignored(root, [path for path, _ in entries]) - forced
        kept = [(path, about) for path, about in entries if path not in ignored]
        found.update((git.text(path), _look(about)) for path, about in kept)
        level = [path for path, about in kept if stat.S_ISDIR(about.st_mode)]
    return found


def _forced(root: Path) -> set[bytes]:
    """The paths that git tracks although it ignores them, and the folders that they are in."""
    if not (root / ".git").exists():
        return set()
    line = ["git", "-C", str(root), "ls-files", "-z", "-c", "-i", "--exclude-standard"]
    paths = subprocess.run(line, check=True, capture_output=True).stdout.split(b"\0")
    return {b"/".join(path.split(b"/")[:depth]) for path in paths for depth in range(1, path.count(b"/") + 2)}


def _entries(root: Path, at: bytes) -> list[tuple[bytes, os.stat_result]]:
    with os.scandir(os.fsencode(root) + b"/" + at) as entries:
        names = [(entry.name, entry.stat(follow_symlinks=False)) for entry in entries if entry.name != b".git"]
    return [(at + b"/" + name if at else name, about) for name, about in names]


def _ignored(root: Path, paths: list[bytes]) -> set[bytes]:
    if not paths or not (root / ".git").exists():
        return set()
    line = ["git", "-C", str(root), "check-ignore", "-z", "--stdin", "--no-index"]
    plain = [b"./" + path if path.startswith(b":") else path for path in paths]
    done = subprocess.run(line, input=b"\0".join(plain) + b"\0", capture_output=True)
    assert done.returncode in (0, 1), done.stderr
    return {path.removeprefix(b"./") for path in done.stdout.split(b"\0")}


def _look(about: os.stat_result) -> Look:
    if stat.S_ISDIR(about.st_mode):
        return "dir", about.st_ino, 0, 0, 0
    kind = "file" if stat.S_ISREG(about.st_mode) else "link" if stat.S_ISLNK(about.st_mode) else "other"
    return kind, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns


def wrong(watcher: Watcher, root: Path, name: str = "repo") -> dict[str, tuple[Look | None, Look | None]]:
    """Where the table, after a Sync, differs from the disk: what it says, what is there."""
    watcher.sync()
    table, disk = looks(watcher.table(name)), scan(root)
    return {p: (table.get(p), disk.get(p)) for p in table.keys() | disk.keys() if not same(table.get(p), disk.get(p))}


def same(one: Look | None, other: Look | None) -> bool:
    """Whether a row says what is there; setting a time makes no notice, and changes nothing that counts."""
    if one is None or other is None:
        return False
    return one[:3] == other[:3] and (one[3] == other[3] or other[4] > other[3])


def project(root: Path) -> Repo:
    """A small repository with an ignored folder."""
    files = {"src/a.py": "a = 1\n", "src/pkg/b.py": "b = 1\n", "docs/c.md": "c\n", ".gitignore": "build/\n*.o\n"}
    return Repo(root).write(files).commit()
