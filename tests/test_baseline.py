from __future__ import annotations

import json

import pytest

from mementod.errors import UserError
from mementod.reports.baseline import apply_baseline, read_baseline, write_baseline
from mementod.reports.report import FailOn, fails, unchecked
from mementod_parsers.model import Level, Reason, Report, Verdict
from reports import deleted, finding, moved, note, report

OLD = report(
    note("b.md", deleted("src/x.py"), finding(Verdict.UNVERIFIED, "y")),
    note("a.md", moved("src/a.py", "b.py")),
)


def silenced(now: Report, complete: bool = True) -> Report:
    return apply_baseline(now, read_baseline(write_baseline(OLD), "F"), complete)


def test_what_was_known_is_silent() -> None:
    after = silenced(OLD)
    assert not fails(after, FailOn.WARNING)
    assert unchecked(after) == {"silenced": 2}
    found = after.notes[0].findings[0]
    assert (found.verdict, found.level, found.reason) == (Verdict.UNCHECKED, Level.NONE, Reason.SILENCED)
    assert after.problems == ()


@pytest.mark.parametrize(
    "new",
    [
        note("b.md", deleted("src/x.py"), deleted("src/x.py", line=9)),
        note("b.md", deleted("src/new.py")),
        note("c.md", deleted("src/x.py")),
    ],
)
def test_what_is_new_is_loud(new: object) -> None:
    after = silenced(report(new))  # type: ignore[arg-type]
    assert [f.level for n in after.notes for f in n.findings].count(Level.ERROR) == 1


def test_another_verdict_on_a_known_citation_stays_silent() -> None:
    assert not fails(silenced(report(note("b.md", moved("src/x.py", "src/y.py")))), FailOn.ERROR)


def test_entries_that_are_gone_are_said() -> None:
    now = report(note("b.md", finding(text="src/x.py")))
    assert silenced(now).problems == ("1 finding of the baseline no longer occur: write it anew",)
    assert silenced(now, complete=False).problems == ()


def test_the_text_is_sorted_and_stable() -> None:
    text = write_baseline(OLD)
    assert text == write_baseline(report(*reversed(OLD.notes)))
    assert [entry["note"] for entry in json.loads(text)["findings"]] == ["a.md", "b.md"]
    assert len(text.splitlines()) == 4
    assert json.loads(write_baseline(report()))["findings"] == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "null",
        '{"schema": "other/1"}',
        '{"schema": "mementod.baseline/1", "findings": [7]}',
        "[" * 100_000,
    ],
)
def test_what_is_no_baseline_is_refused(text: str) -> None:
    with pytest.raises(UserError, match=r"F.*--write-baseline"):
        read_baseline(text, "F")
