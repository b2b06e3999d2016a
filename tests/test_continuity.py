"""The cold start: what one session hands over is all that the next one has, three times in a row."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mementod.errors import ExitCode, UserError
from mementod.paths import Paths
from repos import Repo
from shells import Shell

AUTH = "def legacy_auth(user):\n    if user is None:\n        return False\n    return user.name in known_users(user)\n"
PARSE = "def parse_it(text):\n    parts = text.split('-')\n    return [part.strip() for part in parts if part]\n"
CONSTRAINTS = (
    "Never change `legacy_auth()` before 2027.",
    "不要修改 `src/parse.py` 里的 `parse_it`。",
    "You must run `make check` first.",
)


class Agent(Shell):
    """An agent that remembers nothing but what mementod tells it."""

    def hand_over(self, next_step: str) -> None:
        _, text = self.run("handoff")
        text = re.sub(r"Next: \[fill in: [^]]*\]", f"Next: {next_step}", text)
        code, _ = self.run("handoff", "write", stdin=re.sub(r"\[fill in: [^]]*\]", "see above", text))
        assert code == ExitCode.FINE


@pytest.fixture
def agent(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Agent:
    repo = Repo(tmp_path / "repo")
    repo.write({"src/auth.py": AUTH, "src/parse.py": PARSE, "CLAUDE.md": "# Map\n\nAuth is in `src/auth.py`.\n"})
    repo.commit("Begin", "2025-02-01")
    found = Agent(repo, paths, capsys, monkeypatch)
    found.run("remember", "Goal: replace the login page")
    for line in CONSTRAINTS:
        found.run("remember", line)
    return found


def test_constraints_names_and_the_next_step_survive_three_compactions(agent: Agent) -> None:
    agent.hand_over("move `src/auth.py` to `src/login.py`")
    agent.repo.move("src/auth.py", "src/login.py").commit("Move", "2025-03-01")
    agent.hand_over("rename `parse_it`")
    agent.repo.write({"src/parse.py": PARSE.replace("parse_it", "parse_text")}).commit("Rename", "2025-04-01")
    agent.hand_over("write the test of `src/login.py`")

    _, text = agent.run("boot")
    for line in CONSTRAINTS:
        assert line in text
    assert "replace the login page" in text
    assert "Next: write the test of `src/login.py`" in text
    assert "parse_it: use src/parse.py:parse_text" in text
    assert "`src/auth.py` is gone" in text
    assert "use `src/login.py`" in text
    assert text.rstrip().endswith("3. What is the smallest next step?")


TOLD = (
    "Never raise max_age above 30.",
    "不要修改 `max_size`，用 `OpenSesion` 打开",
    "Never change `read_old()` without asking.",
    "Use `src/store.py` instead of `src/auth.py` for sessions.",
)
STORE = """\
class OpenSession:
    def enter(self, user, max_age=30, max_size=8):
        return user, max_age, max_size


def read_old(text):
    lines = text.splitlines()
    return [line.strip() for line in lines if line]
