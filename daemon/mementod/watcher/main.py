"""The watcher process: commands on stdin, reports on stdout, frames as `mementod.brain.frames` describes them.

It ends with its input and with its parent. Argument: the parent's process id. Everything but the reader of notices
runs in one thread, `Loop`, which waits for a command, a notice or a time. Invariant: what the brain sends cannot
end it, and a slow brain makes batches larger, not the kernel's queue longer.
"""

from __future__ import annotations

import gc
import os
import signal
import sys

from mementod.process.orphans import end_with_parent
from mementod.watcher.loop import Loop


def main() -> int:
    """Watch until the input ends."""
    end_with_parent()
    if os.getppid() != int(sys.argv[1]):  # it died before we asked to be told
        return 0
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when a Ctrl-C is meant for us
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    source, sink = os.dup(0), os.dup(1)
    os.dup2(2, 1)  # nothing else may look like a report
    gc.freeze()
    loop = Loop(source, sink)
    try:
        loop.run()
    finally:
        loop.close()
    return 0


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    os._exit(code)  # nothing is left to be tidied up, and a thread may still wait
