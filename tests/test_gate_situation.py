"""What git is in the middle of, and the arguments of the commit above us."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mementod.gates.situation import Caller, caller, is_amend, replaying
from repos import Repo


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("git commit --amend", True),
        ("git -c user.name=x commit -q --am --no-edit", True),
        ("git commit -m --amend", False),
        ("git commit -m x -- --amend", False),
        ("git commit --all", False),
        ("git commit --allow-empty -m x", False),
        ("git commit -a --author x --amend", True),
    ],
)
def test_arguments_that_amend(words: str, expected: bool) -> None:
    assert is_amend(words.split()) is expected


def test_nobody_above_us_commits() -> None:
    assert caller(os.getpid()) == Caller()


def test_a_process_that_is_gone_cannot_be_read() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    assert caller(child.pid).amends is None


def test_an_alias_and_shells_in_between_do_not_hide_it(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a": "1"}).commit("first")
    repo.git("config", "alias.fixup", "commit --amend --no-edit -q")
    seen = tmp_path / "seen"
    program = (
        "from mementod.gates.situation import caller; import os; open({!r}, 'w').write(str(caller(os.getpid()).amends))"
    )
    code = program.format(str(seen))
    path = repo.root / ".git" / "hooks" / "pre-commit"
    path.write_text(f'#!/bin/sh\nsh -c "{sys.executable} -c \\"{code}\\"; true"\n', encoding="utf-8")
    path.chmod(0o755)
    repo.git("fixup")
    assert seen.read_text(encoding="utf-8") == "True"
    repo.git("commit", "-q", "--allow-empty", "-m", "--amend")
    assert seen.read_text(encoding="utf-8") == "False"


def test_states_of_a_git_directory(tmp_path: Path) -> None:
    assert replaying(tmp_path) is None
    assert replaying(tmp_path / "gone") is None
    (tmp_path / "rebase-merge").mkdir()
    assert replaying(tmp_path) == "rebase"
    (tmp_path / "MERGE_HEAD").write_text("x", encoding="utf-8")
    assert replaying(tmp_path) == "merge"
