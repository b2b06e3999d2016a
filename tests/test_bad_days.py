"""The commands of every day where something is in the way: no home, a state that nobody may read, no name."""

from __future__ import annotations

import getpass
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from daemons import LIMIT_S, START, mementod, running
from mementod.cli import new_session
from mementod.commands.notify import TEST_LIMIT_MS
from mementod.commands.service import manager_of
from mementod.errors import UserError
from mementod.paths import Paths
from repos import Repo
from unprivileged import bound


def bounded(*args: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The command line, of one whom permissions bind."""
    return subprocess.run([*bound(), *START, *args], cwd=folder, capture_output=True, text=True, timeout=LIMIT_S)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo")
    repo.write({"CLAUDE.md": "# Map\n\n- `src/a.py` is first.\n", "src/a.py": "A = 1\n"}).commit()
    assert mementod("enrol", folder=repo.root).returncode == 0
    return repo


@pytest.fixture
def state(repo: Repo, paths: Paths) -> Path:
    """That of a ledger with one repository."""
    return paths.state_dir()


def test_a_state_that_may_only_be_read_is_shown_as_it_is(repo: Repo, state: Path) -> None:
    state.chmod(0o500)
    try:
        done = bounded("status", "--format", "json", folder=repo.root)
    finally:
        state.chmod(0o700)
    data = json.loads(done.stdout)
    assert (done.returncode, [home["root"] for home in data["repositories"]]) == (4, [str(repo.root)])


def test_a_state_that_may_not_be_read_is_not_an_empty_one(repo: Repo, state: Path) -> None:
    state.chmod(0)
    try:
        status, logs, doctor = (bounded(name, folder=repo.root) for name in ("status", "logs", "doctor"))
    finally:
        state.chmod(0o700)
    assert "Permission" in status.stdout
    assert "No repository is enrolled" not in status.stdout
    assert (logs.returncode, "Permission denied" in logs.stderr) == (2, True)
    said = " ".join(doctor.stdout.split())
    assert (doctor.returncode, "cannot be written -> set XDG_STATE_HOME" in said) == (1, True)


def test_without_a_home_it_is_said_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", "nowhere")
    done = mementod("status", folder=tmp_path)
    assert (done.returncode, "there is no home directory: set HOME" in done.stdout) == (4, True)


def test_a_user_without_a_name_is_told_why_there_is_no_service(monkeypatch: pytest.MonkeyPatch) -> None:
    """A container that is run as any number has such a user."""

    def nobody() -> str:
        raise KeyError("getpwuid(): uid not found: 54321")

    monkeypatch.setattr(getpass, "getuser", nobody)
    monkeypatch.setattr(os, "getuid", lambda: 54321)
    with pytest.raises(UserError, match="nohup mementod run"):
        manager_of(new_session(Paths.of(os.environ)))


def test_a_daemon_that_hangs_is_named_and_nothing_waits_for_it(repo: Repo, paths: Paths, tmp_path: Path) -> None:
    with running(paths, tmp_path) as daemon:
        daemon.process.send_signal(signal.SIGSTOP)
        try:
            began = time.monotonic()
            status, notify = (mementod(*words, folder=repo.root) for words in (("status",), ("notify", "test")))
            took = time.monotonic() - began
        finally:
            daemon.process.send_signal(signal.SIGCONT)
    assert [status.returncode, notify.returncode] == [4, 4]
    assert "does not answer. What it told last:" in status.stdout
    assert "the daemon does not answer: see `mementod logs`" in notify.stderr
    assert took < TEST_LIMIT_MS / 1000
