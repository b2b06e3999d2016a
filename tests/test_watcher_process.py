"""The process itself: how it ends, what it imports, what it does with nonsense, what it costs when nothing happens."""

from __future__ import annotations

import os
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mementod.brain.frames import FRAME_LIMIT_BYTES, pack
from mementod.watcher.codec import encode
from mementod.watcher.messages import Alive, Batch, Cited, Ready, State, Sync, Watch
from repos import Repo
from watchers import Watcher, project, watch, wrong

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
FORBIDDEN = ("tree_sitter", "click", "sqlite3", "rich", "yaml", "pathspec", "asyncio")
ENDS_S = 1.0


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    with Watcher() as found:
        yield found


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return project(tmp_path / "repo")


def children(pid: int) -> set[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {int(child) for child in found}


def test_it_ends_with_its_input_and_so_does_its_git(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    repo.write({"asked/about": "1"})
    watcher.sync()
    git = [os.pidfd_open(child) for child in children(watcher.pid)]
    assert git
    assert watcher.process.stdin is not None
    began = time.monotonic()
    watcher.process.stdin.close()
    assert watcher.process.wait(10) == 0
    assert time.monotonic() - began < ENDS_S + 1  # a crowded machine
    for handle in git:
        assert select.select([handle], [], [], 10)[0]
        os.close(handle)


def test_it_dies_with_its_parent(tmp_path: Path) -> None:
    code = (
        "import os, subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-I', '-m', 'mementod.watcher.main', str(os.getpid())],"
        " stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "child.stdout.read(5)\n"  # it runs
        "print(child.pid, flush=True)\n"
        "sys.stdin.read()\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    assert parent.stdin is not None
    handle = os.pidfd_open(int(parent.stdout.readline()))
    parent.kill()
    assert select.select([handle], [], [], 10)[0]
    os.close(handle)
    parent.wait()
    parent.stdout.close()
    parent.stdin.close()


def test_without_that_parent_it_does_not_begin() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-m", "mementod.watcher.main", "1"], input=b"", capture_output=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, b"")


@pytest.mark.parametrize(
    "nonsense",
    [
        pack("Sync"),
        pack(("Sync", "one")),
        pack(("Watch", "r")),
        pack(("Ready", "r")),
        pack(("Watch", "r", "relative", None, None, (), ())),
        pack(("Watch", "r", "", None, None, ("",), ())),
        pack(None),
        struct.pack(">I", 1) + b"\xc1",
        struct.pack(">I", 0),
    ],
)
def test_nonsense_is_answered_and_what_follows_obeyed(watcher: Watcher, nonsense: bytes) -> None:
    watcher.send_bytes(nonsense)
    assert "makes no sense" in watcher.until(State).problem
    watcher.sync()


def test_a_frame_that_cannot_be_ends_it_with_a_word(watcher: Watcher) -> None:
    watcher.send_bytes(struct.pack(">I", FRAME_LIMIT_BYTES + 1))
    assert "makes no sense" in watcher.until(State).problem
    assert watcher.process.wait(10) == 0


def test_a_repository_that_is_not_watched_is_no_reason_to_end(watcher: Watcher) -> None:
    watcher.send(Cited("nobody", ("x",)))
    assert watcher.until(State).problem == "it is not watched"
    watcher.sync()


def test_a_path_that_cannot_be_is_a_root_that_is_not_there(watcher: Watcher, tmp_path: Path) -> None:
    odd = str(tmp_path / ("x" * 300))
    cited = ("../x", "/abs", "", "a//b", "a/./b", "\udcff")
    for repo, root in (("long", odd), ("no folder", "/dev/null/x"), ("deep", "/x" * 3_000)):
        watcher.send(Watch(repo, root, odd, None, (odd, "/dev/null/x"), cited))
        while watcher.until(Ready).repo != repo:
            pass
        assert watcher.state(repo).mode == "gone"
    watcher.sync()


def test_commands_may_come_in_pieces(watcher: Watcher, repo: Repo) -> None:
    for byte in pack(encode(watch(repo.root))):
        watcher.send_bytes(bytes([byte]))
    assert watcher.until(Ready)


def test_a_brain_that_does_not_read_gets_less_and_no_lie(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    for number in range(20):
        for file in range(200):
            (repo.root / f"{'n' * 150}{file}").write_text(f"{number}\n")
        watcher.send(Sync(1_000 + number))
    watcher.until(Batch)
    assert not wrong(watcher, repo.root)


def test_it_imports_nothing_heavy(watcher: Watcher) -> None:
    code = "import sys, mementod.watcher.loop, mementod.watcher.inotify; print(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert loaded.isdisjoint(FORBIDDEN)


def test_when_nothing_happens_it_sleeps_and_says_that_it_lives(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    watcher.sync()

    def slept() -> int:
        tasks = Path(f"/proc/{watcher.pid}/task").glob("*/status")
        lines = [line for task in tasks for line in task.read_text().splitlines()]
        return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))

    before = slept()
    watcher.until(Alive)
    assert slept() - before <= 2 * 5 + 4  # two a second; and what the start left to do


def test_it_leaves_no_file_behind(watcher: Watcher, repo: Repo) -> None:
    watcher.watch(repo.root)
    before = sorted(path.name for path in (repo.root / ".git").iterdir())
    watcher.audit()
    watcher.process.send_signal(signal.SIGTERM)
    watcher.process.wait(10)
    assert sorted(path.name for path in (repo.root / ".git").iterdir()) == before
