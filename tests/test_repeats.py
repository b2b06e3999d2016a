"""One line of a note, one dead thing, one finding for the reader."""

from __future__ import annotations

import json

import pytest

from mementod.reports.repeats import told_once
from mementod.reports.report import located
from mementod.reports.report_github import render_github
from mementod.reports.report_json import render_json
from mementod.reports.report_sarif import render_sarif
from mementod.reports.report_text import Look, render_text
from mementod_parsers.model import Finding, Kind, Level, Report, Verdict
from reports import COMMIT, deleted, finding, moved, note, report

DEAD = "scripts/build.ps1"


def command(text: str = "pwsh scripts/build.ps1", *, column: int = 30) -> Finding:
    evidence = "it runs scripts/build.ps1: deleted in 3f2a91c (2026-03-04)"
    return finding(
        Verdict.DELETED,
        text,
        column=column,
        kind=Kind.COMMAND,
        resolved=DEAD,
        evidence=evidence,
        commit=COMMIT,
    )


def symbol(name: str, file: str, target: str | None = None, *, column: int = 40, line: int = 1) -> Finding:
    verdict = Verdict.MOVED if target else Verdict.DELETED
    return finding(
        verdict,
        name,
        line=line,
        column=column,
        kind=Kind.SYMBOL,
        resolved=f"{file}:{name}",
        target=target,
        commit=COMMIT,
    )


def told(*findings: Finding) -> list[str]:
    return [item.finding.citation.text for item in told_once(located(report(note("a.md", *findings))))]


@pytest.mark.parametrize(
    ("findings", "heard"),
    [
        ([deleted(DEAD), command()], [DEAD]),
        ([command(column=1), finding(Verdict.DELETED, DEAD, column=60, commit=COMMIT)], [DEAD]),
        ([deleted(DEAD), deleted(DEAD)], [DEAD]),
        ([deleted(DEAD), deleted(DEAD, line=2)], [DEAD, DEAD]),
        ([moved("a.py", "b.py"), symbol("open", "a.py", "b.py:open"), symbol("shut", "a.py", "b.py:shut")], ["a.py"]),
        ([symbol("open", "a.py", "b.py:open"), moved("a.py", "b.py")], ["a.py"]),
        ([moved("a.py", "b.py"), symbol("open", "a.py", "c.py:open")], ["a.py", "open"]),
        ([moved("a.py", "b.py"), symbol("open", "a.py")], ["a.py", "open"]),
        ([deleted("a.py"), symbol("open", "a.py"), symbol("open", "x.py", column=50)], ["a.py", "open"]),
        ([symbol("open", "a.py"), symbol("shut", "a.py", column=50)], ["open", "shut"]),
        ([symbol("open", "a.py"), symbol("open", "a.py", column=50)], ["open"]),
        ([symbol("keep", "a.py"), finding(Verdict.DELETED, "keep", column=40, kind=Kind.CONFIG)], ["keep"]),
        (
            [
                finding(Verdict.SHIFTED, "a.py:1", name="a.py", lines=((1, 1),)),
                finding(Verdict.SHIFTED, "a.py:9", name="a.py", lines=((9, 9),), column=20),
            ],
            ["a.py:1", "a.py:9"],
        ),
    ],
)
def test_what_a_reader_hears_of_one_line(findings: list[Finding], heard: list[str]) -> None:
    assert told(*findings) == heard


def test_the_loudest_stays() -> None:
    quiet = finding(Verdict.DELETED, DEAD, level=Level.INFO)
    assert told(quiet, command()) == ["pwsh scripts/build.ps1"]


def test_a_line_of_very_many_is_read_once() -> None:
    many = (symbol(f"f{n}", f"{n}.py", column=10 * n + 1) for n in range(20_000))
    assert len(told(*many)) == 20_000


@pytest.fixture
def twice() -> Report:
    return report(note("a.md", deleted(DEAD), command()))


def test_reports_for_people_say_it_once_and_data_say_all(twice: Report) -> None:
    text = render_text(twice, Look())
    assert "scripts/build.ps1 was deleted in 3f2a91c4d (2026-03-04): 1 citation in 1 note" in text
    assert "2 citations found" in text
    assert "1 error, " in text
    assert render_github(twice).count("::error ") == 1
    assert len(json.loads(render_sarif(twice))["runs"][0]["results"]) == 1
    assert len(json.loads(render_json(twice))["notes"][0]["citations"]) == 2
