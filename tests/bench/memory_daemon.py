"""Memory of a daemon beside a large repository: judged first, started again, and after a first check that was killed.

    python tests/bench/memory_daemon.py [--files 100000] [--folder DIR]

Makes a repository of its own, of whose note 100 lines cite two things each, and runs daemons for it in a state
directory of its own, below DIR. Prints the anonymous memory of the brain and of the watcher in MB, when all is judged
and after some saves, and the most that was seen of the brain until then; of the saves also the milliseconds until a
question is answered with them in (median, 95th percentile).
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, closing, suppress
from pathlib import Path

from memory import anonymous_kb  # type: ignore[import-not-found]  # the file beside this one

from mementod.ipc.client import WhyNot, ask
from mementod.ipc.protocol import Op, Request
from mementod.paths import Paths
from mementod.stores.sqlite_file import read_only

MEMENTOD = (sys.executable, "-m", "mementod")
A_FOLDER = 100  # files
CITED = 100  # lines of the note
SAVES = 30
REST_S = 3.0  # for what comes after a judgement: the patrol, what hooks are told


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--files", type=int, default=100_000)
    options.add_argument("--folder", type=Path)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        root = Path(folder) / "repository"
        _make(root, given.files)
        for place in ("one", "two"):
            for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"):
                os.environ[name] = str(Path(folder) / place)
            (Path(folder) / place).mkdir(mode=0o700)
            _run([*MEMENTOD, "enrol", "--no-hooks"], root)
            if place == "one":
                _measure("first", root)
                _measure("again", root)
            else:
                _killed(root)
                _measure("after a killed check", root)


def _killed(root: Path) -> None:
    """Once it has read the history, before it has read the files."""
    with subprocess.Popen([*MEMENTOD, "check"], cwd=root, stdout=subprocess.DEVNULL) as check:
        while not _holds_history():
            time.sleep(0.05)
        check.kill()


def _holds_history() -> bool:
    for place in Path(os.environ["XDG_STATE_HOME"]).rglob("cache.db"):
        with suppress(sqlite3.OperationalError), closing(read_only(place)) as db:  # it may just be made
            return db.execute("SELECT 1 FROM lines").fetchone() is not None
    return False


def _measure(title: str, root: Path) -> None:
    with ExitStack() as stack:
        paths = stack.enter_context(Paths.of(os.environ))
        process = stack.enter_context(subprocess.Popen([*MEMENTOD, "run"], stderr=subprocess.DEVNULL))
        stack.callback(process.terminate)
        began = time.monotonic()
        peak = _await_fresh(paths.state_dir(), process.pid)
        waited = time.monotonic() - began
        time.sleep(REST_S)
        _print(f"{title}, {waited:.0f} s", paths.state_dir(), peak)
        times, peak = _saves(paths.state_dir(), process.pid, root)
        p95 = sorted(times)[int(0.95 * (len(times) - 1))]
        _print(f"saves, {statistics.median(times):.0f} and {p95:.0f} ms", paths.state_dir(), peak)


def _await_fresh(state: Path, pid: int) -> int:
    peak = 0
    while True:
        peak = max(peak, int(anonymous_kb(pid)))
        answer = ask(state, Request(Op.STATUS, None, {}, 1000))
        homes = [] if isinstance(answer, WhyNot) or answer.data is None else answer.data["repositories"]
        if any(home["state"] == "fresh" for home in homes):
            return peak
        time.sleep(0.02)


def _saves(state: Path, pid: int, root: Path) -> tuple[list[float], int]:
    path, peak, times = root / "src" / "p0" / "m0.py", 0, []
    text = path.read_text()
    for number in range(SAVES):
        path.write_text(f"{text}word_{number} = {number}\n")
        began = time.monotonic()
        answer = ask(state, Request(Op.SYMBOLS, str(root), {"name": "grown"}, 60_000))
        times.append(1000 * (time.monotonic() - began))
        assert not isinstance(answer, WhyNot), answer
        assert answer.ok, answer.message
        peak = max(peak, int(anonymous_kb(pid)))
    path.write_text(text)
    return times, peak


def _print(title: str, state: Path, peak: int) -> None:
    answer = ask(state, Request(Op.STATUS, None, {}, 60_000))
    assert not isinstance(answer, WhyNot), answer
    brain, watcher = (answer.data["memory"][name] / 1e6 for name in ("brain", "watcher"))
    print(
        f"{title:32} brain {brain:5.1f}  watcher {watcher:5.1f}  brain at most {peak / 1000 * 1.024:5.1f}", flush=True
    )


def _make(root: Path, files: int) -> None:
    for at in range(files):
        path = root / "src" / f"p{at // A_FOLDER}" / f"m{at}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"def run_{at}(x):\n    return x + {at}\n\n\nclass Thing{at}:\n    value = {at}\n")
    cited = range(0, files, max(1, files // CITED))
    lines = (f"- `src/p{at // A_FOLDER}/m{at}.py` has `run_{at}()`.\n" for at in cited)
    (root / "CLAUDE.md").write_text("# Map\n\n" + "".join(lines))
    _run(["git", "init", "-q"], root)
    _run(["git", "add", "-A"], root)
    _run(["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "all"], root)


def _run(command: list[str], root: Path) -> None:
    subprocess.run(command, cwd=root, check=True, capture_output=True)


if __name__ == "__main__":
    main()
