"""What is cited where, in every form that people write: cases as data."""

from __future__ import annotations

from pathlib import Path

import pytest

from case_files import read_cases
from mementod_parsers.model import Citation, Force, Reason, Source
from mementod_parsers.notes import parse_note

CASES = Path(__file__).parent / "cases" / "citations"


def load() -> list[tuple[str, dict[str, object]]]:
    found = []
    for file in sorted(CASES.glob("*.yaml")):
        for i, case in enumerate(read_cases(file)):
            found.append((f"{file.stem}-{i}", case))
    return found


def fits(citation: Citation, want: dict[str, object]) -> bool:
    """Compare the fields that a case names, and those that it would have named if they were not plain."""
    full = {"loose": False, "reason": None, "force": Force.ASSERTS.value, **want}
    for field, value in full.items():
        got = getattr(citation, field)
        if field == "context":
            assert isinstance(value, list)
            if list(got[: len(value)]) != value:
                return False
        elif field == "lines":
            if [list(pair) for pair in got] != value:
                return False
        elif (got.value if isinstance(got, Reason | Force) else got) != value:
            return False
    return True


@pytest.mark.parametrize(("name", "case"), load(), ids=[name for name, _ in load()])
def test_citations_of_a_note(name: str, case: dict[str, object]) -> None:
    text = str(case["note"])
    citations = parse_note("notes/x.md", Source.INSTRUCTIONS, text.encode()).citations
    expect = case["expect"]
    assert isinstance(expect, list)
    shown = [
        (
            c.line,
            c.column,
            c.text,
            c.kind.value,
            c.name,
            c.force.value,
            c.loose,
            c.reason,
            c.context,
            c.place,
            c.lines,
        )
        for c in citations
    ]
    for want in expect:
        assert any(fits(c, want) for c in citations), (text, want, shown)
    forbidden = case.get("not", [])
    assert isinstance(forbidden, list)
    assert not [c.text for c in citations if c.text in forbidden], shown
    if case.get("sure") is False:
        assert all(c.loose or c.force is not Force.ASSERTS for c in citations), shown
