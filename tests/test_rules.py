"""What the notes ask: beside what was said, and which of two holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.continuity.budget import tokens, whole_sentences
from mementod_parsers.continuity.heard import said
from mementod_parsers.continuity.record import (
    CLASS_TOKENS,
    NOTED_TOKENS,
    RULE_TOKENS,
    Class,
    Item,
    as_lines,
    is_binding,
    lines_of,
    shown,
)
from mementod_parsers.continuity.rules import Rule, Wrong, same, scope_of, together
from mementod_parsers.continuity.rules_read import rules_in
from mementod_parsers.continuity.start_notes import Project, files
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
    assert replace(rule, mark=(0, 0)) == Rule(
        "AGENTS.md", 7, NEVER, "prohibition", "Project > Generated", "edit src/gen.py", ("src/gen.py",), MARCH
    )


def test_what_names_nothing_stays_with_the_sentence_before_it_on_its_line() -> None:
    found = rules("- Never log `API_KEY`. Never store it.\n- Never push to main.\n")
    assert [rule.text for rule in found] == ["Never log `API_KEY`. Never store it.", "Never push to main."]


LISTED = """\
# Tasks

Always ensure you have:

1. ✅ Ticked all criteria
2. ✅ Run all tests
   and linters

Text that goes on.

1. The task file **MUST** have a section that sums up:
    - Approach taken
        - in short
    - Files of `src/`
2. **PUSH TO REMOTE** - This is MANDATORY:
   ```bash
   git pull --rebase  # first
   git push
   ```
3. You must do the following things with care:

