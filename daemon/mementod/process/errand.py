"""A process that does one thing in one repository for the daemon, at low priority, and ends: how it begins.

What takes long or loads much is done there: it neither keeps the brain from answering nor leaves its memory behind.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

from mementod.errors import ExitCode, UserError
from mementod.paths import Paths
from mementod.process.orphans import end_with_parent
from mementod.vcs.git import GitError

NICE = 10
REASON_CAP_BYTES = 1000  # a pipe takes that without a reader


def command(module: str, root: Path) -> list[str]:
    """What starts it, for the parent. The module calls `run`."""
    return [sys.executable, "-I", "-m", module, str(os.getpid()), str(root)]


def run(work: Callable[[Path, Paths], None]) -> int:
    """Do the work with the root that was given; the exit code, 0 when there was nothing against it.

    What was against it goes to standard output.
    """
    parent, root = int(sys.argv[1]), Path(os.fsdecode(sys.argv[2]))
    with contextlib.suppress(OSError):
        os.nice(NICE)
    end_with_parent()
    if os.getppid() != parent:
        return ExitCode.INTERRUPTED
    try:
        with Paths.of(os.environ) as paths:
            work(root, paths)
    except (UserError, GitError) as error:
        with contextlib.suppress(OSError):
            os.write(1, str(error).encode(errors="replace")[:REASON_CAP_BYTES])
        return ExitCode.FINDINGS
    return ExitCode.FINE
