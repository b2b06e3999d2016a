"""What a line adds to the record, and what of it is shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.continuity.budget import tokens
from mementod_parsers.continuity.goals import goal_in
from mementod_parsers.continuity.heard import replaced, said
from mementod_parsers.continuity.record import CLASS_TOKENS, Class, Item, as_lines, shown


@pytest.mark.parametrize(
    ("text", "kind", "kept"),
    [
        ("Never touch `src/legacy.py`.", Class.CONSTRAINTS, "Never touch `src/legacy.py`."),
        ("不要修改 `src/legacy.py`", Class.CONSTRAINTS, "不要修改 `src/legacy.py`"),
        ("Tests are slow. You must not skip them.", Class.CONSTRAINTS, "Tests are slow. You must not skip them."),
        ("this really matters!! look at it", Class.EMPHASIS, "this really matters!! look at it"),
    ],
)
def test_what_binds_and_what_was_stressed_is_kept_verbatim(text: str, kind: Class, kept: str) -> None:
    assert [(item.kind, item.text) for item in said(text, "user", "")] == [(kind, kept)]


@pytest.mark.parametrize(
    "text",
    [
        "ValueError: must be str, not bytes",
        "    plan_test.go:41: must not be nil",
        "src/a.py:3:7: error: you must not call it",
        "panic: must never happen",
        "E       AssertionError: must not be empty",
        "2026-03-01 10:00:00 worker must not be null",
        "npm ERR! must provide a name",
        "    at Object.never (/src/must.js:3:1)",
    ],
)
def test_what_a_program_wrote_binds_nobody(text: str) -> None:
    assert said(text, "user", "") == ()
    assert goal_in(text, "user", "", True) is None


@pytest.mark.parametrize(
    "text",
    ["warning: never edit `src/a.py`!", "Error handling must stay in `src/a.py`.", "src/a.py:12 must never be changed"],
)
def test_an_order_with_such_a_word_binds(text: str) -> None:
    assert [item.kind for item in said(text, "user", "")] == [Class.CONSTRAINTS]


@pytest.mark.parametrize("text", ["The store is in src/a.py.", "go on", "", "what does it do?", "谢谢"])
def test_other_lines_add_nothing(text: str) -> None:
    assert said(text, "user", "") == ()


@pytest.mark.parametrize(
    ("text", "opens", "goal"),
    [
        ("Goal: replace the login page", False, "replace the login page"),
        ("目标：换掉登录页", False, "换掉登录页"),
        ("Please replace the login page", True, "Please replace the login page"),
        ("Please replace the login page", False, None),
        ("go on", True, None),
        ("换掉登录页面", True, "换掉登录页面"),
    ],
)
def test_a_goal_is_labelled_or_opens_a_session(text: str, opens: bool, goal: str | None) -> None:
    found = goal_in(text, "user", "", opens)
    assert (found.text if found else None) == goal


items = st.builds(Item, st.sampled_from(Class), st.text(min_size=1, max_size=300), st.just("user"), st.just(""))


@given(st.lists(items, max_size=40))
def test_every_statement_is_shown_or_counted(record: list[Item]) -> None:
    for kind, part in shown(record).items():
        of_kind = [item for item in record if item.kind is kind]
        assert part.more + len(part.items) == len(of_kind)
        assert list(part.items) == of_kind[::-1][: len(part.items)]
        assert len(part.items) <= 1 or sum(tokens(item.text) for item in part.items) <= CLASS_TOKENS


def test_what_was_revoked_is_not_shown() -> None:
    record = [
        Item(Class.CONSTRAINTS, "a", "user", "", revoked="2026-01-01"),
        Item(Class.GONE, "b", "user", "", None, "c"),
    ]
    assert as_lines(shown(record)) == ["Names that are gone:", "- b: use c"]


@pytest.mark.parametrize(
    ("known", "line", "found"),
    [
        (
            ["Never edit `src/a.py`."],
            "You may edit `src/a.py` now.",
            {"Never edit `src/a.py`.": "You may edit `src/a.py` now."},
        ),
        (["Never edit `src/a.py`."], "You may edit `src/b.py` now.", {}),
        (["Never edit `src/a.py`."], "Never edit `src/a.py`.", {}),
        (["You may edit `src/a.py`."], "thanks", {}),
    ],
)
def test_what_a_later_line_takes_the_place_of(known: list[str], line: str, found: dict[str, str]) -> None:
    before = [
        item for at, text in enumerate(known) for item in said(text, f"remember {at}", f"2026-01-01T00:00:0{at}Z")
    ]
    assert replaced(before, said(line, "remember 9", "2026-01-02T00:00:00Z")) == found


def test_what_holds_is_shown_before_what_was_replaced() -> None:
    items = [
        Item(Class.CONSTRAINTS, "Never edit it.", "user", ""),
        Item(Class.CONSTRAINTS, "Never move it.", "user", "", successor="You may move it."),
    ]
    lines = as_lines(shown(items))
    assert lines[1:] == ["- Never edit it. [user]", "- superseded: Never move it. [user]"]


def test_of_two_names_of_one_file_the_longer_one_is_shown() -> None:
    names = [Item(Class.IDENTIFIERS, text, "user", "") for text in ("en.json", "messages/en.json", "hi.json")]
    assert [item.text for item in shown(names)[Class.IDENTIFIERS].items] == ["hi.json", "messages/en.json"]
