"""The process that reads the rules of a repository's notes: it fills the cache and ends.

Reading takes five seconds of processor time a megabyte and loads the words of nine languages. Done here, at low
priority, it neither keeps the daemon from answering nor leaves its memory behind. Arguments: the parent's process id,
the root.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from mementod.continuity.rule_reader import read
from mementod.errors import ExitCode, UserError
from mementod.judging.resources import Resources
from mementod.paths import Paths
from mementod.process.orphans import end_with_parent
from mementod.vcs.git import GitError

NICE = 10
LIMIT_BYTES = 1 << 20  # 5 s, in which sessions of agents wait; the rest is read the next time
HISTORY_S = 15.0


def main() -> int:
    """0 when there was nothing against it."""
    parent, root = int(sys.argv[1]), Path(os.fsdecode(sys.argv[2]))
    with contextlib.suppress(OSError):
        os.nice(NICE)
    end_with_parent()
    if os.getppid() != parent:
        return ExitCode.INTERRUPTED
    try:
        with Paths.of(os.environ) as paths, Resources(root, paths) as resources:
            read(resources, LIMIT_BYTES, HISTORY_S)
    except (UserError, GitError):
        return ExitCode.FINDINGS
    return ExitCode.FINE


if __name__ == "__main__":
    sys.exit(main())
