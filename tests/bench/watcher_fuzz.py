"""The long version of the watcher's fuzz test: `python tests/bench/watcher_fuzz.py --seeds 100 --steps 4000`."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import scrambles


def main() -> int:
    """Run seed after seed; the exit code is the number of seeds that ended wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=1000)
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--steps", type=int, default=4000)
    wanted = parser.parse_args()
    os.environ |= {"GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org"}
    os.environ |= {"GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org"}
    failed = 0
    for seed in range(wanted.first, wanted.first + wanted.seeds):
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            try:
                scrambles.run(seed, wanted.steps, Path(folder))
                verdict = "right"
            except AssertionError as error:
                failed += 1
                verdict = f"WRONG {error}"
        print(seed, f"{time.monotonic() - began:.1f} s", verdict, flush=True)
    print(f"{wanted.seeds} seeds, {failed} wrong")
    return min(failed, 99)


if __name__ == "__main__":
    sys.exit(main())
