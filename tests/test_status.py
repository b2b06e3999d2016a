"""`status` beside a real daemon, without one, and while somebody looks."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from daemons import START, Running, mementod, running
from mementod.paths import Paths
from repos import Repo
from terminals import CTRL_C, terminal

pytestmark = pytest.mark.timeout(90)
NOTE = "# Map\n\n- `src/a.py` has `alpha()`.\n- `src/b.py` is more.\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo")
    repo.write({"src/a.py": "def alpha():\n    return 1\n", "src/b.py": "B = 1\n", "CLAUDE.md": NOTE}).commit()
    assert mementod("enrol", folder=repo.root).returncode == 0
    return repo


@pytest.fixture
def daemon(repo: Repo, paths: Paths, tmp_path: Path) -> Iterator[Running]:
    with running(paths, tmp_path) as found:
        found.await_home(repo.root, lambda home: home["state"] == "fresh")
        yield found


def status(folder: Path) -> tuple[int, dict[str, Any]]:
    done = mementod("status", "--format", "json", folder=folder)
    return done.returncode, json.loads(done.stdout)


def test_it_is_well_until_a_note_is_stale_and_says_what_was_told(repo: Repo, daemon: Running) -> None:
    code, data = status(repo.root)
    assert code == bool(data["problems"])  # while somebody works on the program, the daemon says so
    assert (data["running"], data["repositories"][0]["last_told"]) == (True, None)
    follower = daemon.follow(repo.root)
    (repo.root / "src/b.py").unlink()
    follower.until(lambda row: row["text"] == "src/b.py")
    code, data = status(repo.root)
    (home,) = data["repositories"]
    assert (code, home["notes"], home["levels"]["error"]) == (1, {"stale": 1}, 1)
    assert home["state"] == "stale"  # as the text has it
    told = home["last_told"]
    assert (told["text"], told["before"], told["after"], told["count"]) == ("src/b.py", "ok", "deleted", 1)
    text = mementod("status", folder=repo.root).stdout
    assert "stale " in text
    assert "src/b.py deleted" in text


def test_a_daemon_that_is_gone_leaves_what_it_told_and_is_not_started(repo: Repo, paths: Paths, tmp_path: Path) -> None:
    with running(paths, tmp_path) as daemon:
        follower = daemon.follow(repo.root)
        (repo.root / "src/b.py").unlink()
        follower.until(lambda row: row["text"] == "src/b.py")
        daemon.kill()
    done = mementod("status", folder=repo.root)
    assert done.returncode == 4
    assert "is not running" in done.stdout
    assert "1 error" in done.stdout
    assert "src/b.py deleted" in done.stdout
    assert done.stderr.startswith("mementod: no daemon runs: start it with `mementod ")
    code, data = status(repo.root)
    assert (code, data["running"], data["why"]) == (4, False, "absent")
    assert data["repositories"][0]["levels"]["error"] == 1


def test_a_service_that_is_stopped_is_started_as_a_service(tmp_path: Path, home: Path) -> None:
    unit = home / "config/systemd/user/mementod.service"
    unit.parent.mkdir(parents=True)
    unit.write_text("")
    done = mementod("status", folder=tmp_path)
    assert done.stderr == "mementod: the daemon does not run: start it with `mementod service start`\n"


def test_it_counts_the_notes_that_check_counts(repo: Repo, daemon: Running) -> None:
    """Also those that cite nothing, from the first look on or since an edit."""
    repo.write({"docs/CLAUDE.md": "Be kind.\n", "AGENTS.md": NOTE, "memory-bank/empty.md": ""})

    def by_status() -> dict[str, int]:
        rows = json.loads(mementod("check", "--format", "json", folder=repo.root).stdout)["notes"]
        return dict(Counter(row["status"] for row in rows))

    daemon.await_home(repo.root, lambda home: sum(home["notes"].values()) == 4)
    assert status(repo.root)[1]["repositories"][0]["notes"] == by_status() == {"ok": 2, "empty": 2}
    (repo.root / "src/b.py").unlink()
    repo.write({"AGENTS.md": "Be kind.\n"})
    daemon.await_home(repo.root, lambda home: home["notes"].get("stale") == 1)
    assert status(repo.root)[1]["repositories"][0]["notes"] == by_status() == {"stale": 1, "empty": 3}


def test_it_makes_nothing_where_nothing_was(tmp_path: Path, home: Path) -> None:
    assert mementod("status", folder=tmp_path).returncode == 4
    assert not list((home / "state").rglob("*.db*"))


def test_it_loads_no_judge_no_log_and_no_settings() -> None:
    """What it costs is what it imports; a count of modules does not flicker."""
    probe = "import sys; from mementod.cli import main; main(); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", probe, "status"], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    heavy = {"yaml", "rich", "pathspec", "structlog", "subprocess", "tree_sitter", "mementod.judging.engine"}
    assert not loaded & heavy


def test_a_look_is_drawn_again_when_something_changes_and_ends_cleanly(repo: Repo, daemon: Running) -> None:
    with terminal(["status", "--watch"], repo.root, columns=50) as shell:
        shell.until("1 note: 1 fresh")
        (repo.root / "src/b.py").unlink()
        shell.until("1 note: 1 stale")
        shell.until("src/b.py deleted")
        shell.type(CTRL_C)
        assert shell.end() == 130
        assert "Traceback" not in shell.shown


def test_a_program_reads_one_object_a_change(repo: Repo, daemon: Running) -> None:
    with subprocess.Popen(
        [*START, "status", "--watch", "--format", "json"], cwd=repo.root, stdout=subprocess.PIPE, text=True
    ) as looking:
        assert looking.stdout
        first = json.loads(looking.stdout.readline())
        (repo.root / "src/b.py").unlink()
        while True:
            (home,) = json.loads(looking.stdout.readline())["repositories"]
            if home["notes"] == {"stale": 1}:
                break
        looking.send_signal(signal.SIGINT)
        assert looking.wait(20) == 130
    assert first["repositories"][0]["notes"] == {"ok": 1}
