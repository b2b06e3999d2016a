"""Labels of lines, as progress files and decision logs share them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.text.labels import Labels

LABELS = Labels({"why": ("why|reason", "原因"), "what": ("what",)}, "why|原因", breaks=".;,，", dashed=True)
PIECES = st.sampled_from(
    ["Why", "**Why**", "**Why:**", "原因", ":", "：", " ", "**", "- ", " – ", "x", "`a`", "(y)", "."]
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Why: slow", ("why", "Why: ", "slow")),
        ("**Why:** slow", ("why", "**Why:** ", "slow")),
        ("**Reason**: slow ", ("why", "**Reason**: ", "slow")),
        ("**Why** - slow", ("why", "**Why** - ", "slow")),
        ("Why – slow", ("why", "Why – ", "slow")),
        ("原因：慢", ("why", "原因：", "慢")),
        ("Why (of it): slow", ("why", "Why (of it): ", "slow")),
        ("Why not: slow", None),
        ("src/why.py: slow", None),
        ("Why" + " " * 60 + ": slow", None),
    ],
)
def test_a_line_that_begins_with_a_label(text: str, expected: tuple[str, str, str] | None) -> None:
    assert LABELS.first(text) == expected


def test_a_dash_is_a_colon_only_where_it_is_said_to_be() -> None:
    assert Labels({"why": ("why",)}, "why", breaks=".").first("Why – slow") is None


@pytest.mark.parametrize(
    ("text", "before", "parts"),
    [
        ("rename x; why: short", "rename x", [("why", "why:", "short")]),
        ("rename x. **Why**: short, 原因：短，", "rename x", [("why", "**Why**:", "short"), ("why", "原因：", "短")]),
        ("say why: short", "say why: short", []),
    ],
)
def test_labels_in_the_middle_of_a_line(text: str, before: str, parts: list[tuple[str, str, str]]) -> None:
    assert LABELS.inner(text) == (before, tuple(parts))


@given(st.lists(PIECES, max_size=12).map("".join))
def test_a_label_loses_nothing_of_its_line(text: str) -> None:
    if found := LABELS.first(text):
        assert found.head + found.value == text.rstrip() or not found.value
        assert text.startswith(found.head)
