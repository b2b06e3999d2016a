"""Grows random histories: branches, merges, renames, deletions, files that become folders, names of any bytes."""

from __future__ import annotations

import os
import random
import subprocess

from repos import Repo

Random = random.Random
STEPS = 14
FOLDERS = ("", "src/", "src/deep/er/", "lib/", "données/")
NAMES = (
    "a.py",
    "b.py",
    "lib",
    "naïve.py",
    "日本.md",
    "two\nlines.py",
    " space .py",
    'quo"te.py',
    "\udcff\udcfe.py",
    "-dash",
    ":colon",
)


def grow(repo: Repo, dice: Random, steps: int = STEPS) -> Repo:
    """A repository with a random history, on branch `main`."""
    change(repo, dice)
    commit(repo, 0)
    for number in range(1, steps):
        match dice.randrange(6):
            case 0:
                repo.git("checkout", "-q", "-B", f"topic-{number}", dice.choice(commits(repo)))
                change(repo, dice)
                commit(repo, number)
                repo.git("checkout", "-q", "main")
            case 1:
                merge(repo, dice)
            case _:
                change(repo, dice)
                commit(repo, number)
    return repo


def commits(repo: Repo) -> list[str]:
    return repo.git("rev-list", "--all").split()


def commit(repo: Repo, number: int) -> None:
    repo.commit(f"step {number}", date=f"2025-02-{number % 28 + 1:02}")


def change(repo: Repo, dice: Random) -> None:
    for _ in range(dice.randint(1, 4)):
        there = files(repo)
        path = dice.choice(FOLDERS) + dice.choice(NAMES)
        if there and dice.random() < 0.3:
            clear(repo, dice.choice(there))
        elif there and dice.random() < 0.3:
            move(repo, dice.choice(there), path)
        else:
            put(repo, path, dice.randbytes(6).hex() + "\n" * dice.randrange(3))


def files(repo: Repo) -> list[str]:
    found = []
    for folder, names, leaves in os.walk(repo.root):
        names[:] = sorted(name for name in names if name != ".git")
        found += [os.path.relpath(os.path.join(folder, leaf), repo.root) for leaf in leaves]  # noqa: PTH118
    return sorted(found)


def put(repo: Repo, path: str, content: str) -> None:
    parts = path.split("/")
    for end in range(1, len(parts)):
        above = repo.root / "/".join(parts[:end])
        if above.is_file():
            above.unlink()
    clear(repo, path)
    repo.write({path: content})


def move(repo: Repo, old: str, new: str) -> None:
    content = (repo.root / old).read_bytes()
    clear(repo, old)
    put(repo, new, content.decode())


def clear(repo: Repo, path: str) -> None:
    full = repo.root / path
    if full.is_dir():
        subprocess.run(["rm", "-r", "--", str(full)], check=True)
    full.unlink(missing_ok=True)


def merge(repo: Repo, dice: Random) -> None:
    """Merge any commit; a conflict is settled by taking some of it and leaving some."""
    other = dice.choice(commits(repo))
    try:
        repo.git("merge", "-q", "--no-ff", "-m", "merge", other)
    except subprocess.CalledProcessError:
        repo.commit("merge with a conflict")
