"""What a person sees of enrolling: every place is answered for, and a failure stops nothing else."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

import unprivileged
from mementod.cli import run
from mementod.errors import ExitCode, UserError
from mementod.judging import listing
from mementod.paths import Paths
from repos import Repo

NOTES = {"CLAUDE.md": "`src/a.py`\n", ".serena/memories/x.md": "x\n"}


@dataclass
class Shell:
    """Runs commands in `folder`; the exit code, what was printed, and what was complained about."""

    folder: Path
    paths: Paths
    capture: pytest.CaptureFixture[str]

    def __call__(self, *argv: str) -> tuple[int, list[str], list[str]]:
        self.capture.readouterr()
        if argv[0] == "enrol":
            argv = (*argv, "--no-hooks")  # see test_enrol_hooks.py
        code = run(["-C", str(self.folder), *argv], self.paths)
        said = self.capture.readouterr()
        return code, said.out.splitlines(), said.err.splitlines()

    def fine(self, *argv: str) -> list[str]:
        code, out, err = self(*argv)
        assert (code, err) == (0, [])
        return out

    def failed(self, *argv: str) -> str:
        code, out, err = self(*argv)
        assert (code, out, len(err)) == (ExitCode.USAGE, [], 1)
        return err[0]

    def listed(self) -> list[dict[str, str | None]]:
        found: list[dict[str, str | None]] = json.loads("\n".join(self.fine("repos", "--format", "json")))[
            "repositories"
        ]
        return found


@pytest.fixture
def shell(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Shell:
    (tmp_path / "work").mkdir()
    return Shell(tmp_path / "work", paths, capsys)


@pytest.fixture
def repo(shell: Shell) -> Repo:
    return Repo(shell.folder / "r").write(NOTES).commit()


def config(repo: Repo) -> bytes:
    return (repo.root / ".git/config").read_bytes()


def test_from_enrolled_to_forgotten(shell: Shell, repo: Repo) -> None:
    before = config(repo)
    assert shell.fine("repos") == ["No repository is enrolled; `mementod enrol` enrols the one you are in."]

    assert shell.fine("enrol", "-C", "r") == [f"enrolled: {repo.root} (2 notes)"]
    assert shell.fine("enrol", "r/.serena") == [f"already enrolled: {repo.root} (2 notes)"]
    identity = repo.git("config", "mementod.id")
    assert shell.fine("repos") == [str(repo.root), f"  here, id {identity}, no hooks"]
    assert [(row["id"], row["root"], row["state"], row["moved_to"]) for row in shell.listed()] == [
        (identity, str(repo.root), "here", None)
    ]

    assert shell.fine("unenrol", "r") == [f"no longer enrolled: {repo.root}"]
    assert (config(repo), shell.listed()) == (before, [])
    for name in ("r", ".", "nowhere"):
        assert "is not enrolled" in shell.failed("unenrol", name)


def test_a_dry_run_changes_nothing(shell: Shell, repo: Repo) -> None:
    before = config(repo)
    assert shell.fine("enrol", "r", "--dry-run") == [f"would be enrolled: {repo.root} (2 notes)"]
    assert (config(repo), shell.listed()) == (before, [])


def test_a_moved_and_a_copied_one_are_said(shell: Shell, repo: Repo) -> None:
    shell.fine("enrol", "r")
    new, copy = shell.folder / "new", shell.folder / "copy"
    repo.root.rename(new)
    assert f"  now {new}" in shell.fine("repos")
    assert shell.fine("enrol", "new") == [f"known again, moved from {repo.root}: {new} (2 notes)"]
    shutil.copytree(new, copy)
    assert shell.fine("enrol", "copy") == [f"enrolled with an id of its own, a copy of {new}: {copy} (2 notes)"]
    assert [row["state"] for row in shell.listed()] == ["here", "here"]


def test_who_stands_in_a_moved_one_is_told(shell: Shell, repo: Repo) -> None:
    shell.fine("enrol", "r")
    far = shell.folder / "far/away"
    far.parent.mkdir()
    repo.root.rename(far)
    assert [row["state"] for row in shell.listed()] == ["gone"]
    out = shell.fine("repos", "-C", str(far))
    assert f"  now {far}" in out


def test_a_repository_that_is_gone_can_be_forgotten(shell: Shell, repo: Repo) -> None:
    shell.fine("enrol", "r")
    shutil.rmtree(repo.root)
    assert [row["state"] for row in shell.listed()] == ["gone"]
    assert shell.fine("enrol", "--all") == [f"gone: {repo.root}; `mementod unenrol` with this path forgets it"]
    assert shell.fine("unenrol", "r") == [f"no longer enrolled: {repo.root}"]
    assert shell.listed() == []


def test_a_moved_one_can_be_forgotten_by_its_old_path(shell: Shell, repo: Repo) -> None:
    before = config(repo)
    shell.fine("enrol", "r")
    repo.root.rename(shell.folder / "new")
    assert shell.fine("unenrol", "r") == [f"no longer enrolled: {repo.root}"]
    assert (shell.folder / "new/.git/config").read_bytes() == before


def test_all_of_them_once_more(shell: Shell, repo: Repo) -> None:
    assert shell.fine("enrol", "--all") == ["No repository is enrolled yet."]
    other = Repo(shell.folder / "s").write(NOTES)
    shell.fine("enrol", "r", "s")
    repo.git("config", "--unset", "mementod.id")
    other.root.rename(shell.folder / "t")
    assert shell.fine("enrol", "--all") == [
        f"enrolled again: {repo.root} (2 notes)",
        f"known again, moved from {other.root}: {shell.folder / 't'} (2 notes)",
    ]


def test_a_scan_enrols_what_holds_notes(shell: Shell, repo: Repo) -> None:
    Repo(shell.folder / "deep/er/s").write(NOTES)
    Repo(shell.folder / "empty").write({"a.py": ""})
    repo.git("worktree", "add", "-q", str(shell.folder / "linked"))

    assert shell.fine("enrol", "--scan", ".") == [
        f"enrolled: {shell.folder}/deep/er/s (2 notes)",
        f"linked work tree, not enrolled: {shell.folder}/linked; name it to enrol it",
        f"enrolled: {repo.root} (2 notes)",
        "repositories without notes, not enrolled: 1; name one to enrol it",
    ]
    assert shell.fine("enrol", "linked") == [f"enrolled: {shell.folder}/linked (2 notes)"]
    assert len(shell.listed()) == 3


def test_a_scan_of_what_is_not_there_names_it(shell: Shell) -> None:
    with pytest.raises(UserError, match="--scan nowhere: no such folder"):
        shell.fine("enrol", "--scan", "nowhere")


def test_a_scan_of_nothing(shell: Shell) -> None:
    assert shell.fine("enrol", "--scan", ".") == [f"No repository below {shell.folder}."]


def test_a_folder_without_git(shell: Shell) -> None:
    (shell.folder / "plain").mkdir()
    assert "nothing to enrol" in shell.failed("enrol", "plain")
    (shell.folder / "plain/CLAUDE.md").write_text("x")
    where = f"{shell.folder / 'plain'} (1 note); no git repository: known by its path"
    assert shell.fine("enrol", "plain") == [f"enrolled: {where}"]
    assert shell.fine("enrol", "plain") == [f"already enrolled: {where}"]
    assert shell.fine("unenrol", "plain") == [f"no longer enrolled: {shell.folder / 'plain'}"]


def test_a_home_is_too_much(shell: Shell, home: Path) -> None:
    (home / "CLAUDE.md").write_text("x")
    assert "too much to be watched" in shell.failed("enrol", str(home))
    assert "too much to be watched" in shell.failed("enrol", "/")


def test_a_huge_folder_without_git_is_refused_and_a_small_one_or_a_repository_is_not(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "WALK_CAP_FILES", 3)
    for name in ("huge", "small", "git"):
        (shell.folder / name).mkdir()
        (shell.folder / name / "CLAUDE.md").write_text("`a.py`\n")
    for name in ("huge", "git"):
        for number in range(4):
            (shell.folder / name / f"{number}.py").touch()
    Repo(shell.folder / "git").commit()
    assert shell.failed("enrol", "huge") == (
        "mementod: huge: no git repository, and more than 3 files in it: name a folder in it, or `git init` it first"
    )
    shell.fine("enrol", "small", "git")
    assert [Path(str(row["root"])).name for row in shell.listed()] == ["git", "small"]


def test_every_path_is_answered_for(shell: Shell, repo: Repo) -> None:
    Repo(shell.folder / "bare", "--bare")
    (shell.folder / "file").write_text("x")
    code, out, err = shell("enrol", "nowhere", "bare", "file", "r")
    assert code == ExitCode.USAGE
    assert out == [f"enrolled: {repo.root} (2 notes)"]
    assert [line.split(": ", 2)[1] for line in err] == ["nowhere", "bare", "file"]
    assert ["no such folder" in err[0], "bare repository" in err[1], "is no folder" in err[2]] == [True] * 3


@pytest.mark.parametrize("name", ["two\nlines", "\x1b[31mred", os.fsdecode(b"\xff bytes")])
def test_odd_names(name: str, shell: Shell) -> None:
    repo = Repo(shell.folder / name).write(NOTES)
    [line] = shell.fine("enrol", name)
    assert line.isprintable()
    assert [row["root"] for row in shell.listed()] == [str(repo.root)]
    assert all(line.isprintable() for line in shell.fine("repos"))
    shutil.rmtree(repo.root)
    shell.fine("unenrol", name)
    assert shell.listed() == []


def test_a_configuration_with_a_mistake_does_not_stand_in_the_way(shell: Shell, repo: Repo) -> None:
    repo.write({".mementod.yaml": "core: [\n"})
    code, out, err = shell("enrol", "r")
    assert (code, out) == (0, [f"enrolled: {repo.root} (notes unknown)"])
    assert "its notes cannot be listed" in err[0]


@pytest.mark.parametrize("argv", [["--all", "r"], ["--scan", ".", "--all"], ["--scan", ".", "r"]])
def test_one_way_at_a_time(argv: list[str], shell: Shell) -> None:
    with pytest.raises(UserError, match="one of them"):
        shell("enrol", *argv)


def test_a_ledger_that_is_held_is_said(shell: Shell, repo: Repo, paths: Paths) -> None:
    shell.fine("enrol", "r")
    with closing(sqlite3.connect(paths.state_dir() / "ledger.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "another program holds it" in shell.failed("unenrol", "r")
        other.execute("ROLLBACK")
    assert len(shell.listed()) == 1
    shell.fine("unenrol", "r")


def test_an_id_without_a_row_is_taken_out(shell: Shell, repo: Repo, paths: Paths) -> None:
    before = config(repo)
    shell.fine("enrol", "r")
    copy = shell.folder / "copy"
    shutil.copytree(repo.root, copy)
    assert shell.fine("unenrol", "copy") == [f"was not enrolled, its id is taken out: {copy}"]
    assert (copy / ".git/config").read_bytes() == before
    assert len(shell.listed()) == 1
    (paths.state_dir() / "ledger.db").unlink()
    assert shell.fine("unenrol", "r") == [f"was not enrolled, its id is taken out: {repo.root}"]
    assert config(repo) == before


@pytest.mark.parametrize("argv", [["unenrol", "r"], ["repos"], ["enrol", "r"]])
def test_a_damaged_ledger_is_said(argv: list[str], shell: Shell, repo: Repo, paths: Paths) -> None:
    shell.fine("enrol", "r")
    (paths.state_dir() / "ledger.db").write_bytes(b"noise")
    _, _, err = shell(*argv)
    assert "was damaged" in err[0]


READ_ONLY = """
import os
from mementod.cli import run
from mementod.paths import Paths
root = Path("r").resolve()
(root / ".git").chmod(0o500)
with Paths.of(os.environ) as paths:
    for argv in (["enrol", "r", "--no-hooks"], ["enrol", "r", "--no-hooks"], ["repos"], ["unenrol", "r"]):
        print(run(argv, paths))
"""


def test_a_git_configuration_that_cannot_be_written(tmp_path: Path) -> None:
    root = Repo(tmp_path / "r").write(NOTES).commit().root
    before = (root / ".git/config").read_bytes()
    unprivileged.open_up(tmp_path)

    code = "import mementod.commands.enrol, mementod.commands.unenrol, mementod.commands.repos, mementod.cli\n"
    lines = unprivileged.run_as_is(code + unprivileged.DROP + READ_ONLY, folder=tmp_path).splitlines()

    by_path = "known by its path, because git's configuration cannot be written"
    assert lines[0].startswith(f"enrolled: {root} (2 notes); {by_path}")
    assert lines[2].startswith(f"enrolled again: {root} (2 notes); {by_path}")
    assert (lines[4], lines[5].startswith("  here, id "), lines[7]) == (str(root), True, f"no longer enrolled: {root}")
    assert lines[1::2][:2] == ["0", "0"]
    (root / ".git").chmod(0o755)
    assert (root / ".git/config").read_bytes() == before
