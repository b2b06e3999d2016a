"""Help that is a manual: every command says what it changes and shows how it is called; shells complete it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import pytest

from command_lines import parsed
from mementod.cli import COMMANDS, run
from mementod.commands.completion import SHELLS
from mementod.commands.manual import MANUAL, walk
from mementod.errors import ExitCode, UserError
from mementod.paths import Paths

ASK = [sys.executable, "-m", "mementod"]


def commands() -> Iterator[tuple[str, click.Command]]:
    for name in COMMANDS:
        yield from walk(name, import_module(f"mementod.commands.{name}").command)


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_every_command_says_what_it_changes_and_shows_how_it_is_called(
    name: str, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*name.split(), "--help"], paths) == ExitCode.FINE
    text = capsys.readouterr().out
    assert "\n  Changes " in text
    assert f"\n  Examples:\n    mementod {name}" in text
    assert "\\b" not in text
    assert max(map(len, text.splitlines())) <= 160


@pytest.mark.parametrize(
    "name", [name for name, found in commands() if not found.context_settings.get("ignore_unknown_options")]
)
def test_a_wrong_option_names_the_help_of_the_command_it_was_given_to(name: str, paths: Paths) -> None:
    with pytest.raises(UserError) as caught:
        run([*name.split(), "--no-such-option"], paths)
    assert str(caught.value).endswith(f"(mementod {name} --help)")


def test_nothing_is_in_the_manual_that_is_no_command() -> None:
    assert set(MANUAL) - {name for name, _ in commands()} == set()


@pytest.mark.parametrize("line", [line for entry in MANUAL.values() for line in entry.examples])
def test_every_example_is_a_command_line_that_the_program_takes(line: str, paths: Paths) -> None:
    words = shlex.split(line.partition(" < ")[0].partition(" > ")[0])
    assert parsed(words[1:], paths) == words[1]


def completions(line: str, shell: str = "bash", folder: Path | None = None) -> list[str]:
    """What a shell is told may come next; for bash and zsh as they ask, the word under the cursor last."""
    words = line.split(" ")
    asked = {"_MEMENTOD_COMPLETE": f"{shell}_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    if shell == "fish":
        asked["COMP_CWORD"] = words[-1]
    done = subprocess.run(ASK, env=os.environ | asked, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("mementod stat", ["plain,status"]),
        ("mementod check --form", ["plain,--format"]),
        ("mementod check --format j", ["plain,json"]),
        ("mementod progress a", ["plain,add"]),
        ("mementod agents install cod", ["plain,codex"]),
        ("mementod check CLAU", ["file,CLAU"]),
        ("mementod explain CLAU", ["file,CLAU"]),
        ("mementod verify CLAU", ["file,CLAU"]),
        ("mementod fix CLAU", ["file,CLAU"]),
        ("mementod gate edit sr", ["file,sr"]),
        ("mementod enrol ..", ["file,.."]),
        ("mementod page --output no", ["file,no"]),
        ("mementod check -C sr", ["dir,sr"]),
        ("mementod -C sr", ["dir,sr"]),
        ("mementod nonsense x", []),
        ("mementod -C /no/such/folder che", ["plain,check"]),
    ],
)
def test_a_line_is_completed(line: str, expected: list[str]) -> None:
    assert completions(line) == expected


@pytest.mark.parametrize("words", [{}, {"COMP_WORDS": "mementod ch", "COMP_CWORD": "one"}])
def test_who_does_not_ask_as_a_shell_does_gets_no_traceback(words: dict[str, str]) -> None:
    asked = os.environ | {"_MEMENTOD_COMPLETE": "bash_complete"} | words
    done = subprocess.run(ASK, env=asked, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(("shell", "first"), [("zsh", "plain"), ("fish", "plain,status")])
def test_other_shells_ask_in_their_own_way(shell: str, first: str) -> None:
    assert completions("mementod stat", shell)[0].startswith(first)


@pytest.mark.parametrize("shell", SHELLS)
def test_what_is_printed_is_a_script_of_that_shell(
    shell: str, paths: Paths, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["completion", shell], paths) == ExitCode.FINE
    text = capsys.readouterr().out
    assert f"_MEMENTOD_COMPLETE={shell}_complete" in text
    program = shutil.which(shell)
    if program:
        script = tmp_path / "script"
        script.write_text(text)
        done = subprocess.run([program, "-n", str(script)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


def test_bash_completes_with_it(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    assert bash
    (tmp_path / "mementod").write_text(f'#!/bin/sh\nexec {sys.executable} -m mementod "$@"\n')
    (tmp_path / "mementod").chmod(0o755)
    script = (
        'eval "$(mementod completion bash)"; COMP_WORDS=(mementod che); COMP_CWORD=1; '
        '_mementod_completion mementod; echo "${COMPREPLY[@]}"'
    )
    environ = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run([bash, "-c", script], env=environ, capture_output=True, text=True, check=False)
    assert done.stdout == "check\n", done.stderr
