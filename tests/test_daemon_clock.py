"""The clock of the machine is set, far forwards and backwards, while the daemon runs: nothing is lost or told twice."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from daemons import START, Running, mementod, running
from mementod.ipc.protocol import Op
from mementod.paths import Paths
from repos import Repo

COMPILER = shutil.which("cc")
pytestmark = [
    pytest.mark.timeout(90),
    pytest.mark.skipif(sys.platform != "linux", reason="LD_PRELOAD"),
    pytest.mark.skipif(not COMPILER, reason="there is NO C COMPILER: nobody sets the daemon's clock"),
]
# The time of day is so many seconds off as a file says; how long something lasts stays as it is.
SHIM = r"""
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <sys/syscall.h>

int clock_gettime(clockid_t clock, struct timespec *out) {
    int failed = syscall(SYS_clock_gettime, clock, out);
    const char *place = getenv("TEST_CLOCK");
    FILE *file;
    long off = 0;
    if (!failed && clock == CLOCK_REALTIME && place && (file = fopen(place, "re"))) {
        if (fscanf(file, "%ld", &off) == 1)
            out->tv_sec += off;
        fclose(file);
    }
    return failed;
}
"""
DAY, YEAR = 86_400, 365 * 86_400
BETA = "def beta():\n    return 2\n"
NOTE = "`src/b.py` has `beta()`.\n"
GONE = {"src/b.py": ("ok", "deleted"), "beta()": ("ok", "deleted")}
BACK = {"src/b.py": ("deleted", "ok"), "beta()": ("deleted", "ok")}


class Clock:
    """What the daemon and its children take for the time of day. `program` starts one with it."""

    def __init__(self, folder: Path) -> None:
        self._place, library, source = folder / "clock", folder / "clock.so", folder / "clock.c"
        source.write_text(SHIM)
        subprocess.run([str(COMPILER), "-shared", "-fPIC", "-o", library, source], check=True)
        self.program = ("env", f"LD_PRELOAD={library}", f"TEST_CLOCK={self._place}", *START)
        self.set(0)

    def set(self, off: int) -> None:
        """So many seconds from the right time."""
        new = self._place.with_suffix(".new")
        new.write_text(str(off))
        new.replace(self._place)


@pytest.fixture
def clock(tmp_path: Path) -> Clock:
    return Clock(tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo").write({"src/a.py": "A = 1\n", "src/b.py": BETA}).commit()
    repo.write({"CLAUDE.md": NOTE}).commit(date="2025-01-02")
    assert mementod("enrol", folder=repo.root).returncode == 0
    return repo


@pytest.fixture
def daemon(repo: Repo, clock: Clock, paths: Paths, tmp_path: Path) -> Iterator[Running]:
    with running(paths, tmp_path, program=clock.program) as found:
        yield found


def test_a_clock_that_jumps_changes_no_verdict(clock: Clock, repo: Repo, daemon: Running) -> None:
    follower = daemon.follow(repo.root)
    for off in (-2 * DAY, 10 * YEAR, -30 * YEAR, 0):
        clock.set(off)
        (repo.root / "src/b.py").unlink()
        assert (off, follower.verdicts()) == (off, GONE)
        (repo.root / "src/b.py").write_text(BETA)
        assert (off, follower.verdicts()) == (off, BACK)
    home = daemon.home(repo.root)
    assert (home["lost_changes"], home["problem"]) == (0, "")


def test_two_writes_at_once_are_two_whatever_the_clock_says(clock: Clock, repo: Repo, daemon: Running) -> None:
    daemon.follow(repo.root)
    for off in (-DAY, DAY):
        clock.set(off)
        for name in ("alpha", "omega"):  # of the same length, one right after the other
            (repo.root / "src/a.py").write_text(f"def {name}():\n    pass\n")
            found = daemon.ask(Op.SYMBOLS, repo.root, name=name)["symbols"]
            assert (off, found) == (off, [["src/a.py", name, "function", 1]])


def test_what_was_told_before_the_clock_was_set_back_is_not_told_again(
    clock: Clock, repo: Repo, paths: Paths, tmp_path: Path
) -> None:
    with running(paths, tmp_path, program=clock.program) as daemon:
        follower = daemon.follow(repo.root)
        (repo.root / "src/b.py").unlink()
        assert follower.verdicts() == GONE
        daemon.kill()
    clock.set(-3 * YEAR)
    with running(paths, tmp_path, program=clock.program) as daemon:
        follower = daemon.follow(repo.root)
        (repo.root / "src/b.py").write_text(BETA)
        assert follower.verdicts() == BACK  # and nothing before
