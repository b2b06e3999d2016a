"""What a person or a script may ask by mistake: one line and exit code 2 each, and nothing is touched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mementod import cli
from mementod.errors import ExitCode, UserError
from mementod.paths import Paths
from repos import Repo

PROGRAM = [sys.executable, "-m", "mementod"]
LONG = "n" * 5000


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A note that is stale, and things of other kinds under the names of notes."""
    repo = Repo(tmp_path / "repo").write({"CLAUDE.md": "See `src/old.py`.\n", "src/old.py": "OLD = 1\n"}).commit()
    repo.move("src/old.py", "lib/old.py").commit()
    notes = repo.root / ".serena/memories"
    notes.mkdir(parents=True)
    for name, target in (("nowhere", "x"), ("loop", "loop.md"), ("out", os.devnull), ("file", tmp_path / "else.md")):
        (notes / f"{name}.md").symlink_to(target)
    (tmp_path / "else.md").write_text("`lib/old.py`\n")
    (repo.root / "circle").symlink_to("circle")
    os.mkfifo(notes / "pipe.md")
    (repo.root / "AGENTS.md").mkdir()
    return repo


@pytest.mark.parametrize("command", [["check"], ["fix"], ["fix", "--write"], ["verify"]])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "an empty text names no note"),
        (LONG, "no such note or folder"),
        ("nothing.md", "no such note or folder"),
        ("circle/x.md", "no such note or folder"),
        ("CLAUDE.md/x", "no such note or folder"),
        (".serena/memories/nowhere.md", "is a link that leads nowhere"),
        (".serena/memories/loop.md", "is a link that leads in circles"),
        (".serena/memories/out.md", "is no regular file"),
        (".serena/memories/file.md", "is a link out of the repository"),
        (".serena/memories/pipe.md", "is no regular file"),
        (os.devnull, "is no regular file"),
        ("AGENTS.md", "no note there"),
        ("lib", "no note there"),
        ("..", "no note there"),
    ],
)
def test_what_is_no_note(command: list[str], name: str, said: str, repo: Repo, paths: Paths) -> None:
    with pytest.raises(UserError, match=said) as caught:
        cli.run(["-C", str(repo.root), *command, name], paths)
    assert caught.value.code == ExitCode.USAGE


def test_one_of_two_is_no_note(repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["-C", str(repo.root), "check", "CLAUDE.md", "lib"], paths) == ExitCode.FINDINGS
    assert capsys.readouterr().err == "mementod: lib: no note there\n"


@pytest.mark.parametrize(
    "argv",
    [
        ["check", "--rev", ""],
        ["check", "--range", ""],
        ["check", "--baseline", ""],
        ["check", "--write-baseline", ""],
        ["check", "--write-baseline", os.devnull],
        ["check", "--write-baseline", "."],
        ["check", "--rev", "^HEAD"],
        ["check", "--rev=--output=x"],
        ["check", "--range=--output=x..HEAD"],
        ["check", "--rev", "HEAD:CLAUDE.md"],
        ["check", "--rev", "HEAD^{tree}"],
        ["symbols", ""],
        ["refs", ""],
        ["refs", "/"],
        ["-C", LONG, "check"],
        ["check", "-C", LONG],
    ],
)
def test_what_says_nothing(argv: list[str], repo: Repo, paths: Paths) -> None:
    before = sorted(repo.root.iterdir())
    with pytest.raises(UserError) as caught:
        cli.run(["-C", str(repo.root), *argv], paths)
    assert caught.value.code == ExitCode.USAGE
    assert "Not a valid object name" not in str(caught.value)
    assert sorted(repo.root.iterdir()) == before
    assert Path(os.devnull).is_char_device()


def test_nothing_is_verified_in_a_store_that_is_not_kept(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with (
        Paths.of(os.environ) as homeless,
        pytest.raises(UserError, match="nothing can be verified: nothing is kept after this run"),
    ):
        cli.run(["-C", str(repo.root), "verify", "CLAUDE.md"], homeless)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(("argv", "code"), [("check", ExitCode.FINDINGS), ("check --nope", ExitCode.USAGE)])
def test_closed_streams(closed: str, argv: str, code: ExitCode, repo: Repo) -> None:
    command = f'exec "$@" {argv} {closed}'
    done = subprocess.run(["sh", "-c", command, "sh", *PROGRAM], cwd=repo.root, capture_output=True, check=False)
    assert done.returncode == code, done.stderr


@pytest.mark.parametrize("start", [["-m", "mementod"], ["-c", "from mementod.__main__ import main; main()"]])
def test_an_interrupt_before_anything_has_begun_is_quiet(start: list[str], tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    done = subprocess.run(
        [sys.executable, *start], env=os.environ | {"PYTHONPATH": str(tmp_path)}, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


def test_no_git_at_all(repo: Repo, paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(repo.root))
    with pytest.raises(UserError, match="there is no git: install it"):
        cli.run(["-C", str(repo.root), "check"], paths)


def test_a_repository_without_its_objects_is_no_plain_folder(repo: Repo, paths: Paths) -> None:
    (repo.root / ".git/objects").rename(repo.root.parent / "objects")
    with pytest.raises(UserError, match="git cannot read the repository at"):
        cli.run(["-C", str(repo.root), "check"], paths)


def test_a_folder_that_is_no_project(tmp_path: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mementod.judging.listing.WALK_CAP_FILES", 3)
    for number in range(4):
        (tmp_path / f"{number}.py").write_text("")
    with pytest.raises(UserError, match="holds more than 3 files: run this in a project"):
        cli.run(["-C", str(tmp_path), "check"], paths)
