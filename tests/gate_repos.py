"""A repository with a core file, and the gates asked about it the way agents and git ask."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from mementod.gates.gates import Gates
from mementod.paths import Paths
from mementod_hooks.gate_model import Decision
from repos import Repo

ENTRY = "- src/core/a.py: rename x because it is short\n"
CONFIG = 'core: ["src/core/**"]\nprogress: PROGRESS.md\n'
FILES = {"src/core/a.py": "def parse_it():\n    return 1\n", "src/b.py": "y = 1\n", "PROGRESS.md": "# P\n"}


def core_repo(root: Path, config: str = CONFIG) -> Repo:
    return Repo(root).write({**FILES, ".mementod.yaml": config}).commit("first")


def ask_edit(repo: Repo, *names: str) -> Decision:
    return Gates(Paths.of(os.environ)).edit([repo.root / name for name in names or ("src/core/a.py",)])


def ask_commit(repo: Repo) -> Decision:
    """As a person would by hand, about what is staged."""
    return Gates(Paths.of(os.environ)).commit(repo.root, pid=os.getpid())


def hook(repo: Repo) -> Path:
    """Have git ask our gate before each commit."""
    path = repo.root / ".git" / "hooks" / "pre-commit"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\nexec {sys.executable} -m mementod gate commit\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def commit(repo: Repo, *args: str) -> subprocess.CompletedProcess[str]:
    """A commit by git itself, with its hooks."""
    return subprocess.run(
        ["git", "-C", str(repo.root), "commit", "-q", *args], capture_output=True, encoding="utf-8", check=False
    )
