"""A hand-over as text, and what it lacks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mementod import cli
from mementod.continuity.handover_store import HandoverStore, Stored
from mementod.continuity.memory_file import MemoryFile, moment
from mementod.errors import ExitCode
from mementod.paths import Paths
from mementod_parsers.continuity.handover import GAP, Handover, as_text, lacks, parse
from mementod_parsers.continuity.heard import said
from mementod_parsers.continuity.record import Class
from repos import Repo

WHOLE = Handover(("Move it.", "Done when: it moved"), ("Next: run the tests",), ("A (why: B)",), ("Never C.",))


def test_a_text_is_read_as_it_was_written() -> None:
    assert parse(as_text(WHOLE)) == WHOLE
    assert lacks(WHOLE) == ()


@pytest.mark.parametrize(
    "text",
    [
        "# Goal\nMove it.\nDone when: it moved\n# State\n1. Next: run the tests\n"
        "# Decisions\n* A (why: B)\n# Constraints\nNever C.",
        "**Goal**\n- Move it.\n- Done when: it moved\nState:\n- Next: run the tests\n"
        "**Decisions:**\nA (why: B)\nConstraints\nNever C.",
        "preface\n## 目标\n- Move it.\n- Done when: it moved\n## 状态\n- Next: run the tests\n"
        "## 决策\n- A (why: B)\n## 约束\n- Never C.",
    ],
)
def test_sections_are_found_as_people_write_them(text: str) -> None:
    assert parse(text) == WHOLE


def test_an_empty_section_and_a_gap_are_named() -> None:
    found = parse(f"## Goal\n- {GAP.format('the goal')}\n## State\n## Decisions\n- A\n## Constraints\n- B\n")
    assert lacks(found) == ("State is empty", "Goal: fill in the goal")
    assert lacks(Handover()) == tuple(f"{name} is empty" for name in ("Goal", "State", "Decisions", "Constraints"))


class Desk:
    def __init__(self, repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]) -> None:
        self.repo, self._paths, self._capsys = repo, paths, capsys

    def run(self, *argv: str) -> str:
        assert cli.run(["-C", str(self.repo.root), *argv], self._paths) == ExitCode.FINE
        return self._capsys.readouterr().out

    def state(self) -> Path:
        return self._paths.state_dir()

    def goal(self) -> tuple[str, ...]:
        return parse(self.run("handoff")).goal


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Desk:
    repo = Repo(tmp_path / "repo").write({"src/a.py": "x = 1\n"}).commit("Begin the work", "2025-02-01")
    return Desk(repo, paths, capsys)


@pytest.mark.parametrize(
    ("told", "goal"),
    [
        (
            ["目标：给转码完成加推送通知"],
            (
                "给转码完成加推送通知",
                "（mementod：不要做除此以外的事。）",
                "Done when: [fill in: the condition that ends the work]",
            ),
        ),
        (
            ["Goal: replace HTMX, done when no HTMX is left"],
            (
                "replace HTMX, done when no HTMX is left",
                "(mementod: do nothing beyond it.)",
                "Done when: no HTMX is left",
            ),
        ),
        (
            ["目标：去掉 HTMX", "完成标准：`npm run verify` 通过。"],
            ("去掉 HTMX", "（mementod：不要做除此以外的事。）", "Done when: `npm run verify` 通过"),
        ),
        (
            ["The user wants: replace HTMX", "Definition of done: no HTMX is left."],
            ("replace HTMX", "(mementod: do nothing beyond it.)", "Done when: no HTMX is left"),
        ),
        (
            ["用户想要：去掉 HTMX", "做完的标准：测试全绿"],
            ("去掉 HTMX", "（mementod：不要做除此以外的事。）", "Done when: 测试全绿"),
        ),
        (
            ["Goal: only fix v1.2, nothing else; done when v1.2 is out"],
            ("only fix v1.2, nothing else; done when v1.2 is out", "Done when: v1.2 is out"),
        ),
    ],
)
def test_a_goal_is_handed_over_as_it_was_given(desk: Desk, told: list[str], goal: tuple[str, ...]) -> None:
    for line in told:
        desk.run("remember", line)
    assert desk.goal() == goal


@pytest.mark.parametrize(
    "told",
    [
        ["Goal: split the parser; done when pytest passes", "Goal: write the user guide"],
        ["Goal: split the parser", "Done when: pytest passes", "The user wants: write the user guide"],
        ["目标：拆分解析器", "完成标准：pytest 通过", "目标：写用户手册"],
    ],
)
def test_a_new_goal_does_not_end_where_the_old_one_did_and_the_old_one_holds_no_longer(
    desk: Desk, told: list[str]
) -> None:
    for line in told:
        desk.run("remember", line)
    assert desk.goal()[-1] == "Done when: [fill in: the condition that ends the work]"
    _, _, goals = desk.run("engram").partition("Goal:\n")
    old, new = (re.split("[:：] ?", told[at], maxsplit=1)[1] for at in (0, -1))
    assert goals.startswith(f"- {new} [")
    assert f"- superseded: {old} [" in goals
    desk.run("remember", "Done when: people can read it")
    assert desk.goal()[-1] == "Done when: people can read it"


def test_the_first_hand_over_names_the_last_commits(desk: Desk) -> None:
    head = desk.repo.git("rev-parse", "--short", "HEAD").strip()
    assert f"Committed last: {head} Begin the work." in parse(desk.run("handoff")).state


def test_work_to_be_done_is_no_decision(desk: Desk) -> None:
    rows = "- [ ] 2026-01-02 写部署文档: 写一份部署文档 (why: 没人知道怎么部署)\n"
    rows += "- [x] 2026-01-01 `src/a.py`: keep rows in memory (why: reads took 40 ms)\n"
    desk.repo.write({"PROGRESS.md": f"# Progress\n\n{rows}"}).commit("Plan", "2025-03-01")
    found = parse(desk.run("handoff"))
    assert not any("部署" in line for line in found.decisions)
    assert any("reads took 40 ms" in line for line in found.decisions)
    assert any(line.startswith("Not yet done:") and "部署" in line for line in found.state)


def test_a_list_of_done_tasks_is_no_decision_and_a_decision_is_one_line(desk: Desk) -> None:
    text = """# Progress

