"""Bad days of the disks below the daemon: full, read-only, taken away, or of a kind that SQLite cannot share."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from daemons import LIMIT_S, START, mementod, running
from mementod.ipc.protocol import Op
from mementod.paths import Paths
from namespaces import mount, unmount, with_own_mounts
from repos import Repo

pytestmark = [pytest.mark.timeout(90), pytest.mark.skipif(sys.platform != "linux", reason="mounts")]
BETA = "def beta():\n    return 2\n"
NOTE = "`src/b.py` has `beta()`.\n"
GONE = {"src/b.py": ("ok", "deleted"), "beta()": ("ok", "deleted")}
FRONT = f"---\ndescription: where beta is\n---\n{NOTE}"
SMALL = "size=4m"


def enrolled(root: Path, note: str = NOTE) -> Repo:
    repo = Repo(root).write({"src/a.py": "A = 1\n", "src/b.py": BETA}).commit()
    repo.write({"CLAUDE.md": note}).commit(date="2025-01-02")
    assert mementod("enrol", folder=repo.root).returncode == 0
    return repo


def tmpfs(place: Path, options: str = SMALL) -> Path:
    place.mkdir(parents=True, exist_ok=True)
    mount("-t", "tmpfs", "-o", options, "none", place)
    return place


def fill(folder: Path) -> Path:
    """A file that takes all the room there is."""
    path = folder / "filler"
    with path.open("wb", buffering=0) as file:
        for size in (1 << 16, 1):
            with contextlib.suppress(OSError):
                while file.write(bytes(size)):
                    pass
    return path


def make_read_only(folder: Path) -> None:
    """For whoever opens something in it from now on."""
    mount("--bind", folder, folder)
    mount("-o", "remount,bind,ro", folder)


@with_own_mounts
def test_a_state_directory_on_a_full_disk_keeps_no_verdict_back(paths: Paths, tmp_path: Path) -> None:
    state = tmpfs(paths.state_dir())
    repo = enrolled(tmp_path / "repo")
    with running(paths, tmp_path) as daemon:
        follower = daemon.follow(repo.root)
        filler = fill(state)
        (repo.root / "src/b.py").unlink()
        daemon.await_home(repo.root, lambda home: home["levels"]["error"] == 2 and "full" in home["problem"])
        assert daemon.ask(Op.CHECK, repo.root)
        assert mementod("check", folder=repo.root).returncode == 1
        filler.unlink()
        assert follower.verdicts() == GONE
        daemon.await_home(repo.root, lambda home: not home["problem"])


@with_own_mounts
def test_a_repository_on_a_full_disk_is_judged_and_marked_when_there_is_room(paths: Paths, tmp_path: Path) -> None:
    disk = tmpfs(tmp_path / "disk")
    repo = enrolled(disk / "repo", FRONT)
    repo.write({".mementod.yaml": "mark: frontmatter\n"})
    with running(paths, tmp_path) as daemon:
        follower = daemon.follow(repo.root)
        filler = fill(disk)
        (repo.root / "src/b.py").rename(repo.root / "src/c.py")  # which gives back no room
        assert follower.verdicts()["src/b.py"] == ("ok", "renamed")
        daemon.await_log("not marked: it cannot be written: No space left on device")
        assert daemon.ask(Op.CHECK, repo.root)
        filler.unlink()
        daemon.await_log("marked")
        assert "stale:" in (repo.root / "CLAUDE.md").read_text()


@with_own_mounts
def test_a_repository_whose_disk_is_taken_away_is_not_empty_and_comes_back(paths: Paths, tmp_path: Path) -> None:
    disk, place = tmpfs(tmp_path / "disk"), tmp_path / "place"
    place.mkdir()
    mount("--bind", disk, place)
    repo, other = enrolled(place / "repo"), enrolled(tmp_path / "other")
    with running(paths, tmp_path) as daemon:
        follower, beside = daemon.follow(repo.root), daemon.follow(other.root)
        unmount(place)
        gone = daemon.await_home(repo.root, lambda home: home["state"] == "gone")
        assert f"{repo.root} is gone" in gone["problem"]
        (other.root / "src/b.py").unlink()
        assert beside.verdicts() == GONE
        mount("--bind", disk, place)
        daemon.await_home(repo.root, lambda home: home["state"] == "fresh" and not home["problem"])
        (repo.root / "src/b.py").unlink()
        assert follower.verdicts() == GONE  # and nothing before


@with_own_mounts
def test_a_state_directory_that_becomes_read_only_stops_no_daemon_that_runs(paths: Paths, tmp_path: Path) -> None:
    repo = enrolled(tmp_path / "repo")
    with running(paths, tmp_path) as daemon:
        follower = daemon.follow(repo.root)
        make_read_only(state := paths.state_dir())
        daemon.process.send_signal(signal.SIGHUP)  # everything is opened anew
        (repo.root / "src/b.py").unlink()
        assert follower.verdicts() == GONE
        unmount(state)
        assert daemon.ask(Op.CHECK, repo.root)


@with_own_mounts
def test_without_a_place_for_its_state_a_daemon_says_so_and_a_check_needs_none(paths: Paths, tmp_path: Path) -> None:
    repo = enrolled(tmp_path / "repo")
    make_read_only(state := paths.state_dir())
    run = subprocess.run([*START, "run"], capture_output=True, text=True, timeout=LIMIT_S)
    assert run.returncode == 2
    assert f"{state} cannot be written" in run.stderr
    (repo.root / "src/b.py").unlink()
    check = mementod("check", folder=repo.root)
    assert (check.returncode, "nothing is kept" in check.stderr) == (1, True)
