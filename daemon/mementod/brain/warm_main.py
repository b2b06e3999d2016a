"""The process that judges a repository for the first time: it fills the cache and ends.

A first judgement reads a whole history and parses thousands of files. Done here, at idle priority, it neither keeps the
brain from answering nor leaves its memory behind. Arguments: the parent's process id, the root.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from mementod.errors import ExitCode, UserError
from mementod.judging.engine import Engine, Request
from mementod.paths import Paths
from mementod.process.orphans import end_with_parent
from mementod.vcs.git import GitError

NICE = 10


def main() -> int:
    """0 when the cache is filled; why not is said by the brain's own judgement."""
    parent, root = int(sys.argv[1]), Path(os.fsdecode(sys.argv[2]))
    with contextlib.suppress(OSError):
        os.nice(NICE)
    end_with_parent()
    if os.getppid() != parent:
        return ExitCode.INTERRUPTED
    try:
        with Paths.of(os.environ) as paths, Engine(root, paths) as engine:
            engine.check(Request(root))
    except (UserError, GitError):
        return ExitCode.FINDINGS
    return ExitCode.FINE


if __name__ == "__main__":
    sys.exit(main())
