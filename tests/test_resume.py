"""What an agent restates after a compaction: what is wrong with it, what binds it, and when it passes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mementod.errors import ExitCode, UserError
from mementod.paths import Paths
from repos import Repo
from shells import Shell

PUSH = "def send_push(user, text):\n    for device in user.devices:\n        device.deliver(text, urgent=True)\n"
HANDOVER = """\
## Goal
- replace the login page
- (mementod: do nothing beyond it.)
## State
- Next: edit `src/push.py`, then `src/admin.py` and `db/V1__init.sql`
## Decisions
- keep it (why: it works)
## Constraints
- see the record
"""


class Agent(Shell):
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


def test_a_hand_over_of_another_branch_is_told_as_one(agent: Agent) -> None:
    agent.repo.git("checkout", "-q", "-b", "work")
    agent.repo.write({"src/new.py": "x = 1\n"}).commit("New", "2025-03-01")
    agent.run("handoff", "write", stdin=HANDOVER.replace("src/push.py", "src/new.py"))
    agent.repo.git("checkout", "-q", "--detach")
    assert "The last hand-over is of this very commit, on work." in agent.run("boot")[1]
    agent.repo.git("checkout", "-q", "main")
    assert "which is not checked out" in agent.run("boot")[1].splitlines()[0]
    found = agent.check("src/new.py", "edit `src/new.py`")
    assert found["shown"][0] == "the hand-over was written on work, which is not what is checked out"
    agent.repo.git("merge", "-q", "work")
    assert agent.check("src/new.py", "edit `src/new.py`")["outcome"] == "pass"


FRESH = HANDOVER.replace("edit `src/push.py`", "写 test/audio/retry_test.py, then edit `src/push.py`")


@pytest.mark.parametrize(
    ("files", "step", "made"),
    [
        ("src/push.py", "写 test/audio/retry_test.py", "test/audio/retry_test.py"),
        ("test/audio/retry_test.py", "go on with the retry", "test/audio/retry_test.py"),
        ("src/push.py", "先写测试 src/ring_test.py", "src/ring_test.py"),
        ("src/push.py", "在 src/ring_test.py 里写测试", "src/ring_test.py"),
        ("src/ring.py", "实现 src/ring.py", "src/ring.py"),
        ("src/push.py", "补 src/ring.py", "src/ring.py"),
        ("src/push.py", "把 `send_push` 拆到 src/ring.py", "src/ring.py"),
        ("src/push.py", "split `send_push` out to lib/ring.py", "lib/ring.py"),
        ("src/push.py", "put `send_push` in src/ring.py", "src/ring.py"),
        ("src/push.py", "test first: src/push_test.py", "src/push_test.py"),
        ("src/push.py", "cover it with src/test_push.py", "src/test_push.py"),
        ("src/push.py", "the migration goes to db/V2__init.sql", "db/V2__init.sql"),
    ],
)
def test_a_file_that_is_to_be_made_is_said_and_is_not_wrong(agent: Agent, files: str, step: str, made: str) -> None:
    agent.run("handoff", "write", stdin=FRESH)
    found = agent.check(files, step)
    assert (found["outcome"], found["wrong"]) == ("pass", [])
    assert found["shown"] == [f"{made} is new: it is not there yet, the step has to make it"]


@pytest.mark.parametrize(
    ("step", "wrong"),
    [
        ("fix src/ring.py", "src/ring.py does not exist"),
        ("修改 src/ring.py", "src/ring.py does not exist"),
        ("the loop of lib/far/ring.py", "lib/far/ring.py does not exist"),  # no such folder
        ("the loop in src/http_admn.py", "src/http_admn.py is misspelt: use src/http_admin.py"),
        ("put it in src/old.py", "src/old.py is gone"),
        ("the loop in src/old.py", "src/old.py is gone"),
    ],
)
def test_a_file_that_the_step_needs_a_slip_and_one_that_is_gone_are_wrong(agent: Agent, step: str, wrong: str) -> None:
    agent.repo.write({"src/old.py": "def old_way():\n    return 1\n"}).commit("Old", "2025-03-01")
    agent.repo.remove("src/old.py").commit("Remove", "2025-04-01")
    agent.run("handoff", "write", stdin=HANDOVER.replace("edit `src/push.py`", "edit `src/push.py` as in src/old.py"))
    assert agent.check("src/push.py", step)["wrong"] == [wrong]


WORDS = [  # what is told, a step that does not pass, one that sees the line and passes
    ("Never use Redis.", "switch sessions to Redis", "remove the leftover Redis client"),
    ("提交之前必须先问我", "提交代码", "先问用户，再提交"),
    ("不要用 Hive", "用 hive 写缓存", "删掉 Hive 残留"),
    (
        "Redis was rejected for the outbox: it needs a server. Use SQLite only.",
        "use redis",
        "use SQLite for the outbox",
    ),
]


@pytest.mark.parametrize(("rule", "against", "obeys"), WORDS)
def test_what_the_user_forbids_in_words_stops_the_step_that_does_it(
    agent: Agent, rule: str, against: str, obeys: str
) -> None:
    agent.run("remember", rule)
    found = {step: agent.check("src/push.py", step) for step in (against, obeys)}
    assert [each["outcome"] for each in found.values()] == ["binding", "pass"]
    assert all(each["shown"] == [f"binding: {rule} [remember 1]"] for each in found.values())


@pytest.mark.parametrize("option", ["Redis", "redis"])
def test_a_rejected_option_stops_whoever_takes_it_up_and_nobody_who_lets_it_go(agent: Agent, option: str) -> None:
    said = ("--problem", "where the outbox lives", "--chosen", "sqlite", "--why", "no server to run")
    agent.run("decide", *said, "--rejected", f"{option}:needs a server")
    steps = ("use Redis for sessions", "switch to redis", "keep SQLite instead of Redis", "不用 Redis，继续用 SQLite")
    found = [agent.check("src/push.py", step) for step in steps]
    assert [each["outcome"] for each in found] == ["binding", "binding", "pass", "pass"]
    assert all(f"{option}: needs a server" in each["shown"][0] for each in found)
