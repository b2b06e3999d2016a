"""Where there is no desktop: the status line of tmux, for a person who is logged in without a screen.

Nothing is written to a terminal that is not ours. tmux would run what stands in `#(...)`, so it gets no word of a
repository's.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

from mementod.notices.notice import Notice
from mementod.notices.wording import counted

TMUX_LIMIT_S = 2.0
CLIENTS_CAP = 20
STAYS_MS = "10000"


def show(notice: Notice, tmux: str | None) -> bool:
    """Whether somebody could see it. `tmux`: where the program is, None where it is not."""
    if tmux is None:
        return False
    listed = _run([tmux, "list-clients", "-F", "#{client_name}"])
    clients = listed.split("\n")[:CLIENTS_CAP] if listed else []
    seen = [_run([tmux, "display-message", "-c", name, "-d", STAYS_MS, counted(notice)]) for name in clients if name]
    return any(found is not None for found in seen)


def _run(command: Sequence[str]) -> str | None:
    """What it prints; None when it failed. Asking for clients starts no server."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=TMUX_LIMIT_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return None if done.returncode else done.stdout.decode(errors="replace")
