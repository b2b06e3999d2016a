"""Whatever is asked, by whichever door: no program runs that a repository names."""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path

import pytest

from canaries import Canaries
from hooked import call, edit, hook, shell
from mementod.cli import run
from mementod.continuity.changes import uncommitted
from mementod.errors import UserError
from mementod.judging.resources import Resources
from mementod.paths import Paths
from mementod.vcs.git import Git
from mementod.vcs.safe_calls import UnsafeCall, safe
from repos import Repo

COMMANDS = (
    "boot",
    "boot --budget 2000",
    "handoff",
    "handoff check --goal x --files src/a.py --next y",
    "engram --all",
    "recall alpha",
    "remember never touch src/a.py",
    "decide --problem p --chosen c --why because",
    "check",
    "check --staged",
    "check --range HEAD~2..HEAD",
    "check --rev HEAD~1 --format json",
    "explain CLAUDE.md:1",
    "fix",
    "verify CLAUDE.md",
    "symbols alpha",
    "refs src/a.py",
    "tidy",
    "progress show",
    "progress check",
    "progress add --file src/a.py --what alpha-returns-four --why it-is-asked-for",
    "gate edit src/a.py",
    "gate commit",
    "init --dry-run",
    "init --agent-dir --dry-run",
    "enrol",
    "repos",
    "status",
    "unenrol",
)


@pytest.fixture
def canaries(tmp_path: Path) -> Canaries:
    found = Canaries(tmp_path)
    found.repo.write({".mementod.yaml": 'core: ["src/**"]\nprogress: PROGRESS.md\n'})
    return found


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo")


def test_an_ordinary_git_looks_into_files_that_may_be_younger_than_its_index(canaries: Canaries) -> None:
    subprocess.run(["git", "-C", str(canaries.repo.root), "diff-files"], capture_output=True, check=False)
    assert "filter.canary.process" in canaries.ran


@pytest.mark.parametrize("part", range(4))
def test_no_command_runs_what_a_repository_names(part: int, canaries: Canaries, paths: Paths) -> None:
    for command in COMMANDS[part::4]:
        with contextlib.suppress(UserError):
            run(["-C", str(canaries.repo.root), *command.split()], paths)
        assert canaries.ran == set(), command


def test_no_hook_runs_what_a_repository_names(canaries: Canaries) -> None:
    root = canaries.repo.root
    for payload in (
        call(root, "SessionStart", source="startup"),
        call(root, "UserPromptSubmit", prompt="never touch `src/a.py`"),
        edit(root, "src/a.py"),
        shell(root, "rm -rf src"),
        call(root, "PostToolUse", tool_name="Edit", tool_input={"file_path": "src/a.py"}),
        call(root, "PostToolUse", tool_name="Bash", tool_input={"command": "sed -i s/3/4/ src/a.py"}),
        call(root, "PreCompact", trigger="auto"),
        call(root, "SessionStart", source="compact"),
        call(root, "Stop", stop_hook_active=False),
    ):
        hook("agent", "claude", payload=payload)
        assert canaries.ran == set(), payload
    hook("git", "pre-commit", cwd=root)
    assert canaries.ran == set()


@pytest.mark.parametrize(
    "call_",
    [
        ("status",),
        ("diff", "--cached"),
        ("diff-files", "-z"),
        ("add", "-A"),
        ("stash",),
        ("hash-object", "--path", "x.py", "x.py"),
        ("-c", "x.y=z", "status"),
        ("ls-files", "-z", "-m"),
        ("cat-file", "--filters", "HEAD:x"),
        ("log", "-p", "--ext-diff"),
        ("show", "--textconv"),
        ("grep", "-O", "x"),
        ("config", "--edit"),
    ],
)
def test_what_might_run_one_cannot_be_called(call_: tuple[str, ...], repo: Repo) -> None:
    with pytest.raises(UnsafeCall):
        Git(repo.root).run(*call_)


def test_a_file_with_the_name_of_an_option_is_asked_about() -> None:
    assert safe(("ls-files", "-z", "--", "-m")) == ["ls-files", "-z", "--", "-m"]
    assert safe(("diff-index", "HEAD"))[1] == "--cached"


@pytest.mark.parametrize("is_young", [True, False])
def test_what_is_not_committed_is_told_without_git_looking(is_young: bool, repo: Repo, paths: Paths) -> None:
    """Same size, same second; new, gone, staged, put back; a link; whatever the age of the index."""
    names = ("same", "gone", "staged", "back", "kept", "left out")
    repo.write({name: f"{name}\n" for name in names}).commit()
    (repo.root / "link").symlink_to("kept")
    repo.commit()
    repo.git("update-index", "--skip-worktree", "left out")
    repo.write({"same": "SAME\n", "staged": "STAGED\n", "new": "x", "back": "other\n", "left out": "x"})
    repo.git("add", "staged")
    repo.write({"back": "back\n"}).remove("gone")
    if is_young:
        os.utime(repo.root / ".git/index", (1, 1))
    with Resources(repo.root, paths) as resources:
        assert uncommitted(resources) == ["gone", "new", "same", "staged"]
