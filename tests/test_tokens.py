"""Text of any file: decoding, identifiers, names."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.code.tokens import (
    IDENTIFIER_MAX_CHARS,
    TOKENS_MAX_BYTES,
    decode,
    identifiers,
    minified,
    names,
    names_in_lines,
    norm,
    utf8,
)

TEXT = "def größe():\n    return 1\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_marks_are_read_and_dropped(encoding: str) -> None:
    assert decode(TEXT.encode(encoding)) == TEXT


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_with_its_mark_has_its_identifiers(encoding: str) -> None:
    data = ("\ufeff" + TEXT).encode(encoding)

    assert identifiers(data) == {"def", "größe", "return"}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a\rb\r", "a\nb\n"),
        (b"a\r\nb\r\n", "a\r\nb\r\n"),
        (b"a\r\r\nb", "a\n\r\nb"),
        (b"caf\xe9 x", "caf\ufffd x"),
        (b"", ""),
        (b"\xef\xbb\xbf", ""),
    ],
)
def test_line_ends_and_bad_bytes(data: bytes, expected: str) -> None:
    assert decode(data) == expected


@pytest.mark.parametrize("data", [b"\0", b"PNG\0abc", b"x" * 8000 + b"\0"])
def test_binary_is_no_text(data: bytes) -> None:
    assert decode(data) is None
    assert identifiers(data) == frozenset()


def test_a_late_nul_is_only_a_bad_byte() -> None:
    assert decode(b"x" * 9000 + b"\0") is not None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("getUser(user_id)", {"getUser", "user_id"}),
        ("a b1 c", {"b1"}),
        ("0x1F 12ab 3.14", set()),
        ("--dry-run", {"dry", "run"}),
        ("$scope a$b", {"$scope", "scope", "a$b"}),
        ("Ünï_code 変数 имя", {"Ünï_code", "変数", "имя"}),
        ("调用getUser函数", {"getUser", "调用getUser函数"}),
        ("foo—bar «baz»", {"foo", "bar", "baz"}),
        ("x" * 129 + " " + "y" * 128, {"y" * 128}),
    ],
)
def test_identifiers(text: str, expected: set[str]) -> None:
    assert identifiers(text.encode()) == expected


def test_identifiers_are_composed() -> None:
    decomposed = unicodedata.normalize("NFD", "größe")

    assert identifiers(decomposed.encode()) == {"größe"}


def test_too_large_a_file_is_known_by_its_path() -> None:
    assert identifiers(b"name " * (TOKENS_MAX_BYTES // 5 + 1)) == frozenset()


@pytest.mark.parametrize("name", ["maxRetries", "MAX_RETRIES", "max-retries", "MaxRetries", "_maxRetries"])
def test_spellings_of_one_name_are_one(name: str) -> None:
    assert norm(name) == "maxretries"


def test_minified() -> None:
    assert minified(b"var a=1;" * 5000)
    assert minified(b"short\n" * 100 + b"x" * 20_000)
    assert not minified(b"x = 1\n" * 5000)
    assert not minified(b"x = 1\n" * 5000 + b"y" * 6000)
    assert not minified(b"x" * 9000)


@given(st.binary(max_size=300))
def test_nothing_fails_on_any_bytes(data: bytes) -> None:
    plain = utf8(data)

    assert (plain is None) == (decode(data) is None)
    assert all(2 <= len(name) <= IDENTIFIER_MAX_CHARS for name in identifiers(data))


@given(st.lists(st.from_regex(r"[a-z_][a-z0-9_]{1,20}", fullmatch=True)))
def test_what_is_written_is_found(written: list[str]) -> None:
    assert identifiers(" ".join(written).encode()) == frozenset(written)


@given(st.text(), st.text())
def test_identifiers_of_two_texts_are_those_of_both(one: str, other: str) -> None:
    together = identifiers((one + "\n" + other).encode("utf-8", "replace"))

    if "\0" not in one + other and not one.startswith("\ufeff") and not other.startswith("\ufeff"):
        parts = identifiers(one.encode("utf-8", "replace")) | identifiers(other.encode("utf-8", "replace"))
        assert together == parts


_PIECES = st.sampled_from(["aa", "_b", "1", "$", " ", "-", "é", "用", "\ufffd", "ก", "²", "\x85", "\x1c"])


@given(st.lists(st.lists(_PIECES, max_size=8).map("".join), max_size=6))
def test_what_each_line_holds_is_what_it_holds_alone(rows: list[str]) -> None:
    wanted = frozenset({"aa", "_b", "aa_b", "é", "用", "aa1", "aa用", "_baa", "ก", "$aa", "aa$aa"})
    lines = {row.encode() for row in rows}

    found = names_in_lines(lines, wanted)

    assert found == {line: held for line in lines if (held := wanted & identifiers(line))}


def test_no_words_have_no_names() -> None:
    assert names([]) == frozenset()
