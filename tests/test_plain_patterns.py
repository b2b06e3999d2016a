"""Patterns that need no library say what the library says."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from mementod_hooks.plain_patterns import is_sure, matches

PIECES = st.sampled_from(
    ("src", "core", "a", "a.py", ".x", "*", "**", "*.py", "/", "//", ".", "..", "!", "#", " ", "?", "[a]", "\\")
)
PATTERN = st.lists(PIECES, min_size=1, max_size=6).map("".join)
PATH = st.lists(st.sampled_from(("src", "core", "a", "a.py", ".x", "b")), min_size=1, max_size=4).map("/".join)


@pytest.mark.parametrize(
    ("pattern", "path", "answer"),
    [
        ("src/core/**", "src/core/a.py", True),
        ("src/core/**", "src/b.py", False),
        ("src/core/", "src/core/deep/a.py", True),
        ("/Makefile", "Makefile", True),
        ("/Makefile", "src/Makefile", False),
        ("Makefile", "src/Makefile", True),
        ("build/", "src/build", False),
        ("src/*.py", "lib/a.py", False),
        ("src/*.py", "src/a.py", None),
        ("*.py", "a.py", None),
        ("!src/core/**", "src/core/a.py", None),
    ],
)
def test_what_people_write(pattern: str, path: str, answer: bool | None) -> None:
    assert matches([pattern], path) is answer


@given(st.lists(PATTERN, min_size=1, max_size=3), PATH)
def test_an_answer_is_that_of_the_library(patterns: list[str], path: str) -> None:
    found = matches(patterns, path)
    if found is None:
        return
    try:
        spec = GitIgnoreSpec.from_lines(patterns)
    except ValueError:
        return  # such a configuration is refused before anybody matches it
    assert spec.match_file(path) is found


@given(PATTERN)
def test_what_is_surely_a_pattern_is_one(pattern: str) -> None:
    if is_sure(pattern):
        with warnings.catch_warnings(action="error"):
            GitIgnoreSpec.from_lines([pattern])
