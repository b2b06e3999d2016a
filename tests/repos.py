"""Builds real git repositories with the plain git command line."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

START = "2025-01-01T12:00:00+00:00"


class Repo:
    """A work tree that is written to and committed, step by step; every step returns the repository."""

    def __init__(self, root: Path, *init: str) -> None:
        self.root = root
        self._date = START
        root.mkdir(parents=True, exist_ok=True)
        if init:
            self.git("init", "-q", *init)
        elif not (root / ".git").exists():
            _put_empty(root / ".git")

    def write(self, files: Mapping[str, str | bytes]) -> Repo:
        """Put these files into the work tree."""
        for name, content in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return self

    def remove(self, *names: str) -> Repo:
        self.git("rm", "-rq", "--", *names)
        return self

    def move(self, old: str, new: str) -> Repo:
        (self.root / new).parent.mkdir(parents=True, exist_ok=True)
        self.git("mv", "--", old, new)
        return self

    def commit(self, message: str = "change", date: str | None = None) -> Repo:
        """Commit everything in the work tree; `date` (ISO, or `@SECONDS +0000`) stays for later commits."""
        if date:
            self._date = date if "T" in date or date.startswith("@") else f"{date}T12:00:00+00:00"
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self

    def git(self, *args: str) -> str:
        """Run git here; what it prints, without the last line end."""
        dates = {"GIT_AUTHOR_DATE": self._date, "GIT_COMMITTER_DATE": self._date}
        done = subprocess.run(
            ["git", "-C", str(self.root), *args],
            check=True,
            capture_output=True,
            env=os.environ | dates,
            encoding="utf-8",
            errors="surrogateescape",
        )
        return done.stdout.rstrip("\n")

    @property
    def head(self) -> str:
        return self.git("rev-parse", "HEAD")


def _put_empty(folder: Path) -> None:
    folder.mkdir()
    for name, content in _empty().items():
        if content is None:
            (folder / name).mkdir()
        else:
            (folder / name).write_bytes(content)


@cache
def _empty() -> dict[str, bytes | None]:
    """What git puts into a new `.git`, folders as None, but no samples of hooks: a thousand tests begin with it."""
    environ = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "init", "-q", "-b", "main", folder], check=True, env=environ)
        git = Path(folder) / ".git"
        places = [place for place in sorted(git.rglob("*")) if place.suffix != ".sample"]
        return {str(place.relative_to(git)): None if place.is_dir() else place.read_bytes() for place in places}