## Week 1

- [x] `src/a.py` tests to avoid surprises
- [x] `src/a.py` docs

### 2026-01-02 Rows
- What:
  - [x] `src/a.py` reads
  - [x] `src/a.py` writes
- Why: customers asked

### 2026-01-03 Stream rows of `src/a.py`
they come one by one now
- Why: memory was short
"""
    desk.repo.write({"PROGRESS.md": text}).commit("Done", "2025-03-01")
    assert parse(desk.run("handoff")).decisions == ("Stream rows of `src/a.py` (why: memory was short)",)


REJECTIONS = (
    "We tried OkHttp Level.BODY and rejected it.",
    "we tried redis, but dropped it",
    "We decided against redis.",
    "Polling was ruled out because it drains the battery.",
    "轮询被否决：太耗电",
    "试过 redis，行不通",
    "我们试过 WebSocket 但放弃了",
)


@pytest.mark.parametrize("line", REJECTIONS)
def test_what_was_tried_and_rejected_reaches_record_and_hand_over(desk: Desk, line: str) -> None:
    desk.run("remember", line)
    assert line in desk.run("engram")
    assert any(line in each for each in parse(desk.run("handoff")).decisions)


@pytest.mark.parametrize(
    "line", ["The request is rejected with 403.", "the POST was rejected by the server", "error: push rejected"]
)
def test_what_a_program_rejected_is_no_decision(line: str) -> None:
    assert [item.kind for item in said(line, "remember 1", "")] != [Class.EMPHASIS]


def test_a_hand_over_and_the_log_tell_time_in_one_form(desk: Desk) -> None:
    desk.run("remember", "zebra")
    assert re.search(r" \d{4}-\d\d-\d\dT[\d:]{8}Z ", desk.run("recall", "zebra"))
    with MemoryFile(next(desk.state().rglob("memory.db"))) as file:
        HandoverStore(file).add(Stored(moment(), "", None, "main", as_text(WHOLE)))
    assert re.match(r"Written \d{4}-\d\d-\d\dT[\d:]{8}Z on main", desk.run("handoff", "--last"))


def test_the_task_under_way_is_not_yet_done_and_the_next_step_in_it_is_asked_for(desk: Desk) -> None:
    first, second = '{"id": 1, "title": "Write", "done": false}', '{"id": 2, "title": "Read", "status": "doing"}'
    tasks = f'{{"tasks": [{first}, {second}]}}'
    desk.repo.write({"tasks.json": tasks}).commit("Tasks")
    found = parse(desk.run("handoff"))
    assert "Not yet done: 2 Read" in found.state
    assert "Next: [fill in: the smallest next step, as an order, of 2 Read]" in found.state
    assert "State: fill in the smallest next step, as an order, of 2 Read" in lacks(found)
    for number in range(21):
        desk.repo.write({"src/a.py": f"x = {number}\n"}).commit(f"Change {number}", "2025-03-01")
    assert "Next: [fill in: the smallest next step, as an order]" in parse(desk.run("handoff")).state


def test_what_is_open_in_the_progress_file_is_not_yet_done_and_what_is_next_there_is_asked_for(desk: Desk) -> None:
    lists = "- [ ] write the parser in `src/a.py`\n- [ ] tell people\n- [x] the lexer\n"
    desk.repo.write({"PROGRESS.md": f"# Progress\n\n## Open\n\n{lists}\n## Next\n\n- the printer\n"}).commit("State")
    state = parse(desk.run("handoff")).state
    assert [line for line in state if line.startswith("Not yet done")] == [
        "Not yet done: write the parser in `src/a.py`",
        "Not yet done: tell people",
    ]
    assert state[-1] == f"Next: {GAP.format('the smallest next step, as an order, of the printer')}"


def test_the_goal_of_the_last_hand_over_is_kept_until_another_one_is_given(desk: Desk) -> None:
    desk.run("remember", "zebra")
    with MemoryFile(next(desk.state().rglob("memory.db"))) as file:
        HandoverStore(file).add(Stored("2026-01-02T00:00:00Z", "s", "a" * 40, "main", as_text(WHOLE)))
    kept = "(mementod: the goal of the last hand-over; nobody has given another one.)"
    assert desk.goal() == (*WHOLE.goal, kept)
    desk.run("remember", "Goal: draw the map")
    assert desk.goal()[0] == "draw the map"
    assert kept not in desk.goal()
