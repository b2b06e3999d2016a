"""The cold start: which files an agent is shown, which parts of them, and what is said of their age."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemons import boot, mementod, running
from mementod.continuity.session_context import SessionContext, write
from mementod.paths import Paths
from mementod_parsers.continuity.note_sections import Section, sections
from mementod_parsers.continuity.section_cut import trimmed
from mementod_parsers.continuity.start_roles import Role, role_of
from mementod_parsers.continuity.telling import MORE, Asked, size, telling, text_lines
from repos import Repo

LONG = "".join(f"- [x] step {number} of what is done and told at length\n" for number in range(400))
STATUS = "## Current status\n\nThe parser works.\n\n## Next steps\n\n- [ ] write the lexer\n"
ENGLISH = f"# Tracker\n\n## Phase 1\n\n{LONG}\n{STATUS}"
CHINESE = f"# 进度\n\n## 第一阶段\n\n{LONG}\n## 当前状态\n\n解析器可用。\n\n## 下一步\n\n- [ ] 写词法分析器\n"
UNDERLINED = f"Tracker\n=======\n\nPhase 1\n-------\n\n{LONG}\nWhat's left\n-----------\n\n- write the lexer\n"
PLAIN = f"# Tracker\n\n{LONG}\nCurrent work focus\n\n- the parser\n\nNext steps\n\n- write the lexer\n"
LOG = "# Log\n" + "".join(f"\n## 2025-01-{day:02}\n\n{LONG[:600]}\n- day {day}\n" for day in range(1, 20))


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo").write({"src/a.py": "def first_of_all():\n    return 1\n"}).commit("Begin")


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("HANDOFF.md", Role.HANDOVER),
        (".agent/handoff/2026-05-13-2330.md", Role.HANDOVER),
        ("交接说明.md", Role.HANDOVER),
        ("memory-bank/activeContext.md", Role.ACTIVE),
        (".serena/memories/current-work.md", Role.ACTIVE),
        ("docs/STATUS.md", Role.ACTIVE),
        (".planning/progress.md", Role.PROGRESS),
        ("当前进度.md", Role.ACTIVE),
        ("task_plan.md", Role.PLAN),
        (".spec/TODO-v3.md", Role.PLAN),
        ("memory-bank/projectbrief.md", Role.BRIEF),
        (".agent/init.d/03-progress.md", Role.START),
        ("AGENTS.md", Role.GUIDE),
        ("src/README.md", None),
        ("src/progress.py", None),
        ("docs/2026-05-13-parser-implementation-plan.md", None),
        ("templates/HANDOFF.md", None),
        ("docs/handoff-protocol.md", None),
        (".agent/workflows/handoff.md", None),
        ("memory-bank/archive/progress.md", None),
        ("memory-bank/systemPatterns.md", None),
    ],
)
def test_what_a_file_is_for_is_told_from_its_name(path: str, role: Role | None) -> None:
    assert role_of(path) is role


@pytest.mark.parametrize(
    ("note", "wanted", "others"),
    [
        (ENGLISH, ("# Tracker", "The parser works.", "- [ ] write the lexer"), ("step 7 ",)),
        (CHINESE, ("# 进度", "解析器可用。", "- [ ] 写词法分析器"), ("step 7 ",)),
        (UNDERLINED, ("Tracker", "What's left", "- write the lexer"), ("step 7 ",)),
        (PLAIN, ("# Tracker", "- the parser", "- write the lexer"), ()),
        (LOG, ("# Log", "- day 19"), ("- day 3\n",)),
    ],
    ids=["English", "Chinese", "underlined", "plain", "log"],
)
def test_of_a_long_note_the_telling_parts_are_shown(
    note: str, wanted: tuple[str, ...], others: tuple[str, ...]
) -> None:
    lines = telling(note, 1_200)
    text = "\n".join(lines) + "\n"
    assert size(lines) <= 1_200
    assert [part for part in wanted if part not in text] == []
    assert [part for part in others if part in text] == []
    assert MORE in text


@given(
    st.lists(
        st.sampled_from([*ENGLISH.splitlines(), *CHINESE.splitlines(), "# " + "x" * 90, "y" * 900, "", "```"]),
        max_size=80,
    ),
    st.integers(0, 3_000),
    st.sampled_from(Asked),
    st.sets(st.integers(0, 79), max_size=6),
)
def test_what_is_shown_fits_and_is_the_notes_own(lines: list[str], limit: int, asked: Asked, last: set[int]) -> None:
    fresh = frozenset(line for number, line in enumerate(lines) if line and number in last)
    shown = telling("\n".join(lines), limit, asked, fresh)
    assert size(shown) <= limit
    assert all(line.startswith(MORE) or any(own.startswith(line.removesuffix("…")) for own in lines) for line in shown)


def test_the_lines_that_are_left_out_add_up() -> None:
    note = ENGLISH.replace("## Phase 1", "## Phase 1\n\n---\n\n")
    lines = telling(note, 1_200)
    left_out = sum(int(line.removeprefix(MORE).split()[0]) for line in lines if line.startswith(MORE))
    assert left_out + sum(not line.startswith(MORE) for line in lines) == text_lines(note)


WRAPPED = """# Outcome

