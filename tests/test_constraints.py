"""Constraints of notes: cases as data, scores on labelled notes, laws for any text, and which of two holds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bench.constraints import counts, load
from mementod_parsers.binding.binding import ANYTHING, ConstraintKind, kind_of
from mementod_parsers.binding.binding_english import ENGLISH
from mementod_parsers.binding.constraints import MAX_CONSTRAINTS, constraints_in, statements_in
from mementod_parsers.binding.subjects import Said, subject_of, superseded
from mementod_parsers.model import Genre

CASES = Path(__file__).parent / "cases" / "constraints"
PIECES = (
    "# Never do\n", "## Critical rules\n", "- ", "  - ", "You must:\n", "**禁止**:\n", "never ", "Do not ", "must ",
    "only ", "不要", "必须", "`a.py` ", "src/b.py ", ". ", "。", "\n", "\n\n", "|a|b|\n|-|-|\n", "```\n", "**",
    "(", ")", "é", "\x00",
)  # fmt: skip
texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=50).map("".join)


def cases() -> list[dict[str, object]]:
    return [case for file in sorted(CASES.glob("*.yaml")) for case in yaml.safe_load(file.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("case", cases(), ids=[str(case["name"]) for case in cases()])
def test_constraints_of_a_text(case: dict[str, object]) -> None:
    assert [[str(each.kind), each.text] for each in constraints_in(str(case["text"]))] == case["expect"]


@pytest.mark.parametrize(
    ("part", "precision", "recall"),
    [
        ("dev", 0.95, 0.97),
        ("fresh", 0.93, 0.95),
        ("held", 0.93, 0.93),
        ("third", 0.92, 0.94),
        ("fourth", 0.95, 0.92),
        ("fifth", 0.94, 0.95),
        ("sixth", 0.97, 0.93),
        ("seventh", 0.93, 0.92),
        ("eighth", 0.94, 0.95),
        ("ninth", 0.90, 0.88),
        ("tenth", 0.89, 0.83),
    ],
)
def test_labelled_notes_are_read_as_they_were_labelled(part: str, precision: float, recall: float) -> None:
    found = counts(load(part))
    assert found["TP"] / (found["TP"] + found["FP"]) >= precision
    assert found["TP"] / (found["TP"] + found["FN"]) >= recall


@pytest.mark.parametrize(
    "part", ["dev", "fresh", "held", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
)
def test_the_quick_test_before_the_searches_loses_nothing(part: str) -> None:
    thorough = replace(ENGLISH, hint=ANYTHING)
    for row in (each for section in load(part) for each in section):
        assert kind_of(row["text"], ENGLISH) == kind_of(row["text"], thorough), row["text"]


@given(texts)
def test_constraints_are_the_words_of_the_text_in_its_order(text: str) -> None:
    plain = "".join(text.split())
    found = constraints_in(text)
    assert [each.line for each in found] == sorted(each.line for each in found)
    for each in found:
        assert 1 <= each.line <= text.count("\n") + 1
        assert "".join(each.text.split()) in plain


@pytest.mark.parametrize(
    "piece",
    ["never ", "不要，", "- (not ", "use a, ", "**", "must: ", "# never\n- a\n", "`", "先改，再", "只在", "如果，每次"],
)
def test_no_text_takes_long_or_gives_without_end(piece: str) -> None:
    assert len(constraints_in((piece * 2_000 + "\n") * 5)) <= MAX_CONSTRAINTS


def test_the_names_of_a_constraint_are_those_of_its_own_sentence() -> None:
    first, second = constraints_in("- Never edit `src/gen.py`. Always call `Store.open()` in `src/a.py`.\n")
    assert first.cites == ("src/gen.py",)
    assert set(second.cites) == {"Store.open", "src/a.py"}


def test_a_borrowed_force_names_its_lender() -> None:
    (only,) = constraints_in("## Critical rules\n\n- Keep the API stable\n")
    assert only.under == "Critical rules"


def test_a_record_binds_nobody() -> None:
    assert constraints_in("- Never edit `src/gen.py`.\n", Genre.RECORD) == ()


def said(*texts: str) -> list[Said]:
    return [Said(each, at) for at, text in enumerate(texts) for each in statements_in(text)]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("Never edit `src/a.py`.", "You may edit `src/a.py` now."), [1, None]),
        (("不要修改 `src/a.py`。", "现在可以修改 `src/a.py` 了。"), [1, None]),
        (("Never edit `src/a.py`.", "Never edit `src/b.py`."), [None, None]),
        (("Do not use `axios`.", "Always use `axios`."), [1, None]),
        (("Always use `axios`.", "Do not use `axios`.", "Always use `axios`."), [2, 2, None]),
        (("Do not use `axios` in tests.", "Always use `axios` in scripts."), [None, None]),
        (("Never edit `src/a.py`.", "Never delete `src/a.py`."), [None, None]),
        (("Never edit `src/a.py`.", "Never edit `src/a.py`."), [1, None]),
        (("Never push.", "Always push."), [None, None]),
    ],
)
def test_the_latest_statement_on_a_subject_holds(texts: tuple[str, ...], expected: list[int | None]) -> None:
    assert list(superseded(said(*texts))) == expected


def test_a_note_does_not_contradict_itself() -> None:
    one = [Said(each, 1.0) for each in statements_in("- Do not use `axios`.\n- Always use `axios`.\n")]
    assert superseded(one) == (None, None)


def test_a_permission_is_no_constraint() -> None:
    (lifted,) = statements_in("`src/a.py` may be edited again.")
    assert lifted.kind is ConstraintKind.PERMISSION
    assert constraints_in("`src/a.py` may be edited again.") == ()


def test_what_a_long_line_without_blanks_is_about_is_found_in_time() -> None:
    assert subject_of("不" * 200_000 + " edit `src/a.py`", ("src/a.py",)) == "edit src/a.py"
