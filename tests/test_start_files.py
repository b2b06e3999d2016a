"""Which files a start shows, how old they are said to be, and what of the past is only named."""

from __future__ import annotations

from pathlib import Path

import pytest

from daemons import boot, mementod
from mementod_parsers.continuity.telling import size
from repos import Repo

LONG = "".join(f"- [x] step {number} of what is done and told at length\n" for number in range(400))
STATUS = "## Current status\n\nThe parser works.\n\n## Next steps\n\n- [ ] write the lexer\n"
ENGLISH = f"# Tracker\n\n## Phase 1\n\n{LONG}\n{STATUS}"
CHINESE = f"# 进度\n\n## 第一阶段\n\n{LONG}\n## 当前状态\n\n解析器可用。\n\n## 下一步\n\n- [ ] 写词法分析器\n"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo").write({"src/a.py": "def first_of_all():\n    return 1\n"}).commit("Begin")


def test_the_last_hand_over_comes_first_and_the_older_ones_are_named(repo: Repo) -> None:
    repo.write({".agent/handoff/2025-01-01.md": "# Old\n\nNext: the old step\n"}).commit("One", "2025-01-02")
    repo.write({".agent/handoff/2025-01-05.md": "# New\n\nNext: the new step\n"}).commit("Two", "2025-01-06")
    text = boot(repo)
    assert "--- .agent/handoff/2025-01-05.md (2 lines of text, last committed 2025-01-06, by the last commit)" in text
    assert "Next: the new step" in text
    assert "Next: the old step" not in text
    assert ".agent/handoff/2025-01-01.md 3" in text


def test_a_state_that_is_no_note_is_shown_with_its_age(repo: Repo) -> None:
    repo.write({"HANDOFF.md": "# Hand-over\n\n- [ ] measure it\n", "CLAUDE.md": "# Map\n"}).commit(
        "State", "2025-01-02"
    )
    repo.write({"src/a.py": "x = 1\n"}).commit("Change a").write({"src/a.py": "x = 2\n"}).commit("Change it again")
    repo.write({"src/b.py": "y = 1\n"})
    text = boot(repo)
    assert (
        "--- HANDOFF.md (2 lines of text, last committed 2025-01-02, 2 commits since, not judged)\n# Hand-over" in text
    )
    assert "- [ ] measure it" in text
    assert "2025-01-02 Change it again" in text
    assert "Not committed: src/b.py." in text


def test_the_state_has_room_however_long_the_other_notes_are(repo: Repo) -> None:
    notes = {f"memory-bank/{name}.md": "word and word\n" * 900 for name in ("aaa", "productContext", "systemPatterns")}
    state = {"memory-bank/activeContext.md": ENGLISH, "memory-bank/progress.md": CHINESE}
    repo.write(notes | state).commit("Notes")
    text = boot(repo)
    assert len(text.encode()) <= 8_192
    assert "- [ ] write the lexer" in text
    assert "- [ ] 写词法分析器" in text
    assert "memory-bank/productContext.md 900" in text


def test_a_plan_that_the_state_left_behind_is_not_shown(repo: Repo) -> None:
    repo.write({"plan.md": "# Plan\n\nNext: begin\n"}).commit("Plan")
    for number in range(12):
        repo.write({"src/a.py": f"x = {number}\n"}).commit(f"Change {number}")
    repo.write({"PROGRESS.md": "# Progress\n\nNext: go on\n"}).commit("Progress")
    text = boot(repo)
    assert "Next: go on" in text
    assert "Next: begin" not in text


@pytest.mark.parametrize("ignored", [False, True])
def test_a_state_that_is_not_committed_is_the_newest(repo: Repo, ignored: bool) -> None:
    repo.write({"PROGRESS.md": "# Progress\n\nNext: the old step\n", ".gitignore": "HANDOFF.md\n" * ignored})
    repo.commit("Progress")
    for number in range(12):
        repo.write({"src/a.py": f"x = {number}\n"}).commit(f"Change {number}")
    repo.write({"HANDOFF.md": "# Hand-over\n\nNext: the new step\n"})
    text = boot(repo)
    assert "--- HANDOFF.md (2 lines of text, not committed, changed 20" in text
    assert "Next: the new step" in text
    assert "Next: the old step" not in text
    assert "PROGRESS.md" in text.partition("Other notes")[2]
    repo.write({"PROGRESS.md": "# Progress\n\nNext: the newest step\n"})
    assert "Next: the newest step" in boot(repo)


def test_a_state_that_the_commits_left_behind_is_told_as_such(repo: Repo) -> None:
    state = {"PROGRESS.md": "# Progress\n\nNext: begin\n" + LONG, "plan.md": "# Plan\n\nNext: think\n"}
    repo.write(state | {"AGENTS.md": "# Map\n\nIt parses.\n"}).commit("State", "2025-01-02")
    for number in range(30):
        repo.write({"src/a.py": f"x = {number}\n"}).commit(f"Change {number}", "2025-01-09")
    text = boot(repo)
    assert (
        "30 commits since, not judged) The work went on since: where it says what is next, trust the commits." in text
    )
    assert text.index("--- AGENTS.md") < text.index("--- PROGRESS.md")
    assert "--- plan.md" not in text
    assert "plan.md" in text.partition("Other notes")[2]
    assert size(text.partition("--- PROGRESS.md")[2].partition("\n\n")[0].splitlines()) < 1_500


