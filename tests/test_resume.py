"""What an agent restates after a compaction: what is wrong with it, what binds it, and when it passes."""

from __future__ import annotations

import json
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from mementod import cli
from mementod.errors import ExitCode, UserError
from mementod.paths import Paths
from repos import Repo

PUSH = "def send_push(user, text):\n    for device in user.devices:\n        device.deliver(text, urgent=True)\n"
HANDOVER = """\
## Goal
- replace the login page
- (mementod: nothing beyond it.)
## State
- Next: edit `src/push.py`, then `src/admin.py` and `db/V1__init.sql`
## Decisions
- keep it (why: it works)
## Constraints
- see the record
"""


class Agent:
    def __init__(
        self, repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.repo, self._paths, self._capsys, self._monkeypatch = repo, paths, capsys, monkeypatch

    def run(self, *argv: str, stdin: str = "") -> tuple[int, str]:
        self._monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(stdin.encode())))
        code = cli.run(["-C", str(self.repo.root), *argv], self._paths)
        return code, self._capsys.readouterr().out

    def check(self, files: str, step: str, goal: str = "replace the login page") -> dict[str, Any]:
        said = ("--goal", goal, "--files", files, "--next", step)
        code, text = self.run("handoff", "check", *said, "--format", "json")
        found: dict[str, Any] = json.loads(text)
        assert (code == ExitCode.FINE) == (found["outcome"] == "pass")
        return found

    def told(self, files: str, step: str, goal: str = "replace the login page") -> str:
        return self.run("handoff", "check", "--goal", goal, "--files", files, "--next", step)[1].splitlines()[-1]


