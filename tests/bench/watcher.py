"""What the watcher process costs and how soon it tells: `python tests/bench/watcher.py idle latency sync burst ...`.

`git` needs a large repository, which it changes: `--repo CLONE`.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from mementod.watcher.messages import Sync, Synced
from repos import Repo
from watchers import Watcher, project, wrong

IDLE_S = 130  # two audits
ROUNDS = 60
TICKS = os.sysconf("SC_CLK_TCK")


def tree(root: Path, files: int, per_folder: int = 10) -> Repo:
    """A repository with so many files that git does not track."""
    for number in range(files):
        at = root / f"src/{number // (per_folder * 100)}/{number // per_folder}"
        if number % per_folder == 0:
            at.mkdir(parents=True, exist_ok=True)
        (at / f"module_{number}.py").write_bytes(b"x = 1\n")
    return project(root)


def cpu(pid: int) -> float:
    """Seconds that a process has computed."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def wakes(pid: int) -> int:
    tasks = Path(f"/proc/{pid}/task").glob("*/status")
    found = re.findall(r"^voluntary_ctxt_switches:\s+(\d+)", "".join(t.read_text() for t in tasks), re.MULTILINE)
    return sum(map(int, found))


def anonymous(pid: int) -> float:
    """Megabytes of memory that nobody else shares, of the process and of its children."""
    own = re.search(r"^Anonymous:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
    below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(own[1] if own else 0) / 1024 + sum(anonymous(int(child)) for child in below)


def idle(watcher: Watcher, folder: Path, files: int) -> None:
    root = tree(folder / "repo", files).root
    began = time.monotonic()
    watcher.watch(root)
    print(f"start: {time.monotonic() - began:.2f} s, cpu {cpu(watcher.pid):.2f} s, {watcher.state()}")
    print(f"anonymous: {anonymous(watcher.pid):.1f} MB")
    before, spent, began = wakes(watcher.pid), cpu(watcher.pid), time.monotonic()
    while time.monotonic() - began < IDLE_S:
        watcher._more(began + IDLE_S)
    lasted = time.monotonic() - began
    share = (cpu(watcher.pid) - spent) / lasted
    print(f"idle for {lasted:.0f} s: {(wakes(watcher.pid) - before) / lasted:.2f} wake-ups/s, {share:.2%} of a core")
    print(f"anonymous: {anonymous(watcher.pid):.1f} MB; {watcher.state()}")


def times(label: str, found: list[float]) -> None:
    ordered = sorted(found)
    p95 = ordered[int(len(ordered) * 0.95)]
    print(f"{label}: p50 {statistics.median(found):.1f} ms, p95 {p95:.1f} ms, max {ordered[-1]:.1f} ms")


def latency(watcher: Watcher, folder: Path, files: int) -> None:
    root = tree(folder / "repo", files).root
    watcher.watch(root)
    found = []
    for number in range(ROUNDS):
        time.sleep(0.6)
        began = time.perf_counter()
        (root / "src/a.py").write_text(f"a = {number}\n")
        watcher.told("src/a.py")
        found.append((time.perf_counter() - began) * 1000)
    times("save -> batch", found)


def sync(watcher: Watcher, folder: Path, files: int) -> None:
    root = tree(folder / "repo", files).root
    watcher.watch(root)
    for label in ("idle", "after a save"):
        found = []
        for number in range(ROUNDS * 5):
            if label != "idle":
                (root / "src/a.py").write_text(str(number))
            began = time.perf_counter()
            watcher.sync()
            found.append((time.perf_counter() - began) * 1000)
        times(f"sync {label}", found)


def measured(watcher: Watcher, root: Path, label: str, act: Callable[[], object]) -> None:
    """How long until all is told after something, and whether it is right then."""
    watcher.sync()
    watcher.reports.clear()
    watcher._read = 0
    spent, began = cpu(watcher.pid), time.monotonic()
    act()
    lasted, began = time.monotonic() - began, time.monotonic()
    watcher.sync()
    settled = time.monotonic() - began
    paths = sum(len(batch.changed) for batch in watcher.batches())
    full = sum(batch.full for batch in watcher.batches())
    print(
        f"{label}: took {lasted:.2f} s, table right {settled:.2f} s after, {len(watcher.batches())} batches, "
        f"{paths} paths, {full} full, cpu {cpu(watcher.pid) - spent:.2f} s, {len(wrong(watcher, root))} wrong"
    )


def burst(watcher: Watcher, folder: Path, files: int) -> None:
    """50,000 new files by a program that does nothing else."""
    root = tree(folder / "repo", 1_000).root
    writer = folder / "burst"
    (folder / "burst.c").write_text(BURST)
    subprocess.run(["cc", "-O2", "-o", writer, folder / "burst.c"], check=True)
    watcher.watch(root)
    for number in range(3):
        (root / f"b{number}").mkdir()
        watcher.sync()
        line = [writer, root / f"b{number}"]
        measured(watcher, root, "50,000 new files", partial(subprocess.run, line, check=True))
    measured(watcher, root, "rm -rf 50,000 files", lambda: subprocess.run(["rm", "-rf", root / "b0"], check=True))
    measured(watcher, root, "mv of 50,000 files", lambda: (root / "b1").rename(root / "c1"))
    measured(watcher, root, "100,000 ignored files", lambda: ignored(writer, root / "build"))


BURST = r"""
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv) {
    char path[4096];
    for (int i = 0; i < 50000; i++) {
        if (i % 25 == 0) { snprintf(path, sizeof path, "%s/d%d", argv[1], i / 25); mkdir(path, 0755); }
        snprintf(path, sizeof path, "%s/d%d/f%d.py", argv[1], i / 25, i);
        int fd = open(path, O_CREAT | O_WRONLY, 0644);
        if (write(fd, "x = 1\n", 6) != 6) return 1;
        close(fd);
    }
    return 0;
}
"""


def ignored(writer: Path, build: Path) -> None:
    for name in ("one", "two"):
        (build / name).mkdir(parents=True)
        subprocess.run([writer, build / name], check=True)


def git(watcher: Watcher, clone: Path) -> None:
    """Checkouts across history, stash, rebase, reset in a large clone."""

    def run(*args: str) -> None:
        subprocess.run(["git", "-C", clone, *args], check=True, capture_output=True)

    run("checkout", "-q", "-f", "--detach", "HEAD")
    commits = subprocess.run(
        ["git", "-C", clone, "log", "--first-parent", "--format=%H", "HEAD"], check=True, capture_output=True, text=True
    ).stdout.split()
    began = time.monotonic()
    watcher.watch(clone)
    print(f"start: {time.monotonic() - began:.2f} s, {watcher.state()}")
    tip = commits[0]
    for share in (0.2, 0.5, 0.8):
        there = commits[int(len(commits) * share)]
        for label, commit in ((f"checkout {share:.0%} back", there), ("and to the tip", tip)):
            measured(watcher, clone, label, partial(run, "checkout", "-q", "-f", "--detach", commit))
    tracked = subprocess.run(["git", "-C", clone, "ls-files"], check=True, capture_output=True, text=True).stdout
    for name in tracked.split("\n")[:1_500]:
        if (clone / name).is_file() and not (clone / name).is_symlink():
            (clone / name).open("a").write("#\n")
    measured(watcher, clone, "stash of 1,500 files", lambda: run("stash", "-q"))
    measured(watcher, clone, "stash pop", lambda: run("stash", "pop", "-q"))
    measured(watcher, clone, "reset --hard", lambda: run("reset", "-q", "--hard"))
    measured(watcher, clone, "rebase of 100 commits", lambda: rebase(clone, run))
    measured(watcher, clone, "back", lambda: run("checkout", "-q", "-f", "--detach", tip))
    print(watcher.state())


def rebase(clone: Path, run: Callable[..., None]) -> None:
    run("checkout", "-q", "--detach", "HEAD~5")
    for number in range(100):
        (clone / f"rebased_{number % 10}.py").write_text(f"{number}\n")
        run("add", "-A")
        run("commit", "-q", "-m", "x")
    run("rebase", "-q", "--onto", "HEAD~103", "HEAD~100")


def many(watcher: Watcher, folder: Path, files: int) -> None:
    """How long many questions wait that come at once."""
    root = tree(folder / "repo", files).root
    watcher.watch(root)
    began = time.perf_counter()
    for token in range(10_000, 11_000):
        watcher.send(Sync(token))
    watcher.until(Synced, lambda said: said.token == 10_999)
    print(f"1,000 questions at once: {(time.perf_counter() - began) * 1000:.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="+", choices=["idle", "latency", "sync", "burst", "many", "git"])
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--repo", type=Path)
    parser.add_argument("--folder", type=Path, help="where to make trees; tmpfs and disks differ")
    wanted = parser.parse_args()
    for name in ("AUTHOR", "COMMITTER"):
        os.environ |= {f"GIT_{name}_NAME": "Ada", f"GIT_{name}_EMAIL": "ada@example.org"}
    for what in wanted.what:
        folder = Path(tempfile.mkdtemp(dir=wanted.folder))
        print(f"-- {what}", flush=True)
        with Watcher() as watcher:
            if what == "git":
                git(watcher, wanted.repo.resolve())
            else:
                {"idle": idle, "latency": latency, "sync": sync, "burst": burst, "many": many}[what](
                    watcher, folder, wanted.files
                )
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