def test_what_is_stressed_in_instructions_is_shown_while_there_is_room(repo: Repo) -> None:
    parts = [f"## Part {number}\n\n" + "word and word\n" * 60 for number in range(9)]
    stressed = (
        "## Migration\n\nIMPORTANT: you MUST first read `RUNBOOK.md`.\n\n**Current phase:** 3\n\n"
        "## 发布\n\n必须先用它。\n"
    )
    repo.write({".claude/CLAUDE.md": "# Map\n\nIt parses.\n\n" + "\n".join((*parts, stressed))}).commit("Map")
    text = boot(repo)
    told = ("It parses.", "IMPORTANT: you MUST first read", "**Current phase:** 3", "必须先用它。")
    assert [part for part in told if part not in text] == []
    assert len(text.encode()) <= 8_192
    repo.write({"HANDOFF.md": "Next: go on\n" * 600}).commit("State")
    assert "--- .claude/CLAUDE.md" in boot(repo)


def test_a_file_that_a_merge_brought_has_its_age(repo: Repo) -> None:
    repo.git("branch", "-M", "main")
    repo.git("checkout", "-q", "-b", "side")
    repo.write({"src/side.py": "x = 1\n"}).commit("Side")
    repo.git("checkout", "-q", "main")
    repo.write({"src/a.py": "x = 2\n"}).commit("Main")
    repo.git("merge", "-q", "--no-commit", "--no-ff", "side")
    repo.write({"HANDOFF.md": "Next: go on\n"}).commit("Merge with more in it", "2025-01-03")
    assert "--- HANDOFF.md (1 line of text, last committed 2025-01-03, by the last commit, not judged)" in boot(repo)


def test_open_questions_of_new_notes_are_not_shown(repo: Repo) -> None:
    assert mementod("init", "--agent-dir", "--yes", folder=repo.root).returncode == 0
    text = boot(repo)
    assert "<" not in text
    assert "Entry points" not in text
    assert "Core modules" not in text
    assert "session" not in text  # none was there yet
    assert "One section a piece of work" not in text
    assert "- Write what will be changed and why into `03-progress.md`" in text


def test_no_link_leads_out_of_the_repository(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("# Hand-over\n\nsecret of another place\n")
    (repo.root / "HANDOFF.md").symlink_to(tmp_path / "secret.md")
    assert "secret of another place" not in boot(repo)


def test_a_folder_without_git_is_a_start_too(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain/HANDOFF.md").write_text("Next: go on\n")
    done = mementod("boot", folder=tmp_path / "plain")
    assert (done.returncode, "Next: go on" in done.stdout) == (0, True)


def test_a_hand_over_is_found_in_any_folder_and_a_translation_is_not_shown_beside_it(repo: Repo) -> None:
    said = {"docs/project/DEVELOPMENT-HANDOFF.md": "# Hand-over\n\nNext: measure it\n"}
    repo.write(said | {"docs/project/DEVELOPMENT-HANDOFF.zh-CN.md": "# 交接\n\n下一步：测量\n"}).commit("State")
    text = boot(repo)
    assert "Next: measure it" in text
    assert "下一步：测量" not in text
    for number in range(21):
        repo.write({"src/a.py": f"x = {number}\n"}).commit(f"Change {number}")
    assert "Next: measure it" not in boot(repo)


def test_a_memory_bank_is_read_in_any_folder_and_what_is_about_handing_over_is_not(repo: Repo) -> None:
    said = {
        "docs/memory_bank/activeContext.md": "# Now\n\n## Next steps\n\nMeasure it.\n",
        "docs/handoffs/2025-01-01-lexer.md": "# Lexer\n\nIt reads numbers.\n",
    }
    aside = ("docs/adr/0001-handoff-auto-start.md", "docs/adr/0016-one-target-per-handoff.md")
    repo.write(said | dict.fromkeys(aside, "# ADR\n\nIt begins by itself.\n")).commit("Notes")
    text = boot(repo)
    assert "Measure it." in text
    assert "It reads numbers." in text
    assert "It begins by itself." not in text


def test_what_is_not_newer_than_the_hand_over_leaves_it_the_room(repo: Repo) -> None:
    for number in range(3):
        repo.write({"docs/hardening.md": f"# Hardening\n\n## Next steps\n\n{number}\n"}).commit(f"Harden {number}")
    repo.write({"HANDOFF.md": "# Hand-over\n\nNext: measure it\n"}).commit("State")
    assert "--- docs/hardening.md" not in boot(repo)
    repo.write({"docs/hardening.md": "# Hardening\n\n## Next steps\n\nround 4\n"}).commit("Harden it again")
    assert "--- docs/hardening.md" in boot(repo)


def test_a_plan_in_old_instructions_is_said_to_be_old(repo: Repo) -> None:
    guide = "# Guide\n\n## Implementation Plan\n\n### Stage 1\n\nWrite the lexer.\n"
    repo.write({"CLAUDE.md": guide}).commit("Guide")
    warned = "The work went on since: where it says what is next, trust the commits."
    assert warned not in boot(repo)
    for number in range(21):
        repo.write({"src/a.py": f"x = {number}\n"}).commit(f"Change {number}")
    text = boot(repo)
    assert f"21 commits since) {warned}\n" in text
    assert "Nothing that was read says what is next" in text


def test_a_list_with_boxes_is_counted(repo: Repo) -> None:
    repo.write({"TODO.md": "# Todo\n\n- [x] one\n- [x] two\n- write the lexer\n"}).commit("List")
    text = boot(repo)
    assert "--- TODO.md (4 lines of text, no box open, 2 ticked, last committed" in text
    assert "Nothing that was read says what is next" not in text
