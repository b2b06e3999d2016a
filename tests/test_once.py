"""An option of one value that is given twice is refused by every command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from mementod import cli
from mementod.commands.manual import walk
from mementod.errors import ExitCode, UserError
from mementod.paths import Paths
from repos import Repo


def options() -> Iterator[tuple[str, str]]:
    """Each command as it is typed, with each of its options that takes one value."""
    context = cli.program.make_context("mementod", ["status"])
    for name in cli.COMMANDS:
        command = cli.program.get_command(context, name)
        assert command is not None
        for path, found in walk(name, command):
            single = (p for p in found.params if isinstance(p, click.Option) and not p.multiple and not p.is_flag)
            yield from ((path, option.opts[-1]) for option in single)


@pytest.mark.parametrize(("command", "option"), [("", "-C"), *options()])
def test_no_value_is_dropped_without_a_word(command: str, option: str, paths: Paths) -> None:
    with pytest.raises(UserError, match=f"'{option}'.*given more than once") as refused:
        cli.run([*command.split(), option, ".", option, "."], paths)
    assert refused.value.code is ExitCode.USAGE


def test_what_may_be_given_often_is_taken_often(
    tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    repo = Repo(tmp_path / "repo").write({"a.py": "", "b.py": ""}).commit()
    said = ("--what", "read the settings once", "--why", "they are read twice a second")
    assert cli.run(["-C", str(repo.root), "progress", "add", "--file", "a.py", "--file", "b.py", *said], paths) == 0
    assert "a.py, b.py" in capsys.readouterr().out
    assert cli.run(["-C", str(repo.root), "engram", "--all", "--all"], paths) == 0
