"""Tasks that tools keep as data: what is open in them, in which order, and how a start tells of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemons import boot
from mementod.continuity.task_files import TASKS_CAP as TASKS_CAP_OF_A_FOLDER
from mementod_parsers.continuity.open_items import WorkList
from mementod_parsers.continuity.status_tables import tabled_work
from mementod_parsers.continuity.task_data import TASKS_CAP, of_tasks, one_task, task_list
from mementod_parsers.continuity.task_places import folder_of_task, is_task_data
from repos import Repo

TASK_MASTER = json.dumps(
    {
        "master": {
            "tasks": [
                {"id": 1, "title": "Schema", "status": "done", "priority": "high", "dependencies": []},
                {"id": 2, "title": "Cron", "status": "pending", "priority": "low", "dependencies": [3]},
                {"id": 3, "title": "Queue", "status": "pending", "priority": "high", "dependencies": [1]},
                {"id": 4, "title": "Old", "status": "cancelled"},
                {
                    "id": 5,
                    "title": "Worker",
                    "status": "in-progress",
                    "subtasks": [{"id": 1, "title": "read", "status": "done"}, {"title": "write", "status": "pending"}],
                },
            ],
            "metadata": {"created": "2025-08-22"},
        }
    }
)
BEADS = "\n".join(
    (
        '{"id":"x-1","title":"Closed one","status":"closed","priority":0}',
        '{"id":"x-2","title":"Epic","status":"open","priority":1,"issue_type":"epic"}',
        '{"id":"x-3","title":"Blocked","status":"open","priority":0,'
        '"dependencies":[{"issue_id":"x-3","depends_on_id":"x-4","type":"blocks"}]}',
        '{"id":"x-4","title":"Ready","status":"open","priority":1,'
        '"dependencies":[{"issue_id":"x-4","depends_on_id":"x-2","type":"parent-child"}]}',
        '{"id":"x-5","title":"Says \\"status\\":\\"closed\\"","status":"in_progress","priority":4}',
        "{cut in the mid",
    )
)
SPRINT = """\
generated: 2025-12-27
project: voice
development_status:
  # Epic 1: base
  epic-1: done
  1-1-monorepo: done
  epic-1-retrospective: optional
  epic-2: backlog
  2-1-config: ready-for-dev
  2-2-provider: backlog
