"""A store on a full disk, one that two runs fill at once, and one whose run was killed."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import together
import unprivileged
from histories import Random, grow
from mementod.stores.cache import Cache
from mementod.vcs.git import Git
from mementod.vcs.history import History
from repos import Repo

FULL = """
import resource, signal
from mementod.stores.cache import Cache
from mementod.vcs.git import Git
from mementod.vcs.history import History
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
with Cache(Path(sys.argv[1])) as cache:
    history = History(cache, Git(Path(sys.argv[2])), sys.argv[4])
    cache.remember("moments", "q", ("x" * 500_000,))
    cache.flush()
    print(len(history), len(history.every_file()), cache.recall("moments", "q") is not None, bool(cache.problem))
"""


@pytest.mark.parametrize("limit", [0, 4096, 20_000, 70_000, 150_000])
def test_a_disk_that_is_full(limit: int, tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({f"src/more/{n}.py": f"{n}" for n in range(61)}).commit().commit()
    path = tmp_path / "store/cache.db"

    for _ in range(2):
        said = unprivileged.run_as_is(FULL, str(path), str(repo.root), str(limit), repo.head, folder=tmp_path)
        assert said.strip() == "2 61 True True"
    with Cache(path) as cache:
        assert cache.problem is None, "with room again, nothing of it is left"
        assert len(History(cache, Git(repo.root), repo.head).every_file()) == 61


IMPORTS = """
from mementod.stores.cache import Cache
from mementod.vcs.git import Git
from mementod.vcs.history import History
"""
FILL = """
with Cache(Path(sys.argv[1])) as cache:
    history = History(cache, Git(Path(sys.argv[2])), sys.argv[3])
    rows = [(c.commit, c.status) for p in history.every_file() for c in history.changes(p)]
    print(len(history), len(rows), len(set(rows)) , cache.problem)
"""


def test_two_runs_at_once(tmp_path: Path) -> None:
    repo = grow(Repo(tmp_path / "repo"), Random(7))
    args = (str(tmp_path / "store/cache.db"), str(repo.root), repo.head)
    for _ in range(3):
        said = set(together.outputs(IMPORTS, FILL, [args] * 3))
        assert len(said) == 1
        assert said.pop().endswith("None\n")
        shutil.rmtree(tmp_path / "store")


KILLED = """
import os, signal, sys
from pathlib import Path
from mementod.stores.cache import Cache
from mementod.vcs.git import Git
from mementod.vcs import filling, history
point = sys.argv[4]
def die(*args):
    os.kill(os.getpid(), signal.SIGKILL)
real = getattr(history.Filling, "_store")
filling.ROWS_AT_ONCE = 5
if point == "rows":
    history.Filling._store = lambda self, rows: (real(self, rows), die())
if point == "line":
    history.History._line = die
with Cache(Path(sys.argv[1])) as cache:
    history.History(cache, Git(Path(sys.argv[2])), sys.argv[3])
    die()
"""


@pytest.mark.parametrize("point", ["rows", "line", "end"])
def test_a_run_that_is_killed(point: str, tmp_path: Path) -> None:
    repo = grow(Repo(tmp_path / "repo"), Random(8), 8)
    path = tmp_path / "store/cache.db"
    command = [sys.executable, "-c", KILLED, str(path), str(repo.root), repo.head, point]
    assert subprocess.run(command, check=False, timeout=25).returncode == -signal.SIGKILL

    with Cache(path) as cache, Cache(tmp_path / "new.db") as new:
        history, fresh_one = History(cache, Git(repo.root), repo.head), History(new, Git(repo.root), repo.head)
        assert cache.problem is None
        assert history.every_file() == fresh_one.every_file()
        assert all(history.changes(p) == fresh_one.changes(p) for p in history.every_file())
