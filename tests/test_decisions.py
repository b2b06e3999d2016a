"""Decision logs: read as cases say, and one decision more in the form that the log has."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from case_files import read_cases
from mementod_parsers.decisions.decision_forms import Draft
from mementod_parsers.decisions.decision_parts import Rejected
from mementod_parsers.decisions.decision_writing import NEW_LOG, with_decision
from mementod_parsers.decisions.decisions import MAX_DECISIONS, parse_decisions

CASES = Path(__file__).parent / "cases" / "decisions"
DRAFT = Draft(
    "use SQLite for rows",
    "one file and no server",
    "2026-05-01",
    "where rows go",
    rejected=(Rejected("Redis", "needs a server"), Rejected("flat files", "no queries")),
)
PIECES = (
    "# D", "## ADR-1: Use uv\n", "## Decision\n", "### Why\n", "**Decision**: ", "**Rejected**:\n", "- ", "  - Why: ",
    "Status: ",
    "2026-01-02: ", "chose a over b because c\n", "|Decision|Why|\n|--|--|\n", "|a|b|\n", "```\n", "<!--", "-->",
    "---\n", "\n",
    "\r\n", "：", "决策：", "否决：", "; ", "(x)", "`b.c()`", "<<<<<<< ", "\t", "é", "\ud800", "\x00",
)  # fmt: skip
texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=50).map("".join)
words = st.text("abc xyzé日本`*|:-_#[]()<>{}.,;/", min_size=1, max_size=40).map(lambda text: " ".join(text.split()))


def cases(name: str) -> list[dict[str, Any]]:
    found = read_cases(CASES / f"{name}.yaml")
    assert isinstance(found, list)
    return found


def plain(value: object) -> object:
    return [plain(each) for each in value] if isinstance(value, tuple | list) else value


@pytest.mark.parametrize("case", cases("reading"), ids=[case["name"] for case in cases("reading")])
def test_decisions_of_a_log(case: dict[str, Any]) -> None:
    rows = [{key: plain(value) for key, value in asdict(each).items()} for each in parse_decisions(case["text"])]
    for row, wanted in zip(rows, case["expect"], strict=False):
        assert {key: row[key] for key in wanted} == wanted
    assert len(rows) == len(case["expect"]), rows


@given(texts)
def test_any_text_has_decisions_within_its_lines(text: str) -> None:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    for each in parse_decisions(text):
        assert 1 <= each.first <= each.last <= lines
        assert each.chosen or each.title


@pytest.mark.parametrize(
    "piece", ["- 2026-01-02: use a; why: b\n", "**Decision**: a\n", "Rejected: " + "a (b); " * 50 + "\n", "## "]
)
def test_no_log_takes_long_or_gives_without_end(piece: str) -> None:
    assert len(parse_decisions(piece * 20_000)) <= MAX_DECISIONS


@pytest.mark.parametrize("case", cases("writing"), ids=[case["name"] for case in cases("writing")])
def test_the_form_of_the_log_is_kept(case: dict[str, Any]) -> None:
    assert with_decision(case["before"], DRAFT) == case["after"]


def is_inserted(old: str, new: str) -> bool:
    """Whether `new` is `old` with one stretch more."""
    start = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return len(new) > len(old) and any(new[:at] + new[at + len(new) - len(old) :] == old for at in range(start + 1))


@given(texts)
@settings(max_examples=60)
def test_every_other_character_stays_and_the_decision_is_read_back(text: str) -> None:
    made = with_decision(text, DRAFT)
    if made is None:
        return
    assert is_inserted(text, made)
    assert any({each.name for each in found.rejected} >= {"Redis", "flat files"} for found in parse_decisions(made))
    assert {each.key for each in parse_decisions(text)} <= {each.key for each in parse_decisions(made)}


@given(words, words, words)
@settings(max_examples=60)
def test_whatever_is_said_is_read_back_or_refused(chosen: str, why: str, name: str) -> None:
    made = with_decision(NEW_LOG, Draft(chosen, why, "2026-05-01", rejected=(Rejected(name, "too slow"),)))
    if made is not None:
        (found,) = parse_decisions(made)
        assert "too slow" in " ".join(each.why for each in found.rejected)


def test_a_decision_is_not_written_twice() -> None:
    once = with_decision(NEW_LOG, DRAFT)
    assert once is not None
    assert with_decision(once, DRAFT) is None


def test_a_chinese_decision_gets_chinese_labels() -> None:
    log = "# 决策\n\n## 2026-01-02 采用 uv\n\n- 决策：采用 uv\n- 理由：快\n"
    made = with_decision(log, Draft("采用 SQLite", "单文件", "2026-05-01", rejected=(Rejected("Redis", "需要服务器"),)))
    assert (
        made
        == log + "\n## 2026-05-01 采用 SQLite\n\n- 决策：采用 SQLite\n- 理由：单文件\n- 否决：\n  - Redis：需要服务器\n"
    )
