"""Progress text -> entries: cases as data, and laws that hold for any text."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from case_files import read_cases
from mementod_parsers.progress.progress import MAX_ENTRIES, parse_progress
from mementod_parsers.progress.progress_entry import Fault, fault
from mementod_parsers.progress.progress_lines import MAX_LINE_CHARS, decode, split_lines

CASES = Path(__file__).parent / "cases" / "progress"
FILES = ("english", "languages", "odd")
PIECES = (
    "# P", "## In progress", "### Why", "- [ ] ", "  - What: ", "**Files**:", "because", "src/a.py", "`b.c()`", "|a|b|",
    "|--|--|", "```", "<!--", "-->", "---", "\n", "\r\n", "\n\n", "：", "原因：", "2026-01-02", "<<<<<<< ", "=======",
    ">>>>>>> x", "why: x; ", "\t", " ", "é", "\ud800", "\x00",
)  # fmt: skip
texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=60).map("".join)


def load() -> list[tuple[str, dict[str, object]]]:
    found = []
    for name in FILES:
        for case in read_cases(CASES / f"{name}.yaml"):
            found.append((f"{name}: {case['name']}", case))
    return found


def as_row(entry: object) -> dict[str, object]:
    row = asdict(entry)  # type: ignore[call-overload]
    return {k: list(v) if isinstance(v, tuple) else v for k, v in row.items()} | {"fault": fault(entry)}  # type: ignore[arg-type]


@pytest.mark.parametrize("case", [case for _, case in load()], ids=[name for name, _ in load()])
def test_entries_of_a_text(case: dict[str, object]) -> None:
    expected = case["entries"]
    assert isinstance(expected, list)
    rows = [as_row(entry) for entry in parse_progress(str(case["text"]))]
    assert len(rows) == len(expected), rows
    for row, wanted in zip(rows, expected, strict=True):
        assert {key: row[key] for key in wanted} == wanted


@given(texts)
def test_any_text_has_entries_within_its_lines(text: str) -> None:
    count = len(split_lines(text))
    for entry in parse_progress(text):
        assert 1 <= entry.first <= entry.last <= count
        assert fault(entry) in {None, *Fault}


@given(texts)
def test_line_ends_change_no_entry(text: str) -> None:
    plain = "\n".join(split_lines(text))
    assert parse_progress(plain.replace("\n", "\r\n")) == parse_progress(plain)


def test_the_same_words_are_the_same_entry_whatever_their_layout() -> None:
    one = "- src/a.py: Rename the parser because its name says nothing"
    other = "- [x] **2026-01-02** src/a.py: rename the `parser`, because its name says nothing."
    (first,), (second,) = parse_progress(one), parse_progress(other)
    assert first.words == second.words
    assert fault(second, earlier=[first]) is Fault.COPIED


def test_another_reason_is_another_entry() -> None:
    first, second = parse_progress("- a.py: drop it all because it is slow\n- a.py: drop it all because it is wrong")
    assert fault(second, earlier=[first]) is None


def test_an_entry_that_names_nothing_that_exists() -> None:
    (entry,) = parse_progress("- src/x.py: drop it all because it is slow")
    assert fault(entry, exists=lambda name: name == "src/y.py") is Fault.NOWHERE
    assert fault(entry, exists=lambda name: name == "src/x.py") is None


def test_a_huge_text_is_read_up_to_its_limits() -> None:
    line = "- src/a.py: rename it here because it is old\n"
    assert len(parse_progress(line * (MAX_ENTRIES + 7))) == MAX_ENTRIES
    long = f"- {'x' * MAX_LINE_CHARS} src/late.py because it is late"
    assert all("src/late.py" not in entry.files for entry in parse_progress(long))


@pytest.mark.parametrize("piece", ["[", "a/", "**", "a.", "日/", "---x-", "because ", "2026-01-01 "])
def test_a_hostile_line_is_read_in_bounded_time(piece: str) -> None:
    """The test's own time limit is the bound: what starts anew at every letter takes half a minute here."""
    parse_progress(("- " + piece * (MAX_LINE_CHARS // len(piece)) + "\n") * 200)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xef\xbb\xbf# P", "# P"),
        ("# P".encode("utf-16"), "# P"),
        (b"# \xff", "# \ufffd"),
        (b"\x00\x01\x02", None),
    ],
)
def test_bytes_of_a_progress_file(data: bytes, text: str | None) -> None:
    assert decode(data) == text
