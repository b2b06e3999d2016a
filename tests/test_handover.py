"""A hand-over as text, and what it lacks."""

from __future__ import annotations

import pytest

from mementod_parsers.continuity.handover import GAP, Handover, as_text, lacks, parse

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
    assert lacks(found) == ("State is empty", "Goal: the goal")
    assert lacks(Handover()) == tuple(f"{name} is empty" for name in ("Goal", "State", "Decisions", "Constraints"))
