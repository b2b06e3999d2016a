"""git's own hooks through the client: real commits, no daemon."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from daemons import mementod
from gate_repos import ENTRY, commit, core_repo
from hooked import CLIENT, hook
from mementod.gates.gates import NOT_JUDGED
from repos import Repo


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """One whose commits are asked about by our client."""
    repo = core_repo(tmp_path / "repo")
    for event in ("pre-commit", "pre-merge-commit"):
        path = repo.root / ".git" / "hooks" / event
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'#!/bin/sh\nexec {sys.executable} -I -S {CLIENT} git {event} "$@"\n')
        path.chmod(0o755)
    return repo.write({"src/core/a.py": "x = 2\n"})


def test_a_commit_is_denied_until_it_is_written_down(repo: Repo) -> None:
    denied = commit(repo, "-am", "no entry")
    assert denied.returncode == 1
    assert denied.stderr.startswith("mementod: src/core/a.py is a core file, ")
    repo.write({"PROGRESS.md": ENTRY})
    allowed = commit(repo, "-am", "with its entry")
    assert (allowed.returncode, allowed.stderr) == (0, f"mementod: {NOT_JUDGED}\n")  # nobody judged the notes before


def test_what_slipped_past_is_told_by_the_next_commit_once(repo: Repo) -> None:
    assert mementod("enrol", "--no-hooks", folder=repo.root).returncode == 0
    assert commit(repo, "-am", "past it", "--no-verify").returncode == 0
    slipped = repo.head[:7]
    repo.write({"src/b.py": "y = 2\n"})
    told = commit(repo, "-am", "free")
    assert told.returncode == 0
    past = f"mementod: committed past the gate, and no entry says why: src/core/a.py ({slipped})\n"
    assert told.stderr == f"mementod: {NOT_JUDGED}\n{past}"
    said = mementod("progress", "check", folder=repo.root)
    assert f"src/core/a.py: a core file, committed in {slipped} without an entry" in said.stdout
    assert said.returncode == 1
    assert f"src/core/a.py: a core file, committed in {slipped}" in mementod("boot", folder=repo.root).stdout
    repo.write({"src/b.py": "y = 3\n"})
    assert past not in commit(repo, "-am", "free again").stderr
    repo.write({"PROGRESS.md": ENTRY}).commit("written down afterwards")
    assert mementod("progress", "check", folder=repo.root).returncode == 0


def test_the_index_of_a_partial_commit_is_the_one_that_counts(repo: Repo) -> None:
    repo.write({"PROGRESS.md": ENTRY}).git("add", "PROGRESS.md")
    assert commit(repo, "-m", "partial", "src/core/a.py").returncode == 1
    assert commit(repo, "-m", "both", "src/core/a.py", "PROGRESS.md").returncode == 0


def test_it_is_seen_that_a_commit_amends(repo: Repo) -> None:
    repo.write({"PROGRESS.md": ENTRY})
    assert commit(repo, "-am", "work").returncode == 0
    repo.write({"src/core/a.py": "x = 3\n"})
    assert commit(repo, "-a", "--amend", "--no-edit").returncode == 0
    repo.write({"src/core/a.py": "x = 4\n"})
    assert commit(repo, "-am", "more").returncode == 1


def test_a_merge_passes(repo: Repo) -> None:
    repo.git("stash", "-q")
    repo.git("checkout", "-qb", "topic")
    repo.write({"src/core/a.py": "x = 3\n", "PROGRESS.md": ENTRY}).commit("topic")
    repo.git("checkout", "-q", "main")
    repo.write({"src/b.py": "y = 2\n"}).commit("main")
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "topic")
    assert len(repo.git("rev-list", "--parents", "-1", "HEAD").split()) == 3


def test_a_linked_work_tree_is_gated(repo: Repo, tmp_path: Path) -> None:
    repo.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "other"))
    (tmp_path / "other" / "src/core/a.py").write_text("x = 5\n")
    done = subprocess.run(["git", "commit", "-qam", "x"], cwd=tmp_path / "other", capture_output=True, check=False)
    assert b"core file" in done.stderr


def test_another_repository_than_that_of_the_folder_is_not_judged(repo: Repo, tmp_path: Path) -> None:
    """As with dot files whose git directory is elsewhere, inside of a repository that is gated."""
    other = Repo(tmp_path / "other").write({"x": "1"}).commit()
    repo.git("add", "-A")
    done = hook("git", "pre-commit", cwd=repo.root, environ={"GIT_DIR": str(other.root / ".git")})
    assert done.returncode == 0
    assert b"GIT_DIR names another repository" in done.stderr
    assert hook("git", "pre-commit", cwd=repo.root, environ={"GIT_DIR": ".git"}).returncode == 1


def test_a_hook_that_decides_nothing_is_silent(repo: Repo) -> None:
    for event in ("post-commit", "commit-msg", "pre-push", "--help"):
        done = hook("git", event, "x", cwd=repo.root)
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_in_no_repository_and_without_git_a_commit_passes(tmp_path: Path) -> None:
    assert hook("git", "pre-commit", cwd=tmp_path).returncode == 0
    assert hook("git", "pre-commit", cwd=tmp_path, environ={"PATH": "/nowhere"}).returncode == 0
