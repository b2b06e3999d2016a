"""What a text is found by."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.continuity.passages import passages
from mementod_parsers.continuity.search_terms import TERM_CAP_CHARS, TERMS_CAP, groups, held, most, terms


def holds(text: str, query: str) -> bool:
    wanted = groups(query)
    return len(held(text, wanted)) == len(wanted)


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
        ("redis needs a server", "why not redis?"),
        ("release by hand", "How do I release"),
        ("添加新的语言支持", "如何添加新语言"),
        ("修改任何键名", "修改键名"),
        ("没有用机器翻译", "为什么不用机器翻译"),
        ("了解项目的目的", "了解目的"),
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
        ("redis needs a server", "why"),
        ("机器人", "机器翻译"),
        ("数据丢失", "数据库"),
    ],
)
def test_another_text_is_not(text: str, query: str) -> None:
    assert not holds(text, query)


@given(st.text(max_size=200))
def test_a_text_is_found_by_itself_and_its_terms_are_bounded(text: str) -> None:
    assert holds(text, text)
    assert all(0 < len(term) <= TERM_CAP_CHARS and " " not in term for term in terms(text))


@pytest.mark.parametrize(("words", "least"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 3), (6, 4)])
def test_most_of_the_words_are_enough(words: int, least: int) -> None:
    assert most(words) == least


_TEXT = st.lists(
    st.sampled_from(
        ["library", "Libraries", "user_cache", "userCache", "cached", "# a", "缓存 路径", "缓存路径", "", "Σ", "ΟΔΟΣ."]
    )
    | st.text(max_size=8)
).map("\n".join)


@given(_TEXT, _TEXT)
def test_passages_are_found_wherever_a_line_holds_enough(text: str, query: str) -> None:
    wanted = groups(query)
    lines = [held(line, wanted) for line in text.splitlines()]
    found = passages(text, wanted)
    assert all(one.own == lines[one.number - 1] for one in found)
    assert found or not any(len(own) >= most(len(wanted)) for own in lines)


def test_a_huge_text_has_a_bounded_number_of_terms() -> None:
    assert len(terms(" ".join(f"word{i}" for i in range(50_000)))) < TERMS_CAP + 10
