"""Peak anonymous memory of a command and all its children together.

    python tests/bench/memory.py -- mementod -C REPOSITORY check

Reads /proc/PID/smaps_rollup of every descendant 20 times a second; prints the peak sum in MB and the wall time.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

PERIOD_S = 0.05


def anonymous_kb(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith("Anonymous:"))
    except (OSError, ValueError):
        return 0


def descendants(pid: int) -> list[int]:
    found = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            for child in task.read_text().split():
                found += descendants(int(child))
        except OSError:
            continue
    return found


def main() -> None:
    command = sys.argv[2:] if sys.argv[1:2] == ["--"] else sys.argv[1:]
    start, peak = time.monotonic(), 0
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while child.poll() is None:
        peak = max(peak, sum(map(anonymous_kb, descendants(child.pid))))
        time.sleep(PERIOD_S)
    print(f"{peak / 1024:.0f} MB anonymous at the peak, {time.monotonic() - start:.1f} s, exit {child.returncode}")


if __name__ == "__main__":
    main()
