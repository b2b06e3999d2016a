"""A progress file with one entry more: every other byte stays, the form is the file's own, and the entry counts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from case_files import read_cases
from mementod_parsers.progress.progress import parse_progress
from mementod_parsers.progress.progress_entry import Form, fault
from mementod_parsers.progress.progress_forms import Draft
from mementod_parsers.progress.progress_names import means
from mementod_parsers.progress.progress_writing import with_entry
from test_progress import texts

CASES = Path(__file__).parent / "cases" / "progress" / "writing.yaml"
DRAFT = Draft(("src/z.py",), "rename the parser", "its name says nothing", "2026-05-01")
words = st.text("abc xyzé日本`*|:-_#[]()<>{}.,;/", min_size=1, max_size=40)


def load() -> list[dict[str, str]]:
    found = read_cases(CASES)
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("case", load(), ids=[case["name"] for case in load()])
def test_the_form_of_the_file_is_kept(case: dict[str, str]) -> None:
    assert with_entry(case["before"], DRAFT) == case["after"]


def is_inserted(old: str, new: str) -> bool:
    """Whether `new` is `old` with one stretch more."""
    start = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return len(new) > len(old) and any(new[:at] + new[at + len(new) - len(old) :] == old for at in range(start + 1))


@given(texts)
@settings(max_examples=60)
def test_every_other_character_stays_and_the_entry_counts(text: str) -> None:
    made = with_entry(text, DRAFT)
    if made is None:
        return
    assert is_inserted(text, made)
    known = {entry.key for entry in parse_progress(text)}
    new = [entry for entry in parse_progress(made) if entry.key not in known and fault(entry) is None]
    assert any(means(name, "src/z.py") for entry in new for name in entry.files)
    assert known <= {entry.key for entry in parse_progress(made)}


@given(words, words)
@settings(max_examples=60)
def test_whatever_is_said_counts_or_is_refused(what: str, why: str) -> None:
    draft = Draft(("src/z.py",), " ".join(what.split()), " ".join(why.split()), "2026-05-01")
    text = "# Progress\n\n- src/a.py: drop it because it is old\n"
    made = with_entry(text, draft)
    if made is not None:
        assert any(fault(e) is None and any(means(n, "src/z.py") for n in e.files) for e in parse_progress(made))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("## Done\n- a\n\n## Next\n", ["## Next", "", "- rename the parser"]),
        ("## Next\n- [ ] a\n  - b\n\n## Done\n- a\n", ["  - b", "- [ ] rename the parser"]),
    ],
)
def test_a_name_without_an_ending_stands_where_open_work_does(text: str, lines: list[str]) -> None:
    made = with_entry(text, Draft(("Makefile",), DRAFT.what, DRAFT.why, DRAFT.date))
    assert made is not None
    inner = ["  - Why: its name says nothing", "  - Files: `Makefile`"]
    assert "\n".join([*lines, *inner]) in made


def test_an_open_fence_swallows_no_entry() -> None:
    assert with_entry("# P\n```\n- src/a.py: x\n", DRAFT) is None


def test_an_entry_is_not_written_twice() -> None:
    once = with_entry("# Progress\n", DRAFT)
    assert once is not None
    assert with_entry(once, DRAFT) is None


def test_the_same_words_for_another_file_are_another_entry() -> None:
    once = with_entry("# Progress\n", DRAFT)
    assert once is not None
    assert with_entry(once, Draft(("src/y.py",), DRAFT.what, DRAFT.why, DRAFT.date)) is not None


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_line_ends_are_those_of_the_file(end: str) -> None:
    text = end.join(("# P", "", "- src/a.py: drop it because it is old", ""))
    made = with_entry(text, DRAFT)
    assert made is not None
    assert set(re.findall(r"\r?\n", made)) == {end}


def test_a_row_keeps_bars_in_their_cell() -> None:
    table = "| File | Change | Why |\n|---|---|---|\n| src/x.py | drop the cache | never hit |\n"
    made = with_entry(table, Draft(("src/z.py",), "left | right", "two | bars", "2026-05-01"))
    assert made is not None
    assert [entry.what for entry in parse_progress(made) if entry.form is Form.ROW] == [
        "drop the cache",
        "left | right",
    ]
