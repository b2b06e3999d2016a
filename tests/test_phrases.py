"""Phrases that are put together into one pattern: it matches where one of them does."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.binding.binding import any_of
from mementod_parsers.binding.phrases import SHARED_CHARS, joined

# Long enough to be written once, and nothing in it but b's and c's where it counts.
LONG = f"(?:b|c+|{SHARED_CHARS * 'x'})"
PARTS = (
    LONG,
    LONG,
    "a",
    "b?",
    "[|)(]",
    r"\|",
    "(?:a|bc)",
    "(?!ab)",
    "(?<!b)",
    "|",
    "^",
    r"\bc",
    "a{1,2}?",
    "(?-i:B)",
    ".",
)
SENTENCES = st.text("abcB|( ", max_size=8)


def plain(phrases: list[str]) -> str:
    return "|".join(f"(?:{phrase})" for phrase in phrases)


@given(
    st.lists(st.lists(st.sampled_from(PARTS), min_size=1, max_size=5).map("".join), min_size=1, max_size=5),
    st.lists(SENTENCES, min_size=1, max_size=20),
)
def test_what_is_joined_matches_where_one_of_the_phrases_does(phrases: list[str], texts: list[str]) -> None:
    one, each = (re.compile(pattern, re.IGNORECASE) for pattern in (joined(phrases), plain(phrases)))
    for text in texts:
        assert bool(one.search(text)) == bool(each.search(text))
        assert bool(one.match(text)) == bool(each.match(text))


@pytest.mark.parametrize(
    "phrases",
    [[f"{LONG}a", f"{LONG}b|c"], [f"a{LONG}", f"(?:b|c) {LONG}"], [f"{LONG}a", f"a{LONG}", f"{LONG} b{LONG}"]],
)
def test_a_long_part_that_phrases_share_is_written_once(phrases: list[str]) -> None:
    assert joined(phrases).count(LONG) < "".join(phrases).count(LONG)


@given(st.lists(st.text("abc-.", max_size=5), min_size=1), st.text("abc-.", max_size=6))
def test_any_of_matches_the_words_and_nothing_else(words: list[str], text: str) -> None:
    assert bool(re.fullmatch(any_of(words), text)) == (text in words)
