"""Sixteen ways in which hooks of others went wrong in public, tried on ours.

Each of the sixteen has a test here, or is named in ELSEWHERE with the test that tries it.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from daemons import running
from gate_repos import CONFIG, ENTRY
from hooked import claude, denied, edit
from hooking import CORE, Desk, changed, commit, core_repo, is_denied, put_hook, tree, tried
from mementod.ipc.protocol import Op
from mementod.paths import Paths
from repos import Repo

TESTS = Path(__file__).parent
STEPS = 15  # of a rebase
# Scenario: the test that tries it, and the words by which it is found there.
ELSEWHERE = {
    4: ("test_hook_commands.py", "test_the_verdict_is_that_of_the_commit_to_be"),
    8: ("test_hook_tools.py", "test_a_tool_that_was_there_first"),
    9: ("test_hook_tools.py", "test_large_files_can_be_set_up_beside_us"),
    12: ("test_hook_commands.py", "test_each_command_of_git_is_asked_about_or_not"),
    16: ("test_hook_commands.py", "test_forms_of_repositories"),
}


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Desk:
    (tmp_path / "work").mkdir()
    return Desk(tmp_path / "work", paths, capsys)


@pytest.fixture
def repo(desk: Desk) -> Repo:
    """One that is enrolled, hooks and all."""
    repo = core_repo(desk.folder / "r")
    desk.fine("enrol", "r")
    return repo


def is_fresh(home: dict[str, Any]) -> bool:
    return bool(home["state"] == "fresh")


def test_every_scenario_is_tried_somewhere() -> None:
    here = {int(number) for number in re.findall(r"^def test_(\d\d)_", Path(__file__).read_text(), re.MULTILINE)}
    assert here | ELSEWHERE.keys() == set(range(1, 17))
    for file, name in ELSEWHERE.values():
        assert f"def {name}(" in (TESTS / file).read_text()


def test_01_a_rebase_beside_a_daemon_that_looks_at_every_step(repo: Repo, paths: Paths, tmp_path: Path) -> None:
    repo.git("checkout", "-qb", "topic")
    for number in range(STEPS):
        repo.write({f"m{number}.py": f"def f{number}(): ...\n"}).git("add", "-A")
        repo.git("commit", "-q", "--no-verify", "-m", str(number))
    repo.git("checkout", "-q", "main")
    repo.write({"other.py": "", "CLAUDE.md": "".join(f"`m{n}.py`\n" for n in range(STEPS))}).commit("main")
    with running(paths, tmp_path) as daemon:
        daemon.follow(repo.root)
        for _ in range(2):
            repo.git("checkout", "-q", "topic")
            repo.git("rebase", "-q", "--no-ff", "main")
            assert repo.git("status", "--porcelain") == ""
        assert daemon.await_home(repo.root, is_fresh)["lost_changes"] == 0


def test_02_a_memory_in_a_repository_of_its_own(repo: Repo, tmp_path: Path) -> None:
    memory = Repo(repo.root / "memory").write({"MEMORY.md": "See `src/b.py`.\n"}).commit("memory")
    repo.write({".gitignore": "memory/\n"}).commit("ignore")
    memory.write({"MEMORY.md": "See `src/c.py`.\n"})
    before = tree(memory.root)
    assert not tried(changed(repo), "commit", "-qam", "x")
    assert tried(changed(repo, entry=ENTRY), "commit", "-qam", "x")
    repo.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "linked"))
    assert not tried(changed(Repo(tmp_path / "linked"), "x = 3\n"), "commit", "-qam", "x")
    assert tree(memory.root) == before
    assert repo.git("fsck", "--no-dangling") == memory.git("fsck", "--no-dangling") == ""


@pytest.mark.parametrize("with_daemon", [False, True], ids=["alone", "daemon"])
def test_03_a_linked_work_tree_is_judged_by_its_own_files(
    with_daemon: bool, repo: Repo, paths: Paths, tmp_path: Path
) -> None:
    changed(repo, entry=ENTRY)  # in the main work tree, which is not the one that commits
    repo.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "linked"))
    linked = Repo(tmp_path / "linked")

    def commits() -> None:
        assert not tried(changed(linked), "commit", "-qam", "x")
        assert tried(changed(linked, entry=ENTRY), "commit", "-qam", "x")

    if not with_daemon:
        return commits()
    with running(paths, tmp_path) as daemon:
        daemon.follow(repo.root)
        commits()


def test_05_only_staged_content_counts(repo: Repo) -> None:
    changed(repo, entry=ENTRY).git("add", CORE)
    assert not tried(repo, "commit", "-qm", "the entry is on disk only")
    repo.git("add", "PROGRESS.md")
    repo.write({"PROGRESS.md": "# P\n"})
    assert tried(repo, "commit", "-qm", "the entry is staged, and gone from the disk")


@pytest.mark.parametrize("value", ["/no/such/folder", "elsewhere", "{root}/.git/hooks"])
def test_06_a_path_of_hooks_that_comes_later(value: str, repo: Repo, desk: Desk) -> None:
    """As agents leave it behind that make work trees. Either git asks us, or it is said that it does not."""
    (repo.root / "elsewhere").mkdir()
    repo.git("config", "core.hooksPath", value.format(root=repo.root))
    (line,) = [line for line in desk.fine("repos") if ", id " in line]
    assert is_denied(repo) == line.endswith(", hooks in")
    repo.git("config", "--unset", "core.hooksPath")
    assert is_denied(repo)


def test_07_a_work_tree_without_the_hooks_of_husky(desk: Desk, tmp_path: Path) -> None:
    """An older git finds no hook at all there: that is said, and an agent in it is asked all the same."""
    repo = core_repo(desk.folder / "h")
    repo.git("config", "core.hooksPath", ".husky/_")
    desk("enrol", "h")
    repo.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "linked"))
    linked = changed(Repo(tmp_path / "linked"))
    assert "core file" in denied(claude(edit(linked.root, CORE)))
    (line,) = [line for line in desk.fine("repos") if ", id " in line]
    assert line.endswith(", no hooks") == tried(linked, "commit", "-qam", "around the gate")


def test_10_a_graphical_client_has_a_path_of_its_own(repo: Repo, desk: Desk) -> None:
    git = Path(shutil.which("git") or "").parent
    assert is_denied(repo, {"PATH": f"{git}:/usr/bin:/bin", "SHELL": "", "VIRTUAL_ENV": ""})
    desk.script.write_text(desk.script.read_text().replace(sys.executable, "/gone/bin/python"))
    done = commit(changed(repo), "-qam", "the program is gone")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1)


def test_11_a_framework_that_puts_an_unstaged_note_aside_for_a_while(repo: Repo, paths: Paths, tmp_path: Path) -> None:
    """The daemon sees the note of before for a moment: it writes nothing, tells nothing, and forgets nothing."""
    note = "---\nname: map\n---\nSee `src/b.py`.\n"
    repo.write({"memory/MEMORY.md": note, ".mementod.yaml": f"{CONFIG}mark: frontmatter\n"}).git("add", "-A")
    repo.git("commit", "-qm", "note", "--no-verify")
    repo.move("src/b.py", "src/c.py")
    repo.write({"memory/MEMORY.md": note.replace("b.py", "c.py")})
    repo.git("commit", "-qm", "move", "--no-verify", "src")
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    put_hook(repo, f"#!/bin/sh\ngit diff >../p\ngit checkout -q -- .\nread _ <{gate}\ngit apply ../p\n")
    with running(paths, tmp_path) as daemon:
        rows = daemon.follow(repo.root)
        command = ["git", "-C", str(repo.root), "commit", "-q", "--allow-empty", "-m", "slow"]
        with subprocess.Popen(command, stderr=subprocess.PIPE) as slow:
            with gate.open("w") as opened:  # the hook has put it aside
                assert (repo.root / "memory/MEMORY.md").read_text() == note
                daemon.ask(Op.STATUS)
                opened.write("go on\n")
            assert slow.wait(timeout=20) == 0
        assert daemon.await_home(repo.root, is_fresh)["lost_changes"] == 0
        daemon.stop()
        assert rows.rest() == []
    assert (repo.root / "memory/MEMORY.md").read_text() == note.replace("b.py", "c.py")


def test_13_a_rebase_calls_us_never(repo: Repo, desk: Desk, tmp_path: Path) -> None:
    desk.script.write_text(f"#!/bin/sh\necho called >>{tmp_path}/calls\n")
    repo.git("checkout", "-qb", "topic")
    for number in range(STEPS):
        repo.write({f"m{number}.py": ""}).git("add", "-A")
        repo.git("commit", "-q", "--no-verify", "-m", "x")
    repo.git("checkout", "-q", "main")
    repo.write({"other.py": ""}).git("add", "-A")
    repo.git("commit", "-qm", "main")
    assert (tmp_path / "calls").read_text() == "called\n"  # by that commit
    repo.git("rebase", "-q", "main", "topic")
    assert (tmp_path / "calls").read_text() == "called\n"


def test_14_a_daemon_that_hangs_changes_no_verdict(repo: Repo, paths: Paths, tmp_path: Path) -> None:
    def verdicts() -> tuple[bool, bool]:
        denied = tried(changed(repo), "commit", "-qam", "x")
        allowed = tried(changed(repo, entry=ENTRY), "commit", "-qam", "x")
        repo.git("reset", "-q", "--hard", "HEAD^")
        return denied, allowed

    with running(paths, tmp_path) as daemon:
        daemon.follow(repo.root)
        os.kill(daemon.process.pid, signal.SIGSTOP)
        try:
            hung = verdicts()
        finally:
            os.kill(daemon.process.pid, signal.SIGCONT)
        assert hung == verdicts() == (False, True)


THEIRS = {
    "exec": "#!/bin/sh\nexec sh -c 'echo theirs >>ran'\n",
    "a part that exits": "#!/bin/sh\n(exit 0)\necho theirs >>ran\nexit 0\n",
    "a neighbour that it reads": '#!/bin/sh\n. "$(dirname "$0")/lib.sh"\ntheirs\n',
    "content at its end": "#!/bin/sh\nsed -n '/^#:/s/^#://p' \"$0\" >>ran\nexit 0\n#:theirs\n",
    "its own name": '#!/bin/sh\n[ "${0##*/}" = pre-commit ] && echo theirs >>ran\n',
}


@pytest.mark.parametrize("name", THEIRS)
def test_15_a_hook_of_the_user_runs_in_full(name: str, desk: Desk) -> None:
    repo = core_repo(desk.folder / "r")
    put_hook(repo, "theirs() { echo theirs >>ran; }\n", "lib.sh")
    put_hook(repo, THEIRS[name])
    desk.fine("enrol", "r")
    assert commit(repo, "--allow-empty", "-m", "x").returncode == 0
    assert (repo.root / "ran").read_text() == "theirs\n"
    assert is_denied(repo)