For non-trivial work, state the outcome, the independent source of truth,
constraints, invalid solution classes, negative controls, missing-data
handling and final verification before writing production code.

A passing test suite is not
enough when the tests only repeat private helpers, constants, or
intermediate details.

- use the tracker

Work is complete only when the outcome is verified end to end and any
remaining residue is intentional.
"""


@pytest.mark.parametrize("asked", [Asked.RULES, Asked.STATE])
def test_no_sentence_is_shown_without_its_beginning(asked: Asked) -> None:
    """A paragraph is shown whole, or its beginning with a sign that it goes on."""
    for limit in range(60, size(WRAPPED.splitlines())):
        shown = [line for line in telling(WRAPPED, limit, asked) if not line.startswith(MORE)]
        for paragraph in (part.split("\n") for part in WRAPPED.rstrip().split("\n\n")):
            said = [line for line in shown if any(own.startswith(line.removesuffix("…")) for own in paragraph)]
            is_whole = said == paragraph
            assert is_whole or not said or said[-1].endswith("…")
            assert all(own.startswith(line.removesuffix("…")) for own, line in zip(paragraph, said, strict=False))


@given(st.lists(st.integers(1, 90), min_size=1, max_size=9), st.integers(100, 700), st.integers(1, 2))
def test_one_line_is_not_left_out_for_a_line_that_says_so(lengths: list[int], cap: int, level: int) -> None:
    items = [f"- {number} {'x' * length}" for number, length in enumerate(lengths)]
    lines = trimmed(Section(0, level, "List", [f"{'#' * level} List", *items]), cap, frozenset(), ())
    assert size(lines) <= cap
    if f"{MORE}1 more line]" in lines and not any(line.endswith("…") for line in lines):
        (left_out,) = (item for item in items if item not in lines)
        assert size([*lines, left_out]) - size([f"{MORE}1 more line]"]) > cap


def test_what_binds_is_kept_where_a_note_is_cut() -> None:
    prose = "".join(f"- part {number} of how it is built, told at length\n" for number in range(40))
    rules = ["Never log message text.", "edit what is generated", "All times are kept in UTC, without exception."]
    note = (
        f"# Map\n\nIt parses.\n\n## Building\n\n{prose}\n## Conventions\n\n{prose}- Never log message text.\n\n"
        "You must not:\n\n- edit what is generated\n\nAll times are kept in UTC,\nwithout exception.\n"
    )
    shown = " ".join(telling(note, 900, Asked.RULES, frozenset(), rules))
    assert [rule for rule in rules if rule not in shown] == []
    assert "You must not: - edit what is generated" in shown  # never without what it is said under
    assert [rule for rule in rules if rule in " ".join(telling(note, 900, Asked.RULES))] == []


def test_progress_behind_the_code_has_no_false_line(repo: Repo) -> None:
    entries = (
        "- [x] Source files: 12 (`.ts/.tsx`)",
        "- [x] `npm test -- --run src/a.test.ts` passed",
        "- [x] `bash -n scripts/one.sh scripts/two.sh`",
        "- [x] report in /var/folders/2s/T/report.html",
        "- [x] `app/.../tenant/Tenant.java` made",
        "- [x] compared React/Next.js",
        "- [ ] src/planned.py: to be written, because it is wanted",
        "- [ ] src/a.py: to be renamed, because it is short",
    )
    repo.write({"PROGRESS.md": "\n".join(entries) + "\n"}).commit("Entries")
    assert "behind the code" not in boot(repo)


def test_progress_that_is_behind_the_code_is_called_out(repo: Repo) -> None:
    entries = "- [ ] src/a.py: rename it, because it is short\n- [x] src/b.py: made it, because it was wanted\n"
    repo.write({"PROGRESS.md": entries, "src/b.py": "y = 1\n"}).commit("Entries", "2025-01-02")
    repo.write({"src/a.py": "x = 2\n"}).remove("src/b.py").commit("Rename it")
    text = boot(repo)
    assert "- PROGRESS.md: of the files it names, removed since 2025-01-02: src/b.py\n" in text
    assert "- PROGRESS.md: of the files it names, changed since 2025-01-02: src/a.py\n" in text
    assert "- PROGRESS.md:1 src/a.py: said to be under way, and nothing of it is uncommitted" in text


def test_stale_lines_are_one_a_thing_and_leave_room(repo: Repo) -> None:
    names = [f"src/module_{number}.py" for number in range(60)]
    note = "".join(f"`{name}` does it.\n\n" for name in names)
    repo.write(dict.fromkeys(names, "x = 1\n") | {"CLAUDE.md": note, "AGENTS.md": note, "HANDOFF.md": "Next: go on\n"})
    repo.commit("Notes").remove(*names).commit("Away", "2025-03-01")
    text = boot(repo)
    assert text.count("`src/module_0.py` is gone (") == 1
    assert "more: mementod check" in text
    assert "Next: go on" in text


@pytest.mark.parametrize(
    ("branch", "commits", "said"),
    [
        ("main", 0, "on this branch at this commit"),
        ("main", 1, "on this branch at "),
        ("work", 0, "on another branch: main"),
    ],
)
def test_whose_state_it_is(repo: Repo, branch: str, commits: int, said: str) -> None:
    repo.git("branch", "-M", "main")
    (repo.root / ".agent").mkdir()
    write(repo.root, SessionContext("s-1", "2025-01-01T00:00:00Z", repo.head, "main", 2))
    repo.git("checkout", "-q", "-B", branch)
    for number in range(commits):
        repo.write({"src/a.py": f"x = {number}\n"}).commit("More")
    assert f"The newest session (s-1) began 2025-01-01T00:00:00Z, was compacted 2 times, {said}" in boot(repo)


def test_the_start_is_the_same_with_a_daemon_and_without(repo: Repo, paths: Paths, tmp_path: Path) -> None:
    repo.write({"CLAUDE.md": "# Map\n\nSee `src/a.py` and `first_of_all`.\n", "PROGRESS.md": ENGLISH})
    repo.write(
        {".claude/rules/times.md": "# Times\n\n- Never write a local time.\n- Never change `src/a.py`.\n"}
    ).commit("Notes")
    repo.move("src/a.py", "src/b.py").commit("Move", "2025-03-01")
    without = boot(repo)
    assert mementod("enrol", folder=repo.root).returncode == 0
    with running(paths, tmp_path) as daemon:
        daemon.await_home(repo.root, lambda home: home["state"] == "fresh")
        assert boot(repo) == boot(repo) == without
    assert "use `src/b.py`" in without
    assert "The notes ask, beside what is shown of them below:\n- Never write a local time. [.claude/rules/" in without
    assert "- Never change `src/a.py`. (" in without


@pytest.mark.parametrize("blank", ["", " ", "   ", "\t"])
def test_blanks_at_the_end_of_a_line_say_nothing(blank: str) -> None:
    """A line of blanks is an empty line, whoever asks; `Open work` before one is a heading."""
    note = f"Open work{blank}\n{blank}\nFix the store{blank}\n"
    assert text_lines(note) == 2
    assert telling(note, 1_000) == ["Open work", "Fix the store"]


def test_the_newest_day_is_told_with_its_parts_though_it_is_the_only_one() -> None:
    newest = "## 2026-02-22\n\n### 重构完成总结\n\n所有任务已完成。\n\n### 澄清\n\n保留缓存。\n\n"
    text = f"# 记录\n\n{newest}## 旧\n\n{LONG}"
    told = telling(text, 600)
    assert "所有任务已完成。" in told
    assert "保留缓存。" in told


def test_a_note_whose_titles_say_nothing_is_told_from_its_beginning() -> None:
    told = telling(f"# Notes\n\n## Alpha done\n\nThe first thing.\n\n## Beta done\n\n{LONG}", 500)
    assert "The first thing." in told


def test_wide_titles_of_what_is_left_out_take_no_room_from_what_is_told() -> None:
    rest = "".join(f"\n## {'很长的标题' * 6}{number}\n\n{LONG[:300]}" for number in range(9))
    told = telling(f"# 计划\n\n开始。\n\n## 批次状态\n\n| 批次 | 状态 |\n| B1 | 🟡 进行中 |\n{rest}", 400)
    assert "| B1 | 🟡 进行中 |" in told


def test_a_sentence_above_a_list_is_no_heading() -> None:
    assert [section.title for section in sections(["后续不要同时改。正确方式是：", "", "- 先读"])] == [""]


def test_what_a_comment_hides_takes_no_room() -> None:
    evidence = "".join(f'  "result {number}": "passed",\n' for number in range(200))
    text = f"# Status\n\n## Next steps\n\n1. Mend the bench.\n\n<!-- EVIDENCE\n{{\n{evidence}}}\n-->\n"
    assert telling(text, 1_000) == ["# Status", "## Next steps", "1. Mend the bench."]
    assert text_lines(text) == 3


def test_of_an_old_brief_only_the_goal_is_told() -> None:
    text = "# Tool\n\n## Purpose\n\nIt parses.\n\n## Current Status\n\nNothing works yet.\n"
    assert "Nothing works yet." in telling(text, 2_000, Asked.GOAL)
    told = telling(text, 2_000, Asked.GOAL_OF_OLD)
    assert "It parses." in told
    assert "Nothing works yet." not in told
