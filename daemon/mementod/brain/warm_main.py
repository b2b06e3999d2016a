"""The process that judges a repository for the first time: it fills the cache and ends.

A first judgement reads a whole history and parses thousands of files. Why one fails is said by the brain's own.
"""

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
