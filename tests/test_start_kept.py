"""Where else the next step is kept: hand-overs as data, plans with summaries, what comes after a ticked list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daemons import boot
from mementod_parsers.continuity.data_told import as_note
from mementod_parsers.continuity.forbidden import plainly
from mementod_parsers.continuity.open_items import OpenItem, is_reference, next_items, work_list
from mementod_parsers.continuity.phase_plans import phase_plans
from mementod_parsers.continuity.record import Class, Item
from mementod_parsers.continuity.start_roles import Role, role_of
from mementod_parsers.continuity.status_tables import tabled_work
from repos import Repo

UNSAID = "Nothing that was read says what is next"
PAUSED = {
    "phase": "04",
    "status": "paused",
    "completed_tasks": [{"id": 1, "name": "the schema", "status": "done", "commit": "55732d65"}],
    "remaining_tasks": [{"id": 2, "name": "the cache", "status": "not_started"}],
    "blockers": [{"description": "No key", "type": "human_action", "workaround": "Log in first."}],
    "decisions": [],
    "next_action": "Read 04-06-PLAN.md, then write the tests of the cache before anything else is touched.",
    "context_notes": "Do not deploy: the household data is that of real people, and nobody has looked at it.",
    "settings": {"branch": "main"},
}
YAML = "summary: The cache works.\nnext_action: |\n  Measure the cache with a thousand households,\n  then stop.\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo").write({"src/a.py": "def first_of_all():\n    return 1\n"}).commit("Begin")


def change(repo: Repo, times: int) -> None:
    for number in range(times):
        repo.write({"src/a.py": f"x = {number}\n"}).commit(f"Change {number}")


def test_a_hand_over_that_is_data_is_read_as_a_note() -> None:
    note = as_note(json.dumps(PAUSED), "json")
    assert note.startswith("# Hand-over\nphase: 04\nstatus: paused\ncontext notes: Do not deploy: ")
    assert "\n## next action\nRead 04-06-PLAN.md, then" in note
    assert "\n## remaining tasks\n- [ ] the cache\n" in note
    assert "\n- [x] the schema\n" in note
    assert "\n- No key - Log in first.\n" in note
    assert "\n- branch: main" in note
    assert "decisions" not in note
    assert "## next action\nMeasure the cache with a thousand households, then stop." in as_note(YAML, "yml")


@pytest.mark.parametrize(
    ("text", "suffix"),
    [
        ('{"enabled": true, "file": ".claude/state/HANDOFF.md"}', "json"),
        ('["next_action"]', "json"),
        ('{"next_action": "cut', "json"),
        ("next: &a [*a]", "yaml"),
        ("", "json"),
        ("- a", "yml"),
    ],
)
def test_what_is_no_hand_over_tells_nothing(text: str, suffix: str) -> None:
    assert as_note(text, suffix) == ""


@pytest.mark.parametrize(
    ("path", "role"),
    [
        (".planning/HANDOFF.json", Role.HANDOVER),
        (".claude/handoff.yml", Role.HANDOVER),
        ("session-handoff.yaml", Role.HANDOVER),
        (".planning/.continue-here.md", Role.HANDOVER),
        (".planning/phases/02-cache/.continue-here.md", Role.HANDOVER),
        ("src/handoff.json", None),
        ("handoff.schema.json", None),
        ("handoff.toml", None),
    ],
)
def test_where_such_hand_overs_lie(path: str, role: Role | None) -> None:
    assert role_of(path) is role


def test_a_start_shows_such_a_hand_over_with_its_age(repo: Repo) -> None:
    repo.write({".planning/HANDOFF.json": json.dumps(PAUSED)}).commit("Pause", "2025-03-01")
    repo.write({"src/a.py": "x = 1\n"}).commit("Go on")
    text = boot(repo)
    assert "--- .planning/HANDOFF.json (" in text
    assert "last committed 2025-03-01, 1 commit since" in text
    assert "## next action\nRead 04-06-PLAN.md" in text
    assert UNSAID not in text


def test_where_somebody_stopped_is_found_in_the_folder_of_its_phase(repo: Repo) -> None:
    note = "<current_state>\nHalf of it.\n</current_state>\n\n<next_action>\nWrite the other half.\n</next_action>\n"
    repo.write({".planning/phases/02-cache/.continue-here.md": note}).commit("Stop")
    assert "<next_action>\nWrite the other half." in boot(repo)


def test_plans_with_a_summary_are_done() -> None:
    names = ["01-base/01-01-PLAN.md", "02-cache/02-01-PLAN.md", "02-cache/02-01-SUMMARY.md", "02-cache/02-02-PLAN.md"]
    about = phase_plans([*names, "10-last/PLAN.md", "02.1-more/02.1-01-PLAN.md", "02-cache/02-CONTEXT.md", "x/PLAN.md"])
    assert about.done == 1
    told = [(item.heading, item.text) for item in about.items]
    assert told == [("02-cache", "02-02-PLAN.md"), ("02.1-more", "02.1-01-PLAN.md"), ("10-last", "PLAN.md")]
    assert [item.text for item in phase_plans(names[:2]).items] == ["01-01-PLAN.md", "02-01-PLAN.md"]
    assert phase_plans([]).items == ()


def test_a_start_tells_which_plans_are_open(repo: Repo, tmp_path: Path) -> None:
    phases = ".planning/phases/02-cache"
    repo.write({f"{phases}/02-01-PLAN.md": "# Plan\n\n- [ ] a check\n", f"{phases}/02-02-PLAN.md": "# Plan\n"})
    repo.write({f"{phases}/02-01-SUMMARY.md": "# Done\n"}).commit("Plan", "2025-03-01")
    (tmp_path / "03-else").mkdir()
    (tmp_path / "03-else/03-01-PLAN.md").write_text("# Plan\n")
    (repo.root / ".planning/phases/03-else").symlink_to(tmp_path / "03-else")
    text = boot(repo)
    said = "- .planning/phases/ (1 open, 1 done, 2025-03-01, by the last commit):\n  02-cache:\n  - [ ] 02-02-PLAN.md\n"
    assert said in text
    assert "03-01-PLAN.md" not in text
    assert "a check" not in text
    repo.write({f"{phases}/02-02-SUMMARY.md": "# Done\n"}).commit("Done")
    assert "- Nothing is open in .planning/phases/ (2 done, 2025-03-01, by the last commit)." in boot(repo)


AFTER = (
    "# Roadmap\n\n- [x] the parser\n- [x] the lexer\n\n## {title}\n\n1. the printer\n2. ~~the linter~~\n   - a part\n"
)


@pytest.mark.parametrize("title", ["Next", "下一步", "Not yet implemented"])
def test_what_comes_after_a_list_that_is_all_ticked_is_open(repo: Repo, title: str) -> None:
    text = AFTER.format(title=title)
    assert next_items(text) == (OpenItem(title, "the printer"),)
    change(repo.write({"docs/roadmap/index.md": text}).commit("List", "2025-02-01"), 6)
    said = boot(repo)
    assert f"- docs/roadmap/index.md (1 open, 2 ticked, 2025-02-01, 6 commits since):\n  {title}:" in said
    assert UNSAID not in said


def test_a_ticked_list_with_nothing_after_it_says_so(repo: Repo) -> None:
    assert next_items(AFTER.format(title="Completed next steps")) == ()
    change(repo.write({"docs/roadmap/index.md": AFTER.format(title="Rules")}).commit("List", "2025-02-01"), 6)
    text = boot(repo)
    assert "- Nothing is open in docs/roadmap/index.md (2 ticked, 2025-02-01, 6 commits since)." in text
    assert UNSAID in text


WISHES = "# Tasks\n\n- [x] the parser\n\n## Future Enhancements\n\n- [ ] a shop\n- [ ] a game\n"


def test_wishes_are_not_what_is_next(repo: Repo) -> None:
    repo.write({"work/tasks.md": WISHES}).commit("List", "2025-02-01")
    text = boot(repo)
    later = (
        "- What is open is for later, by the titles over it: work/tasks.md (1 ticked, 2025-02-01, by the last commit)."
    )
    assert later in text
    assert "a shop" not in text
    assert UNSAID in text
    repo.write({"work/tasks.md": f"{WISHES}\n## Now\n\n- [ ] the printer\n"}).commit("More")
    text = boot(repo)
    assert "(3 open, 1 ticked, 2025-02-01, by the last commit):\n  Now:\n  - [ ] the printer\n" in text
    assert UNSAID not in text


def test_a_wish_that_somebody_began_with_is_work() -> None:
    assert [item.is_wish for item in work_list("## Ideas\n\n- [ ] a shop\n- [~] a game\n").items] == [False, True]


LEGENDS = (
    "## Status Key\n\n| Status | Next Step |\n|---|---|\n| planned | Implement |\n| resolved | Record it |\n",
    "| Status | Meaning |\n|---|---|\n| In Progress | Being worked on |\n",
    "## 图例\n\n| 状态 | 说法 |\n|---|---|\n| 进行中 | 正在做 |\n",
)


@pytest.mark.parametrize("text", LEGENDS)
def test_a_table_that_says_what_states_mean_lists_no_work(text: str) -> None:
    assert tabled_work(text).items == ()


def test_a_table_of_work_may_begin_with_its_states() -> None:
    text = "## Work\n\n| Status | Task |\n|---|---|\n| planned | the parser |\n"
    assert [item.text for item in tabled_work(text).items] == ["the parser"]


def test_what_people_look_things_up_in_is_not_where_the_work_stands(repo: Repo) -> None:
    for path in ("docs/reference.md", "docs/roadmap-workflow.md", "prd1.1.md", "docs/User_Guide_v2.md"):
        assert is_reference(path)
    for path in ("docs/guide/progress.md", "guide-todo.md", "v2.md", "notes"):
        assert not is_reference(path)
    lists = {name: f"# R\n\n- [ ] of {name}\n" for name in ("docs/reference.md", "docs/board.md")}
    repo.write({"AGENTS.md": "# A\n\nRoadmap: `docs/reference.md`, `docs/board.md`\n", **lists}).commit("Notes")
    text = boot(repo)
    assert "--- docs/board.md (" in text
    assert "of docs/reference.md" not in text


def test_a_state_that_says_nothing_of_the_work_is_told_as_such(repo: Repo) -> None:
    status = "# Project Status\n\n## Current State (Nov 2025)\n\nAll of it is complete.\n"
    repo.write({".serena/memories/project_status.md": status}).commit("State")
    assert UNSAID in boot(repo)
    repo.write({".serena/memories/project_status.md": f"{status}\n## Focus\n\nThe parser\n"}).commit("State")
    assert UNSAID not in boot(repo)


def test_a_progress_file_that_another_state_left_behind_need_not_be_revised(repo: Repo) -> None:
    said = "# Progress\n\n## 2025-01-01 Parser\n\nStatus: done\nFiles: `src/a.py`\n"
    repo.write({"progress.md": said}).commit("Progress", "2025-01-01")
    change(repo, 12)
    behind = "The progress file is behind the code."
    assert behind in boot(repo)
    repo.write({"STATE.md": "# State\n\nNext: go on\n"}).commit("State")
    assert behind not in boot(repo)


@pytest.mark.parametrize(
    ("text", "force", "told"),
    [
        ("Keyword matching of evidence", "prohibition", "Not allowed: Keyword matching of evidence"),
        ("直接推送主分支", "prohibition", "Not allowed: 直接推送主分支"),
        ("Never match keywords", "prohibition", "Never match keywords"),
        ("Don’t match keywords", "prohibition", "Don’t match keywords"),
        ("不要直接推送", "prohibition", "不要直接推送"),
        ("Evitar a correspondência", "prohibition", "Evitar a correspondência"),
        ("Keyword matching of evidence", "obligation", "Keyword matching of evidence"),
        ("Lists always use keys", "prohibition", "Lists always use keys"),
        (
            "Les endpoints utilisent X-Api-Key, jamais JWT",
            "prohibition",
            "Les endpoints utilisent X-Api-Key, jamais JWT",
        ),
    ],
)
def test_what_only_the_line_above_forbids_is_not_told_as_asked_for(text: str, force: str, told: str) -> None:
    assert plainly(Item(Class.CONSTRAINTS, text, "CLAUDE.md:6", "", force=force)).text == told


def test_a_start_says_of_such_a_rule_that_it_is_forbidden(repo: Repo) -> None:
    listed = "\n".join(("**PROHIBITED**:", "- Keyword matching of `evidence`", "- Values without a source"))
    filler = "".join(f"## Part {number}\n\n{'It is as it is. ' * 20}\n\n" for number in range(60))
    repo.write({"CLAUDE.md": f"# Guide\n\n{filler}## Policy\n\n{listed}\n"}).commit("Guide")
    lines = boot(repo).splitlines()
    for number, line in enumerate(lines):
        if "Keyword matching" in line:
            assert line.startswith("- Not allowed: ") or "**PROHIBITED**:" in lines[:number]
    assert any("Keyword matching" in line for line in lines)


def test_what_was_required_of_plans_that_are_all_done_is_not_open(repo: Repo) -> None:
    required = "# R\n\n- [x] **A-1**: one\n- [ ] **A-2**: two\n"
    phases = {".planning/phases/01-a/01-01-PLAN.md": "# P\n", ".planning/REQUIREMENTS.md": required}
    repo.write({**phases, ".planning/milestones/v1-ROADMAP.md": required}).commit("Plan")
    assert ".planning/REQUIREMENTS.md (1 open, 1 ticked" in boot(repo)
    repo.write({".planning/phases/01-a/01-01-SUMMARY.md": "# S\n"}).commit("Done")
    text = boot(repo)
    assert "A-2" not in text
    assert "- Nothing is open in .planning/phases/ (1 done" in text


def test_a_state_of_yesterday_is_shown_however_many_commits_came_since(repo: Repo) -> None:
    repo.write({"STATE.md": "# State\n\n## Current position\n\nPlan 4 of 4.\n"}).commit("State", "2025-02-01")
    repo.write({"src/a.py": "x = 0\n"}).commit("Begin", "2025-02-02")
    change(repo, 25)
    repo.write({"one/tasks.md": "- [ ] write the lexer\n"}).commit("List")
    text = boot(repo)
    assert "Plan 4 of 4." in text
    assert "The work went on since: where it says what is next, trust the commits." in text
    repo.write({"src/a.py": "x = -1\n"}).commit("Go on", "2025-02-09")
    assert "Plan 4 of 4." not in boot(repo)