- Never edit `src/gen.py`.
- Never push to main.
"""


def test_a_rule_that_introduces_a_list_is_told_with_it() -> None:
    found = [rule.text for rule in rules(LISTED)]
    assert found[:3] == [
        "Always ensure you have: ✅ Ticked all criteria; ✅ Run all tests and linters",
        "The task file **MUST** have a section that sums up: Approach taken; Files of `src/`",
        "**PUSH TO REMOTE** - This is MANDATORY: `git pull --rebase`; `git push`",
    ]
    assert found[-2:] == ["Never edit `src/gen.py`.", "Never push to main."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You must never do this in any file:\n\n- Never edit `a.py`.\n", ["Never edit `a.py`."]),
        (
            "You must keep to this before you push:\n\n- Never edit `a.py`.\n",
            ["You must keep to this before you push: Never edit `a.py`", "Never edit `a.py`."],
        ),
        ("You must ensure that all is well:\n\nA text.\n", ["You must ensure that all is well:"]),
        (f"Always ensure you have:\n\n- one{' long' * 60}\n- two\n", ["Always ensure you have:"]),
        (f"Always ensure you have:\n\n- one\n- two{' long' * 60}\n", ["Always ensure you have: one; …"]),
        (
            "Always ensure you have:\n\n* one;\n* two.\n\n    More of it.\n* three\n",
            ["Always ensure you have: one; two; three"],
        ),
        ("Always ensure you have this:\n```ts\n// WRONG\na()\n```\n", ["Always ensure you have this:"]),
        ("- Always ensure you have:\n- a list beside\n", ["Always ensure you have:"]),
    ],
)
def test_what_a_rule_introduces(text: str, expected: list[str]) -> None:
    assert [rule.text for rule in rules(f"# Project\n\n{text}")] == expected


@pytest.mark.parametrize(
    ("line", "binds"),
    [
        ("Acceptance Criteria (AC) define *what* conditions must be met for the task to be complete.", False),
        ("The stages describe how the code must be read.", False),
        ("Acceptance Criteria (AC) define *what* must be met, and must never be edited.", True),
        ("The plan defines what you must do.", True),
    ],
)
def test_what_a_word_means_is_no_rule(line: str, binds: bool) -> None:
    assert bool(rules(f"# Project\n\n{line}\n")) is binds


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


@pytest.mark.parametrize(
    ("note", "title", "asks"),
    [
        (".agent/runtime/test-oracle-brief.md", "Test Oracle Brief", False),
        (".agent/runtime/store.md", "Test Oracle Brief — the store", False),
        (".serena/memories/cache_proposal.md", "Cache", False),
        (".serena/memories/cache.md", "Design Document: the cache", False),
        (".serena/memories/faq.md", "Questions", False),
        (".serena/memories/code_style.md", "Code style", True),
        (".serena/memories/api_design.md", "API design", True),
        (".serena/memories/voice.md", "Voice: best practices and design document", True),
        (".serena/memories/testing.md", "Test before a retrospective", True),
        (".serena/memories/design-002.md", "Design: clear entry criteria", True),
        (".serena/workflows/write-brief.md", "Brief", True),
        (".agent/init.d/02-principles.md", "Principles: a brief", True),
        ("memory-bank/projectbrief.md", "Project Brief", False),
    ],
)
def test_a_document_asks_something_of_a_program_and_not_of_who_works_here(note: str, title: str, asks: bool) -> None:
    source = Source.AGENT_INIT if note.startswith(".agent") else Source.SERENA
    assert bool(rules(f"# {title}\n\n- {NEVER}\n", note=note, source=source)) == asks
    assert rules(f"# {title}\n\n- {NEVER}\n", note="AGENTS.md")


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("## Old\n\nThis section is superseded.\n\n- Never a.\n\n## New\n\n- Never b.\n", ["Never b."]),
        ("## Old (superseded)\n\n- Never a.\n\n### Part\n\n- Never c.\n\n## New\n\n- Never b.\n", ["Never b."]),
        (
            "## A2 guard\n\n- Never a.\n\n## B\n\nThis section supersedes the earlier A2 rules.\n\n- Never b.\n",
            ["Never b."],
        ),
        ("- **A2:** never a.\n- Never b.\n\n## B\n\nThis section supersedes A2.\n", ["Never b."]),
        ('## Guard\n\n- Never a.\n\n## B\n\nThis section supersedes "Guard".\n\n- Never b.\n', ["Never b."]),
        ("## 旧\n\n本节已废弃。\n\n- 禁止修改 a。\n\n## 新\n\n- 禁止修改 b。\n", ["禁止修改 b。"]),
        ("## Deprecated\n\n- Never call `old()`, it is obsolete.\n", ["Never call `old()`, it is obsolete."]),
        ("```\n## Old (superseded)\n```\n- Never b.\n", ["Never b."]),
    ],
)
def test_what_another_line_took_back_does_not_bind(text: str, holds: list[str]) -> None:
    assert [rule.text for rule in rules(f"# Project\n\n{text}")] == holds


@pytest.mark.parametrize(
    "line",
    [
        "A: Keys are nested once only; never deeper than that.",
        "**A:** Never nest keys, so that a reader finds them.",
        "A: 使用点号分层，避免深层嵌套，保持语义清晰",
    ],
)
def test_an_answer_tells_why(line: str) -> None:
    assert rules(f"## FAQ\n\n### Q: How?\n{line}\n") == []


def test_a_ticked_line_tells_what_is_done_and_a_mark_of_what_is_right_asks_for_it() -> None:
    line = "- ✅ **Switch**: Ensure that the switch works.\n- ✅ Always close the store.\n"
    assert rules(f"## Test coverage\n\n{line}") == []
    assert "✅ Always close the store." in [rule.text for rule in rules(f"## Do\n\n{line}")]


def test_our_own_hints_ask_for_nothing() -> None:
    for path, text in files(Project("x")).items():
        if path.endswith("principles.md"):
            assert [rule.line for rule in rules(text, note=path, source=Source.AGENT_INIT)] in ([], [5])


def test_a_rule_of_something_that_is_gone_comes_last_and_says_so() -> None:
    asked = rules("- Never edit `src/old.py`.\n- Never push.\n- Always run `make`.\n")
    wrong = (
        Wrong("AGENTS.md", 1, "src/old.py", "`src/old.py` is gone", True),
        Wrong("AGENTS.md", 3, "make", "`make` is now just", False),
    )
    assert lines_of(together((), asked, wrong), Class.CONSTRAINTS) == [
        "- Never push. [AGENTS.md:2]",
        "- Always run `make`. (`make` is now just) [AGENTS.md:3]",
        "- Never edit `src/old.py`. (`src/old.py` is gone) [AGENTS.md:1]",
    ]


def test_what_was_said_comes_with_what_its_names_are_today() -> None:
    names = (
        Item(Class.IDENTIFIERS, "getKye", "user", JUNE, successor="getKey"),
        Item(Class.GONE, "oldKey", "user", JUNE),
    )
    lines = lines_of(together((*user("Always call getKye, never oldKey.", JUNE), *names), []), Class.CONSTRAINTS)
    assert lines == [
        "- Always call getKye, never oldKey. (`getKye` is `getKey` today; `oldKey` is gone) [user, remember 1]"
    ]


WHY = "It is what every other part rests on, and whoever changed it had to restore a week of work by hand. " * 3


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Never edit `a.py` by hand. " + WHY, "Never edit `a.py` by hand. It is what every other part rests on, "
         "and whoever changed it had to restore a week of work by hand. …"),
        ("禁止修改 `a.py`。" + "它是其他部分的基础，" * 12 + "。", "禁止修改 `a.py`。 …"),
        ("Never push. Except where all of this holds: " + WHY.replace(".", ","), None),  # less than what it says
        ('Never write "Done. All is well" (see a. B) or (in b. C or ' + WHY, None),  # no bracket is left open
        ("When " + WHY.replace(".", ",") + "never push.", None),  # nor the half of a sentence told
    ],
)  # fmt: skip
def test_of_a_long_rule_whole_sentences_are_shown(text: str, kept: str | None) -> None:
    assert whole_sentences(text, RULE_TOKENS) == (kept or text)


def test_a_rule_is_whole_where_all_is_shown() -> None:
    long = f"Never edit `a.py` by hand. {WHY}".strip()
    record = shown(together((), [replace(rules("- Never edit.\n")[0], text=long)]))
    assert as_lines(record)[1].endswith("by hand. … [AGENTS.md:1]")
    assert as_lines(record, whole=True)[1] == f"- {long} [AGENTS.md:1]"


def test_the_same_words_are_one_rule_with_all_its_places() -> None:
    twins = [rule for n in range(5) for rule in rules(f"- **Never** push to `main`{'!' * n}\n", note=f"{n}/AGENTS.md")]
    others = rules("- Never push to `Main`.\n- Never push to main.\n- Do not push to `main`.\n", note="CLAUDE.md")
    found = lines_of(together((), [*twins, *others]), Class.CONSTRAINTS)
    places = "0/AGENTS.md:1, 1/AGENTS.md:1, 2/AGENTS.md:1 and 2 more"
    assert found[0] == f"- **Never** push to `main` [{places}]"
    assert len(found) == 4


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Never use 3 retries.", "Never use 4 retries."),
        ("Never edit src/A.py.", "Never edit src/a.py."),
        ("Never call getUser.", "Never call GetUser."),
        ("Never edit src/**.", "Never edit src/."),
        ("Do not push.", "Do push."),
        ("❌ Push to main.", "✅ Push to main."),
        ("Never use `API_KEY`.", "Never use `api_key`."),
        ("Never pass --force.", "Never pass force."),
        ("Never push; test first.", "Never push test first."),
        ("~~Never push~~", "Never push"),
    ],
)
def test_what_differs_in_a_name_a_number_or_a_sign_is_another_rule(one: str, other: str) -> None:
    assert same(one) != same(other)


@given(st.from_regex(r"[a-zA-Z`][aB `./1*-]{0,40}[a-z`]", fullmatch=True))
def test_a_sign_of_a_list_and_a_full_stop_make_no_other_rule(text: str) -> None:
    assert same(f"- {text}") == same(text) == same(f"{text}.")


def test_what_is_for_some_files_names_them_and_comes_behind_what_is_for_all() -> None:
    head = '---\nglobs: "*.ts,*.tsx,src/**,lib/**"\n---\n'
    some = rules(f"{head}- Never use any.\n", note=".cursor/rules/a.mdc", source=Source.RULES)
    orders = rules("- Always run `make`.\n", note=".cursor/rules/b.mdc", source=Source.RULES)
    assert lines_of(together((), [*some, *orders]), Class.CONSTRAINTS) == [
        "- Always run `make`. [.cursor/rules/b.mdc:1]",
        "- Never use any. [.cursor/rules/a.mdc:4 for *.ts, *.tsx, src/** and 1 more]",
    ]
    assert rules(f"{head}- Never use any.\n", note="AGENTS.md")[0].globs == ()  # no agent takes them for a limit there


def test_a_rule_of_a_long_sentence_pushes_out_no_other() -> None:
    long = f"Never touch {' or '.join(f'part {n}' for n in range(60))}."
    part = shown(together((), rules(f"- {long}\n" + "".join(f"- Never push {n}.\n" for n in range(9)))))
    kept = [item.text for item in part[Class.CONSTRAINTS].items]
    assert (len(kept), part[Class.CONSTRAINTS].more, long in kept) == (9, 1, False)


@given(st.text('ab`*.(" 。', max_size=120), st.integers(1, 40))
def test_what_is_shown_of_a_text_is_whole_or_begins_it(text: str, limit: int) -> None:
    found = whole_sentences(text, limit)
    assert found == text or (text.startswith(found[:-2]) and tokens(found) <= limit + 1)


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
