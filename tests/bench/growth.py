"""Memory of a running daemon over thousands of saves.

    python tests/bench/growth.py REPOSITORY [--saves 3000] [--names 100]

REPOSITORY is a work tree that may be ruined, enrolled in a daemon that runs. Every save writes a code file with words
that were never there before, every third a note too, whose names are any of a number of them; every tenth is a
commit. Each waits for an answer with it in. Prints the anonymous memory of the brain and of the watcher, in MB, ten
times.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from pathlib import Path

from mementod.ipc.client import WhyNot, ask, follow
from mementod.ipc.protocol import Op, Request
from mementod.paths import Paths

FILES = 20


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("repository", type=Path)
    options.add_argument("--saves", type=int, default=3000)
    options.add_argument("--names", type=int, default=100)
    given = options.parse_args()
    root = given.repository.resolve()
    with Paths.of(os.environ) as paths:
        state = paths.state_dir()
        for answer in follow(state, Request(Op.WATCH, str(root), {}, 60_000)):
            if not isinstance(answer, WhyNot) and answer.data["event"] == "start":
                break
        for number in range(given.saves + 1):
            if number % max(1, given.saves // 10) == 0:
                memory = _asked(state, Op.STATUS, root)["memory"]
                print(number, *(f"{name} {size / 1e6:.1f}" for name, size in memory.items() if size), flush=True)
            _save(root, number, given.names)
            _asked(state, Op.SYMBOLS, root)


def _save(root: Path, number: int, names: int) -> None:
    name = f"grown_{number % FILES}"
    (root / f"{name}.py").write_text(
        f"def {name}_{number % names}():\n    return {number}\n\n\nword_{number} = {number}\n"
    )
    if number % 3 == 0:
        cited = "\n".join(f"- `grown_{at}.py` has `grown_{at}_{number % names}()`." for at in range(FILES))
        (root / "CLAUDE.local.md").write_text(f"# Save {number}\n\n{cited}\n")
    if number % 10 == 0:
        for command in (["add", "-A"], ["commit", "--allow-empty", "-qm", f"save {number}"]):
            subprocess.run(["git", "-C", str(root), *command], check=True, capture_output=True)


def _asked(state: Path, op: Op, root: Path) -> dict[str, dict[str, int]]:
    answer = ask(state, Request(op, str(root), {"name": "grown"}, 60_000))
    assert not isinstance(answer, WhyNot), answer
    assert answer.ok, answer.message
    data: dict[str, dict[str, int]] = answer.data
    return data


if __name__ == "__main__":
    main()
