"""A permission that is taken away and given back: what may not be looked at is not gone, and is known again at once."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from daemons import START, Follower, Running, mementod, running
from mementod.ipc.protocol import Op
from mementod.paths import Paths
from repos import Repo
from unprivileged import bound

pytestmark = pytest.mark.timeout(90)
BETA = "def beta():\n    return 2\n"
GONE = {"src/b.py": "deleted", "beta()": "deleted"}
# A place, and what `status` says of it as long as it may not be looked at.
DENIED = {
    "": "Permission denied",
    ".git": ".git cannot be looked at: Permission denied",
    ".git/HEAD": ".git/HEAD cannot be looked at: Permission denied",
    ".git/refs": ".git/refs cannot be looked at: Permission denied",
    ".git/objects": ".git/objects cannot be looked at: Permission denied",
    ".git/index": "index file open failed: Permission denied",
    "src": "src cannot be looked at: Permission denied",
    "src/b.py": "",
    "CLAUDE.md": "",
}


def enrolled(root: Path) -> Repo:
    repo = Repo(root).write({"src/a.py": "A = 1\n", "src/b.py": BETA}).commit()
    repo.write({"CLAUDE.md": "`src/b.py` has `beta()`.\n"}).commit(date="2025-01-02")
    assert mementod("enrol", folder=repo.root).returncode == 0
    return repo


def after(follower: Follower) -> dict[str, str | None]:
    """The verdicts of the next batch; what they were before may have been in doubt."""
    return {text: verdict for text, (_, verdict) in follower.verdicts().items()}


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return enrolled(tmp_path / "repo")


@pytest.fixture
def daemon(repo: Repo, paths: Paths, tmp_path: Path) -> Iterator[Running]:
    with running(paths, tmp_path, program=(*bound(), *START)) as found:
        yield found


@pytest.mark.parametrize("place", DENIED)
def test_what_may_not_be_looked_at_is_not_gone_and_is_known_again(
    place: str, repo: Repo, daemon: Running, tmp_path: Path
) -> None:
    other = enrolled(tmp_path / "other")
    follower, beside = daemon.follow(repo.root), daemon.follow(other.root)
    path = repo.root / place
    mode = path.stat().st_mode

    path.chmod(0)
    daemon.ask(Op.RELOAD)  # everything has to be looked at
    denied = daemon.await_home(repo.root, lambda home: DENIED[place] in home["problem"])
    assert "gone" not in (denied["state"], *denied["problem"].split())
    (other.root / "src/b.py").unlink()
    assert after(beside) == GONE

    path.chmod(mode)
    home = daemon.await_home(repo.root, lambda home: home["state"] == "fresh" and not home["problem"])
    assert home["levels"] == {"error": 0, "warning": 0, "info": 0, "none": 2}
    assert daemon.ask(Op.CHECK, repo.root)  # it has looked again
    (repo.root / "src/b.py").unlink()
    assert after(follower) == GONE  # and nothing before


@pytest.mark.parametrize("place", ["src", "src/b.py", "CLAUDE.md"])
def test_an_answer_knows_what_may_not_be_read(place: str, repo: Repo, daemon: Running) -> None:
    def check() -> str:
        command = [*bound(), *START, "check", "--format", "json"]
        return subprocess.run(command, cwd=repo.root, capture_output=True, text=True).stdout

    daemon.follow(repo.root)
    mode = (repo.root / place).stat().st_mode
    for allowed in (0, mode):
        (repo.root / place).chmod(allowed)
        said = check()
        daemon.ask(Op.PAUSE)
        assert check() == said  # by itself
        daemon.ask(Op.RESUME)
    assert '"ok": 2' in said
