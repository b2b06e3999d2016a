"""The cold start within its budget: what binds and the hand-over are never lost, what does not fit is named."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemons import boot
from mementod import cli
from mementod.continuity.boot import BUDGET_BYTES, QUESTIONS, Start, text
from mementod.continuity.handover_store import Stored
from mementod.continuity.room import Block, Room, listed
from mementod.continuity.start_files import StartFile
from mementod.paths import Paths
from mementod_parsers.continuity.handover import parse
from mementod_parsers.continuity.handover_shown import shown
from mementod_parsers.continuity.record import Class, Item
from mementod_parsers.continuity.start_roles import Role
from mementod_parsers.continuity.telling import size
from mementod_parsers.model import Report
from repos import Repo

GOAL = "Send a notice when a track is ready"
NEXT = "Next: write `send_ready` in src/a.py"
BINDS = "Redis must stay."
STEPS = "".join(f"- step {number}: the queue was looked through and nothing was found in it\n" for number in range(50))
LONG = f"## Goal\n\n- {GOAL}\n\n## State\n\n{STEPS}- {NEXT}\n\n## Decisions\n\n- none\n\n## Constraints\n\n- {BINDS}\n"
RULES = [Item(Class.CONSTRAINTS, f"Never call old_api_{n}.", "remember", "2026-01-01") for n in range(30)]


def start(**parts: object) -> Start:
    about = {"report": Report("/x", "worktree", ()), "stale": (), "behind": (), "record": (), "handover": None}
    return Start(**(about | {"where": "here"} | parts))  # type: ignore[arg-type]


def handed(said: str) -> Stored:
    return Stored("2026-01-02T00:00:00Z", "s", "a" * 40, "main", said)


def note(path: str, role: Role, said: str = "# Note\n\nNext: go on\n") -> StartFile:
    return StartFile(path, role, said, "", True)


def write_handover(repo: Repo, said: str) -> None:
    run = [sys.executable, "-m", "mementod", "handoff", "write"]
    subprocess.run(run, cwd=repo.root, input=said, text=True, check=True, capture_output=True, env=os.environ)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo").write({"src/a.py": "def first_of_all():\n    return 1\n"}).commit("Begin")


@pytest.mark.parametrize("budget", [1_000, 2_000, 8_192])
@pytest.mark.parametrize("repeats", [0, 3])
def test_a_long_hand_over_is_shortened_to_what_the_next_step_needs(budget: int, repeats: int) -> None:
    long = LONG.replace("## Decisions\n", "## Decisions\n" + "- one more of what was decided\n" * 300 * repeats)
    files = [note("HANDOFF.md", Role.HANDOVER), note("memory-bank/progress.md", Role.PROGRESS)]
    found = text(start(handover=handed(long), files=files), budget)
    assert [part for part in (GOAL, NEXT, BINDS) if part not in found] == []
    assert size(found.splitlines()) <= budget
    assert ("all of it: mementod handoff --last" in found) == (size(long.splitlines()) > 0.6 * budget or repeats > 0)


def test_a_hand_over_with_no_line_that_fits_is_named() -> None:
    found = text(start(handover=handed("## Goal\n\n- g\n"), where="x" * 500), 1_000)
    assert "Hand-over of" in found
    found = text(start(handover=handed("## Goal\n\n- g\n"), where="x" * 590), 1_000)
    assert "Not shown for lack of room: the hand-over (mementod handoff --last)." in found


def test_all_that_binds_is_shown_while_there_is_room() -> None:
    found = text(start(record=RULES, files=[note("CLAUDE.md", Role.GUIDE, "# Map\n\n" + "word and word\n" * 900)]))
    assert [item.text for item in RULES if item.text not in found] == []
    assert found.index("Never call old_api_29.") < found.index("--- CLAUDE.md")


def of_note(number: int, place: str = "docs/deep.md") -> Item:
    return Item(Class.CONSTRAINTS, f"Keep part {number} as it is.", f"{place}:{number}", "", note=place, line=number)


@pytest.mark.parametrize("budget", [1_500, 4_000, 8_192])
def test_what_the_notes_ask_is_shown_behind_what_was_said_and_the_rest_is_counted(budget: int) -> None:
    deep = [of_note(number) for number in range(90, 0, -1)]  # the last one first
    record = [of_note(100, "AGENTS.md"), *deep, *RULES[:1]]
    guide = note("CLAUDE.md", Role.GUIDE, "# Map\n\n" + "word and word\n" * 900)
    found = text(start(record=record, files=[guide]), budget)
    shown = re.findall(r"^- Keep part \d+ as it is\. \[.*\]$", found, re.M)
    assert size(found.splitlines()) <= budget
    assert shown[0] == "- Keep part 100 as it is. [AGENTS.md:100]"  # what is read at every start comes first
    assert f"- and {91 - len(shown)} more: mementod engram --all" in found
    assert found.index(RULES[0].text) < found.index(shown[0]) < found.index("--- CLAUDE.md")


def test_what_a_shown_note_says_is_not_said_above_it() -> None:
    rules = [of_note(1, "AGENTS.md"), of_note(2, "AGENTS.md")]
    guide = note("AGENTS.md", Role.GUIDE, f"# Map\n\n- {rules[0].text}\n- Keep part 2\n  as it is.\n")
    found = text(start(record=rules, files=[guide]))
    assert found.count("Keep part 1 as it is.") == 1
    assert "The notes ask" not in found
    assert "The notes ask" in text(start(record=[*rules, of_note(3, "AGENTS.md")], files=[guide]))


def test_what_binds_comes_through_the_smallest_budget() -> None:
    files = [note(f"memory-bank/{name}.md", Role.PLAN) for name in "abcdefghijkl"]
    behind = [f"PROGRESS.md:{number} src/module_{number}.py: no such file, now or in any commit" for number in range(9)]
    found = text(start(record=RULES, behind=behind, files=files, handover=handed(LONG)), 1_000)
    assert size(found.splitlines()) <= 1_000
    assert "- Never call old_api_29. [remember]" in found
    assert "more: mementod engram --all" in found
    assert "Not shown for lack of room: " in found
    assert ":\n\n" not in found  # no title without a line


def test_what_stands_above_is_not_said_twice() -> None:
    goal = Item(Class.GOAL, GOAL, "user", "2026-01-01")
    binds = Item(Class.CONSTRAINTS, BINDS, "user", "2026-01-01")
    stressed = Item(Class.EMPHASIS, BINDS, "user", "2026-01-01")
    found = text(start(record=[goal, binds, stressed], handover=handed(LONG)))
    assert (found.count(GOAL), found.count(BINDS)) == (1, 1)
    assert "## Constraints\n- (what stands above as a hard constraint)" in found


def test_a_goal_that_is_not_in_the_hand_over_is_said() -> None:
    later = Item(Class.GOAL, "Take the queue away", "user", "2026-01-03")
    assert "Goal:\n- Take the queue away [user]" in text(start(record=[later], handover=handed(LONG)))


def test_names_of_the_hand_over_that_are_others_by_now_are_put_right_beside_it(repo: Repo) -> None:
    repo.write({"src/push.py": "def send_push():\n    return 'a text that is long enough to be known again'\n"})
    repo.commit("Push", "2026-01-02")
    write_handover(repo, LONG.replace(NEXT, "Next: call `send_push` of `src/push.py`"))
    assert "these are gone" not in boot(repo)
    repo.move("src/push.py", "src/notify.py").commit("Rename it", "2026-01-03")
    found = boot(repo)
    assert "src/push.py: use src/notify.py" in found
    assert found.index("Hand-over of") < found.index("src/push.py: use src/notify.py") < found.index("## Goal")
    assert found.count("src/push.py: use src/notify.py") == 1


blocks = st.builds(
    Block,
    st.just("Title:"),
    st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=80), max_size=12),
    st.just("name"),
    st.just("see"),
)


@given(st.lists(blocks, max_size=5), st.integers(0, 600))
def test_a_block_is_shown_counted_or_named(many: list[Block], left: int) -> None:
    room = Room(left)
    for block in many:
        before, missing = len(room.lines), len(room.missing)
        kept = room.put(block)
        added = room.lines[before:]
        assert added == [] if not kept else added[0] == "Title:"
        assert len(room.missing) - missing == (not kept and bool(block.lines))
        assert (f"- and {len(block.lines) - len(kept)} more: see" in added) == (0 < len(kept) < len(block.lines))
    assert size(room.lines) <= left


@given(st.lists(st.text("abc/.", min_size=1, max_size=40), max_size=30), st.integers(100, 400))
def test_names_in_one_line_fit_and_the_rest_is_counted(names: list[str], limit: int) -> None:
    line = listed("Left out", names, limit)
    assert size([line]) <= limit
    assert bool(line) == bool(names)


@given(st.lists(st.text("ab ", min_size=1, max_size=60), max_size=40), st.integers(0, 900))
def test_a_hand_over_within_a_limit_counts_what_it_leaves_out(lines: list[str], limit: int) -> None:
    handover = parse(LONG + "".join(f"- {line}\n" for line in lines))
    found, more = shown(handover, limit)
    said = [line for line in found if not line.startswith("## ")]
    assert size(found) <= limit
    assert len(said) + more == sum(len(part) for part in (handover.goal, handover.state, handover.decisions)) + len(
        handover.constraints
    )


@given(
    st.lists(st.tuples(st.sampled_from(Role), st.sampled_from(["", STEPS, LONG, "# A\n\nNext: go on\n"])), max_size=12),
    st.integers(1_000, 9_000),
)
def test_every_file_is_shown_or_named_or_counted(parts: list[tuple[Role, str]], budget: int) -> None:
    files = [note(f"notes/{number}.md", role, f"# T\n{said}") for number, (role, said) in enumerate(parts)]
    found = text(start(files=files, record=RULES, handover=handed(LONG)), budget)
    closing = next((line for line in found.splitlines() if line.startswith("Not shown")), "")
    more = re.search(r"(\d+) more\.$", closing)
    seen = [file for file in files if f"--- {file.path} (" in found or file.path in closing]
    assert size(found.splitlines()) <= budget
    assert len(files) - len(seen) <= (int(more[1]) if more else 0)


def test_the_questions_are_there_whatever_the_budget() -> None:
    assert text(start(record=RULES), 10).rstrip().endswith("\n".join(QUESTIONS))
    assert BUDGET_BYTES == 8_192


def test_the_newest_decisions_and_what_was_rejected_are_told(repo: Repo) -> None:
    one = (
        "\n## 2026-01-{n:02} Store {n}\n\n**Problem:** the store\n\n**Decision:** SQLite {n}\n\n**Why:** one file\n\n"
        "**Rejected:** Redis: one more server\n"
    )
    log = "# Decisions\n" + "".join(one.format(n=number) for number in range(1, 10))
    repo.write({"DECISIONS.md": log}).commit("Log")
    found = boot(repo)
    assert "The newest decisions (DECISIONS.md):" in found
    assert "- 2026-01-09 the store: SQLite 9 (why: one file); not Redis: one more server" in found
    assert "SQLite 4 " not in found
    assert found.index("SQLite 9") < found.index("SQLite 5")
    assert "decisions (DECISIONS.md)" in text(start(decided=["- " + "x" * 900], log="DECISIONS.md"), 1_000)


def test_decisions_in_a_file_that_git_ignores_are_those_of_now(
    repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mementod.judging.answers.RACY_NS", 0)
    one = "# Decisions\n\n## 2026-01-01 Store\n\n**Decision:** SQLite\n\n**Why:** one file\n"
    repo.write({".gitignore": "DECISIONS.md\n", "DECISIONS.md": one}).commit("Log")
    for said in ("SQLite", "Postgres"):
        repo.write({"DECISIONS.md": one.replace("SQLite", said)})
        for _ in range(2):
            assert cli.run(["-C", str(repo.root), "boot"], paths) == 0
            assert f"2026-01-01 {said}" in capsys.readouterr().out


def test_a_folder_that_cannot_be_judged_is_a_start_too(tmp_path: Path) -> None:
    wide = tmp_path / "wide"
    (wide / "notes").mkdir(parents=True)
    for number in range(4):
        (wide / f"file_{number}").write_text("x")
    (wide / "HANDOFF.md").write_text("Next: go on\n")
    few = "import sys, mementod.judging.listing as l; from mementod.__main__ import main; l.WALK_CAP_FILES = 3"
    few += "; sys.exit(main())"
    run = [sys.executable, "-c", few]
    subprocess.run([*run, "remember", BINDS], cwd=wide, capture_output=True, check=True)
    done = subprocess.run([*run, "boot"], cwd=wide, capture_output=True, text=True, check=False)
    assert (done.returncode, BINDS in done.stdout, "Next: go on" in done.stdout) == (0, True, True)
    assert "holds more than 3 files" in done.stderr
