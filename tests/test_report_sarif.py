from __future__ import annotations

import json
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest

from mementod.reports.report import ids
from mementod.reports.report_sarif import render_sarif
from mementod_parsers.model import Level, Report, Verdict
from reports import COMMIT, deleted, finding, moved, note, report

SCHEMA = json.loads((Path(__file__).parent / "cases" / "sarif-2.1.0.reduced.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "given",
    [
        report(),
        report(note("a.md", *(finding(verdict) for verdict in Verdict)), problems=("shallow\x1b",), tree=COMMIT),
        report(note("说明 dir/a#b%.md", deleted("x\x1b[2J")), root="/home/ada/my repo"),
        report(note("\udcff.md", finding(Verdict.DELETED, level=Level.INFO))),
    ],
)
def test_the_document_is_valid(given: Report) -> None:
    jsonschema.validate(json.loads(render_sarif(given)), SCHEMA)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), "2.0.0"),
        (("more",), 1),
        (("$schema",), None),
        (("runs", 0, "results"), None),
        (("runs", 0, "tool", "driver", "name"), ""),
        (("runs", 0, "tool", "driver", "rules", 0, "help"), None),
        (("runs", 0, "tool", "driver", "rules", 0, "fullDescription", "text"), "x" * 1025),
        (("runs", 0, "results", 0, "locations"), []),
        (("runs", 0, "results", 0, "message", "text"), ""),
        (("runs", 0, "results", 0, "level"), "info"),
        (("runs", 0, "results", 0, "partialFingerprints"), None),
        (("runs", 0, "results", 0, "locations", 0, "physicalLocation", "region", "endLine"), 0),
        (("runs", 0, "results", 0, "locations", 0, "physicalLocation", "artifactLocation", "uri"), "a b.md"),
        (("runs", 0, "invocations", 0, "executionSuccessful"), None),
    ],
)
def test_the_schema_takes_nothing_else(path: tuple[str | int, ...], value: object) -> None:
    document = json.loads(render_sarif(report(note("a.md", deleted("x")))))
    *inner, last = path
    place = document
    for step in inner:
        place = place[step]
    place[last] = value
    if value is None:
        del place[last]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, SCHEMA)


def test_a_result_in_full() -> None:
    listed = note("my notes/a.md", moved("src/a.py", "src/b.py", line=7), finding(), finding(Verdict.UNVERIFIED))
    (run,) = json.loads(render_sarif(report(listed)))["runs"]
    first, second = run["results"]
    assert first == {
        "ruleId": "moved",
        "ruleIndex": 1,
        "level": "error",
        "message": {"text": "src/a.py was moved to src/b.py (moved in 3f2a91c (2026-03-04))"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "my%20notes/a.md", "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": 7, "startColumn": 1, "endLine": 7, "endColumn": 9},
                }
            }
        ],
        "partialFingerprints": {"mementodId/v1": ids(listed)[0]},
    }
    assert second["level"] == "note"
    assert run["tool"]["driver"]["rules"][1]["id"] == "moved"
    assert run["originalUriBaseIds"]["%SRCROOT%"]["uri"] == "file:///repo/"


def test_a_note_outside_the_repository_has_a_file_address() -> None:
    (run,) = json.loads(render_sarif(report(note("/home/ada/.claude/m.md", deleted("x")))))["runs"]
    place = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place == {"uri": "file:///home/ada/.claude/m.md"}
