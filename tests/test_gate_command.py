"""`mementod gate` as scripts call it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from daemons import mementod
from gate_repos import CONFIG, ENTRY, core_repo
from repos import Repo


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return core_repo(tmp_path / "repo")


def gate(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return mementod("gate", *args, folder=folder)


def test_a_denial_goes_to_standard_error(repo: Repo) -> None:
    done = gate(repo.root / "src", "edit", "core/a.py")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("mementod: src/core/a.py is a core file, ")
    repo.write({"PROGRESS.md": ENTRY})
    done = gate(repo.root / "src", "edit", "core/a.py")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_json_says_what_is_missing(repo: Repo) -> None:
    done = gate(repo.root, "edit", "--format", "json", "src/core/a.py", "src/b.py")
    data = json.loads(done.stdout)
    assert done.returncode == 1
    assert data["schema"] == "mementod.gate/1"
    assert data["action"] == "deny"
    assert data["missing"] == [{"path": "src/core/a.py", "lack": "no-entry", "line": None}]


def test_a_warning_stops_nothing(tmp_path: Path) -> None:
    repo = core_repo(tmp_path / "repo", f"{CONFIG}gate: {{edit: warn, commit: off}}\n")
    done = gate(repo.root, "edit", "src/core/a.py")
    assert (done.returncode, "core file" in done.stderr) == (0, True)
    repo.write({"src/core/a.py": "x = 2\n"}).git("add", "-A")
    done = gate(repo.root, "commit")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_commit_is_asked_about_with_the_index_that_git_names(repo: Repo) -> None:
    repo.write({"src/core/a.py": "x = 2\n"}).git("add", "-A")
    assert gate(repo.root, "commit").returncode == 1
    empty = subprocess.run(
        [sys.executable, "-m", "mementod", "gate", "commit"],
        cwd=repo.root,
        env=os.environ | {"GIT_INDEX_FILE": ".git/other"},
        capture_output=True,
        check=False,
    )
    assert empty.returncode == 1  # an index without files removes them all


def test_without_a_question_there_is_help(repo: Repo) -> None:
    done = gate(repo.root)
    assert done.returncode == 0
    assert "edit" in done.stdout
    assert gate(repo.root, "edit").returncode == 2
