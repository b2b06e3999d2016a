"""A rebase of 100 commits beside the daemon, and without it.

    python tests/bench/rebase.py [--runs 5]

Makes a repository and a state directory of its own, and a daemon that comes and goes, turn by turn with the runs
without. Prints seconds (median), their ratio, and how many rebases failed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

COMMITS = 100
FILES = 200
MEMENTOD = (sys.executable, "-m", "mementod")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--runs", type=int, default=5)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            os.environ[name] = folder
        root = Path(folder) / "repository"
        _make(root)
        _run([*MEMENTOD, "enrol"], root)
        times: dict[bool, list[float]] = {False: [], True: []}
        failed = 0
        for number in range(2 * given.runs):
            _run(["git", "reset", "-q", "--hard", "start"], root)
            beside = bool(number % 2)
            with ExitStack() as stack:
                if beside:
                    process = stack.enter_context(subprocess.Popen([*MEMENTOD, "run"], stderr=subprocess.DEVNULL))
                    stack.callback(process.terminate)
                    _await_fresh(root)
                began = time.monotonic()
                done = subprocess.run(["git", "rebase", "-q", "main"], cwd=root, capture_output=True)
                times[beside].append(time.monotonic() - began)
                failed += done.returncode != 0
    without, beside_s = (statistics.median(times[key]) for key in (False, True))
    print(f"without {without:.2f} s, beside {beside_s:.2f} s, ratio {beside_s / without:.2f}, failed {failed}")


def _make(root: Path) -> None:
    root.mkdir()
    for command in (["init", "-qb", "main"], ["config", "user.name", "a"], ["config", "user.email", "a@b"]):
        _run(["git", *command], root)
    for number in range(FILES):
        (root / f"m{number}.py").write_text(f"def f{number}():\n    return 0\n")
    cited = "".join(f"- `m{number}.py` has `f{number}()`.\n" for number in range(FILES))
    (root / "CLAUDE.md").write_text(f"# Map\n\n{cited}")
    _commit(root, "first")
    _run(["git", "checkout", "-qb", "topic"], root)
    for number in range(COMMITS):
        (root / f"m{number}.py").write_text(f"def f{number}():\n    return 1 + {number}\n")
        _commit(root, f"change {number}")
    _run(["git", "tag", "start"], root)
    _run(["git", "checkout", "-q", "main"], root)
    (root / "other.py").write_text("X = 1\n")
    _commit(root, "main goes on")
    _run(["git", "checkout", "-q", "topic"], root)


def _commit(root: Path, message: str) -> None:
    _run(["git", "add", "-A"], root)
    _run(["git", "commit", "-qm", message], root)


def _await_fresh(root: Path) -> None:
    while (
        b'"view": "fresh"' not in subprocess.run([*MEMENTOD, "status", "--format", "json"], capture_output=True).stdout
    ):
        time.sleep(0.2)


def _run(command: list[str], root: Path) -> None:
    subprocess.run(command, cwd=root, check=True, capture_output=True)


if __name__ == "__main__":
    main()
