from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from command_lines import parsed
from mementod import __version__, cli
from mementod.errors import ExitCode, UserError
from mementod.paths import Paths

PROGRAM = [sys.executable, "-c", "import sys; from mementod.cli import main; sys.exit(main())"]


def call(*argv: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *argv], capture_output=True, text=True, check=False, cwd=cwd)


@pytest.mark.parametrize("argv", [["--help"], ["-h"], []])
def test_help_groups_the_commands(argv: list[str], paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(argv, paths) == ExitCode.FINE
    text = capsys.readouterr().out
    for section in ("Judge:", "Repair:", "Look up:", "Set up:"):
        assert section in text
    for name in cli.COMMANDS:
        assert f"  {name} " in text


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_help_and_takes_a_folder(name: str, paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([name, "--help"], paths) == ExitCode.FINE
    text = capsys.readouterr().out
    assert text.startswith(f"Usage: mementod {name}")
    assert "-C DIR" in text


def test_the_version(paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--version"], paths) == ExitCode.FINE
    assert capsys.readouterr().out == f"mementod, version {__version__}\n"


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["chek"], "no command 'chek'; there are check, explain, "),
        (["check", "--formt", "json"], "(mementod check --help)"),
        (["check", "--format", "xml"], "'xml' is not one of 'text', 'json', 'sarif', 'github'"),
        (["check", "--fail-on", "info"], "'info' is not one of 'error', 'warning', 'never'"),
        (["check", "--rev", "HEAD", "--staged"], "--rev, --staged and --range exclude each other"),
        (
            ["check", "--baseline", "nothing.json"],
            "nothing.json: no such file; write it with --write-baseline",
        ),
        (["-C", "/no/such/folder", "check"], "-C /no/such/folder: no such folder"),
        (["check", "-C", "/no/such/folder"], "-C /no/such/folder: no such folder"),
        (["explain", "CLAUDE.md"], "give a note and a line, such as CLAUDE.md:12"),
        (["explain", "CLAUDE.md:0"], "give a note and a line"),
        (["explain"], "Missing argument 'NOTE:LINE'"),
        (["verify"], "Missing argument 'NOTE...'"),
        (["symbols"], "Missing argument 'NAME'"),
        (["--nonsense"], "No such option"),
    ],
)
def test_wrong_usage_is_one_line(argv: list[str], said: str, paths: Paths) -> None:
    with pytest.raises(UserError) as caught:
        cli.run(argv, paths)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.code == ExitCode.USAGE


def test_a_wrong_call_ends_with_two_and_says_so_on_standard_error() -> None:
    done = call("chek")
    assert (done.returncode, done.stdout) == (ExitCode.USAGE, "")
    assert done.stderr.startswith("mementod: no command 'chek'")
    assert done.stderr.count("\n") == 1


def test_a_start_imports_nothing_that_help_does_not_need() -> None:
    """The start-up time of every hook and prompt depends on it; a count of modules does not flicker."""
    probe = "import sys; from mementod.cli import main; main(); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", probe, "--help"], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    heavy = {
        "yaml",
        "rich",
        "pathspec",
        "tree_sitter",
        "sqlite3",
        "markdown_it",
        "importlib.metadata",
        "subprocess",
    }
    assert not loaded & heavy
    assert not {name for name in loaded if name.startswith("mementod_parsers.")}


def test_windows_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert cli.main() == ExitCode.USAGE
    assert capsys.readouterr().err.count("\n") == 1


def test_a_folder_that_is_gone_is_said(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    script = f"cd {tmp_path}/gone && rmdir ../gone && exec {sys.executable} -c '{PROGRAM[2]}' check"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False, env=os.environ)
    assert done.returncode == ExitCode.USAGE
    assert "the current folder no longer exists" in done.stderr


def test_folders_of_both_options_add_up(tmp_path: Path, paths: Paths) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    assert parsed(["-C", str(tmp_path / "a"), "check", "-C", "b"], paths) == "check"
    with pytest.raises(UserError, match="no such folder"):
        parsed(["-C", str(tmp_path), "check", "-C", "b"], paths)
