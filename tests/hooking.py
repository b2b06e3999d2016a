"""Runs commands that put hooks into files of others, and compares whole trees of bytes."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from gate_repos import core_repo
from mementod.cli import run
from mementod.paths import Paths
from mementod_hooks.hooks_json import MARK
from repos import Repo

Tree = dict[str, tuple[int, bytes]]
TRIES_CAP = 20
CORE = "src/core/a.py"


@dataclass
class Desk:
    """Runs commands in `folder`; the exit code, what was printed, and what was complained about."""

    folder: Path
    paths: Paths
    capture: pytest.CaptureFixture[str]

    def __call__(self, *argv: str) -> tuple[int, list[str], list[str]]:
        self.capture.readouterr()
        code = run(["-C", str(self.folder), *argv], self.paths)
        said = self.capture.readouterr()
        return code, said.out.splitlines(), said.err.splitlines()

    def fine(self, *argv: str) -> list[str]:
        code, out, err = self(*argv)
        assert (code, err) == (0, [])
        return out

    @property
    def script(self) -> Path:
        """The script that all hooks call."""
        assert self.paths.run_hook
        return self.paths.run_hook


def tree(folder: Path) -> Tree:
    """Everything below a folder, itself included: mode, and content or where a link leads."""
    found = {}
    for path in (folder, *folder.rglob("*")):
        mode = path.lstat().st_mode
        data = bytes(path.readlink()) if stat.S_ISLNK(mode) else b"" if path.is_dir() else path.read_bytes()
        found[str(path.relative_to(folder))] = (mode, data)
    return found


def hooks_of(repo: Repo) -> Tree:
    """What we may have changed in a repository, while commits change the rest."""
    git = Path(repo.git("rev-parse", "--path-format=absolute", "--git-common-dir"))
    kept = tree(git)
    return {name: what for name, what in kept.items() if name == "config" or name.startswith("hooks")}


def git_says(version: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the git of this test say another version; everything else it does itself."""
    real = shutil.which("git")
    script = folder / "git"
    folder.mkdir(parents=True)
    script.write_text(
        f'#!/bin/sh\nfor last; do :; done\n[ "$last" = version ] && {{ echo "git version {version}"; exit; }}\n'
        f'exec "{real}" "$@"\n'
    )
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


def put_hook(repo: Repo, text: str, name: str = "pre-commit") -> Path:
    path = repo.root / ".git" / "hooks" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def commit(repo: Repo, *args: str, environ: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """A commit by git itself, with its hooks."""
    command = ["git", "-C", str(repo.root), "commit", "-q", *args]
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", check=False, env=os.environ | (environ or {}), timeout=25
    )


def is_denied(repo: Repo, environ: dict[str, str] | None = None) -> bool:
    """Whether a commit that changes a core file without an entry is denied by us; the repository is as before."""
    core = repo.root / CORE
    before = core.read_bytes()
    for _ in range(TRIES_CAP):
        core.write_bytes(before + b"z = 1\n")
        repo.git("add", "--", CORE)
        done = commit(repo, "-m", "core", environ=environ)
        repo.git("reset", "-q", "--hard", "HEAD" if done.returncode else "HEAD^")
        assert core.read_bytes() == before
        if "not checked" not in done.stderr:  # else the machine is so busy that the gate gave up, as it says
            break
    return done.returncode == 1 and "core file" in done.stderr


def changed(repo: Repo, text: str = "x = 2\n", entry: str = "") -> Repo:
    """A core file is changed, and `entry` is written down; nothing is staged."""
    return repo.write({CORE: text, **({"PROGRESS.md": f"# P\n{entry}"} if entry else {})})


def tried(repo: Repo, *argv: str, stdin: str = "") -> bool:
    """Whether git does it; when it does not, that is our denial."""
    command = ["git", "-C", str(repo.root), *argv]
    done = subprocess.run(command, input=stdin, capture_output=True, encoding="utf-8", timeout=25, check=False)
    assert done.returncode == 0 or "core file" in done.stderr, done.stderr
    return done.returncode == 0


def carries_us(folder: Path) -> list[str]:
    """The files below a folder that name the script of ours."""
    return sorted(name for name, (_, data) in tree(folder).items() if MARK.encode() in data)


__all__ = [
    "CORE",
    "Desk",
    "Tree",
    "carries_us",
    "changed",
    "commit",
    "core_repo",
    "git_says",
    "hooks_of",
    "is_denied",
    "put_hook",
    "tree",
    "tried",
]
