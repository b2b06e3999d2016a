"""What a hook adds to a call of an agent and to a commit, over `/bin/true` in the same run.

    python tests/bench/hooks.py [--calls 60] [--files 5000]

Makes a repository of its own and runs a daemon for it. Milliseconds of wall time over that of `/bin/true` (p50, p95),
and of processor time (user + system) of the hook; `daemon` is what the daemon spent besides, for each call.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mementod_hooks.client import __file__ as CLIENT

CORE = "src/core/f0.py"
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Case:
    """One call that is repeated. `payload` is for its standard input."""

    name: str
    argv: tuple[str, ...]
    payload: bytes = b""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--calls", type=int, default=60)
    options.add_argument("--files", type=int, default=5000)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root, environ = Path(folder) / "repository", _environ(Path(folder))
        _build(root, given.files, environ)
        cases = _cases(root)
        print(f"{'':34}  wall p50    p95   CPU p50   daemon")
        with _daemon(root, environ) as pid:
            _measure("daemon up", cases, given.calls, root, environ, pid)
            os.kill(pid, 19)
            _measure("daemon stopped (SIGSTOP)", [cases[0], *cases[2:]], max(3, given.calls // 10), root, environ, None)
            os.kill(pid, 18)
        _measure("no daemon", cases, given.calls, root, environ, None)


def _cases(root: Path) -> list[Case]:
    client = (sys.executable, "-I", "-S", CLIENT)

    def edit(name: str, file: str) -> Case:
        call = {"session_id": "s", "cwd": str(root), "hook_event_name": "PreToolUse", "tool_name": "Edit"}
        data = json.dumps({**call, "tool_input": {"file_path": str(root / file), "new_string": "x" * 2000}}).encode()
        return Case(name, (*client, "agent", "claude"), data)

    return [
        Case("/bin/true", ("/bin/true",)),
        Case("python -I -S -c pass", (*client[:3], "-c", "pass")),
        edit("edit of a plain file", "src/f9.py"),
        edit("edit of a core file, denied", CORE),
        Case("commit of a core file, denied", (*client, "git", "pre-commit")),
    ]


def _measure(
    title: str, cases: Sequence[Case], calls: int, root: Path, environ: dict[str, str], pid: int | None
) -> None:
    print(title)
    times: dict[str, list[tuple[float, float, float]]] = {case.name: [] for case in cases}
    for _ in range(calls):  # in turn, so that what else this machine does falls on all of them
        for case in cases:
            times[case.name].append(_timed(case, root, environ, pid))
    base = statistics.median(wall for wall, _, _ in times[cases[0].name])
    for case in cases:
        walls = sorted(1000 * (wall - base) for wall, _, _ in times[case.name])
        cpu = 1000 * statistics.median(cpu for _, cpu, _ in times[case.name])
        served = 1000 * statistics.fmean(spent for _, _, spent in times[case.name])
        p95 = walls[int(0.95 * (len(walls) - 1))]
        print(f"  {case.name:32} {statistics.median(walls):9.1f} {p95:6.1f} {cpu:9.1f} {served:8.1f}")


def _timed(case: Case, root: Path, environ: dict[str, str], pid: int | None) -> tuple[float, float, float]:
    """Wall time, processor time of the call, and that of the daemon."""
    before, served = _cpu(), _cpu_of(pid)
    began = time.perf_counter()
    subprocess.run(case.argv, input=case.payload, cwd=root, env=environ, capture_output=True, check=False)
    wall = time.perf_counter() - began
    return wall, _cpu() - before, _cpu_of(pid) - served


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _cpu_of(pid: int | None) -> float:
    """Of a process and of those of its children that have ended; in ticks of the kernel, so only a mean says much."""
    if pid is None:
        return 0.0
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) * TICK_S


def _build(root: Path, files: int, environ: dict[str, str]) -> None:
    for number in range(files):
        folder = root / "src" / ("core" if number % 100 == 0 else f"p{number % 40}" if number != 9 else "")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"f{number}.py").write_text(f"def f{number}():\n    return {number}\n")
    (root / ".mementod.yaml").write_text('core: ["src/core/**"]\nprogress: PROGRESS.md\n')
    (root / "PROGRESS.md").write_text(
        "# P\n" + "".join(f"- src/p{n % 40}/f{n}.py: do {n} because of it\n" for n in range(200))
    )
    (root / "CLAUDE.md").write_text(f"`{CORE}` has `f0()`.\n")
    for argv in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "one"]):
        subprocess.run(["git", *argv], cwd=root, env=environ, check=True)
    (root / CORE).write_text("def f0():\n    return 1\n")
    subprocess.run(["git", "add", "-A"], cwd=root, env=environ, check=True)


def _environ(folder: Path) -> dict[str, str]:
    who = {f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    own = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "STATE", "CACHE")}
    return os.environ | who | own | {"HOME": str(folder), "XDG_RUNTIME_DIR": ""}


@contextmanager
def _daemon(root: Path, environ: dict[str, str]) -> Iterator[int]:
    """One that has judged the repository."""
    program = [sys.executable, "-m", "mementod"]
    subprocess.run([*program, "enrol"], cwd=root, env=environ, check=True, capture_output=True)
    with subprocess.Popen([*program, "run"], env=environ, stderr=subprocess.DEVNULL) as process:
        try:
            while (
                b"fresh"
                not in subprocess.run(
                    [*program, "status", "--format", "json"], cwd=root, env=environ, capture_output=True, check=False
                ).stdout
            ):
                time.sleep(0.2)
            yield process.pid
        finally:
            process.kill()


if __name__ == "__main__":
    main()
