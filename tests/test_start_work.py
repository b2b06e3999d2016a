"""Where the next step lies: lists of work that changed last, files that notes send to, files kept up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

from daemons import boot
from mementod_parsers.continuity.open_items import OpenItem, WorkList, is_plan, is_task_list, is_work, work_list
from mementod_parsers.continuity.pointers import pointed
from repos import Repo

PLAN = "# Plan\n\n- [ ] write the lexer\n- [ ] write the parser\n"
LONG = "".join(f"- [x] step {number} of what is done and told at length\n" for number in range(400))


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo").write({"src/a.py": "def first_of_all():\n    return 1\n"}).commit("Begin")


def change(repo: Repo, times: int) -> None:
    for number in range(times):
        repo.write({"src/a.py": f"x = {number}\n"}).commit(f"Change {number}")


def test_what_is_open_in_a_list_that_the_last_commit_brought_is_shown(repo: Repo) -> None:
    said = "# TODO\n\n- [x] the chart\n- [ ] Fix the start\n- [ ] Give it\n      more memory\n"
    repo.write({"helm/TODO.md": said}).commit("Add the chart", "2025-02-01")
    text = boot(repo)
    assert (
        "- helm/TODO.md (2 open, 1 ticked, 2025-02-01, by the last commit):\n  TODO:\n  - [ ] Fix the start\n" in text
    )
    assert "  - [ ] Give it more memory\n" in text
    assert "the chart\n" not in text.partition("Open in the lists")[2].partition("\n\n")[0]


def test_a_long_list_is_counted_and_one_of_the_past_only_named(repo: Repo) -> None:
    repo.write({"specs/one/tasks.md": "".join(f"- [ ] task {number}\n" for number in range(9))}).commit("List")
    assert "  - [ ] task 4\n  - and 4 more open\n" in boot(repo)
    change(repo, 21)
    text = boot(repo)
    assert "21 commits since; the work went on since: some of it may be done)" in text
    assert "task 0" not in text


@pytest.mark.parametrize("changes", [0, 1])
def test_a_plan_of_which_nothing_is_ticked_counts_until_code_is_committed(repo: Repo, changes: int) -> None:
    repo.write({"docs/plans/parser-plan.md": PLAN}).commit("Plan", "2025-02-01")
    change(repo, changes)
    text = boot(repo)
    assert ("  - [ ] write the lexer\n" in text) == (changes == 0)
    assert ("Lists with nothing ticked, though code was committed with them or since" in text) == (changes > 0)
    repo.write({"docs/plans/parser-plan.md": PLAN.replace("[ ]", "[x]", 1)}).commit("Tick")
    assert "(1 open, 1 ticked, 2025-02-01, by the last commit)" in boot(repo)


def test_lists_are_those_of_the_work_tree_and_no_link_leads_out(repo: Repo, tmp_path: Path) -> None:
    repo.write({"one/tasks.md": PLAN, "two/tasks.md": PLAN.replace("write", "draw")}).commit("Lists")
    (tmp_path / "tasks.md").write_text("- [ ] secret of another place\n")
    (repo.root / "two/tasks.md").unlink()
    (repo.root / "two/tasks.md").symlink_to(tmp_path / "tasks.md")
    repo.write({"one/tasks.md": PLAN.replace("lexer", "reader")})
    text = boot(repo)
    assert "  - [ ] write the reader\n" in text
    assert "secret of another place" not in text


def test_lists_give_a_state_of_the_past_no_room(repo: Repo) -> None:
    repo.write({"PROGRESS.md": "# Progress\n\nNext: the old step\n"}).commit("State", "2025-02-01")
    change(repo.write({"src/a.py": "x = -1\n"}).commit("Go on", "2025-02-09"), 25)
    assert "Next: the old step" in boot(repo)
    repo.write({"one/tasks.md": PLAN}).commit("List")
    text = boot(repo)
    assert "Next: the old step" not in text
    assert "PROGRESS.md" in text.partition("Other notes")[2]


def test_a_file_that_instructions_send_to_is_shown(repo: Repo) -> None:
    guide = "# Map\n\n**START WITH `prompts/next.md`**, then `docs/map.md`.\n"
    repo.write({"AGENTS.md": guide, "docs/map.md": "# Map\n\nIt parses.\n"})
    repo.write({"prompts/next.md": "# Kick-off\n\n## Do this first\n\nMeasure the lexer.\n"}).commit("Notes")
    text = boot(repo)
    assert "--- prompts/next.md (" in text
    assert "Measure the lexer." in text
    assert "--- docs/map.md" not in text
    change(repo, 21)
    assert "21 commits since, not judged) The work went on since" in boot(repo)
    repo.write({"src/a.py": "x = 'later'\n"}).commit("Later", "2025-02-01")
    assert "--- prompts/next.md" not in boot(repo)


def test_a_file_that_the_last_commits_kept_up_to_date_is_shown_with_what_came_last(repo: Repo) -> None:
    for number in range(3):
        said = f"# Release\n\n{LONG}\n## Store\n\n{LONG}- sent for review {number}\n\n## Status\n\n- open\n"
        repo.write({"docs/releases/v2.md": said}).commit(f"Record {number}")
    text = boot(repo)
    assert "--- docs/releases/v2.md (" in text
    assert "- sent for review 2\n" in text


def test_a_file_has_the_age_of_its_own_commit_not_of_the_merge(repo: Repo) -> None:
    repo.git("branch", "-M", "main")
    repo.git("checkout", "-q", "-b", "side")
    repo.write({"HANDOFF.md": "Next: go on\n"}).commit("Side", "2025-01-02")
    repo.git("checkout", "-q", "main")
    repo.write({"src/b.py": "x = 2\n"}).commit("Main", "2025-01-05")
    repo.git("merge", "-q", "--no-ff", "-m", "Merge it", "side")
    assert "--- HANDOFF.md (1 line of text, last committed 2025-01-02, 2 commits since" in boot(repo)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (".rulebook/tasks/phase10/tasks.md", (True, True, False)),
        ("openspec/changes/one/tasks.md", (True, True, False)),
        ("docs/superpowers/plans/2026-07-13-parser.md", (True, False, True)),
        ("SPEC.md", (True, False, True)),
        ("任务计划.md", (True, True, True)),
        ("docs/guides/QUICK_START.md", (False, False, False)),
        (".claude/skills/review/checklist.md", (False, False, False)),
        ("docs/RELEASE_CHECKLIST.md", (False, False, False)),
        ("docs/使用指南.md", (False, False, False)),
        ("src/tasks.py", (False, True, False)),
    ],
)
def test_what_a_list_is_for_is_told_from_its_path(path: str, expected: tuple[bool, bool, bool]) -> None:
    assert (is_work(path), is_task_list(path), is_plan(path)) == expected


def test_the_newest_part_and_what_is_under_way_come_first() -> None:
    found = work_list(
        "## 2025-01-01\n- [ ] old\n- [x] done\n\n## 2025-02-01\n- [ ] new\n  goes on\n- [~] begun\n"
        "```\n- [ ] an example\n```\n"
    )
    assert found.items == (
        OpenItem("2025-02-01", "begun", is_under_way=True),
        OpenItem("2025-02-01", "new goes on"),
        OpenItem("2025-01-01", "old"),
    )
    assert found.done == 1


@pytest.mark.parametrize(
    ("note", "paths"),
    [
        ("The next step stands in `docs/next.md`.", ["docs/next.md", "notes/docs/next.md"]),
        ("当前进度见 [这里](./进度.md)。", ["进度.md", "notes/进度.md"]),
        ("## Current state\n\n- `a.md`: where we are\n", ["a.md", "notes/a.md"]),
        ("The rules of style are in `docs/style.md`.", []),
        ("```\nstart with `a.md`\n```", []),
        ("Start with `../../other.md`.", []),
    ],
)
def test_a_line_that_sends_to_what_is_next_names_the_file(note: str, paths: list[str]) -> None:
    assert list(pointed(note, "notes")) == paths


def test_work_that_the_last_commit_wrote_down_is_shown_without_a_box_too(repo: Repo) -> None:
    task = "# Run the model\n\n## Where it is stuck\n\nThe loader does not find a tensor.\n"
    repo.write({"backlog/tasks/task-32.md": task}).commit("Task")
    assert "The loader does not find a tensor." in boot(repo)
    change(repo, 1)
    assert "--- backlog/tasks/task-32.md" not in boot(repo)


def test_a_roadmap_elsewhere_is_read_where_instructions_name_it(repo: Repo) -> None:
    guide = "# Map\n\nKeep [roadmap.md](docs/guides/roadmap.md) up to date.\n"
    repo.write({"AGENTS.md": guide, "docs/guides/roadmap.md": "# Roadmap\n\n- a second store\n"}).commit("Notes")
    assert "- a second store\n" in boot(repo)
    repo.write({"AGENTS.md": "# Map\n"}).commit("Say nothing")
    assert "- a second store\n" not in boot(repo)


def test_of_files_of_one_commit_that_say_what_is_next_the_one_about_the_state_comes_first(repo: Repo) -> None:
    said = "# Part\n\n## Next actions\n\n- {}\n"
    files = {f"parts/{name}.md": said.format(name) for name in ("a-review", "b-notes", "c-status")}
    repo.write(files).commit("Parts")
    text = boot(repo)
    assert text.index("--- parts/c-status.md") < text.index("--- parts/a-review.md")
    assert "--- parts/b-notes.md" not in text


def test_conditions_are_no_items_beside_items_of_work_and_what_is_hidden_is_none() -> None:
    tasks, conditions = "## Tasks\n- [x] one\n", "## Acceptance Criteria\n- [ ] it holds\n- [x] it is quick\n"
    assert work_list(tasks + conditions) == WorkList((), 1)
    assert work_list(conditions) == WorkList((OpenItem("Acceptance Criteria", "it holds"),), 1)
    assert work_list(f"<!-- a form:\n- [ ] fill in\n-->\n{tasks}") == WorkList((), 1)
    assert len(work_list("<!-- never ended\n- [ ] seen\n").items) == 1


def test_a_page_of_a_site_for_readers_tells_no_work(repo: Repo) -> None:
    repo.write({"docs/start.mdx": "# Install\n\n## Next steps\n\nStart with the [guide](/docs/guide).\n"}).commit(
        "Docs"
    )
    text = boot(repo)
    assert "--- docs/start.mdx" not in text
    assert "Nothing that was read says what is next" in text