"""


def test_parameters_slips_and_renamed_names_survive_three_compactions(agent: Agent) -> None:
    agent.repo.write({"src/store.py": STORE}).commit("Store", "2025-02-02")
    agent.repo.write({"src/store.py": STORE.replace("read_old", "read_new")}).commit("Rename", "2025-02-03")
    for line in TOLD:
        agent.run("remember", line)
    agent.hand_over("write the test of `src/store.py`")
    store = STORE.replace("read_old", "read_new").replace("max_age", "age_limit")
    agent.repo.write({"src/store.py": store}).commit("Limit", "2025-03-01")
    agent.hand_over("read `src/store.py`")
    agent.repo.move("src/store.py", "src/sessions.py").commit("Move", "2025-04-01")
    agent.hand_over("read `src/sessions.py`")

    _, text = agent.run("boot")
    for line in TOLD:
        assert line in text
    assert "OpenSession (src/sessions.py, written `OpenSesion`)" in text
    assert "max_size (src/sessions.py)" in text
    assert "max_age: use src/sessions.py:age_limit" in text
    assert "read_old: use" in text
    assert ":read_new" in text
    assert "Where that says `OpenSesion`, the code says `OpenSession`." in text
    assert "Next: read `src/sessions.py`" in text


def test_a_constraint_on_a_name_of_long_ago_binds_what_it_became(agent: Agent) -> None:
    agent.repo.write({"src/store.py": STORE}).commit("Store", "2025-02-02")
    agent.repo.write({"src/store.py": STORE.replace("read_old", "read_new")}).commit("Rename", "2025-02-03")
    agent.run("remember", TOLD[2])
    agent.hand_over("read `src/store.py`")
    code, found = ask(agent, "login", "src/store.py", "rename `read_new` in src/store.py")
    assert (code, found["outcome"]) == (ExitCode.FINDINGS, "binding")
    assert any("(`read_old` is `read_new` today)" in line for line in found["shown"])  # type: ignore[attr-defined]
    _, found = ask(agent, "login", "src/store.py", "call `read_new` in a test of src/store.py")
    assert found["outcome"] == "pass"
    _, found = ask(agent, "login", "src/store.py", "call `read_old` in a test of src/store.py")
    assert found["wrong"] == ["read_old is gone: use src/store.py:read_new"]


@pytest.mark.parametrize(
    "line", [TOLD[3], "不要用 src/auth.py，用 src/store.py", "Sessions belong in `src/store.py`, never `src/auth.py`."]
)
def test_only_the_forbidden_side_stops_a_step(agent: Agent, line: str) -> None:
    agent.repo.write({"src/store.py": STORE}).commit("Store", "2025-02-02")
    agent.run("remember", line)
    agent.hand_over("edit `src/store.py` and `src/auth.py`")
    _, found = ask(agent, "login", "src/store.py", "edit src/store.py")
    assert found["outcome"] == "pass"
    assert any(line in each for each in found["shown"])  # type: ignore[attr-defined]
    _, found = ask(agent, "login", "src/auth.py", "edit src/auth.py")
    assert found["outcome"] == "binding"


def test_a_misspelt_constraint_binds_what_it_means(agent: Agent) -> None:
    agent.run("remember", "Never rename `known_usres()`.")
    agent.hand_over("edit `src/auth.py`")
    _, found = ask(agent, "login", "src/auth.py", "rename `known_users`, which src/auth.py calls")
    assert found["outcome"] == "binding"
    assert any("(`known_usres` is `known_users` today)" in line for line in found["shown"])  # type: ignore[attr-defined]


def test_a_slip_is_wrong_in_what_is_restated_and_what_is_to_be_made_is_not(agent: Agent) -> None:
    agent.hand_over("edit `src/parse.py`")
    _, found = ask(agent, "login", "src/parse.py", "edit `legacy_atuh` in src/parse.py")
    assert found["wrong"] == ["legacy_atuh is misspelt: use legacy_auth"]
    _, found = ask(
        agent, "login", "src/parse.py", "create src/lexer.py with a function lex_all(), as src/parse.py needs it"
    )
    assert found["wrong"] == []


def test_a_name_that_comes_back_holds_again(agent: Agent) -> None:
    agent.run("engram")
    agent.repo.move("src/parse.py", "src/other.py").commit("Away", "2025-03-01")
    _, away = agent.run("engram")
    agent.repo.move("src/other.py", "src/parse.py").commit("Back", "2025-04-01")
    _, back = agent.run("engram")
    assert "src/parse.py: use src/other.py" in away
    assert "Names that are gone" not in back


def test_the_record_as_json(agent: Agent) -> None:
    data = json.loads(agent.run("engram", "--format", "json")[1])
    assert data["schema"] == "mementod.engram/1"
    assert [item["text"] for item in data["hard_constraints"]["items"]] == list(CONSTRAINTS[::-1])
    assert {item["text"] for item in data["identifiers"]["items"]} >= {"legacy_auth", "src/parse.py", "parse_it"}


def test_what_was_rejected_and_why_is_handed_over(agent: Agent) -> None:
    said = (
        "--problem",
        "where",
        "--options",
        "redis, sqlite",
        "--chosen",
        "keep sessions in sqlite",
        "--why",
        "no server",
    )
    agent.run("decide", *said, "--rejected", "redis:needs a server")
    agent.hand_over("read it")
    assert "keep sessions in sqlite (why: no server); not redis: needs a server" in agent.run("boot")[1]


def test_what_was_replaced_is_not_handed_over_as_binding(agent: Agent) -> None:
    agent.run("remember", "Never edit `src/auth.py`.")
    assert "Never edit" in agent.run("handoff")[1]
    agent.run("remember", "You may edit `src/auth.py` now.")
    _, text = agent.run("handoff")
    assert "Never edit" not in text
    assert CONSTRAINTS[1] in text
    _, found = ask(agent, "login", "src/auth.py", "edit `legacy_auth`")
    assert not any("Never edit" in line for line in found["shown"])  # type: ignore[attr-defined]


def test_what_the_user_decided_and_wants_next_is_handed_over(agent: Agent) -> None:
    agent.run("remember", "We decided not to use redis because it needs a server.")
    agent.run("remember", "Next: write the test of `src/auth.py`")
    _, text = agent.run("handoff")
    assert '- The user said: "We decided not to use redis because it needs a server."' in text
    assert "- Next: write the test of `src/auth.py`" in text


def test_a_line_of_one_word_names_nothing(agent: Agent) -> None:
    agent.repo.write({"src/go.py": "def requirements():\n    return 1\n"}).commit("More", "2025-03-01")
    agent.run("remember", "Requirements:")
    assert "equirements" not in agent.run("engram")[1]


def test_an_incomplete_hand_over_is_refused(agent: Agent) -> None:
    with pytest.raises(UserError, match="State is empty"):
        agent.run("handoff", "write", stdin="## Goal\n- x\n")
    with pytest.raises(UserError, match="not kept as it is"):
        agent.run("handoff", "write", stdin=agent.run("handoff")[1])


def test_a_hand_over_that_is_too_long_is_refused_and_not_cut(agent: Agent) -> None:
    rest = "".join(f"\n## {part}\n- x\n" for part in ("Goal", "Decisions", "Constraints"))
    with pytest.raises(UserError, match="State has 83 lines, 60 at most"):
        agent.run("handoff", "write", stdin="## State\n" + "- done\n" * 83 + rest)


def ask(agent: Agent, goal: str, files: str, next_step: str) -> tuple[int, dict[str, object]]:
    code, text = agent.run(
        "handoff", "check", "--goal", goal, "--files", files, "--next", next_step, "--format", "json"
    )
    return code, json.loads(text)


def test_what_is_restated_rightly_passes_and_what_binds_it_is_shown(agent: Agent) -> None:
    agent.hand_over("read `src/parse.py`")
    code, found = ask(agent, "replace the login page", "src/parse.py", "call `parse_it` in a test")
    assert (code, found["outcome"]) == (ExitCode.FINE, "pass")
    assert any("不要修改" in line for line in found["shown"])  # type: ignore[attr-defined]
    assert found["goal"] == "replace the login page"


def test_what_is_gone_or_misspelt_is_wrong(agent: Agent) -> None:
    agent.hand_over("edit `src/auth.py`, then `src/parse.py`")
    agent.repo.move("src/auth.py", "src/login.py").commit("Move", "2025-03-01")
    code, found = ask(agent, "login", "src/auth.py src/PARSE.py", "edit it")
    assert (code, found["outcome"]) == (ExitCode.FINDINGS, "wrong")
    wrong = "\n".join(found["wrong"])  # type: ignore[arg-type]
    assert "use src/login.py" in wrong
    assert "use src/parse.py" in wrong


def test_a_name_that_never_was_is_said_with_the_one_that_is_spelled_so(agent: Agent) -> None:
    agent.run("remember", "look at `parse_it`")
    _, found = ask(agent, "login", "src/Auht.py", "edit `ParseIt()` and `xyzzy_plugh()`")
    assert found["wrong"] == [
        "src/Auht.py is misspelt: use src/auth.py",
        "ParseIt does not exist: is it parse_it?",
        "xyzzy_plugh does not exist",
    ]


def test_a_file_outside_the_hand_over_is_asked_about(agent: Agent) -> None:
    agent.repo.write({"src/far.py": "def far_away():\n    return 1\n"}).commit("Far", "2025-03-01")
    agent.hand_over("edit `src/parse.py`")
    _, found = ask(agent, "login", "src/far.py", "edit `src/parse.py`")
    assert str(found["wrong"]).startswith("['src/far.py is not in the hand-over: say in the next step why it needs it")


def test_without_a_hand_over_the_next_step_is_narrowed_and_without_names_a_person_must_look(agent: Agent) -> None:
    _, found = ask(agent, "login", "src/parse.py", "edit it")
    assert (found["outcome"], found["read"]) == ("narrow", ["src/parse.py"])
    _, found = ask(agent, "login", "", "go on")
    assert found["outcome"] == "person"


@pytest.mark.parametrize(
    ("files", "step", "outcome", "read", "says"),
    [
        ("src/auth.py", "edit `parse_it`", "narrow", ["src/parse.py", "src/auth.py"], "there is no hand-over"),
        (
            "src/parse.py",
            "edit src/auth.py",
            "binding",
            ["src/auth.py", "src/parse.py"],
            "binding: Never edit `src/auth",
        ),
        ("src/parse.py", "rewrite it with PyParsec", "binding", ["src/parse.py"], "rejected: PyParsec: slow"),
        ("", "read all in src/ that src/auth.py needs", "narrow", ["src/auth.py"], "there is no hand-over"),
        ("src/parser.py", "edit src/parse.py", "wrong", ["src/parse.py"], "there is no hand-over"),
        ("src/parse.py", "rename parseIt in src/parse.py", "wrong", ["src/parse.py"], "there is no hand-over"),
    ],
)
def test_what_can_be_verified_is_also_without_a_hand_over(
    agent: Agent, files: str, step: str, outcome: str, read: list[str], says: str
) -> None:
    agent.run("remember", "Never edit `src/auth.py`.")
    told = ("--problem", "how to parse", "--chosen", "by hand", "--why", "it is fast", "--rejected", "PyParsec: slow")
    agent.run("decide", *told)
    code, found = ask(agent, "login", files, step)
    assert (code, found["outcome"], found["read"]) == (ExitCode.FINDINGS, outcome, read)
    assert any(says in line for line in found["shown"])  # type: ignore[attr-defined]
    assert str(found["unsure"]).endswith("the state cannot be confirmed")


def test_without_a_hand_over_the_goal_is_the_one_that_was_given(agent: Agent) -> None:
    agent.run("remember", "Goal: make a page quick")
    _, found = ask(agent, "bake bread", "CLAUDE.md", "read it")
    assert found["shown"] == [
        "there is no hand-over: the state cannot be confirmed",
        "the goal that was given: make a page quick [remember 5]",
        "compare the goals: the one that was given and yours have no word in common",
    ]


def test_a_branch_switched_since_is_said(agent: Agent) -> None:
    agent.repo.git("checkout", "-q", "-b", "work")
    agent.repo.write({"src/new.py": "x = 1\n"}).commit("New", "2025-03-01")
    agent.hand_over("edit `src/parse.py`")
    agent.repo.git("checkout", "-q", "main")
    _, found = ask(agent, "login", "src/parse.py", "edit it")
    assert found["outcome"] == "narrow"
    assert "written on work" in found["shown"][0]  # type: ignore[index]
    assert re.search(r"hand-over (?:below )?is of work", agent.run("boot")[1])


def test_a_detached_head_and_no_commit_are_no_failure(agent: Agent, tmp_path: Path) -> None:
    agent.repo.git("checkout", "-q", "--detach")
    agent.hand_over("edit `src/parse.py`")
    assert "no branch" in agent.run("boot")[1]
    agent.repo = Repo(tmp_path / "empty")
    assert "no commit yet" in agent.run("boot")[1]


@pytest.mark.parametrize("budget", ["1000", "3000"])
def test_the_start_keeps_its_budget_and_names_what_is_left_out(agent: Agent, budget: str) -> None:
    agent.repo.write({f".agent/init.d/0{n}-part.md": "word " * 900 for n in range(1, 5)}).commit("Notes", "2025-03-01")
    _, text = agent.run("boot", "--budget", budget)
    assert len(text.encode()) <= int(budget)
    assert ".agent/init.d/04-part.md" in text
    assert "3. What is the smallest next step?" in text


def test_the_answers_may_come_from_standard_input_in_chinese(agent: Agent) -> None:
    agent.hand_over("edit `src/parse.py`")
    code, text = agent.run("handoff", "check", stdin="目标：换掉登录页\n文件：src/parse.py\n下一步：读 src/parse.py\n")
    assert code == ExitCode.FINE
    assert "pass: names hold" in text
