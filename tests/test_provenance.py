"""Which parts of a text say where a statement came from, or what a finished change touched."""

from __future__ import annotations

import pytest

from mementod_parsers.force.provenance import is_source_label, leads_to_sources, provenance

SOURCES = [
    ("**Rule**: run `b.py`\n**Evidence**: PR 79 - `a.py` broke", " PR 79 - `a.py` broke"),
    ("Additional evidence: `a.py`", " `a.py`"),
    ("It held. Evidence: `a.py`", " `a.py`"),
    ("**Source**: session 2026-07-11, `a.py`", " session 2026-07-11, `a.py`"),
    ("**Session**: `sessions/2026-01-04-one.md`", " `sessions/2026-01-04-one.md`"),
    ("Session 307: `a.md`", " `a.md`"),
    ("PR #255 (2025-12-22): contents added to `a.py`", " contents added to `a.py`"),
    ("Files modified: `a.py`", " `a.py`"),
    ("**根拠**: `a.py`", " `a.py`"),
    ("**修改的文件**：`a.py`", "`a.py`"),
    ("**수정된 파일 목록:** `a.py`", "** `a.py`"),
    ("**Изменённые файлы**: `a.py`", " `a.py`"),
    ("[FIXED 2026-04-07] `a.py` was reversed", "[FIXED 2026-04-07] `a.py` was reversed"),
]
CLAIMS = [
    "**Source**: `src/auth.py`",
    "**Session**: managed by `src/session.ts`",
    "**Reference**: `docs/guide.md`",
    "**Location**: `src/auth.py`",
    "The evidence is in `src/auth.py`",
    "Modified files are kept in `src/cache.py`",
]


@pytest.mark.parametrize(("text", "part"), SOURCES)
def test_a_source_is_found(text: str, part: str) -> None:
    assert part in [text[low:high] for low, high in provenance(text)]


@pytest.mark.parametrize("text", CLAIMS)
def test_a_claim_is_none(text: str) -> None:
    assert provenance(text) == ()


def test_a_source_ends_at_the_next_label() -> None:
    text = "**Evidence**: `a.py` broke\n**Rule**: run `b.py`"

    assert [text[low:high].strip() for low, high in provenance(text)] == ["`a.py` broke"]


@pytest.mark.parametrize("title", ["Evidence", "Files Modified", "Changes made", "証拠", "Belege"])
def test_a_heading_may_announce_sources(title: str) -> None:
    assert is_source_label(title)


def test_a_line_may_lead_to_a_list_of_sources() -> None:
    assert leads_to_sources("**Evidence**:")
    assert not leads_to_sources("**Rule**:")
