from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from command_lines import parsed
from mementod.cli import COMMANDS
from mementod.config import parse_config
from mementod.paths import Paths
from mementod_parsers.model import Source

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
# Lines that a test runs, or that another test of this file looks into.
SETUP = "python3 -m venv .venv && .venv/bin/pip install --quiet "
TEST_LINE = f"{SETUP}--editable '.[test]' && .venv/bin/pytest"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def shell_lines() -> list[str]:
    return [line for block in blocks("sh") for line in block.splitlines() if line.strip()]


def our_commands() -> list[list[str]]:
    """Every call of mementod in the README, as arguments."""
    words = [shlex.split(part, comments=True) for line in shell_lines() for part in line.split("&&")]
    return [list(call[1:]) for call in words if call[0].endswith("mementod")]


@pytest.mark.parametrize("call", our_commands(), ids=" ".join)
def test_every_command_is_one_that_the_program_takes(call: list[str], tmp_path: Path) -> None:
    known = [str(tmp_path) if before == "-C" else word for before, word in zip(["", *call], call, strict=False)]
    with Paths.of(os.environ) as paths:
        assert parsed(known, paths) in COMMANDS


def test_every_command_is_in_the_readme() -> None:
    used = {word for call in our_commands() for word in call if word in COMMANDS}
    assert used == set(COMMANDS)


def test_nothing_else_is_run() -> None:
    others = [line for line in shell_lines() if not line.startswith(("mementod ", SETUP))]
    assert others == ["rm -r .venv ~/.local/state/mementod"]


def test_ci_runs_the_test_line() -> None:
    assert TEST_LINE in shell_lines()
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert script.splitlines()[-1] == TEST_LINE
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_configuration_shown_is_valid() -> None:
    (text,) = blocks("yaml")
    config = parse_config(text)
    assert config.problems == ()
    assert config.progress
    assert config.core


def test_every_convention_is_named() -> None:
    for source in Source:
        assert f"`{source.value}`" in README


def test_what_must_be_said_about_limits_is_said() -> None:
    for part in (
        "macOS is written for and unverified",
        "Windows is not supported",
        "tree-sitter-languages has none",
    ):
        assert part in README
