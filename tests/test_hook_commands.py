"""What git does, in all the ways that it can, and whether our hooks let it: real commands in enrolled repositories."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from gate_repos import CONFIG, ENTRY
from hooking import CORE, Desk, changed, core_repo, tried
from mementod.paths import Paths
from repos import Repo


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


FORMS = {
    "staged": ("commit", "-qm", "x"),
    "all": ("commit", "-qam", "x"),
    "with": ("commit", "-qm", "x", "-i", CORE),
    "only": ("commit", "-qm", "x", CORE),
    "piece by piece": ("commit", "-qm", "x", "-p", CORE),
    "its own index": ("-c", "core.splitIndex=false", "commit", "-qam", "x"),
}


@pytest.mark.parametrize("form", FORMS)
def test_the_verdict_is_that_of_the_commit_to_be(form: str, repo: Repo) -> None:
    """Denied without an entry in it; with one that is staged, exactly the forms that take it along go through."""
    if form == "staged":
        changed(repo).git("add", CORE)
    assert not tried(changed(repo), *FORMS[form], stdin="y\n")
    changed(repo, entry=ENTRY).git("add", "PROGRESS.md")
    assert tried(repo, *FORMS[form], stdin="y\n") == (form != "only")


def _topic(repo: Repo, text: str = "x = 5\n", entry: str = "") -> None:
    repo.git("checkout", "-qb", "topic")
    changed(repo, text, entry).git("commit", "-qam", "topic", "--no-verify")
    repo.git("checkout", "-q", "main")


def _later(repo: Repo) -> None:
    """A core file that an earlier commit holds: in the first one it would still be new."""
    repo.write({"notes.txt": "second\n"}).commit("second")
    changed(repo)


def _explained(repo: Repo) -> None:
    """The last commit has the entry, and goes on being written."""
    changed(repo, entry=ENTRY).git("commit", "-qam", "explained")
    changed(repo, "x = 3\n")


def _diverged(repo: Repo) -> None:
    _topic(repo)
    repo.write({"src/b.py": "y = 3\n"}).git("commit", "-qam", "main")


def _conflict(repo: Repo, *argv: str) -> None:
    _topic(repo)
    changed(repo, "x = 6\n").git("commit", "-qam", "main", "--no-verify")
    subprocess.run(["git", "-C", str(repo.root), *argv], capture_output=True, check=False, timeout=20)
    changed(repo, "x = 7\n").git("add", CORE)


def _squash(repo: Repo, entry: str) -> None:
    _topic(repo, entry=entry)
    repo.git("merge", "--squash", "-q", "topic")


def _merged(repo: Repo) -> None:
    _topic(repo)
    repo.git("merge", "-q", "topic")


def _reworded(repo: Repo) -> None:
    _diverged(repo)
    repo.git("config", "sequence.editor", "sed -i s/pick/reword/")


# What was done before, the command, and whether it goes through.
COMMANDS: dict[str, tuple[Callable[[Repo], object], tuple[str, ...], bool]] = {
    "commit": (changed, ("commit", "-qam", "x"), False),
    "commit --no-verify": (changed, ("commit", "-qam", "x", "--no-verify"), True),
    "amend": (_later, ("commit", "-qa", "--amend", "--no-edit"), False),
    "amend, as HEAD^ explains": (_explained, ("commit", "-qa", "--amend", "--no-edit"), True),
    "merge --no-ff": (_diverged, ("merge", "-q", "--no-ff", "-m", "m", "topic"), True),
    "merge --ff-only": (_topic, ("merge", "-q", "--ff-only", "topic"), True),
    "squash": (lambda repo: _squash(repo, ""), ("commit", "-qm", "x"), False),
    "squash with its entry": (lambda repo: _squash(repo, ENTRY), ("commit", "-qm", "x"), True),
    "merge, settled": (lambda repo: _conflict(repo, "merge", "topic"), ("commit", "-qm", "m"), True),
    "cherry-pick": (_diverged, ("cherry-pick", "topic"), True),
    "cherry-pick, settled": (lambda repo: _conflict(repo, "cherry-pick", "topic"), ("commit", "-qm", "m"), True),
    "revert": (_merged, ("revert", "--no-edit", "HEAD"), True),
    "rebase": (_diverged, ("rebase", "-q", "main", "topic"), True),
    "rebase, another word": (_reworded, ("-c", "core.editor=true", "rebase", "-q", "-i", "main", "topic"), True),
    "rebase --apply": (_diverged, ("rebase", "-q", "--apply", "main", "topic"), True),
    "stash pop": (lambda repo: changed(repo).git("stash", "-q"), ("stash", "pop", "-q"), True),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_of_git_is_asked_about_or_not(name: str, repo: Repo) -> None:
    prepare, command, passes = COMMANDS[name]
    prepare(repo)
    assert tried(repo, *command) == passes


# How the index or the objects are kept, and the first version of git that knows of it.
KEPT: dict[str, tuple[tuple[str, ...], tuple[int, int]]] = {
    "split index": (("update-index", "--split-index"), (2, 30)),
    "untracked cache": (("update-index", "--untracked-cache"), (2, 30)),
    "sparse": (("sparse-checkout", "set", "--no-cone", "/src/core/", "/*.md"), (2, 30)),
    "sparse index": (("sparse-checkout", "set", "--cone", "--sparse-index", "src/core"), (2, 35)),
    "version 4": (("update-index", "--index-version=4"), (2, 30)),
}


@pytest.mark.parametrize("name", [*KEPT, "sha256", "reftable", "intent to add"])
def test_forms_of_repositories(name: str, desk: Desk) -> None:
    found = subprocess.run(["git", "version"], capture_output=True, encoding="utf-8", check=True).stdout
    git = tuple(int(part) for part in re.findall(r"\d+", found)[:2])
    init = {"sha256": ("--object-format=sha256",), "reftable": ("--ref-format=reftable",)}.get(name, ())
    command, first = KEPT.get(name, ((), (2, 45) if name == "reftable" else (2, 30)))
    if git < first:
        pytest.skip(f"git {git} has no {name}")
    repo = Repo(desk.folder / "r", *init)
    repo.write({CORE: "x = 1\n", "src/b.py": "", "docs/c.md": "", "PROGRESS.md": "# P\n", ".mementod.yaml": CONFIG})
    repo.commit("first")
    if command:
        repo.git(*command)
    if name == "intent to add":
        repo.write({"new.py": ""}).git("add", "-N", "new.py")
    desk.fine("enrol", "r")
    assert tried(repo, "commit", "-q", "--allow-empty", "-m", "nothing")
    assert not tried(changed(repo), "commit", "-qm", "x", CORE)
    assert tried(changed(repo, entry=ENTRY), "commit", "-qm", "x", CORE, "PROGRESS.md")
