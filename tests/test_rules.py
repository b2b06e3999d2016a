"""What the notes ask: beside what was said, and which of two holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.continuity.budget import tokens
from mementod_parsers.continuity.heard import said
from mementod_parsers.continuity.record import CLASS_TOKENS, NOTED_TOKENS, Class, Item, as_lines, is_binding, shown
from mementod_parsers.continuity.rules import Rule, scope_of, together
from mementod_parsers.continuity.rules_read import rules_in
from mementod_parsers.model import Source

NEVER = "Never edit `src/gen.py`."
MAY = "You may edit `src/gen.py` now."
MARCH, MAY_DAY, JUNE = (f"2026-0{month}-01T00:00:00Z" for month in (3, 5, 6))


def rules(text: str, at: str = MARCH, note: str = "AGENTS.md", source: Source = Source.INSTRUCTIONS) -> list[Rule]:
    return [replace(rule, at=at) for rule in rules_in(note, source, text.encode())]


def user(text: str, at: str) -> tuple[Item, ...]:
    return said(text, "user, remember 1", at)


def standing(record: Sequence[Item]) -> dict[str, str | None]:
    return {item.text: item.successor for item in record if item.kind is Class.CONSTRAINTS}


def test_a_rule_keeps_its_words_place_heading_and_names() -> None:
    (rule,) = rules(f"# Project\n\n## Generated\n\nText.\n\n- {NEVER}\n")
    assert rule == Rule(
        "AGENTS.md", 7, NEVER, "prohibition", "Project > Generated", "edit src/gen.py", ("src/gen.py",), MARCH
    )


def test_what_names_nothing_stays_with_the_sentence_before_it_on_its_line() -> None:
    found = rules("- Never log `API_KEY`. Never store it.\n- Never push to main.\n")
    assert [rule.text for rule in found] == ["Never log `API_KEY`. Never store it.", "Never push to main."]


@pytest.mark.parametrize(
    "note",
    [
        "memory-bank/activeContext.md",
        ".serena/memories/current_status.md",
        "memory-bank/progress.md",
        ".agent/init.d/04-decision-log.md",
        ".claude/memory/session-2026-01-02.md",
    ],
)
def test_what_tells_of_a_day_a_plan_or_a_decision_asks_for_nothing(note: str) -> None:
    assert rules(f"- {NEVER}\n", note=note, source=Source.MEMORY_BANK) == []


def test_a_note_that_is_no_text_asks_for_nothing() -> None:
    assert rules_in("AGENTS.md", Source.INSTRUCTIONS, b"- Never\0 edit `a.py`.") == ()
    assert rules_in("AGENTS.md", Source.INSTRUCTIONS, b"\xff\xfe") == ()


@pytest.mark.parametrize(
    ("text", "at", "holds"),
    [
        (MAY, JUNE, {NEVER: MAY}),
        (MAY, "2026-01-01T00:00:00Z", {NEVER: None}),
        ("You may edit `src/b.py` now.", JUNE, {NEVER: None}),
        (NEVER, JUNE, {NEVER: None}),
    ],
)
def test_what_a_person_says_later_takes_the_place_of_an_older_line(
    text: str, at: str, holds: dict[str, str | None]
) -> None:
    assert standing(together(user(text, at), rules(f"- {NEVER}\n"))) == holds


def test_a_line_that_was_written_later_takes_the_place_of_what_was_said() -> None:
    before, after = "Never edit `src/gen.py`.", "Always edit `src/gen.py` by the generator."
    record = together(user(before, MAY_DAY), rules(f"- {after}\n", JUNE))
    assert standing(record) == {after: None, before: after}
    assert standing(together(user(before, JUNE), rules(f"- {after}\n", MAY_DAY)))[before] is None


def test_notes_stand_side_by_side_and_equal_rules_once() -> None:
    one = rules(f"- {NEVER}\n", MARCH)
    other = rules(f"- {NEVER}\n- Always edit `src/gen.py` by the generator.\n", JUNE, "CLAUDE.md")
    record = together((), [*one, *other])
    assert set(standing(record).values()) == {None}
    assert [item.origin for item in record if item.text == NEVER] == ["AGENTS.md:1"]


def test_what_was_revoked_holds_again_when_its_line_was_written_after_that() -> None:
    revoked = Item(Class.CONSTRAINTS, NEVER, "AGENTS.md:1", MARCH, revoked=MAY_DAY)
    assert NEVER not in {item.text for item in together((revoked,), rules(f"- {NEVER}\n", MARCH)) if is_binding(item)}
    assert NEVER in {item.text for item in together((revoked,), rules(f"- {NEVER}\n", JUNE)) if is_binding(item)}


def test_what_was_said_comes_first_and_what_is_forbidden_before_what_is_asked() -> None:
    record = together(user("Never push.", JUNE), rules("- Always run `make`.\n- Never commit `.env`.\n"))
    assert as_lines(shown(record)) == [
        "Hard constraints (verbatim):",
        "- Never push. [user, remember 1]",
        "- Never commit `.env`. [AGENTS.md:2]",
        "- Always run `make`. [AGENTS.md:1]",
    ]


texts = st.text("abc ", min_size=1, max_size=400)


@given(st.lists(texts, max_size=20), st.lists(texts, max_size=20))
def test_neither_takes_all_of_the_room_and_the_rest_is_counted(words: list[str], asked: list[str]) -> None:
    items = tuple(Item(Class.CONSTRAINTS, text, "user", JUNE) for text in dict.fromkeys(words))
    noted = [Rule("AGENTS.md", at, text, "obligation", "", "", ()) for at, text in enumerate(asked, 1)]
    record = together(items, noted)
    part = shown(record)[Class.CONSTRAINTS]
    assert part.more + len(part.items) == len(record)
    assert not items or not part.items[0].note
    assert not any(item.note for item in record) or part.items[-1].note
    of_notes = [item for item in part.items if item.note]
    room = NOTED_TOKENS + CLASS_TOKENS
    assert len(of_notes) <= 1 or sum(min(tokens(item.text), NOTED_TOKENS) for item in of_notes) <= room


@pytest.mark.parametrize(
    ("note", "scope"),
    [
        ("AGENTS.md", ""),
        ("packages/a/CLAUDE.md", "packages/a"),
        ("packages/a/.cursor/rules/x.mdc", "packages/a"),
        (".github/instructions/x.instructions.md", ""),
        (".agent/init.d/02-principles.md", ""),
        ("docs/memory-bank/systemPatterns.md", ""),
        ("memory/a.md", ""),
        ("/home/x/.claude/projects/y/memory/a.md", ""),
    ],
)
def test_what_part_of_the_tree_a_note_speaks_of(note: str, scope: str) -> None:
    assert scope_of(note) == scope