@pytest.fixture
def agent(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Agent:
    repo = Repo(tmp_path / "repo")
    files = {
        "src/push.py": PUSH,
        "src/http_admin.py": "x = 1\ny = 2\nz = 3\n",
        "src/__init__.py": "",
        "db/V1__init.sql": "",
    }
    repo.write(files | {"src/far.py": "def far_away():\n    return 1\n"}).commit("Begin", "2025-02-01")
    found = Agent(repo, paths, capsys, monkeypatch)
    found.run("handoff", "write", stdin=HANDOVER)
    return found


def test_the_new_name_of_a_file_of_the_hand_over_is_in_the_hand_over(agent: Agent) -> None:
    agent.repo.move("src/push.py", "src/notify.py").commit("Rename", "2030-03-01")
    assert "src/push.py is gone: use src/notify.py" in agent.check("src/push.py", "run the tests")["wrong"]
    found = agent.check("src/notify.py", "edit `send_push` in src/notify.py")
    assert (found["outcome"], found["wrong"]) == ("pass", [])


def test_a_file_outside_the_hand_over_passes_once_the_step_says_why(agent: Agent) -> None:
    (wrong,) = agent.check("src/far.py", "edit src/far.py")["wrong"]
    assert "because" in wrong
    found = agent.check("src/far.py", "edit src/far.py because `far_away` calls the login page")
    assert found["outcome"] == "pass"
    assert found["shown"] == ["src/far.py is not in the hand-over; the next step says why it is needed"]


def test_a_name_that_was_gone_before_the_hand_over_is_looked_up_in_history(agent: Agent) -> None:
    agent.repo.write({"src/admin_api.py": "a = 1\nb = 2\nc = 3\nd = 4\n"}).commit("Add", "2025-03-01")
    agent.repo.move("src/admin_api.py", "src/admin.py").commit("Rename", "2025-04-01")
    found = agent.check("src/admin_api.py", "read src/admin.py")
    assert "src/admin_api.py is renamed: use src/admin.py" in found["wrong"]
    assert not any("does not exist" in line for line in found["wrong"])


def test_a_hand_over_that_uses_an_old_name_sends_nobody_in_a_circle(agent: Agent) -> None:
    agent.repo.move("src/push.py", "src/notify.py").commit("Rename", "2025-04-01")
    agent.run("handoff", "write", stdin=HANDOVER)
    found = agent.check("src/push.py", "edit `src/http_admin.py` and src/admin.py")
    assert "src/push.py is gone: use src/notify.py" in found["wrong"]
    found = agent.check("src/notify.py", "edit src/notify.py")
    assert (found["outcome"], found["wrong"]) == ("pass", [])


@pytest.mark.parametrize(
    ("rule", "files", "step"),
    [
        ("不要修改 V1__init.sql", "db/V1__init.sql", "edit V1__init.sql to add a column"),
        ("Never edit `db/V1__init.sql`.", "db/V1__init.sql", "add a column in db/V1__init.sql"),
        ("禁止修改 db/ 下的文件", "src/push.py", "create db/V2__more.sql"),
        ("Never edit anything in `db/`.", "db/V1__init.sql", "add a column in V1__init.sql"),
        ("Do not touch src/push.py.", "src/push.py", "read `src/push.py`, then change it"),
    ],
)
def test_a_step_that_names_what_a_prohibition_names_does_not_pass(
    agent: Agent, rule: str, files: str, step: str
) -> None:
    agent.run("remember", rule)
    found = agent.check(files, step)
    assert found["outcome"] == "binding"
    assert any(rule in line for line in found["shown"])
    assert "pass: go on" not in agent.told(files, step)


@pytest.mark.parametrize(
    ("rule", "step"),
    [
        ("Never edit `db/V1__init.sql`.", "read db/V1__init.sql"),
        ("You must run the tests of `src/push.py` first.", "edit `src/push.py`"),
        ("Never edit `src/push.py`.", "write V2 beside it"),
    ],
)
def test_a_step_that_keeps_what_is_shown_passes_and_says_that_it_binds(agent: Agent, rule: str, step: str) -> None:
    agent.run("remember", rule)
    assert agent.check("db/V1__init.sql,src/push.py", step)["outcome"] == "pass"
    said = agent.told("db/V1__init.sql,src/push.py", step)
    assert said == "pass: names hold; the lines above bind: go on only if the step keeps them."


def test_a_constraint_that_names_what_was_renamed_binds_the_new_name(agent: Agent) -> None:
    agent.run("remember", "Never log the token in `src/push.py`.")
    agent.run("engram")
    agent.repo.move("src/push.py", "src/notify.py").commit("Rename", "2030-03-01")
    found = agent.check("src/notify.py", "log Authorization in notify.py")
    assert any("Never log the token" in line for line in found["shown"])
    assert found["outcome"] == "binding"


def test_a_rejected_option_is_shown_before_it_is_tried_again(agent: Agent) -> None:
    said = ("--problem", "how to notify", "--chosen", "push through the vendor", "--why", "it wakes the phone")
    agent.run("decide", *said, "--rejected", "WebSocket:drains the battery")
    found = agent.check("src/push.py", "add a WebSocket to src/push.py")
    assert found["outcome"] == "binding"
    assert any("WebSocket: drains the battery [DECISIONS.md:" in line for line in found["shown"])


def test_a_step_without_files_is_asked_for_them_and_strange_goals_are_to_be_compared(agent: Agent) -> None:
    assert agent.check("", "go on")["wrong"] == ["no file is named: name those that your next two steps depend on"]
    assert agent.check("", "edit src/push.py")["outcome"] == "pass"
    found = agent.check("src/push.py", "edit src/push.py", goal="bake bread")
    assert found["shown"] == ["compare the goals: the one that was handed over and yours have no word in common"]
    assert found["goal"] == "replace the login page"


def test_files_that_are_given_one_by_one_all_count_and_one_goal_does(agent: Agent) -> None:
    said = ("handoff", "check", "--goal", "replace the login page", "--next", "edit src/push.py")
    code, text = agent.run(*said, "--files", "nope.ts", "--files", "src/push.py,src/none.py")
    assert code == ExitCode.FINDINGS
    assert "wrong: nope.ts does not exist" in text
    assert "wrong: src/none.py does not exist" in text
    with pytest.raises(UserError, match="--next"):
        agent.run(*said, "--files", "src/push.py", "--next", "run the tests")


SCRIPTS = '{"scripts": {"test": "vitest", "build": "vite build"}}'
SERVED = SCRIPTS.replace('"test"', '"serve": "vite", "test"')


@pytest.mark.parametrize(
    ("step", "wrong"),
    [
        ("run `pnpm serve`", ["pnpm serve is deleted"]),
        ("run `npm run tests`", ["npm run tests is misspelt: use npm run test"]),
        ("run `npm run zebra`", ["npm run zebra does not exist"]),
        ("run `npm test`, then `npm run build`", []),
        ("add a script `npm run zebra`", []),
        ("run `pnpm vitest`", []),  # a program that a package brings along
        ("run `npm start`", []),  # has a default
        ("run `make zebra`", []),  # there is no Makefile
    ],
)
def test_a_command_that_is_gone_or_was_never_there_does_not_pass(agent: Agent, step: str, wrong: list[str]) -> None:
    agent.repo.write({"package.json": SERVED}).commit("Serve", "2025-03-01")
    agent.repo.write({"package.json": SCRIPTS}).commit("Serve no more", "2025-04-01")
    assert agent.check("src/push.py", f"edit src/push.py, then {step}")["wrong"] == wrong


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("src/nope.py", ""),
        ("src/pusch.py", ": is it src/push.py?"),
        ("lib/http_admin.py", ": is it src/http_admin.py?"),
        ("src/deep/er/folder/of/other/things/nope.py", ""),
    ],
)
def test_a_file_that_is_not_there_is_asked_for_by_its_own_name_alone(agent: Agent, name: str, meant: str) -> None:
    agent.repo.write({"src/deep/er/folder/of/other/things/types.py": "x = 1\n"}).commit("More")
    wrong = agent.check(name, f"edit {name} because it is needed")["wrong"]
    assert wrong in ([f"{name} does not exist{meant}"], [f"{name} is misspelt: use src/push.py"])
    assert wrong[0].startswith(f"{name} does not") or meant


def test_what_is_gone_may_be_made_anew(agent: Agent) -> None:
    agent.repo.write({"src/old.py": "def old_way():\n    return 1\n"}).commit("Old", "2025-03-01")
    agent.repo.remove("src/old.py").commit("Remove", "2025-04-01")
    agent.run("handoff", "write", stdin=HANDOVER.replace("edit `src/push.py`", "edit `src/push.py` as in src/old.py"))
    assert agent.check("src/push.py", "edit src/old.py")["wrong"] == ["src/old.py is gone"]
    assert agent.check("src/push.py", "create src/old.py beside src/push.py")["outcome"] == "pass"
