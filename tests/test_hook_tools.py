"""Beside the real tools that own hooks, installed before us and after us, twice each, with both kinds of git.

For each tool that is on PATH, or in a folder that MEMENTOD_TEST_TOOLS names (like PATH); the rest is skipped. A git
of 2.54 or later is tried when MEMENTOD_TEST_GIT names the folder of one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from hooking import Desk, carries_us, commit, core_repo, hooks_of, is_denied, put_hook, tree
from mementod.paths import Paths
from repos import Repo

# Read before the test's own environment is made.
TOOLS = os.environ.get("MEMENTOD_TEST_TOOLS", "")
NEWER_GIT = os.environ.get("MEMENTOD_TEST_GIT", "")
PATH = f"{TOOLS}:{os.environ['PATH']}"
FRAMEWORK = (
    "repos:\n- repo: local\n  hooks:\n  - {id: t, name: t, entry: sh -c 'echo theirs >>ran', language: system, "
    "always_run: true, pass_filenames: false}\n"
)


@dataclass(frozen=True)
class Tool:
    """How a tool comes and goes, and what makes it write `ran` at a commit."""

    name: str
    install: tuple[str, ...]
    uninstall: tuple[str, ...]
    files: tuple[tuple[str, str], ...] = ()
    runs: bool = True  # something at a commit
    keeps_ours: bool = True  # when it is installed over us by a git that reads hook files

    def __str__(self) -> str:
        return self.name


TOOLS_KNOWN = (
    Tool("pre-commit", ("install",), ("uninstall",), ((".pre-commit-config.yaml", FRAMEWORK),)),
    Tool("prek", ("install",), ("uninstall",), ((".pre-commit-config.yaml", FRAMEWORK),)),
    Tool(
        "lefthook",
        ("install",),
        ("uninstall",),
        (("lefthook.yml", "pre-commit:\n  jobs:\n    - run: echo theirs >>ran\n"),),
        keeps_ours=False,  # it renames what it finds; the daemon, or `mementod enrol`, puts ours in again
    ),
    Tool("git-lfs", ("install", "--local"), ("uninstall", "--local"), runs=False),
    Tool("husky", (), (), ((".husky/pre-commit", "echo theirs >>ran\n"),), keeps_ours=False),
)


@pytest.fixture(params=["file", "config"])
def git(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What kind of git is first on PATH."""
    monkeypatch.setenv("PATH", PATH)
    if request.param == "config":
        if not NEWER_GIT:
            pytest.skip("MEMENTOD_TEST_GIT names no git that reads hooks from its configuration")
        monkeypatch.setenv("PATH", f"{NEWER_GIT}:{PATH}")
        monkeypatch.setenv("GIT_EXEC_PATH", NEWER_GIT)
        monkeypatch.setenv("GIT_TEMPLATE_DIR", "")
    said = subprocess.run(["git", "version"], capture_output=True, check=True, encoding="utf-8").stdout.split()[2]
    is_new = tuple(map(int, said.split(".")[:2])) >= (2, 54)
    if is_new != (request.param == "config"):
        pytest.skip(f"this git is {said}")
    return str(request.param)


@pytest.fixture(params=TOOLS_KNOWN, ids=lambda tool: tool.name)
def tool(request: pytest.FixtureRequest, home: Path, monkeypatch: pytest.MonkeyPatch) -> Tool:
    found: Tool = request.param
    if shutil.which(found.name, path=PATH) is None:
        pytest.skip(f"{found.name} is not there")
    monkeypatch.setenv("PRE_COMMIT_HOME", str(home / "pre-commit"))
    return found


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Desk:
    (tmp_path / "work").mkdir()
    return Desk(tmp_path / "work", paths, capsys)


@pytest.fixture
def repo(git: str, tool: Tool, desk: Desk) -> Repo:
    repo = core_repo(desk.folder / "r").write(dict(tool.files)).write({".gitignore": "ran\n.husky/_\n"})
    for path in (repo.root / ".husky").glob("*"):
        path.chmod(0o755)
    return repo.commit("tools")


def call(repo: Repo, tool: Tool, words: tuple[str, ...]) -> None:
    command = [tool.name, *words]
    done = subprocess.run(command, cwd=repo.root, capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def take_out(repo: Repo, tool: Tool) -> None:
    if tool.name == "husky":  # has no command for that
        repo.git("config", "--unset", "core.hooksPath")
    else:
        call(repo, tool, tool.uninstall)


def theirs_run(repo: Repo) -> bool:
    (repo.root / "ran").unlink(missing_ok=True)
    repo.write({"free.txt": repo.head}).git("add", "free.txt")  # lefthook runs nothing for an empty commit
    done = commit(repo, "-m", "x")
    assert done.returncode == 0, done.stderr
    return (repo.root / "ran").exists()


def is_covered(tool: Tool, git: str) -> bool:
    """Whether we can be asked at all: an older git reads no hooks but husky's own."""
    return git == "config" or tool.name != "husky"


@pytest.mark.timeout(120)
def test_a_tool_that_was_there_first(git: str, tool: Tool, repo: Repo, desk: Desk) -> None:
    call(repo, tool, tool.install)
    assert theirs_run(repo) == tool.runs
    whole = tree(repo.root)
    for _ in range(2):
        desk("enrol", "r")
        desk("unenrol", "r")
        assert tree(repo.root) == whole

    before = hooks_of(repo)
    desk("enrol", "r")
    for _ in range(2):
        assert theirs_run(repo) == tool.runs
        assert is_denied(repo) == is_covered(tool, git)
        call(repo, tool, tool.install)
        desk("enrol", "r")  # puts in again what was displaced
    desk("unenrol", "r")
    assert hooks_of(repo) == before
    assert theirs_run(repo) == tool.runs
    take_out(repo, tool)
    assert carries_us(repo.root / ".git") == []


@pytest.mark.timeout(120)
def test_a_tool_that_comes_later_and_goes_again(git: str, tool: Tool, repo: Repo, desk: Desk) -> None:
    clean = tree(repo.root)
    desk("enrol", "r")
    for _ in range(2):
        call(repo, tool, tool.install)
        assert theirs_run(repo) == tool.runs
        kept = git == "config" or tool.keeps_ours
        assert is_denied(repo) == kept
        desk("enrol", "r")
        assert is_denied(repo) == is_covered(tool, git)
        assert theirs_run(repo) == tool.runs
        take_out(repo, tool)
    desk("enrol", "r")
    assert is_denied(repo)
    assert not theirs_run(repo)
    desk("unenrol", "r")
    left = {name: what for name, what in tree(repo.root / ".git").items() if name.startswith(("hooks", "config"))}
    found = {name for name in left if left[name] != clean.get(f".git/{name}")}
    assert carries_us(repo.root / ".git") == []
    assert found <= {"config", "hooks", *(name for name in found if tool.name == "git-lfs")}


@pytest.mark.timeout(120)
@pytest.mark.parametrize("tool", [tool for tool in TOOLS_KNOWN if not tool.runs], indirect=True, ids=str)
def test_large_files_can_be_set_up_beside_us(git: str, tool: Tool, repo: Repo, desk: Desk) -> None:
    put_hook(repo, "#!/bin/sh\necho theirs >>ran\n")
    desk("enrol", "r")
    call(repo, tool, tool.install)
    assert theirs_run(repo)
    assert is_denied(repo)
