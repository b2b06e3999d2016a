"""What a written name means: paths, folders, globs, symbols; and how much a text says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.progress.progress import parse_progress
from mementod_parsers.progress.progress_entry import MIN_WEIGHT, covers
from mementod_parsers.progress.progress_names import defines, means, weight, written_names

PATH = "src/core/a.py"
paths = st.lists(st.text("abc._é日-", min_size=1, max_size=6).filter(lambda t: t.strip(".")), min_size=1, max_size=4)


@pytest.mark.parametrize(
    "name",
    [
        "src/core/a.py",
        "core/a.py",
        "a.py",
        "src/core/",
        "src/core",
        "core/",
        "src/",
        "src/core/*.py",
        "src/**",
        "**/a.py",
        "src/*/a.py",
        "src/core/?.py",
        "src/{core,other}/a.py",
        "src/core/{a,b}.py",
        "/src/core/a.py",
        "/home/ada/project/src/core/a.py",
    ],
)
def test_names_that_mean_a_file(name: str) -> None:
    assert means(name, PATH)


@pytest.mark.parametrize(
    "name",
    [
        "src/core/b.py",
        "ore/a.py",
        "core",
        "b.py",
        "src/other/",
        "src/cor",
        ".",
        "/",
        "*",
        "**",
        "**/*",
        "*.py",
        "**/*.py",
        "src/core/*.ts",
        "src/{x,y}/a.py",
        "src/core/a.py/deeper",
    ],
)
def test_names_that_do_not_mean_it(name: str) -> None:
    assert not means(name, PATH)


@given(paths)
def test_a_path_a_folder_and_a_suffix_of_it_mean_it(parts: list[str]) -> None:
    path = "/".join(parts)
    assert means(path, path) == any(c.isalnum() for c in path)
    for end in range(1, len(parts)):
        folder = "/".join(parts[:end]) + "/"
        assert means(folder, path) == any(c.isalnum() for c in folder)


def test_composed_and_decomposed_letters_are_the_same() -> None:
    assert means("donne\u0301es/a.py", "donn\u00e9es/a.py")


def test_a_hostile_glob_is_matched_in_bounded_time() -> None:
    """What bounds it is the time that a test may take."""
    for number in range(100):
        assert not means("/".join(["*a*"] * 40), "a" * 400 + str(number))
        assert not means("**/" * 4 + "b", "a/" * 200 + str(number))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`src/a b.py` and src/c.py,", ("src/a b.py", "src/c.py")),
        ("修改src/a.py的解析", ("src/a.py",)),
        ("`文档/说明.md`", ("文档/说明.md",)),
        (r"src\core\a.py", ("src/core/a.py",)),
        ("src/a.py:12, src/b.py#L3-L9 and src/c.rs::Store::open()", ("src/a.py", "src/b.py", "src/c.rs")),
        ("see https://example.org/x/y.html", ()),
        ("données/naïve.py", ("données/naïve.py",)),
        ("(src/a.py)", ("src/a.py",)),
    ],
)
def test_paths_as_written(text: str, found: tuple[str, ...]) -> None:
    names = written_names(text)[0]
    assert set(found) <= set(names)
    if not found:
        assert names == ()


def test_in_a_list_of_files_every_word_may_be_one() -> None:
    assert written_names("Makefile, LICENSE", is_list=True)[0] == ("Makefile", "LICENSE")


@pytest.mark.parametrize(
    ("symbol", "known", "expected"),
    [
        ("parse_date", {"parse_date"}, True),
        ("parse_date()", {"Reader.parse_date"}, True),
        ("Reader.parse_date", {"Reader.parse_date"}, True),
        ("Reader::parse_date", {"Reader.parse_date"}, True),
        ("Writer.parse_date", {"Reader.parse_date"}, False),
        ("parse", {"parse_date"}, False),
        ("parse_date", set(), False),
    ],
)
def test_symbols_that_a_file_defines(symbol: str, known: set[str], expected: bool) -> None:
    assert defines(symbol, known) is expected


def test_symbols_are_asked_for_only_when_no_path_fits() -> None:
    asked = []

    def symbols_of(path: str) -> tuple[str, ...]:
        asked.append(path)
        return ("parse_it",)

    by_path, by_symbol = parse_progress(
        "- src/a.py: rename `parse_it` because it is old\n- rename `parse_it` because it is old"
    )
    assert covers(by_path, "src/a.py", symbols_of)
    assert asked == []
    assert covers(by_symbol, "src/a.py", symbols_of)
    assert asked == ["src/a.py"]


@pytest.mark.parametrize(
    "text", ["", "fix", "update the file", "TODO", "...", "src/a.py", "修复", "<why>", "- [ ] n/a"]
)
def test_texts_that_say_nothing(text: str) -> None:
    assert weight(text) < MIN_WEIGHT


@pytest.mark.parametrize("text", ["rename X", "crash", "old", "重命名", "too slow", "`parse_it` is wrong"])
def test_texts_that_say_something(text: str) -> None:
    assert weight(text) >= MIN_WEIGHT
