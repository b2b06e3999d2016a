"""A repository for a trial: made for it, gone after it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from mementod.errors import UserError
from mementod.vcs.git import Git, GitError

PREFIX = "mementod-probe-"
_AUTHOR = ("-c", "user.name=mementod", "-c", "user.email=mementod@localhost")


@contextmanager
def scratch(files: Mapping[str, str]) -> Iterator[Path]:
    """Its root, with these files in HEAD. Raises UserError where it cannot be made."""
    with _folder() as root:
        try:
            _fill(Git(root, is_ours=True), root, files)
        except (GitError, OSError) as error:
            raise UserError(f"there is nowhere to try it: {error}") from error
        yield root


@contextmanager
def _folder() -> Iterator[Path]:
    try:
        folder = tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True)
    except OSError as error:
        raise UserError(f"there is nowhere to try it: {error}") from error
    with folder as name:
        yield Path(name).resolve()


def _fill(git: Git, root: Path, files: Mapping[str, str]) -> None:
    git.run("init", "--quiet", "--template=")
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    git.run("add", "--all")
    tree = git.run("write-tree").decode().strip()
    commit = git.run(*_AUTHOR, "commit-tree", "-m", "start", tree).decode().strip()
    git.run("update-ref", "HEAD", commit)
