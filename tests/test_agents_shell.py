"""Which places a command line writes: cases as data, and any text at all within bounds."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from case_files import read_cases
from mementod_hooks.agents.code_targets import code_targets
from mementod_hooks.agents.patches import TARGETS_CAP, diff_targets, patch_targets
from mementod_hooks.agents.payload import COMMAND_CHARACTERS
from mementod_hooks.agents.shell_targets import shell_writes
from mementod_parsers.word_lists import word_list

CASES = read_cases(Path(__file__).parent / "cases" / "agents" / "shell.yaml")
PIECES = st.sampled_from(
    [
        *word_list(
            """
            rm mv sed -i > >> < << <<< <<- | || && ; & ( ) { } $( ` ' " \\ $x ${ ${x} $' # a b.py src/*.py {a,b} cd EOF
            for in do done if then fi eval bash -c python3 xargs find -exec {} + git checkout -- é
            """
        ),
        "\n",
        "\t",
        "\0",
    ]
)
bounded = pytest.mark.timeout(10)  # what is not bounded takes minutes


@pytest.mark.parametrize("case", CASES, ids=lambda case: repr(case["command"])[:60])
def test_a_command_writes_these_places(case: dict[str, object]) -> None:
    found = shell_writes(str(case["command"]))
    assert ["=" * t.restored + t.path + "/**" * t.below + "?" * t.pattern for t in found.targets] == case["writes"]
    assert found.unseen == case.get("unseen", False)


def test_a_command_in_a_folder_writes_below_it() -> None:
    assert [t.path for t in shell_writes("rm a /b", "sub").targets] == ["sub/a", "/b"]


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=40), st.booleans())
def test_any_text_is_read_without_a_fault(pieces: list[str], spaced: bool) -> None:
    found = shell_writes((" " if spaced else "").join(pieces))
    assert all(target.path for target in found.targets)


@bounded
@pytest.mark.parametrize(
    "piece",
    [
        "$(",
        '"',
        "`",
        "a=b ",
        "{a,b}",
        "<<E ",
        "(",
        "${a",
        "F=x;$F",
        "'\\\n",
        "\\",
        "rm a;",
        "> f ",
        "bash -c '",
        "{a,{b,c}}",
        "a\n",
    ],
)
def test_a_hostile_command_is_read_within_bounds(piece: str) -> None:
    command = (piece * COMMAND_CHARACTERS)[:COMMAND_CHARACTERS]
    found = shell_writes(command)
    assert len(found.targets) <= TARGETS_CAP


def test_patches_name_each_file_once() -> None:
    patch = "*** Begin Patch\n*** Add File: a\n+*** x\n*** Update File: b c.py\n*** Move to: d\n*** Update File: a\n"
    assert [t.path for t in patch_targets(patch)] == ["a", "b c.py", "d"]
    diff = "diff --git a/x b/y\nrename from x\nrename to y\n--- a/x\n+++ b/y\n--- /dev/null\n+++ b/new\n"
    assert [t.path for t in diff_targets(diff)] == ["x", "y", "new"]


@bounded
@pytest.mark.parametrize("code", ["open(" * 20_000, "Path('" * 10_000, "x='a';" * 10_000, "'" * 60_000])
def test_hostile_code_is_read_within_bounds(code: str) -> None:
    assert len(code_targets(code)) <= TARGETS_CAP
