"""The daemon reads agents' sessions while they are written."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from daemons import LIMIT_S, mementod, running
from mementod.paths import Paths
from repos import Repo


class Claude:
    """Claude Code's file of one session in a repository, as it grows."""

    def __init__(self, home: Path, root: Path) -> None:
        self.root = root
        folder = home / ".claude" / "projects" / "".join(c if c.isalnum() else "-" for c in str(root))
        folder.mkdir(parents=True)
        self.file = folder / "s.jsonl"

    def hears(self, text: str) -> None:
        row = {"type": "user", "uuid": text, "sessionId": "s", "cwd": str(self.root), "message": {"content": text}}
        with self.file.open("a") as file:
            file.write(json.dumps(row) + "\n")


@pytest.fixture
def claude(tmp_path: Path, home: Path) -> Claude:
    root = Repo(tmp_path / "repo").write({"a.py": "x = 1\n", "CLAUDE.md": "`a.py`\n"}).commit("Begin").root
    return Claude(home, root)


def await_log(paths: Paths, event: str, count: int) -> None:
    until = time.monotonic() + LIMIT_S
    log = paths.state_dir() / "log" / "daemon.jsonl"
    while sum(json.loads(line)["event"] == event for line in log.read_text().splitlines()) < count:
        assert time.monotonic() < until, f"no {event}"
        time.sleep(0.02)


def test_what_the_user_says_is_found_while_the_session_goes_on(
    claude: Claude, paths: Paths, home: Path, tmp_path: Path
) -> None:
    (home / "config" / "mementod").mkdir(parents=True)
    (home / "config" / "mementod" / "config.yaml").write_text("import: [claude]\n")
    mementod("enrol", folder=claude.root)
    claude.hears("never touch zebra_one")
    with running(paths, tmp_path) as daemon:
        daemon.await_log("sessions read")
        claude.hears("never touch zebra_two")
        await_log(paths, "sessions read", 2)
    (home / "config" / "mementod" / "config.yaml").unlink()  # what is found now was read by the daemon
    assert "> never touch zebra_two" in mementod("recall", "zebra_two", folder=claude.root).stdout
    assert "zebra_one" in mementod("engram", folder=claude.root).stdout