"""
FEATURES = json.dumps(
    [
        {"category": "ui", "description": "Log in", "steps": ["open"], "passes": True},
        {"category": "ui", "description": "Log out\nand in again", "steps": ["open"], "passes": False},
    ]
)
STORIES = json.dumps({"userStories": [{"id": "US-1", "title": "Pay", "passes": False, "priority": 2}]})
CHINESE = json.dumps([{"名": "x", "name": "登录", "status": "已完成"}, {"name": "注册", "status": "进行中"}])


def said(found: WorkList) -> list[str]:
    return [f"{'~' if item.is_under_way else ' '} {item.text}" for item in found.items]


@pytest.mark.parametrize(
    ("text", "suffix", "items", "done"),
    [
        (TASK_MASTER, "json", ["~ 5 Worker: write", "  3 Queue", "  2 Cron (waits for 3)"], 1),
        (
            BEADS,
            "jsonl",
            ['~ x-5 Says "status":"closed"', "  x-4 Ready", "  x-2 Epic", "  x-3 Blocked (waits for x-4)"],
            1,
        ),
        (SPRINT, "yaml", ["  2-1-config", "  2-2-provider"], 1),
        (FEATURES, "json", ["  Log out"], 1),
        (STORIES, "json", ["  US-1 Pay"], 0),
        ('[{"title": "a", "status": "ready_for_qa"}, {"title": "b", "status": "passing"}]', "json", ["~ a"], 1),
        (CHINESE, "json", ["~ 注册"], 1),
        ("- {id: a, name: One, status: blocked}\n- {id: b, name: Two, status: todo}\n", "yaml", None, 0),
        ('[[task]]\nid = "a"\ntitle = "One"\ndone = false\n', "toml", ["  a One"], 0),
        ('{"tasks": {"a": {"title": "One", "status": "todo"}}}', "json", ["  a One"], 0),
        (
            '{"0": {"id": "x", "title": "One", "status": "doing"}, "1": {"status": "todo", "title": "T"}}',
            "json",
            ["~ x One", "  1 T"],
            0,
        ),
    ],
)
def test_what_is_under_way_and_what_nothing_stands_before_comes_first(
    text: str, suffix: str, items: list[str] | None, done: int
) -> None:
    found = task_list(text, suffix)
    assert said(found) == (items or ["  b Two", "  a One (put off or blocked)"])
    assert found.done == done


@pytest.mark.parametrize(
    ("text", "suffix"),
    [
        ('{"tasks": [{"label": "build", "command": "make"}]}', "json"),  # an editor's
        ('[{"name": "Rage", "level": 1}, {"name": "Ki", "level": 2}]', "json"),  # data of a game
        ('[{"name": "a", "status": "green"}, {"name": "b", "status": "red"}, {"name": "c", "status": "done"}]', "json"),
        ('{"title": "x", "status": "done"}', "json"),  # one object is no list
        ("a: &a [1]\nb: *a\n", "yaml"),
        ("- &-a {title: a, status: todo}\n- <<: [*-a, *-a]\n", "yaml"),
        ('- {title: a, status: todo, due: !!timestamp "x"}\n', "yaml"),
        ('- {title: a, status: todo, id: !!int ""}\n', "yaml"),
        ("- {title: a, status: todo, is: !!bool x}\n", "yaml"),
        ("- {title: a, status: todo, due: 2025-13-45}\n", "yaml"),
        (f'x{".x" * 50_000} = 1\n[[task]]\nid = "a"\ndone = false\n', "toml"),  # takes the square of its length
        ("- [x\n", "yaml"),
        ("[" * 100_000, "json"),
        ("- " * 5_000 + "a", "yaml"),
        ("", "jsonl"),
    ],
)
def test_data_about_something_else_or_broken_holds_no_tasks(text: str, suffix: str) -> None:
    assert task_list(text, suffix) == WorkList()


_F = "f" * 9_000


@pytest.mark.parametrize("field", ["id", "priority", "dependencies", "type", "subtasks", "number", "x"])
@pytest.mark.parametrize("value", [f"0x{_F}", f"[0x{_F}]", "null", ".nan", f"{{? 0x{_F} : x}}", "2025-01-01"])
def test_a_value_that_nobody_can_mean_costs_a_task_nothing_else(field: str, value: str) -> None:
    text = f"- title: One\n  status: doing\n  {field}: {value}\n"
    assert said(task_list(text, "yaml")) == ["~ One"]


_KEYS = st.sampled_from(["id", "title", "status", "tasks", "priority", "needs"])
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["todo", "done", "p1"]),
    lambda inner: st.lists(inner) | st.dictionaries(_KEYS, inner),
)


@given(_VALUES)
def test_any_data_is_read(value: object) -> None:
    text = json.dumps(value)
    assert task_list(text, "json").done >= 0
    assert task_list(text, "jsonl").done >= 0
    assert task_list(text, "yaml").done >= 0


@given(st.lists(st.sampled_from(["done", "todo", "in_progress", "blocked", "cancelled"]), max_size=20))
def test_each_task_is_open_or_done_or_dropped(states: list[str]) -> None:
    tasks = [{"id": number, "title": "t", "status": state} for number, state in enumerate(states)]
    found = of_tasks(tasks)
    assert len(found.items) + found.done + states.count("cancelled") == len(states)
    assert found.closed == {str(number) for number, state in enumerate(states) if state == "done"}


def test_more_tasks_than_anybody_has_are_not_read() -> None:
    found = of_tasks([{"id": number, "title": "t", "status": "todo"} for number in range(TASKS_CAP + 5)])
    assert len(found.items) == TASKS_CAP


def test_no_value_of_a_task_makes_a_line_of_its_own() -> None:
    task = {"title": "a\u2028b\rc", "status": "todo", "id": "1\n- d\x85e"}
    (item, _) = task_list(json.dumps({"x\n- y": [task], "z": [task]}), "json").items
    assert (item.heading, item.text) == ("x - y", "1 - d e a b c")


@pytest.mark.parametrize(
    ("path", "is_one"),
    [
        (".taskmaster/tasks/tasks.json", True),
        ("app/.beads/issues.jsonl", True),
        ("_bmad-output/implementation-artifacts/sprint-status.yaml", True),
        ("feature_list.json", True),
        ("docs/feature_list_refactor.json", True),
        ("scripts/ralph/prd.json", True),
        ("backlog/tasks/task-1 - Do it.md", True),
        (".trellis/tasks/07-14-replica/task.json", True),
        ("src/assets/data/features.json", False),
        ("locales/en/tasks.json", False),
        ("backlog/docs/notes.md", False),
        ("package.json", False),
    ],
)
def test_where_tools_keep_tasks(path: str, is_one: bool) -> None:
    assert is_task_data(path) is is_one


def test_a_folder_of_tasks_is_told_by_what_lies_in_it() -> None:
    assert folder_of_task("backlog/tasks/task-1.md") == "backlog/tasks"
    assert folder_of_task(".trellis/tasks/one/task.json") == ".trellis/tasks"
    assert folder_of_task("backlog/tasks/deep/task-1.md") == ""


def test_tasks_of_several_lists_stand_under_their_names() -> None:
    task = [{"title": "a", "status": "todo"}]
    found = task_list(json.dumps({"stories": task, "milestones": task, "v2": {"tasks": task}}), "json")
    assert [item.heading for item in found.items] == ["stories", "milestones", "v2"]


def test_a_task_in_a_note_is_its_frontmatter() -> None:
    text = "---\nid: T-1\ntitle: >-\n  Do\n  it\nstatus: In Progress\ndependencies:\n  - T-2\n---\n\n- [ ] seen\n"
    assert said(of_tasks([one_task(text, "md")])) == ["~ T-1 Do it"]
    assert one_task("# No head\n", "md") == {}
    assert one_task("---\nnever: ended\n", "md") == {}


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo").write({"src/a.py": "def first_of_all():\n    return 1\n"}).commit("Begin")


def test_a_start_tells_the_next_task_and_how_old_the_list_is(repo: Repo) -> None:
    repo.write({".taskmaster/tasks/tasks.json": TASK_MASTER}).commit("Tasks", "2025-02-01")
    text = boot(repo)
    assert (
        "- .taskmaster/tasks/tasks.json (3 open, 1 done, 2025-02-01, by the last commit):\n  - [~] 5 Worker: write\n"
        "  - [ ] 3 Queue\n" in text
    )
    assert "Nothing that was read says what is next" not in text
    for number in range(21):
        repo.write({"src/a.py": f"x = {number}\n"}).commit(f"Change {number}")
    warned = "the work went on since: some of it may be done"
    assert f"21 commits since; {warned}):\n  - [~] 5 Worker: write\n" in boot(repo)  # of one day
    repo.write({"src/a.py": "x = 'later'\n"}).commit("Later", "2025-02-20")
    text = boot(repo)
    assert f"(3 open, 1 done, 2025-02-01, 22 commits since; {warned})\n" in text
    assert "Nothing that was read says what is next" in text


def test_a_start_says_where_nothing_is_open(repo: Repo) -> None:
    done = BEADS.split("\n")[0]
    guide = "# Guide\n\nUse `br ready` to find work.\n"
    repo.write({".beads/issues.jsonl": done, "AGENTS.md": guide, "tasks/todo.md": "- [x] one\n"}).commit("Done")
    text = boot(repo)
    assert "- Nothing is open in .beads/issues.jsonl (1 done, " in text
    assert "Nothing that was read says what is next: ask, and do not take it from what is old." in text
    assert "The notes speak of `br ready` (AGENTS.md)." in text


def test_the_conditions_of_a_task_are_not_told_as_tasks(repo: Repo) -> None:
    head = "---\nid: TASK-{0}\ntitle: Task {0}\nstatus: {1}\n---\n\n- [ ] #1 it is met\n"
    repo.write({"backlog/tasks/task-1 - One.md": head.format(1, "To Do")}).commit("One")
    repo.write({"backlog/tasks/task-2 - Two.md": head.format(2, "In Progress")}).commit("Two", "2025-02-01")
    text = boot(repo)
    assert "- backlog/tasks/ (2 open, 0 done, 2025-02-01, by the last commit):\n  - [~] TASK-2 Task 2\n" in text
    assert "it is met" not in text


def test_of_many_tasks_those_that_were_touched_last_are_told(repo: Repo) -> None:
    head = "---\nid: T-{0}\nstatus: {1}\n---\n"
    count = TASKS_CAP_OF_A_FOLDER + 600
    repo.write({f"backlog/tasks/task-{n}.md": head.format(n, "Done") for n in range(count)})
    repo.commit("Tasks").write({"backlog/tasks/task-999.md": head.format(999, "In Progress")}).commit("Begin")
    assert "- backlog/tasks/ (1 open, " in (text := boot(repo))
    assert "  - [~] T-999\n" in text


def test_boxes_of_a_story_that_is_done_are_not_open(repo: Repo) -> None:
    story = "# Story\n\n## Tasks\n\n- [x] one\n- [ ] a test that was put off\n"
    folder = "_bmad-output/implementation-artifacts"
    repo.write({f"{folder}/sprint-status.yaml": SPRINT, f"{folder}/stories/1-1-monorepo.md": story}).commit("Story")
    text = boot(repo)
    assert "  - [ ] 2-1-config\n" in text
    assert "a test that was put off" not in text


def test_tasks_that_git_does_not_hold_are_told_and_no_link_leads_out(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "prd.json").write_text(STORIES)
    repo.write({".gitignore": ".beads\n"}).commit("Ignore")
    repo.write({".beads/issues.jsonl": BEADS})
    (repo.root / "prd.json").symlink_to(tmp_path / "prd.json")
    text = boot(repo)
    assert "- .beads/issues.jsonl (4 open, 1 done, not committed, changed " in text
    assert "US-1" not in text


@pytest.mark.parametrize(
    ("text", "items", "done"),
    [
        (
            "| Feature | Status | When |\n|---|---|---|\n| Lexer | ✅ Released | v1 |\n| Parser | Planned | v2 |\n"
            "| Printer | 🚧 half of it | v3 |\n| Port | who knows | |\n",
            ["~ Printer · v3", "  Parser · v2"],
            1,
        ),
        (
            "| 批次 | 内容 | 状态 |\n| --- | --- | --- |\n| B3 | 迁移 | 🟡 进行中 |\n| B4 | 支付 | ⬜ 等 B3 |\n",
            ["~ B3 · 迁移", "  B4 · 支付"],
            0,
        ),
        ("| Status | Meaning |\n|---|---|\n| ✅ | Done |\n| 🚧 | In progress |\n", [], 0),  # what the signs mean
        ("| Name | Value |\n|---|---|\n| a | planned |\n", [], 0),
        ("```\n| Task | Status |\n|---|---|\n| a | todo |\n```\n", [], 0),
        ("| Task | Status |\n| a | todo |\n", [], 0),  # no table without a rule
        ("| Task | Status |\n|---|---|\n| a \\| `b|c` d | todo |\n", [r"  a \| `b|c` d"], 0),
    ],
)
def test_rows_of_a_table_with_states_are_tasks(text: str, items: list[str], done: int) -> None:
    found = tabled_work(text)
    assert said(found) == items
    assert found.done == done


def test_a_start_tells_what_is_open_in_a_table_of_a_list_of_tasks(repo: Repo) -> None:
    table = "| Task | Status |\n|---|---|\n| Write the lexer | done |\n| Write the parser | todo |\n"
    code = {"src/b.py": "y = 1\n"}  # without it the file would be shown as a whole
    repo.write({"parts/roadmap.md": table, "parts/support.md": table} | code).commit("Table", "2025-02-01")
    text = boot(repo)
    assert "- parts/roadmap.md (1 open, 1 ticked, 2025-02-01, by the last commit):\n  - [ ] Write the parser\n" in text
    assert "parts/support.md" not in text.partition("Open in the lists")[2].partition("\n\n")[0]
