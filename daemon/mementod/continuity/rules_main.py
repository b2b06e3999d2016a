"""The process that reads the rules of a repository's notes: it fills the cache and ends.

Reading takes five seconds of processor time a megabyte and loads the words of nine languages.
"""

from __future__ import annotations

import sys
from pathlib import Path

from mementod.continuity.rule_reader import read
from mementod.judging.resources import Resources
from mementod.paths import Paths
from mementod.process.errand import run

LIMIT_BYTES = 1 << 20  # 5 s, in which sessions of agents wait; the rest is read the next time
HISTORY_S = 15.0


def fill(root: Path, paths: Paths) -> None:
    """Raises UserError, GitError."""
    with Resources(root, paths) as resources:
        read(resources, LIMIT_BYTES, HISTORY_S)


if __name__ == "__main__":
    sys.exit(run(fill))
