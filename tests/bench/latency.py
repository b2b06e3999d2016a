"""From a save to what is known of it, beside a running daemon.

    python tests/bench/latency.py REPOSITORY [--saves 100]

REPOSITORY is a work tree that may be ruined, enrolled in a daemon that runs. For each save of a cited file: `answer`,
until a question about it is answered with the change in it; `gone`, until a name that was taken out is told as stale;
`back`, until one that came back is told as holding. Milliseconds: median, 95th percentile, largest.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from mementod.ipc.client import WhyNot, ask, follow
from mementod.ipc.daemon_answers import Daemon
from mementod.ipc.protocol import Answer, Op, Request
from mementod.judging.engine import Request as Question
from mementod.paths import Paths

NAME = "mementod_measures_this"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("repository", type=Path)
    options.add_argument("--saves", type=int, default=100)
    given = options.parse_args()
    with Paths.of(os.environ) as paths:
        root = given.repository.resolve()
        answers = follow(paths.state_dir(), Request(Op.WATCH, str(root), {}, 60_000))
        first = next(answers)
        assert isinstance(first, Answer), first
        code, note = _prepare(root)
        report = Daemon(paths).report(root, Question(root))
        assert report is not None
        times: dict[str, list[float]] = {"answer": [], "gone": [], "back": []}
        for number in range(given.saves):
            _save(code, f"def {NAME}():\n    return {number}\n")
            times["answer"].append(_answered(paths.state_dir(), root))
            times["gone"].append(_told(code, f"# {number}\n", answers))
            times["back"].append(_told(code, f"def {NAME}():\n    return {number}\n", answers))
        code.unlink()
        note.unlink()
    for what, found in times.items():
        ordered = sorted(1000 * seconds for seconds in found)
        p95 = ordered[int(0.95 * (len(ordered) - 1))]
        print(f"{what:8} median {statistics.median(ordered):6.0f}  p95 {p95:6.0f}  largest {ordered[-1]:6.0f} ms")


def _prepare(root: Path) -> tuple[Path, Path]:
    code, note = root / "measured.py", root / "CLAUDE.local.md"
    code.write_text(f"def {NAME}():\n    return 0\n")
    note.write_text(f"`{NAME}()` is in `measured.py`.\n")
    time.sleep(2)
    return code, note


def _save(path: Path, text: str) -> None:
    time.sleep(0.7)  # a person's pace: the next save is no burst
    path.write_text(text)


def _answered(state: Path, root: Path) -> float:
    began = time.monotonic()
    answer = ask(state, Request(Op.SYMBOLS, str(root), {"name": NAME}, 10_000))
    assert not isinstance(answer, WhyNot)
    assert answer.ok, answer.message
    return time.monotonic() - began


def _told(path: Path, text: str, answers: Iterator[Answer | WhyNot]) -> float:
    _save(path, text)
    began = time.monotonic()
    while True:
        answer = next(answers)
        assert isinstance(answer, Answer), answer
        if any(row["text"].startswith(NAME) for row in answer.data.get("rows", ())):
            return time.monotonic() - began


if __name__ == "__main__":
    main()
