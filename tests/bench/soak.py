"""Hours in minutes: random edits, commits, stashes, rebases and switches beside a daemon, compared with `check` alone.

    python tests/bench/soak.py REPOSITORY [--minutes 20] [--seed 1]

REPOSITORY is a work tree that may be ruined: a clone with notes in it. A daemon must run and have it enrolled
(`mementod enrol REPOSITORY; mementod run`). Every minute the edits rest and the daemon's answer is compared with that
of `mementod check` while the daemon is paused; the last line counts comparisons, differences and lost changes.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

COMPARE_EVERY_S = 60
REST_S = (0.05, 1.0)  # between two edits
CODE = (".py", ".ts", ".tsx", ".js", ".go", ".rb", ".java", ".rs", ".ps1")


class Soak:
    """One work tree and its dice."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root, self.dice = root, random.Random(seed)
        self.start = self.git("rev-parse", "HEAD")
        self.number = self.compared = self.different = 0
        self.notes = sorted({note["path"] for note in self.check()["notes"] if not note["path"].startswith("/")})

    def git(self, *args: str) -> str:
        done = subprocess.run(["git", "-C", str(self.root), *args], capture_output=True, text=True, errors="replace")
        return done.stdout.strip()

    def check(self) -> dict[str, list[dict[str, str]]]:
        command = ["mementod", "-C", str(self.root), "check", "--format", "json", "--fail-on", "never"]
        said: dict[str, list[dict[str, str]]] = json.loads(subprocess.run(command, capture_output=True).stdout)
        return said

    def run(self, minutes: float) -> None:
        end, due = time.monotonic() + 60 * minutes, time.monotonic() + COMPARE_EVERY_S
        while time.monotonic() < end:
            with contextlib.suppress(OSError, UnicodeError, IndexError):
                self.dice.choice(EDITS)(self)
            self.number += 1
            time.sleep(self.dice.uniform(*REST_S))
            if time.monotonic() > due:
                self.compare()
                due = time.monotonic() + COMPARE_EVERY_S

    def compare(self) -> None:
        live = self.check()
        subprocess.run(["mementod", "pause"], capture_output=True)
        alone = self.check()
        subprocess.run(["mementod", "resume"], capture_output=True)
        self.compared += 1
        self.different += live != alone
        print(f"edits {self.number}, compared {self.compared}, different {self.different}", flush=True)
        if live != alone:
            Path(f"soak-{self.compared}-live.json").write_text(json.dumps(live, indent=1))
            Path(f"soak-{self.compared}-alone.json").write_text(json.dumps(alone, indent=1))

    def code(self) -> Path:
        found = [p for p in self.git("ls-files", "-z").split("\0") if p.endswith(CODE) and (self.root / p).is_file()]
        return self.root / self.dice.choice(found)

    def note(self) -> Path:
        return self.root / self.dice.choice([p for p in self.notes if (self.root / p).is_file()])

    # edits

    def write(self) -> None:
        path = self.code()
        path.write_text(path.read_text() + f"\n# {self.number}\n")

    def save_atomically(self) -> None:
        path = self.code()
        temporary = path.with_name(f".{path.name}.swp")
        temporary.write_text(path.read_text().replace("def ", f"def x{self.number}_", 1))
        temporary.replace(path)

    def remove(self) -> None:
        self.code().unlink()

    def move(self) -> None:
        path = self.code()
        path.rename(path.with_name(f"m{self.number}_{path.name}"))

    def move_folder(self) -> None:
        folder = self.code().parent
        if folder != self.root:
            folder.rename(folder.with_name(f"{folder.name}_{self.number}"))

    def write_note(self) -> None:
        path, cited = self.note(), self.code().relative_to(self.root)
        path.write_text(path.read_text() + f"\n- `{cited}` beside `{cited.name}`, number{self.number}.\n")

    def restore(self) -> None:
        self.git("checkout", "-f", "--", ".")
        self.git("clean", "-fdq")

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-qm", f"soak {self.number}")

    def stash(self) -> None:
        self.git("stash", "-uq")
        if self.dice.random() < 0.7:
            self.git("stash", "pop", "-q")

    def branch(self) -> None:
        self.restore()
        self.git("checkout", "-qB", f"soak-{self.number % 5}")

    def switch(self) -> None:
        self.restore()
        branches = self.git("for-each-ref", "--format=%(refname:short)", "refs/heads").split()
        self.git("checkout", "-qf", self.dice.choice(branches))

    def rebase(self) -> None:
        self.restore()
        self.git("rebase", "-q", "-X", "theirs", self.dice.choice((self.start, "HEAD~3")))
        self.git("rebase", "--abort")

    def reset(self) -> None:
        self.git("reset", "-q", "--hard", self.start)
        self.git("clean", "-fdq")


EDITS: tuple[Callable[[Soak], None], ...] = (
    Soak.write, Soak.write, Soak.write, Soak.save_atomically, Soak.save_atomically, Soak.save_atomically, Soak.remove,
    Soak.remove, Soak.move, Soak.move, Soak.move_folder, Soak.write_note, Soak.write_note, Soak.write_note,
    Soak.restore, Soak.commit, Soak.commit, Soak.stash, Soak.branch, Soak.switch, Soak.rebase, Soak.reset,
)  # fmt: skip


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("repository", type=Path)
    options.add_argument("--minutes", type=float, default=20)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    soak = Soak(given.repository.resolve(), given.seed)
    soak.run(given.minutes)
    soak.compare()
    status = json.loads(subprocess.run(["mementod", "status", "--format", "json"], capture_output=True).stdout)
    lost = sum(home["lost_changes"] for home in status["repositories"])
    memory = ", ".join(f"{name} {size / 1e6:.0f} MB" for name, size in status["memory"].items() if size)
    print(f"{soak.number} edits, {soak.compared} comparisons, {soak.different} different, {lost} lost, {memory}")


if __name__ == "__main__":
    main()
