"""What hooks are not put into: what has no room for us, belongs to others, or cannot be written."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import unprivileged
from hooking import Desk, carries_us, core_repo, git_says, is_denied, put_hook, tree
from mementod.errors import ExitCode
from mementod.paths import Paths
from repos import Repo

THEIRS = "#!/bin/sh\nset -e\necho theirs >>ran\nexec true\n"


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Desk:
    (tmp_path / "work").mkdir()
    return Desk(tmp_path / "work", paths, capsys)


@pytest.fixture
def repo(desk: Desk) -> Repo:
    return core_repo(desk.folder / "r")


@pytest.fixture
def old_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git_says("2.39.5", tmp_path / "bin", monkeypatch)


def hooks_state(desk: Desk) -> list[str]:
    rows = json.loads("\n".join(desk.fine("repos", "--format", "json")))["repositories"]
    return [row["hooks"] for row in rows]


REFUSED = {
    "python": ("#!/usr/bin/env python3\nprint(1)\n", 0o755, "is no shell script"),
    "switched off": (THEIRS, 0o644, "is switched off"),
    "line ends of Windows": (THEIRS.replace("\n", "\r\n"), 0o755, "is no shell script"),
    "a link": ("", 0, "is a link"),
    "a link to nowhere": (None, 0, "is a link"),
}


@pytest.mark.usefixtures("old_git")
@pytest.mark.parametrize("what", REFUSED)
def test_a_hook_that_has_no_room_for_us_stays_and_the_line_to_add_is_said(what: str, desk: Desk, repo: Repo) -> None:
    text, mode, why = REFUSED[what]
    path = put_hook(repo, text or "")
    if mode:
        path.write_bytes((text or "").encode())
        path.chmod(mode)
    else:
        path.unlink()
        path.symlink_to("elsewhere")
        if text is not None:
            path.with_name("elsewhere").write_text(THEIRS)
    whole = tree(repo.root)
    code, out, err = desk("enrol", "r")
    assert (code, out[1]) == (0, f"  hooks in {path.parent}: pre-merge-commit")
    assert why in err[0]
    assert f"Have it run: {desk.script} git pre-commit" in err[0]
    assert tree(repo.root)[".git/hooks/pre-commit"] == whole[".git/hooks/pre-commit"]
    desk("unenrol", "r")
    assert tree(repo.root) == whole


HOSTILE = {
    "shared": ".husky/_",
    "nowhere": "/nowhere/at/all",
    "empty": "",
    "a home": "~/hooks",
    "a program": "$(touch canary); `touch canary`\x1b[31m",
    "root": "/",
}


@pytest.mark.usefixtures("old_git")
@pytest.mark.parametrize("what", HOSTILE)
def test_a_shared_folder_of_hooks_is_never_written(what: str, desk: Desk, repo: Repo) -> None:
    repo.git("config", "core.hooksPath", HOSTILE[what])
    whole = tree(desk.folder)
    code, out, err = desk("enrol", "r")
    assert (code, len(out), len(err)) == (0, 1, 1)
    assert "names hooks that others share" in err[0]
    assert ("~/.config/husky/init.sh" in err[0]) == (what == "shared")
    assert "\x1b" not in err[0]
    assert carries_us(repo.root) == []
    assert hooks_state(desk) == ["none"]
    desk.fine("unenrol", "r")
    assert tree(desk.folder) == whole


@pytest.mark.usefixtures("old_git")
def test_a_path_of_hooks_that_is_the_usual_one_is_none(desk: Desk, repo: Repo) -> None:
    repo.git("config", "core.hooksPath", ".git/hooks")
    desk.fine("enrol", "r")
    assert is_denied(repo)


@pytest.mark.usefixtures("old_git")
def test_a_folder_of_hooks_that_is_a_link_belongs_to_others(desk: Desk, repo: Repo) -> None:
    hooks = repo.root / ".git/hooks"
    shutil.rmtree(hooks, ignore_errors=True)
    (desk.folder / "shared").mkdir()
    hooks.symlink_to(desk.folder / "shared")
    code, _, err = desk("enrol", "r")
    assert (code, "names hooks that others share" in err[0]) == (0, True)
    assert list((desk.folder / "shared").iterdir()) == []


CLOSED = """
import os
from mementod.cli import run
hooks = Path("r/.git/hooks").resolve()
hooks.mkdir(exist_ok=True)
hooks.chmod(0o500)
with Paths.of(os.environ) as paths:
    print(run(["enrol", "r"], paths))
    sys.stdout.flush()
    sys.stderr = sys.stdout
    print(run(["enrol", "r"], paths))
    hooks.chmod(0o700)
    print(run(["enrol", "r"], paths))
    hooks.chmod(0o500)
    print(run(["unenrol", "r"], paths))
    hooks.chmod(0o700)
    print(run(["uninstall", "--yes"], paths))
"""


def test_a_folder_of_hooks_that_cannot_be_written(tmp_path: Path) -> None:
    root = core_repo(tmp_path / "r").root
    hooks = root / ".git/hooks"
    unprivileged.open_up(tmp_path)
    names = "agents enrol unenrol uninstall"
    loads = (
        "".join(f"import mementod.commands.{name}\n" for name in names.split())
        + "import encodings.utf_8_sig, mementod.cli\n"
    )
    code = f"{loads}{unprivileged.DROP}from mementod.paths import Paths\n{CLOSED}"
    lines = unprivileged.run_as_is(code, folder=tmp_path).splitlines()
    refused = f"{hooks}/pre-commit was left as it was: it is read-only; make it writable, or edit it by hand"
    assert lines[1] == "0"
    assert f"mementod: no hooks: {refused}" in lines
    stays = [line for line in lines if line.startswith(f"mementod: {hooks}/")]
    assert len(stays) == 2
    assert (lines[lines.index(stays[-1]) + 2], lines[-1]) == (str(int(ExitCode.USAGE)), "0")
    assert carries_us(root / ".git") == []
