"""What `boot`, `engram`, `handoff` and a hook's beginning take on a warm store, with a daemon and without.

    python tests/bench/boot.py [--calls 15] [--files 1000]

Makes a repository of its own and runs a daemon for it. Milliseconds of a whole process, wall (p50, p95) and processor
time (p50), and how many times as long as `python -c pass` in the same run.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BASE: tuple[str, ...] = ("-c", "pass")
COMMANDS: tuple[tuple[str, ...], ...] = (
    BASE,
    ("-m", "mementod", "--version"),
    ("-m", "mementod", "boot"),
    ("-m", "mementod", "engram"),
    ("-m", "mementod", "handoff"),
)
RULES = 60  # of one note
HEARD = (
    "Goal: replace the login page",
    "Never change `f1()` in `src/p1/f1.py` before 2027.",
    "不要修改 `src/p2/f2.py` 里的 `f2`。",
    "You must run `make check` first.",
)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--calls", type=int, default=15)
    options.add_argument("--files", type=int, default=1000)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root, environ = Path(folder) / "repository", _environ(Path(folder))
        _build(root, given.files, environ)
        print(f"{'':30}  wall p50     p95  CPU p50  ratio")
        with _daemon(root, environ):
            _measure("with a daemon", given.calls, root, environ)
        _measure("without", given.calls, root, environ)


def _measure(title: str, calls: int, root: Path, environ: dict[str, str]) -> None:
    print(title)
    times: dict[tuple[str, ...], list[tuple[float, float]]] = {command: [] for command in COMMANDS}
    for call in range(calls + 1):  # in turn, so that what else this machine does falls on all of them
        for command in COMMANDS:
            found = _timed(command, root, environ)
            if call:  # the first one fills what is kept
                times[command].append(found)
    base = statistics.median(wall for wall, _ in times[BASE])
    for command, rows in times.items():
        walls = sorted(wall for wall, _ in rows)
        p50, p95 = statistics.median(walls), walls[int(0.95 * (len(walls) - 1))]
        cpu = statistics.median(cpu for _, cpu in rows)
        print(f"  {' '.join(command):28} {p50:9.0f} {p95:7.0f} {cpu:8.0f} {p50 / base:6.1f}")


def _timed(command: tuple[str, ...], root: Path, environ: dict[str, str]) -> tuple[float, float]:
    before, began = _cpu(), time.perf_counter()
    subprocess.run([sys.executable, *command], cwd=root, env=environ, capture_output=True, check=True)
    return 1000 * (time.perf_counter() - began), 1000 * (_cpu() - before)


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _build(root: Path, files: int, environ: dict[str, str]) -> None:
    for number in range(files):
        folder = root / "src" / f"p{number % 40}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"f{number}.py").write_text(f"def f{number}():\n    return {number}\n")
    for number in range(10):
        note = "".join(f"`src/p{n % 40}/f{n}.py` has `f{n}()`.\n\n" for n in range(number, files, files // 20 or 1))
        (root / f"memory/{number}.md").parent.mkdir(exist_ok=True)
        (root / f"memory/{number}.md").write_text(f"# Part {number}\n\n{note}")
    rules = "".join(f"- Never change `f{n}()` in `src/p{n % 40}/f{n}.py` without a test.\n" for n in range(RULES))
    (root / "CLAUDE.md").write_text(f"# Map\n\nIt begins in `src/p0/f0.py`.\n\n# Rules\n\n{rules}")
    (root / "PROGRESS.md").write_text("# P\n" + "".join(f"- src/p{n % 40}/f{n}.py: do {n}\n" for n in range(50)))
    _git(root, environ, "init", "-q")
    _git(root, environ, "add", "-A")
    _git(root, environ, "commit", "-qm", "one")
    for number in range(30):
        (root / f"src/p3/f{3 + 40 * (number % 20)}.py").write_text(f"def g{number}():\n    return {number}\n")
        _git(root, environ, "commit", "-qam", f"change {number}")
    for line in HEARD:
        subprocess.run([sys.executable, "-m", "mementod", "remember", line], cwd=root, env=environ, check=True)


def _git(root: Path, environ: dict[str, str], *argv: str) -> None:
    subprocess.run(["git", *argv], cwd=root, env=environ, check=True)


def _environ(folder: Path) -> dict[str, str]:
    who = {f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    own = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "STATE", "CACHE")}
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "compiled")}  # as pip leaves it
    return os.environ | who | own | compiled | {"HOME": str(folder), "XDG_RUNTIME_DIR": ""}


@contextmanager
def _daemon(root: Path, environ: dict[str, str]) -> Iterator[None]:
    """One that has judged the repository."""
    program = [sys.executable, "-m", "mementod"]
    subprocess.run([*program, "enrol"], cwd=root, env=environ, check=True, capture_output=True)
    with subprocess.Popen([*program, "run"], env=environ, stderr=subprocess.DEVNULL) as process:
        try:
            status = [*program, "status", "--format", "json"]
            while (
                b"fresh" not in subprocess.run(status, cwd=root, env=environ, capture_output=True, check=False).stdout
            ):
                time.sleep(0.2)
            yield
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
