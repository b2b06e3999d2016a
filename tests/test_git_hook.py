"""`check --staged` inside a real hook judges the commit that is being made, and no other repository's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from repos import Repo

HOOK = f"""#!/bin/sh
cd "${{ELSEWHERE:-.}}" && exec {sys.executable} -m mementod check --staged > "$ANSWER" 2>&1
"""


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A note that is right, a staged change that makes it wrong, and a hook that looks."""
    return build(tmp_path / "repo")


def build(root: Path) -> Repo:
    repo = Repo(root).write({"CLAUDE.md": "See `src/a.py`.\n", "src/a.py": "A = 1\n", "b.txt": ""}).commit()
    hook = root / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(HOOK)
    hook.chmod(0o755)
    return repo


def commit(folder: Path, answer: Path, *argv: str, **more: str) -> tuple[int, str]:
    """The exit code of a commit, which is that of the hook when it fails, and what the hook's check said."""
    command = ["git", "-C", str(folder), *argv]
    done = subprocess.run(command, env=os.environ | {"ANSWER": str(answer)} | more, capture_output=True, check=False)
    return done.returncode, answer.read_text()


def test_a_commit_of_everything_is_judged_with_everything(repo: Repo, tmp_path: Path) -> None:
    repo.git("rm", "-q", "src/a.py")
    code, said = commit(repo.root, tmp_path / "answer", "commit", "-q", "-m", "x")
    assert code == 1
    assert "src/a.py was deleted" in said


def test_a_commit_of_one_file_is_judged_without_what_else_is_staged(repo: Repo, tmp_path: Path) -> None:
    repo.git("rm", "-q", "src/a.py")
    (repo.root / "b.txt").write_text("b")
    code, said = commit(repo.root, tmp_path / "answer", "commit", "-q", "-m", "x", "b.txt")
    assert (code, "0 errors" in said) == (0, True), said


def test_a_commit_of_all_that_changed_is_judged_with_it(repo: Repo, tmp_path: Path) -> None:
    (repo.root / "src/a.py").unlink()
    code, said = commit(repo.root, tmp_path / "answer", "commit", "-q", "-a", "-m", "x")
    assert (code, "1 error" in said) == (1, True), said


def test_an_index_of_its_own(repo: Repo, tmp_path: Path) -> None:
    own = {"GIT_INDEX_FILE": str(tmp_path / "index")}
    subprocess.run(["git", "-C", str(repo.root), "read-tree", "HEAD"], env=os.environ | own, check=True)
    repo.git("rm", "-q", "src/a.py")
    code, said = commit(repo.root, tmp_path / "answer", "commit", "-q", "--allow-empty", "-m", "x", **own)
    assert (code, "0 errors" in said) == (0, True), said


def test_a_linked_work_tree(repo: Repo, tmp_path: Path) -> None:
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    subprocess.run(["git", "-C", str(tmp_path / "linked"), "rm", "-q", "src/a.py"], check=True)
    code, said = commit(tmp_path / "linked", tmp_path / "answer", "commit", "-q", "-m", "x")
    assert (code, "1 error" in said) == (1, True), said
    (repo.root / "b.txt").write_text("b")
    code, said = commit(repo.root, tmp_path / "answer", "commit", "-q", "-a", "-m", "x")
    assert (code, "0 errors" in said) == (0, True), said


def test_another_repository_is_judged_by_its_own_index(repo: Repo, tmp_path: Path) -> None:
    other = build(tmp_path / "other")
    repo.git("rm", "-q", "src/a.py")
    code, said = commit(repo.root, tmp_path / "answer", "commit", "-q", "-a", "-m", "x", ELSEWHERE=str(other.root))
    assert (code, "0 errors" in said) == (0, True), said
