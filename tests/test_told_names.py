"""Which words of a text are names of code, what a misspelt one was meant to be, and what one became."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.continuity.renamed import renamed_to
from mementod_parsers.continuity.spelling import corrected, distance, respelt
from mementod_parsers.continuity.told import told_names
from mementod_parsers.word_lists import words

WORDS = words(
    """
    connect UserService disconnect parse_it handleRequest maxBodySize timeout_s retry_budget cache_ttl max_pool_size
    get_user tx_count step1 item Items connection DATABASE_URL API_BASE_URL put set open_door usage users
    sessionId sessionIds
    """
)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Never change timeout_s below 30.", ["timeout_s"]),
        ("Use `conect` for new links, and UserServise for users", ["conect", "UserServise"]),
        ("pass DATABASE_URL and never --dry-run", ["DATABASE_URL", "--dry-run"]),
        ("the key server.cache_ttl, `app.theme` and obj.fooBar", ["app.theme", "server.cache_ttl", "obj.fooBar"]),
        ("`timeout_s = 30` in `UserStore::open()`", ["timeout_s", "UserStore.open"]),
        ("不要修改timeout_s，用 UserServise 解析", ["timeout_s", "UserServise"]),
        ("call conect() first", ["conect"]),
        ("keep the connect timeout small, e.g. 30 or so", []),
        ("see https://example.com/a_b, src/net.py, Node.js, GitHub, example.com and `git`", []),
        ("`true`, `main` and `x` say nothing", []),
    ],
)
def test_names_are_what_is_written_as_code_or_can_be_nothing_else(text: str, names: list[str]) -> None:
    assert [told.name for told in told_names(text)] == names


@pytest.mark.parametrize(
    ("text", "is_new"),
    [
        ("create `parse_all()` in src/a.py", True),
        ("add src/new.py with a function parse_all", True),
        ("a new class ParseAll", True),
        ("rename `parse_it` to parse_all", True),
        ("新增一个函数 `parse_all`", True),
        ("重命名为 parse_all", True),
        ("rename src/a.py to src/b.py with parse_it as parse_all", True),
        ("replace `parse_it` by parse_all", True),
        ("add a field label to ParseAllConfig", False),
        ("add `label` into the `parse_all`", False),
        ("create an instance of ParseAll", False),
        ("添加 label 到 parse_all", False),
        ("call `parse_all` when a file was added", False),
        ("不要修改 `parse_all`", False),
    ],
)
def test_what_is_to_be_made_is_told_apart(text: str, is_new: bool) -> None:
    assert [told.is_new for told in told_names(text) if "all" in told.name.lower()] == [is_new]


def test_a_word_of_prose_that_may_be_a_product_is_loose() -> None:
    assert [told.is_loose for told in told_names("PowerShell, `UserService` and makeIt")] == [False, True, False]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("conect", "connect"),
        ("conncet", "connect"),
        ("UserServise", "UserService"),
        ("handleRequets", "handleRequest"),
        ("maxBodySzie", "maxBodySize"),
        ("timeot_s", "timeout_s"),
        ("max_pol_sise", None),  # `pol` is too short to be told from a word
        ("max_pool_sise", "max_pool_size"),
        ("DATABSE_URL", "DATABASE_URL"),
        ("conection", "connection"),
        ("handlerequest", None),  # a word in one piece may be any word
        ("handleREquest", "handleRequest"),
        ("max_Body_Size", None),  # another way of writing names, perhaps of another language
        ("Userservice", None),
        ("sessionID", None),  # a matter of taste
        ("sessionIDs", None),
        ("maxBodysize", "maxBodySize"),
        ("max_pool_Size", "max_pool_size"),
    ],
)
def test_a_slip_is_put_right(written: str, meant: str | None) -> None:
    assert corrected(written, WORDS) == meant


@pytest.mark.parametrize(
    "written",
    [
        "set_user",  # `set` is a word of its own
        "rx_count",
        "step2",
        "items",
        "UserServices",
        "connected",
        "userServise",  # an instance, not the class
        "user",
        "usrs",  # short, and near to several
        "wholly_else",
    ],
)
def test_another_word_is_no_slip(written: str) -> None:
    assert corrected(written, WORDS) is None


def test_of_two_that_are_as_near_none_is_meant() -> None:
    assert corrected("close_dor", {"close_door", "close_dorm"}) is None
    assert corrected("close_dooor", {"close_door", "close_dorm"}) == "close_door"


texts = st.text("abcdeé_", max_size=9)


@given(texts, texts)
def test_a_distance_is_the_same_both_ways_and_nothing_only_between_equals(one: str, other: str) -> None:
    assert distance(one, other, 9) == distance(other, one, 9)
    assert (distance(one, other, 9) == 0) == (one == other)


@given(texts, st.integers(0, 8), st.sampled_from("xyz"))
def test_one_slip_is_at_most_one_away(word: str, at: int, letter: str) -> None:
    swapped = word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :]
    for slip in (word[:at] + letter + word[at:], word[:at] + word[at + 1 :], swapped):
        assert distance(word, slip, 3) <= 1


@pytest.mark.parametrize(
    ("written", "words", "meant"),
    [
        ("loadRows", {"load_rows", "loads"}, "load_rows"),
        ("load_Rows", {"loadRows"}, "loadRows"),
        ("Load_Rows", {"load_rows"}, "load_rows"),
        ("loadRows", {"load_rows", "loadrows"}, None),
        ("loadRows", {"LOAD_ROWS"}, None),
        ("LoadRows", {"load_rows"}, None),
        ("_loadRows", {"load_rows"}, None),
        ("loadrows", {"load_rows"}, None),
        ("load_rows", {"load_rows"}, None),
    ],
)
def test_a_name_may_be_one_of_the_code_with_other_humps(written: str, words: set[str], meant: str | None) -> None:
    assert respelt(written, words) == meant


@given(st.sampled_from(sorted(WORDS)))
def test_a_name_that_is_held_is_never_corrected_to_itself(word: str) -> None:
    assert corrected(word, WORDS) != word


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        (
            "def f(timeout_s=30):\n    return timeout_s\n",
            "def f(timeout_ms=30):\n    return timeout_ms\n",
            "timeout_ms",
        ),
        ("  timeout_s: 30\n", "  wait_s: 30\n", "wait_s"),
        ("a(timeout_s)\nb(timeout_s)\n", "a(one)\nb(two)\n", None),  # two names took its place
        ("a(timeout_s)\nb(other)\n", "a(other)\nb(other)\n", None),  # that one was there before
        ("a(timeout_s)\n", "", None),
    ],
)
def test_what_a_parameter_became_is_told_by_its_lines(before: str, after: str, name: str | None) -> None:
    assert renamed_to("timeout_s", before, after) == name
