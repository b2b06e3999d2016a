"""The clock of the machine is set, far forwards and backwards, while the daemon runs: nothing is lost or told twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from daemons import START, Running, mementod, running
from mementod.ipc.protocol import Op
from mementod.paths import Paths
from repos import Repo

LIBRARY = next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))), None)
pytestmark = [
    pytest.mark.timeout(90),
    pytest.mark.skipif(not LIBRARY, reason="libfaketime is NOT INSTALLED: nobody sets the daemon's clock"),
]
BETA = "def beta():\n    return 2\n"
NOTE = "`src/b.py` has `beta()`.\n"
GONE = {"src/b.py": ("ok", "deleted"), "beta()": ("ok", "deleted")}
BACK = {"src/b.py": ("deleted", "ok"), "beta()": ("deleted", "ok")}


class Clock:
    """What the daemon and its children take for the time of day; how long something lasts stays as it is."""

    def __init__(self, folder: Path) -> None:
        self._place = folder / "clock"
        self.set("+0")
        self.program = (
            "env",
            f"LD_PRELOAD={LIBRARY}",
            f"FAKETIME_TIMESTAMP_FILE={self._place}",
            "FAKETIME_NO_CACHE=1",
            "FAKETIME_DONT_FAKE_MONOTONIC=1",
            "NO_FAKE_STAT=1",  # files have the times that the kernel gives them
            *START,
        )

    def set(self, distance: str) -> None:
        """So far from the right time: `-2d`, `+10y`."""
        new = self._place.with_suffix(".new")
        new.write_text(distance + "\n")
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
    for distance in ("-2d",):
        clock.set(distance)
        (repo.root / "src/b.py").unlink()
        assert (distance, follower.verdicts()) == (distance, GONE)
        (repo.root / "src/b.py").write_text(BETA)
        assert (distance, follower.verdicts()) == (distance, BACK)
    home = daemon.home(repo.root)
    assert (home["lost_changes"], home["problem"]) == (0, "")


def test_two_writes_at_once_are_two_whatever_the_clock_says(clock: Clock, repo: Repo, daemon: Running) -> None:
    daemon.follow(repo.root)
    for distance in ("-1d", "+1d"):
        clock.set(distance)
        for name in ("alpha", "omega"):  # of the same length, one right after the other
            (repo.root / "src/a.py").write_text(f"def {name}():\n    pass\n")
            found = daemon.ask(Op.SYMBOLS, repo.root, name=name)["symbols"]
            assert (distance, found) == (distance, [["src/a.py", name, "function", 1]])


def test_what_was_told_before_the_clock_was_set_back_is_not_told_again(
    clock: Clock, repo: Repo, paths: Paths, tmp_path: Path
) -> None:
    with running(paths, tmp_path, program=clock.program) as daemon:
        follower = daemon.follow(repo.root)
        (repo.root / "src/b.py").unlink()
        assert follower.verdicts() == GONE
        daemon.kill()
    clock.set("-3y")
    with running(paths, tmp_path, program=clock.program) as daemon:
        follower = daemon.follow(repo.root)
        (repo.root / "src/b.py").write_text(BETA)
        assert follower.verdicts() == BACK  # and nothing before
