"""What a text is found by."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.continuity.search_terms import TERM_CAP_CHARS, TERMS_CAP, groups, terms


def holds(text: str, query: str) -> bool:
    held = set(terms(text))
    return all(any(held.issuperset(way) for way in group) for group in groups(query))


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("use legacyAuth here", "legacy_auth"),
        ("use legacy_auth here", "legacyAuth"),
        ("use LEGACY_AUTH here", "legacyAuth"),
        ("the legacy way to auth", "legacyAuth"),
        ("see src/core/store.py", "core/store"),
        ("see src/core/store.py", "src/core/store.py"),
        ("HTTPServer starts", "http server"),
        ("port 8080 is taken", "8080"),
        ("不要使用缓存", "缓存"),
        ("不要使用缓存", "不要"),
        ("在 legacyAuth 里不要改", "legacy_auth 不要"),
        ("キャッシュを使う", "キャッシュ"),
        ("캐시를 쓰지 마세요", "캐시"),
        ("Der Schlüssel fehlt", "schlüssel"),
        ("you may delete migrations", "delete migration"),
        ("Never delete a migration.", "deleting migrations"),
        ("rows are cached", "cache"),
        ("running settings", "runs setting"),
        ("two libraries were added", "library add"),
    ],
)
def test_a_text_is_found(text: str, query: str) -> None:
    assert holds(text, query)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("use legacyAuth here", "legacyAuthor"),
        ("不要使用缓存", "存缓"),
        ("nothing", "something"),
        ("the redis class", "redi clas"),
        ("a string", "stre"),
    ],
)
def test_another_text_is_not(text: str, query: str) -> None:
    assert not holds(text, query)


@given(st.text(max_size=200))
def test_a_text_is_found_by_itself_and_its_terms_are_bounded(text: str) -> None:
    assert holds(text, text)
    assert all(0 < len(term) <= TERM_CAP_CHARS and " " not in term for term in terms(text))


def test_a_huge_text_has_a_bounded_number_of_terms() -> None:
    assert len(terms(" ".join(f"word{i}" for i in range(50_000)))) < TERMS_CAP + 10
