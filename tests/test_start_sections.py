"""What of a long note is shown at a start: the newest entry, what is next in it, no line without what it leads to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.continuity.note_sections import without_code
from mementod_parsers.continuity.open_items import work_list
from mementod_parsers.continuity.start_notes import is_form
from mementod_parsers.continuity.telling import MORE, Asked, says_what_is_next, telling, tells_work

FILL = "".join(
    f"- line {number} of what was looked at, told at some length for those who ask\n" for number in range(60)
)


def entry(day: str, following: str) -> str:
    return f"## Session {day}\n\n**Focus:** work of {day}.\n{FILL}\n**Next Steps:**\n- {following}\n\n"


def shown(text: str, limit: int = 1_500, asked: Asked = Asked.STATE) -> str:
    return "\n".join(telling(text, limit, asked))


@pytest.mark.parametrize(
    "days",
    [
        ("2026-06-11", "2026-05-29", "2026-05-08"),
        ("2026-05-08", "2026-05-29", "2026-06-11"),
        ("2026-05-29", "2026-05-08", "2026-06-11", "2026-04-01"),
    ],
)
def test_what_is_next_is_that_of_the_last_day_wherever_it_stands(days: tuple[str, ...]) -> None:
    text = shown("".join(entry(day, f"step of {day}") for day in days))
    assert "- step of 2026-06-11" in text
    assert "step of 2026-05" not in text


def test_of_two_entries_of_one_day_the_last_counts_where_a_log_grows_at_its_end() -> None:
    grows_down = entry("2026-05-01", "old") + entry("2026-06-11", "morning") + entry("2026-06-11", "evening")
    assert "- evening" in shown(grows_down, 900)
    grows_up = entry("2026-06-11", "evening") + entry("2026-06-11", "morning") + entry("2026-05-01", "old")
    assert "- evening" in shown(grows_up, 900)


def test_a_section_that_is_about_what_is_next_keeps_its_worth_beside_a_later_day() -> None:
    text = shown(f"# Log\n\n## Next steps (2026-02-20)\n\n- ship it\n\n## Done (2026-03-01)\n\n{FILL}")
    assert "- ship it" in text


def test_an_open_box_of_an_earlier_day_is_shown_while_there_is_room() -> None:
    log = f"# Log\n\n## 2026-03-02\n\nStatus: it runs\n\n## 2026-03-01\n\n{FILL}\n- [ ] still to do\n"
    assert "- [ ] still to do" in shown(log)


def test_the_line_that_says_what_is_next_stays_when_an_entry_is_cut() -> None:
    text = shown(
        f"# Log\n\n## Session 2026-06-11\n\n{FILL}**Issues:** None. **Next Steps:** `deploy`, then look.\n", 700
    )
    assert "**Next Steps:** `deploy`, then look." in text
    none = shown(f"# Log\n\n## Session 2026-06-11\n\n{FILL}**Next Steps:** None.\n", 700)
    assert "- line 0 of" in none


def test_what_stands_below_the_next_actions_is_as_good_as_their_line() -> None:
    notes = "".join(f"- **Fact {number}:** pending for a long time, and told at some length\n" for number in range(20))
    order = "- **Top-priority next actions, in order:**\n" + "".join(f"  {n}. action {n}\n" for n in range(1, 5))
    text = shown(f"# Hand-over\n\n## Start here\n\n{notes}{order}", 900)
    assert all(f"  {number}. action {number}" in text for number in range(1, 5))


FORBIDDEN = ("- Keyword matching of evidence", "- Rules that contradict", "- Values put into the code")


@given(st.integers(min_value=150, max_value=900), st.lists(st.sampled_from(FORBIDDEN), unique=True))
def test_what_is_forbidden_is_never_shown_without_the_line_that_says_so(limit: int, rules: list[str]) -> None:
    text = "\n".join(
        ("# Guide", "", "## Policy (MANDATORY)", "", "**Principle**: judge.", "", "**PROHIBITED**:", *FORBIDDEN)
    )
    lines = telling(f"{text}\n\n{FILL}", limit, Asked.RULES, rules=[rule[2:] for rule in rules])
    assert not any(line.rstrip("…") and line in FORBIDDEN for line in lines) or "**PROHIBITED**:" in lines


def test_no_line_leads_to_nothing() -> None:
    done = "".join(f"- [x] plan {number}\n" for number in range(30))
    text = shown(f"# State\n\n## Next\n\n**Plans:**\n{done}\n**Left:**\n- [ ] the last one\n\n{FILL}", 600)
    assert "**Plans:**" not in text
    assert "**Left:**\n- [ ] the last one" in text


def test_a_short_block_of_commands_stays_with_the_line_that_leads_to_it() -> None:
    block = "```bash\ngit push origin main\n```"
    text = shown(f"# State\n\n## Next steps\n\nPUSH TO REMOTE:\n\n{block}\n\n{FILL}", 600)
    assert f"PUSH TO REMOTE:\n{block}" in text
    assert block in shown(f"# State\n\n## Next step\n\n{block}\n\n{FILL}", 600)


@pytest.mark.parametrize(
    "block", ["```rust\n// TODO: later\n```", "```\n" + "a -> b\n" * 9 + "```", "~~~ python\nprint(1)\n~~~"]
)
def test_of_other_code_neither_the_block_nor_its_label_is_shown(block: str) -> None:
    text = shown(f"# State\n\n## Next steps\n\n**Diagram:**\n{block}\n\n- go on\n\n{FILL}", 600)
    assert "Diagram" not in text
    assert not any(line in text for line in block.splitlines())
    assert "- go on" in text


def test_what_a_word_says_to_be_done_makes_room_among_what_is_next() -> None:
    done = "".join(f"- 已完成第 {number} 部分，内容如下：\n  - 新增接口 {number}\n" for number in range(40))
    text = shown(f"# 进度\n\n## 下一步待办\n\n{done}- 补充联调验证\n", 600)
    assert "- 补充联调验证" in text
    assert "已完成" not in text
    assert "新增接口" not in text


def test_parts_between_marks_are_sections() -> None:
    over = f"<completed_work>\n{FILL}</completed_work>"
    note = f"---\nstatus: paused\n---\n\n{over}\n\n<next_action>\n1. Fix it\n</next_action>\n"
    text = shown(note, 600)
    assert "<next_action>\n1. Fix it" in text
    assert "</next_action>" not in text
    assert says_what_is_next(note)


def test_a_part_that_is_done_does_not_count_as_its_list() -> None:
    text = shown(f"# State\n\n## Todos\n\n### Phase 1 (✅)\n\n{FILL}\n### Phase 2\n\n- [ ] go on\n", 700)
    assert "- [ ] go on" in text
    assert "line 0 of" not in text


def test_an_order_to_complete_something_is_not_over() -> None:
    text = shown(f"# State\n\n## Next\n\n### 1. Complete the move\n\n- test it\n\n### 2. Completed\n\n{FILL}", 700)
    assert "### 1. Complete the move\n- test it" in text
    assert "line 0 of" not in text


def test_the_name_of_a_framework_says_nothing_of_what_is_next() -> None:
    assert not says_what_is_next("# App\n\n## Next.js setup\n\n- pages\n")
    assert says_what_is_next("# App\n\n## Next, js setup\n\n- pages\n")


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("# Status\n\n## Current State (Nov 2025)\n\nAll of it is complete.\n\n## Stack\n\n- Bun\n", False),
        ("# Status\n\n## Current Focus\n\nThe parser.\n", True),
        ("# Status\n\n**Current task:** the parser\n", True),
        ("# Status\n\n- the parser (in progress)\n", True),
        ("# Status\n\n## Not yet implemented\n\n- Upload\n", True),
    ],
)
def test_a_state_tells_of_the_work_where_it_says_what_is_open(text: str, tells: bool) -> None:
    assert tells_work(text) is tells


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("# 進捗テンプレート (Progress Template)\n\n## 残り\n\n- タスク X\n- ...\n\n## 問題\n\n- ...\n", True),
        ("# Hand-over Template\n\nDate: YYYY-MM-DD\n\n- [what is next]\n", True),
        ("# Hand-over Template\n\n- [x] [the parser](src/p.py)\n- [ ] go on\n- [~] now\n", False),
        ("# Template engine\n\n- [what is next]\n- ...\n- ...\n", False),
        ("", False),
    ],
)
def test_a_form_is_told_by_its_title_and_its_gaps(text: str, form: bool) -> None:
    assert is_form(text) is form


@given(st.text(alphabet="#-*`:\n ab[]x1.", max_size=300), st.integers(min_value=0, max_value=400))
def test_any_note_fits_and_adds_no_line(text: str, limit: int) -> None:
    lines = telling(text, limit)
    assert sum(len(line.encode()) + 1 for line in lines) <= max(limit, 0) or not lines
    own = [line.rstrip() for line in text.splitlines()]
    assert all(line.startswith(MORE) or line in own or line.endswith("…") for line in lines)
    assert len(work_list(text).items) <= len(without_code(own))


def test_what_is_no_goal_is_not_shown_as_one() -> None:
    over = "## Non-goals\n\n- a shop\n\n## 非目标\n\n- 完整重写\n\n"
    text = shown(f"# Project\n\n{over}## Details\n\n{FILL}\n## Outcome\n\nA map of it.\n", 500, Asked.GOAL)
    assert "A map of it." in text
    assert "a shop" not in text
    assert "完整重写" not in text


def test_a_rule_of_signs_is_no_title() -> None:
    text = shown(f"# ------- #\n# Assistant #\n# ------- #\n\nIt helps.\n\n## Details\n\n{FILL}", 300, Asked.GOAL_ALONE)
    assert text.startswith("# Assistant #\nIt helps.")


def test_of_a_plain_log_the_last_session_is_shown() -> None:
    log = "".join(
        f"--- Session {number}: part {number} ---\nStatus: COMPLETE\n{FILL}Next session should: do {number + 1}\n***\n"
        for number in range(12)
    )
    text = shown(log, 900)
    assert "--- Session 11: part 11 ---" in text
    assert "Next session should: do 12" in text
    assert "--- Session 0" not in text.replace(f"{MORE}", "").partition("[")[0]


def test_a_title_with_nothing_below_it_is_not_shown() -> None:
    text = shown(
        f"# State\n\n{FILL}\n## Details\n\n{FILL}\n## Next Steps\n\n## Current focus\n\n### Parser\n\n- now\n", 900
    )
    assert "## Next Steps" not in text
    assert "### Parser\n- now" in text


def test_a_version_that_is_called_pending_marks_nothing_as_open() -> None:
    assert not tells_work("# A\n\n- CHANGELOG has 0.3-pending\n")
    assert tells_work("# A\n\n- the release is pending\n")


def test_the_first_boxes_of_a_plan_go_before_its_log() -> None:
    questions = "".join(f"- [ ] **Is part {n} live?** Nobody has looked at it since it was shipped\n" for n in range(5))
    phases = "".join(f"### Phase {n} - part {n}\n- [ ] **{n}.1** step of {n}\n\n" for n in range(1, 6))
    log = "".join(f"- **2026-04-{n}:** kept the paid plan, after a long look at the others\n" for n in range(10, 20))
    plan = f"## Constraints\n\n{FILL}\n## Open questions\n{questions}\n## Subtasks\n\n{phases}\n## Status\n\n{log}"
    text = shown(f"# Plan\n\n{plan}", 700)
    assert "Is part 0 live?" in text
    assert "step of 1" in text


def test_an_item_is_never_shown_without_the_one_that_it_stands_below() -> None:
    below = "".join(f"    - part {n} of it, told at length for those who ask\n" for n in range(4))
    text = f"# State\n\n## Left to build\n\n- Engine:\n{below}\n- Screens:\n{below.replace('part', 'view')}"
    fresh = frozenset(line for line in text.splitlines() if line.startswith("    "))
    lines = telling(f"{text}\n## Log\n\n{FILL}", 600, Asked.STATE, fresh)
    assert lines.index("- Engine:") < next(number for number, line in enumerate(lines) if "part 0" in line)
    assert ("- Screens:" in lines) == any("view" in line for line in lines)


def test_of_a_list_of_days_the_last_ones_are_shown() -> None:
    days = [f"- 2026-05-{n:02}: **part {n}** landed, after a long look at all the others\n" for n in range(1, 25)]
    text = shown(f"# State\n\n## Progress log\n\nNewest last.\n{''.join(days)}", 900)
    assert "part 24" in text
    assert "part 1**" not in text
    assert "part 1**" in shown(f"# State\n\n## Progress log\n\n{''.join(days[:1] + days[:0:-1])}", 900)
