"""The daemon from end to end: real processes, a real repository, real edits."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from daemons import LIMIT_S, START, Running, mementod, running
from mementod.ipc.client import WhyNot
from mementod.ipc.protocol import Answer, Error, Op
from mementod.paths import Paths
from repos import Repo

pytestmark = pytest.mark.timeout(90)
NOTE = "# Map\n\n- `src/a.py` has `alpha()`.\n- `src/b.py` has `beta()`.\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo")
    repo.write({"src/a.py": "def alpha():\n    return 1\n", "src/b.py": "def beta():\n    return 2\n"}).commit()
    repo.write({"CLAUDE.md": NOTE}).commit(date="2025-01-02")
    assert mementod("enrol", folder=repo.root).returncode == 0
    return repo


@pytest.fixture
def daemon(repo: Repo, paths: Paths, tmp_path: Path) -> Iterator[Running]:
    with running(paths, tmp_path) as found:
        yield found


def checked(folder: Path) -> dict[str, str]:
    """Cited text -> verdict, as the command line says it."""
    said = json.loads(mementod("check", "--format", "json", "--fail-on", "never", folder=folder).stdout)
    return {c["text"]: c["verdict"] for note in said["notes"] for c in note["citations"]}


def test_a_file_that_moves_is_told_with_its_new_place_and_told_again_when_it_comes_back(
    repo: Repo, daemon: Running
) -> None:
    follower = daemon.follow(repo.root)
    (repo.root / "lib").mkdir()
    (repo.root / "src/a.py").rename(repo.root / "lib/a.py")
    gone = follower.until(lambda row: row["text"] == "src/a.py")
    (repo.root / "lib/a.py").rename(repo.root / "src/a.py")
    back = follower.until(lambda row: row["text"] == "src/a.py")
    assert [(r["before"], r["after"], r["target"]) for r in gone if r["text"] == "src/a.py"] == [
        ("ok", "moved", "lib/a.py")
    ]
    assert [(r["before"], r["after"]) for r in back if r["text"] == "src/a.py"] == [("moved", "ok")]


def test_an_answer_includes_every_change_made_before_the_question(repo: Repo, daemon: Running) -> None:
    daemon.follow(repo.root)
    for number in range(5):
        (repo.root / "src/b.py").unlink()
        gone = checked(repo.root)["src/b.py"]
        (repo.root / "src/b.py").write_text("def beta():\n    return 2\n")
        assert (number, gone, checked(repo.root)["src/b.py"]) == (number, "deleted", "ok")


def test_the_daemon_says_what_the_command_line_says_alone(repo: Repo, daemon: Running) -> None:
    daemon.follow(repo.root)
    (repo.root / "src/a.py").write_text("def omega():\n    return 1\n")
    repo.commit("rename")
    with_daemon = mementod("check", "--format", "json", folder=repo.root)
    mementod("pause", folder=repo.root)
    alone = mementod("check", "--format", "json", folder=repo.root)
    assert (with_daemon.returncode, with_daemon.stdout) == (alone.returncode, alone.stdout)
    assert '"verdict": "renamed"' in alone.stdout


def test_what_was_told_is_not_told_again_after_a_kill(repo: Repo, paths: Paths, tmp_path: Path) -> None:
    with running(paths, tmp_path) as daemon:
        follower = daemon.follow(repo.root)
        (repo.root / "src/b.py").unlink()
        first = follower.until(lambda row: row["text"] == "src/b.py")
        daemon.process.kill()
        daemon.process.wait()
    (repo.root / "src/a.py").unlink()
    with running(paths, tmp_path) as daemon:
        second = daemon.follow(repo.root).until(lambda row: row["text"] == "src/a.py")
    assert {"src/b.py", "beta()"} == {row["text"] for row in first}
    assert {"src/a.py", "alpha()"} == {row["text"] for row in second}


def test_a_line_written_beside_code_that_is_never_committed_is_remembered(repo: Repo, daemon: Running) -> None:
    follower = daemon.follow(repo.root)
    repo.write({"src/draft.py": "def gamma():\n    return 3\n"})
    repo.write({"CLAUDE.md": NOTE + "- `src/draft.py` has `gamma()`.\n"})
    daemon.ask(Op.CHECK, repo.root)
    (repo.root / "src/draft.py").unlink()
    told = follower.until(lambda row: row["text"] == "src/draft.py")
    mementod("pause", folder=repo.root)
    assert {r["text"]: r["after"] for r in told}["src/draft.py"] == "deleted"
    assert checked(repo.root)["gamma()"] == "deleted"  # as told, from the same ledger, without the daemon


def test_a_switch_of_branches_tells_nothing(repo: Repo, daemon: Running) -> None:
    repo.git("checkout", "-q", "-b", "other")
    repo.remove("src/b.py").commit("without b")
    repo.git("checkout", "-q", "main")
    repo.write({"main.txt": "on main only\n", "CLAUDE.md": NOTE + "\nSee `main.txt`.\n"}).commit("main goes on")
    follower = daemon.follow(repo.root)
    repo.git("checkout", "-q", "other")
    assert checked(repo.root)["src/b.py"] == "unchecked"
    repo.git("checkout", "-q", "main")
    assert checked(repo.root)["main.txt"] == "ok"
    (repo.root / "main.txt").unlink()
    assert follower.verdicts() == {"main.txt": ("ok", "deleted")}


def test_a_watcher_that_is_killed_is_started_again_and_nothing_is_lost(repo: Repo, daemon: Running) -> None:
    follower = daemon.follow(repo.root)
    watcher = next(int(p.name) for p in Path("/proc").iterdir() if _is_watcher_of(p, daemon.process.pid))
    os.kill(watcher, signal.SIGKILL)
    (repo.root / "src/b.py").unlink()
    assert follower.verdicts()["src/b.py"] == ("ok", "deleted")
    assert daemon.ask(Op.STATUS)["watcher_restarts"] == 1


def test_a_repository_that_disappears_and_comes_back_loses_nothing(repo: Repo, daemon: Running) -> None:
    follower = daemon.follow(repo.root)
    repo.root.rename(repo.root.with_name("away"))
    while daemon.home(repo.root)["state"] != "gone":
        pass
    repo.root.with_name("away").rename(repo.root)
    (repo.root / "src/b.py").unlink()
    assert follower.verdicts()["src/b.py"] == ("ok", "deleted")


def test_enrolling_another_repository_reaches_the_daemon_that_runs(repo: Repo, daemon: Running, tmp_path: Path) -> None:
    other = Repo(tmp_path / "other").write({"AGENTS.md": "See `x.py`.\n", "x.py": "X = 1\n"}).commit()
    assert mementod("enrol", folder=other.root).returncode == 0
    follower = daemon.follow(other.root)
    (other.root / "x.py").unlink()
    assert follower.verdicts() == {"x.py": ("ok", "deleted")}
    assert mementod("unenrol", folder=other.root).returncode == 0
    left = daemon.answer(Op.CHECK, other.root)
    assert isinstance(left, Answer)
    assert left.error is Error.UNKNOWN_REPOSITORY


def test_what_is_verified_reaches_the_daemon_that_runs(repo: Repo, daemon: Running) -> None:
    daemon.follow(repo.root)
    assert "verified" in mementod("verify", "CLAUDE.md", folder=repo.root).stdout
    repo.write({"src/a.py": "def alpha():\n    return 9\n"})
    said = json.loads(mementod("check", "--format", "json", folder=repo.root).stdout)
    assert {c["stamp"]["how"] for n in said["notes"] for c in n["citations"] if c["verdict"] == "changed"} == {
        "verified"
    }


def test_a_second_daemon_is_refused_and_the_first_ends_in_good_order(repo: Repo, daemon: Running) -> None:
    second = subprocess.run([*START, "run"], capture_output=True, text=True, timeout=LIMIT_S)
    assert second.returncode == 2
    assert f"already running (pid {daemon.process.pid})" in second.stderr
    assert daemon.stop() == 0
    assert daemon.answer(Op.STATUS) is WhyNot.ABSENT
    assert mementod("status", folder=repo.root).returncode == 4


def _is_watcher_of(process: Path, parent: int) -> bool:
    try:
        command = (process / "cmdline").read_bytes()
        return b"mementod.watcher.main" in command and f"PPid:\t{parent}\n" in (process / "status").read_text()
    except OSError:
        return False


MARKED = "---\nname: map\n---\n\n- `src/a.py` is the heart.\n"


def test_a_stale_note_is_marked_where_the_repository_asks_for_it_and_only_there(repo: Repo, daemon: Running) -> None:
    repo.write({".mementod.yaml": "mark: frontmatter\n", ".serena/memories/map.md": MARKED}).commit()
    follower = daemon.follow(repo.root)
    note, plain = repo.root / ".serena/memories/map.md", (repo.root / "CLAUDE.md").read_text()
    (repo.root / "src/a.py").rename(repo.root / "src/core.py")
    follower.until(lambda row: row["note"] == ".serena/memories/map.md")
    daemon.await_log("marked")
    marked = note.read_text()
    (repo.root / "src/core.py").rename(repo.root / "src/a.py")
    daemon.await_log("mark taken out")
    assert '"src/a.py renamed to src/core.py"' in marked
    assert marked.replace(marked[marked.index("stale:") : marked.index("---\n\n")], "") == MARKED
    assert (note.read_text(), (repo.root / "CLAUDE.md").read_text()) == (MARKED, plain)
