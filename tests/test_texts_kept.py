"""What is kept between texts changes nothing in them: each is the text that is made with nothing kept."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mementod.cli import run
from mementod.continuity.engram import RESTS_ON
from mementod.continuity.recent import RECENT
from mementod.continuity.start import BEHIND
from mementod.continuity.texts import text_of
from mementod.errors import ExitCode
from mementod.judging import answers, contents
from mementod.judging.engine import Engine, Request
from mementod.paths import Paths
from repos import Repo

STEPS = 4
TEXTS: tuple[dict[str, Any], ...] = (
    {"what": "boot", "budget": 8_192},
    {"what": "engram", "everything": True, "json": True},
    {"what": "handoff"},
)
SAID = (
    "Goal: replace the parser",
    "Never change `first_of_all()` in `src/a.py` before 2027.",
    "You must call `second_name` with `third_name`, never with `nobody_knows`.",
    "Keep `src/b.py` and `SOME_SETTING`; `first_of_al` is a slip.",
)


class Desk:
    """A repository, and what may happen to it."""

    def __init__(self, root: Path, paths: Paths, seed: int) -> None:
        self.dice, self.paths, self.count = random.Random(seed), paths, 0
        notes = {"CLAUDE.md": "# Map\n\n`first_of_all` is in `src/a.py`.\n\n- Never edit `src/b.py`.\n"}
        files = notes | {"PROGRESS.md": "# Progress\n\n- [ ] src/a.py: rename it\n", ".gitignore": "build/\n"}
        self.repo = Repo(root).write(files | {f"src/{n}.py": code("first_of_all", n) for n in "abc"}).commit("Begin")
        self.remember()

    def step(self) -> None:
        self.count += 1
        steps = (self.edit, self.note, self.move, self.commit, self.remember, self.back, self.rest)
        step: Callable[[], None] = self.dice.choice(steps)
        step()

    def edit(self) -> None:
        """A file, one that git ignores too, holds another name."""
        name = self.dice.choice(("first_of_all", "second_name", "third_name", "SOME_SETTING"))
        path = self.dice.choice(("src/a.py", "src/b.py", "build/x.py"))
        self.repo.write({path: code(name, str(self.count))})

    def note(self) -> None:
        rule = self.dice.choice(("- Always run `src/c.py` first.\n", "- Never call `second_name`.\n", ""))
        self.repo.write({self.dice.choice(("CLAUDE.md", "PROGRESS.md")): f"# Notes\n\nSee `src/a.py`.\n\n{rule}"})

    def move(self) -> None:
        tracked = self.repo.git("ls-files", "src").split()
        self.repo.move(self.dice.choice(tracked), f"src/moved{self.count}.py")

    def commit(self) -> None:
        self.repo.commit(f"Change {self.count}", f"2025-02-{self.count + 1:02}")

    def remember(self) -> None:
        said = self.dice.choice(SAID)
        assert run(["-C", str(self.repo.root), "remember", said], self.paths) == ExitCode.FINE

    def back(self) -> None:
        self.repo.git("stash", "-q")

    def rest(self) -> None:
        """Nothing happens."""


def code(name: str, said: str) -> str:
    return f"def {name}():\n    return '{said}'\n"


def made(repo: Repo, paths: Paths) -> list[str]:
    texts = []
    for asked in TEXTS:
        options = dict(asked)
        with Engine(repo.root, paths) as engine:
            engine.check(Request(repo.root))  # what a rule says of a name is what was judged of it
            texts.append(text_of(engine, paths, options.pop("what"), options).text)
    return texts


def without_what_is_kept(state: Path, to: Path) -> Paths:
    """The same memory in another state directory, with no cache and nothing in it that was found before."""
    shutil.copytree(state, to / state.name)
    for place in to.rglob("cache.db*"):
        place.unlink()
    for place in to.rglob("memory.db"):
        with closing(sqlite3.connect(place)) as db, db:
            db.execute("DELETE FROM state WHERE name IN (?, ?, ?)", (RESTS_ON, BEHIND, RECENT))
    return Paths.of(os.environ | {"XDG_STATE_HOME": str(to)})


@pytest.mark.parametrize("seed", range(4))
def test_a_text_is_the_one_that_is_made_with_nothing_kept(
    seed: int, tmp_path: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (answers, contents):
        monkeypatch.setattr(module, "RACY_NS", 0)  # else nothing is kept of files as young as these
    desk = Desk(tmp_path / "repo", paths, seed)
    for number in range(STEPS):
        with without_what_is_kept(paths.state_dir(), tmp_path / f"scratch{number}") as other:
            wanted = made(desk.repo, other)
        assert made(desk.repo, paths) == wanted
        desk.step()
