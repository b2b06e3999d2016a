"""The process that judges a repository when much of it has to be read: it fills the cache and ends. See `warming`."""

from __future__ import annotations

import sys
from pathlib import Path

from mementod.judging.engine import Engine, Request
from mementod.paths import Paths
from mementod.process.errand import run


def fill(root: Path, paths: Paths) -> None:
    """Raises UserError, GitError."""
    with Engine(root, paths) as engine:
        engine.check(Request(root))


if __name__ == "__main__":
    sys.exit(run(fill))
