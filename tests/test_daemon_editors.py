"""Real editors beside the daemon: a save is a change of what it changes, and never a deletion."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from daemons import Running, mementod, running
from mementod.ipc.protocol import Op
from mementod.paths import Paths
from repos import Repo

pytestmark = pytest.mark.timeout(90)
BETA = "def beta():\n    return 2\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo").write({"src/b.py": BETA}).commit()
    repo.write({"CLAUDE.md": "`src/b.py` has `beta()`.\n"}).commit(date="2025-01-02")
    assert mementod("enrol", folder=repo.root).returncode == 0
    return repo


@pytest.fixture
def daemon(repo: Repo, paths: Paths, tmp_path: Path) -> Iterator[Running]:
    with running(paths, tmp_path) as found:
        yield found


def vim(copy: str) -> Callable[[Path, str, str], None]:
    """Replaces text as somebody does who edits with vim, swap file, backup and all."""

    def edit(path: Path, old: str, new: str) -> None:
        options = f"set backup writebackup swapfile backupcopy={copy}"
        steps = ["-c", options, "-c", f"%s/{old}/{new}/", "-c", "w", "-c", "q"]
        subprocess.run(["vim", "-Nu", "NONE", "-es", *steps, str(path)], check=True, timeout=20)

    return edit


def sed(path: Path, old: str, new: str) -> None:
    subprocess.run(["sed", "-i.orig", f"s/{old}/{new}/", str(path)], check=True)


def atomic(path: Path, old: str, new: str) -> None:
    """As most editors of today: a new file beside it, which takes its place."""
    beside = path.with_name(f".{path.name}.tmp")
    beside.write_text(path.read_text().replace(old, new))
    beside.replace(path)


def move_away_first(path: Path, old: str, new: str) -> None:
    """As JetBrains' safe write: for a moment there is no such file."""
    beside, before = path.with_name("b.py___jb_tmp___"), path.with_name("b.py___jb_old___")
    beside.write_text(path.read_text().replace(old, new))
    path.rename(before)
    beside.rename(path)
    before.unlink()


needs_vim = pytest.mark.skipif(not shutil.which("vim"), reason="vim is not installed")
EDITORS = [
    pytest.param(vim("yes"), id="vim-copy", marks=needs_vim),
    pytest.param(vim("no"), id="vim-rename", marks=needs_vim),
    pytest.param(sed, id="sed"),
    pytest.param(atomic, id="atomic"),
    pytest.param(move_away_first, id="jetbrains"),
]


@pytest.mark.parametrize("edit", EDITORS)
def test_a_save_is_told_as_what_it_changed(edit: Callable[[Path, str, str], None], repo: Repo, daemon: Running) -> None:
    follower = daemon.follow(repo.root)
    path = repo.root / "src/b.py"
    for number in range(2, 5):
        edit(path, f"return {number}", f"return {number + 1}")
    assert daemon.ask(Op.CHECK, repo.root)
    edit(path, "beta", "gamma")
    assert follower.verdicts()["beta()"][0] == "ok"  # and nothing before
    edit(path, "gamma", "beta")
    assert follower.verdicts()["beta()"][1] == "ok"
    assert daemon.home(repo.root)["levels"]["error"] == 0
