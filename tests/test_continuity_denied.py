"""What may not be read or written is said in a line: nothing of it is forgotten, and nothing is said to be kept."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from daemons import LIMIT_S, START, mementod
from hooked import edit
from mementod.errors import ExitCode
from mementod.paths import Paths
from repos import Repo
from unprivileged import bound

HANDOVER = "## Goal\n- a\n## State\n- Next: b\n## Decisions\n- c\n## Constraints\n- d\n"
RULE = "Never edit `src/auth.py` by hand."


class Bound:
    """The command line of one whom permissions bind, in a repository of which something is remembered."""

    def __init__(self, repo: Repo, state: Path) -> None:
        self.repo, self.state = repo, state
        self._closed: list[Path] = []

    def run(self, *args: str, said: str = "") -> subprocess.CompletedProcess[str]:
        command = [*bound(), *START, *args]
        done = subprocess.run(command, cwd=self.repo.root, input=said, capture_output=True, text=True, timeout=LIMIT_S)
        assert "Traceback" not in done.stderr
        return done

    def close(self, path: Path, mode: int = 0) -> None:
        path.chmod(mode)
        self._closed.append(path)

    def open_all(self) -> None:
        for path in reversed(self._closed):
            path.chmod(0o700)


@pytest.fixture
def denied(tmp_path: Path, paths: Paths) -> Iterator[Bound]:
    repo = Repo(tmp_path / "repo").write({"src/auth.py": "A = 1\n", "CLAUDE.md": f"{RULE}\n"}).commit("Begin")
    assert mementod("remember", "never drop the first", folder=repo.root).returncode == 0
    assert mementod("engram", folder=repo.root).returncode == 0
    one = Bound(repo, paths.state_dir())
    assert one.run("handoff", "write", said=HANDOVER).returncode == 0
    yield one
    one.open_all()


@pytest.mark.parametrize("words", [("boot",), ("engram",), ("recall", "first"), ("handoff",)])
def test_a_state_that_may_only_be_read_is_told(denied: Bound, words: tuple[str, ...]) -> None:
    for folder in (*denied.state.rglob("*"), denied.state):
        denied.close(folder, 0o500 if folder.is_dir() else 0o400)
    done = denied.run(*words)
    assert (done.returncode, "never drop the first" in done.stdout) == (0, True), done.stderr
    assert 1 <= len(done.stderr.splitlines()) <= 2


@pytest.mark.parametrize(
    "words",
    [("remember", "a second"), ("handoff", "write"), ("engram", "revoke", "never drop"), ("forget", "1")],
)
@pytest.mark.parametrize("mode", [0o500, 0])
def test_nothing_is_said_to_be_kept_where_nothing_can_be(denied: Bound, words: tuple[str, ...], mode: int) -> None:
    denied.close(denied.state, mode)
    done = denied.run(*words, said=HANDOVER)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (ExitCode.USAGE, "", 1)
    denied.open_all()
    assert "never drop the first" in denied.run("engram").stdout


def test_a_log_that_may_not_be_read_is_not_an_empty_one(denied: Bound) -> None:
    denied.close(next(denied.state.glob("repositories/*/memory.db")))
    for words in (("engram",), ("handoff",), ("handoff", "--last"), ("recall", "first")):
        done = denied.run(*words)
        assert (done.returncode, done.stdout) == (ExitCode.USAGE, "")
        assert "Permission denied" in done.stderr
    done = denied.run("boot")
    assert (done.returncode, "Permission denied" in done.stderr) == (0, True)


def test_what_a_note_asks_stays_while_it_may_not_be_read(denied: Bound) -> None:
    note = denied.repo.root / "CLAUDE.md"
    denied.close(note)
    for _ in range(2):
        assert RULE in denied.run("engram").stdout
    assert "CLAUDE.md cannot be read" in denied.run("boot").stderr
    denied.open_all()
    note.write_text("Read `src/auth.py`.\n")
    assert RULE not in denied.run("engram").stdout


def test_a_git_directory_that_may_not_be_read_is_no_plain_folder(denied: Bound) -> None:
    denied.close(denied.repo.root / ".git")
    for words in (("gate", "edit", "src/auth.py"), ("gate", "commit")):
        done = denied.run(*words)
        assert (done.returncode, done.stdout) == (0, "")
        assert ".git cannot be looked at: Permission denied" in done.stderr
    payload = edit(denied.repo.root, str(denied.repo.root / "src/auth.py")).decode()
    assert (
        "cannot be looked at" in json.loads(denied.run("gate", "agent", "claude", said=payload).stdout)["systemMessage"]
    )
