"""The quick way to read a configuration says what the whole one says, or nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod import yaml_plain
from mementod.errors import UserError
from mementod.yaml_reader import Reader

README = """\
# What we keep
notes: [".agent/init.d/*.md", 'claude-memory', docs/notes.md]   # three
core: ["src/core/**"]
progress: .agent/init.d/03-progress.md
gate: {edit: block, commit: warn}
mark: none
ignore:
  - "docs/archive/**"
  - build/

notify:
  per_hour: 2
  quiet: "22:00-07:00"
import:
- claude
"""
PIECES = (
    "core", "gate", ":", ": ", "- ", "-", "  ", " ", "\n", "\n  ", "\n- ", "[", "]", "{", "}", ", ", ",", "a", "b/**",
    "*.py", "'x'", '"y"', '"', "'",
    "#", " # c", "~", "null", "on", "1", "2:3", "&a", "*a", "!t", "|", ">", "?", "---", "...", "%",
    "\\", "\t", "é", "@", "`", "core: [a]\n", "gate: {edit: block}\n", "progress: P.md\n", "core:\n  - a\n  - 'b'\n",
)  # fmt: skip


def test_what_people_write_needs_no_library() -> None:
    found = yaml_plain.read(README)
    assert found is not None
    assert found == Reader(README, "f").document()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "- a",
        "a: b c",
        "a: b\n  - c",
        "a:\n",
        "a: &x b",
        "a: *b",
        "a: [b\n]",
        "a: {b: [c]}",
        "a: |\n  b",
        "a: é",
    ],
)
def test_what_may_be_something_else_is_left_alone(text: str) -> None:
    assert yaml_plain.read(text) is None


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_it_says_what_the_library_says(text: str) -> None:
    found = yaml_plain.read(text)
    if found is None:
        return
    try:
        assert Reader(text, "f").document() == found
    except UserError as error:
        raise AssertionError(f"no YAML: {text!r}") from error


def test_the_library_is_not_loaded() -> None:
    code = (
        "import sys; from mementod.config import parse_config; parse_config(sys.argv[1]);"
        "print('yaml' in sys.modules, 'pathspec' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code, README.split("notify")[0]], capture_output=True, check=True)
    assert done.stdout.split() == [b"False", b"False"]
