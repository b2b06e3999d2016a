"""Commands that are run again: what counts as going in circles, and what never may."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from hooked import call, claude, context
from mementod.hooks.hook_repeats import FILE_BYTES, WITHIN_S, Repeats, Run
from repos import Repo

FAILS = "2 failed\nexit code: 1"
SAID = "The same command had the same outcome"


def fails(command: str = "pytest", outcome: str = FAILS, **more: str) -> Run:
    return Run(command, outcome, failed=True, **more)


def works(command: str = "make", outcome: str = "done") -> Run:
    return Run(command, outcome, failed=False)


# What is run one after the other (None: something is edited), and how many calls ago is said each time.
ROWS: dict[str, tuple[Sequence[Run | None], Sequence[int]]] = {
    "the same failure": ([fails(), fails()], [0, 1]),
    "once in a row": ([fails()] * 5, [0, 1, 0, 0, 0]),
    "what takes another time is the same": (
        [fails(outcome="2 failed in 0.12s at 10:11:12"), fails(outcome="2 failed in 3.4s at 10:12:59")],
        [0, 1],
    ),
    "another failure is news": ([fails(), fails(outcome="1 failed\nexit code: 1")], [0, 0]),
    "an edit in between": ([fails(), None, fails()], [0, 0]),
    "an edit starts a new row": ([fails(), fails(), None, fails(), fails()], [0, 1, 0, 1]),
    "another command may have changed something": ([fails(), works("pip install x"), fails()], [0, 0, 0]),
    "a look changes nothing": ([fails(), works("cat a.py"), works("git diff"), fails()], [0, 0, 0, 3]),
    "a look into a file is none": ([fails(), works("cat a.py > b.py"), fails()], [0, 0, 0]),
    "two in turn": ([fails("a"), fails("b"), fails("a"), fails("b")], [0, 0, 0, 2]),
    "what works may be run twice": ([works()] * 4, [0, 0, 1, 0]),
    "too long ago": ([fails(), *(works(f"cat {n}") for n in range(8)), fails()], [0] * 10),
    "another subagent": ([fails(subagent="one"), fails(subagent="two")], [0, 0]),
    "the same call of a second hook": ([fails(id="t1"), fails(id="t1"), fails(id="t2")], [0, 0, 1]),
}


def ran(folder: Path, runs: Sequence[Run | None], step_s: float = 10.0) -> list[int]:
    found, repeats = [], Repeats(folder)
    for number, run in enumerate(runs):
        if run is None:
            repeats.changed("s")
        else:
            found.append(repeats.ran("s", number * step_s, run))
    return found


@pytest.mark.parametrize("name", ROWS)
def test_what_goes_in_circles(tmp_path: Path, name: str) -> None:
    runs, said = ROWS[name]
    assert ran(tmp_path / "sessions", runs) == said


def test_another_session_and_another_time_are_others(tmp_path: Path) -> None:
    repeats = Repeats(tmp_path)
    assert repeats.ran("a", 0.0, fails()) == repeats.ran("b", 0.0, fails()) == 0
    assert repeats.ran("a", WITHIN_S + 1, fails()) == 0
    assert ran(tmp_path, [fails(), fails()], step_s=-9.0) == [0, 0]  # the clock was set back


def test_a_call_without_an_id_that_comes_twice_at_once_is_one(tmp_path: Path) -> None:
    assert ran(tmp_path, [fails(), fails()], step_s=0.3) == [0, 0]


def test_the_file_holds_hashes_alone_and_stays_small(tmp_path: Path) -> None:
    ran(tmp_path, [fails(f"secret{n}", f"token{n}") for n in range(99)])
    (file,) = tmp_path.iterdir()
    assert len(file.read_bytes()) < FILE_BYTES / 2
    assert b"secret" not in file.read_bytes()
    assert b"token" not in file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("data", [b"", b"\xff\0", b"1 2\nx y z w\n", b"nan " * 900])
def test_a_damaged_file_is_no_trouble(tmp_path: Path, data: bytes) -> None:
    assert ran(tmp_path, [fails()]) == [0]
    next(tmp_path.iterdir()).write_bytes(data)
    assert ran(tmp_path, [fails(), fails()]) == [0, 1]


def test_where_nothing_can_be_kept_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert ran(tmp_path / "file" / "x", [fails(), None, fails()]) == [0, 0]


class Shell:
    """Claude Code's shell in a repository, each call with an id of its own."""

    def __init__(self, repo: Repo) -> None:
        self.repo, self.calls = repo, 0

    def after(self, event: str, tool: str = "Bash", **fields: object) -> str:
        self.calls += 1
        named = {"tool_name": tool, "tool_use_id": f"t{self.calls}", **fields}
        return context(claude(call(self.repo.root, event, **named)))  # type: ignore[arg-type]

    def fails(self, command: str = "pytest") -> str:
        return self.after("PostToolUseFailure", tool_input={"command": command}, error="Exit code 1\n2 failed")

    def runs(self, command: str) -> str:
        return self.after("PostToolUse", tool_input={"command": command}, tool_response={"stdout": "same"})

    def edits(self) -> str:
        return self.after("PostToolUse", "Edit", tool_input={"file_path": str(self.repo.root / "a.py")})

    def stops(self) -> None:
        assert json.loads(json.dumps(claude(call(self.repo.root, "Stop")))) == {}


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(Repo(tmp_path / "repo").write({"a.py": "x = 1\n"}).commit())


def test_an_agent_hears_it_once_and_not_after_an_edit(shell: Shell) -> None:
    assert shell.fails() == ""
    assert f"{SAID} 1 call ago" in shell.fails()
    assert shell.fails() == ""
    shell.edits()
    assert shell.fails() == ""
    assert SAID in shell.fails()


@pytest.mark.parametrize("command", ["sed -i s/1/2/ a.py", "echo 1 > a.py", "git checkout -- a.py", "sleep 5"])
def test_a_command_that_writes_or_waits_is_not_counted_and_ends_a_row(shell: Shell, command: str) -> None:
    assert [shell.runs(command) for _ in range(3)] == ["", "", ""]
    assert shell.fails() == ""
    shell.runs(command)
    assert shell.fails() == ""


def test_the_user_may_have_done_something_between_two_turns(shell: Shell) -> None:
    assert shell.fails() == ""
    shell.stops()
    assert shell.fails() == ""
