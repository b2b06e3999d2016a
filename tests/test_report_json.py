from __future__ import annotations

import json
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest

from mementod.reports.report_json import as_data, render_json
from mementod_parsers.model import Reason, Report, Verdict
from reports import COMMIT, deleted, finding, moved, note, report

SCHEMA = json.loads((Path(__file__).parent / "cases" / "check-1.schema.json").read_text(encoding="utf-8"))
REPORTS = [
    report(),
    report(note("a.md")),
    report(
        note("/home/ada/.claude/x.md", *(finding(verdict) for verdict in Verdict)),
        problems=("p",),
        tree=COMMIT,
    ),
    report(note("\udcff\x1b.md", finding(Verdict.UNCHECKED, "\ud800", reason=Reason.URL), problems=("\n",))),
]


@pytest.mark.parametrize("given", REPORTS)
def test_the_document_keeps_its_schema(given: Report) -> None:
    text = render_json(given)
    assert text.isascii()
    jsonschema.validate(json.loads(text), SCHEMA)
    assert json.loads(text) == as_data(given)


def test_one_citation_in_full() -> None:
    one = report(note("a.md", moved("src/a.py", "src/u/a.py", line=12), deleted("x")))
    (listed,) = json.loads(render_json(one))["notes"]
    assert listed["status"] == "stale"
    assert [c["verdict"] for c in listed["citations"]] == ["moved", "deleted"]
    first = listed["citations"][0]
    assert len(first.pop("id")) == 16
    assert first == {
        "line": 12,
        "column": 1,
        "end_column": 9,
        "text": "src/a.py",
        "kind": "path",
        "section": "Layout",
        "genre": "reference",
        "force": "asserts",
        "verdict": "moved",
        "level": "error",
        "resolved": "src/a.py",
        "target": "src/u/a.py",
        "evidence": "moved in 3f2a91c (2026-03-04)",
        "evidence_commit": COMMIT,
        "reason": None,
        "detail": "",
        "stamp": {
            "how": "blame",
            "commit": "9c1d" * 10,
            "at": "2025-11-02",
            "path": "src/a.py",
            "symbol": None,
        },
    }
