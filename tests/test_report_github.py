from __future__ import annotations

import pytest

from mementod.reports.report_github import message, render_github
from mementod_parsers.model import Finding, Kind, Level, Verdict
from reports import deleted, finding, moved, note, report


def commands(path: str, *findings: Finding) -> list[str]:
    return [line for line in render_github(report(note(path, *findings))).splitlines() if line.startswith("::")]


def test_errors_come_before_warnings_and_the_rest_is_no_annotation() -> None:
    shown = commands(
        "a.md",
        finding(Verdict.MISSPELT, "getuser", target="getUser"),
        finding(Verdict.UNVERIFIED),
        deleted("x"),
    )
    assert shown == [
        "::error file=a.md,line=1,col=1,endColumn=2,title=mementod%3A deleted::"
        "x was deleted (deleted in 3f2a91c (2026-03-04))",
        "::warning file=a.md,line=1,col=1,endColumn=8,title=mementod%3A misspelt::getuser is spelt getUser",
    ]


@pytest.mark.parametrize(
    ("path", "text", "shown"),
    [
        ("a,b:c%d.md", "x", "file=a%2Cb%3Ac%25d.md,"),
        ("a\nb.md", "x", "file=a%0Ab.md,"),
        ("a\x1b[31m\u202eb.md", "x", "file=a\ufffd[31m\ufffdb.md,"),
        ("\udcff.md", "x", "file=\ufffd.md,"),
        ("a.md", "50%\r\n::set-output name=x::y", "::50%25  ::set-output name=x::y was moved"),
    ],
)
def test_nothing_ends_a_property_or_starts_a_command(path: str, text: str, shown: str) -> None:
    (line,) = commands(path, moved(text, "b"))
    assert shown in line


def test_the_log_below_gives_no_orders() -> None:
    sentence = "::stop-commands::x ##[error]y"
    text = render_github(
        report(note("a.md", moved("a", "b", sentence=sentence), moved("c", "d", sentence=sentence, line=2)))
    )
    log = [line for line in text.splitlines() if not line.startswith("::error file=")]
    assert not any(line.strip().startswith("::") or "##[" in line for line in log)
    assert any("stop-commands" in line for line in log)


def test_the_report_for_people_follows() -> None:
    assert render_github(report()).startswith("No notes found")


def test_a_note_outside_the_checkout_has_no_file() -> None:
    (line,) = commands("/home/ada/m.md", deleted("x"))
    assert "file=" not in line


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            finding(Verdict.SHIFTED, "a.py:1", kind=Kind.LINE_REF, resolved="a.py", target="a.py:9"),
            "a.py holds something else at that line: now a.py:9",
        ),
        (finding(Verdict.CHANGED, "f", level=Level.WARNING), "f changed since this was written"),
        (finding(Verdict.RENAMED, "a", target="b"), "a was renamed to b"),
        (finding(Verdict.UNVERIFIED, "a"), "a was never in this repository when this was written"),
    ],
)
def test_every_verdict_in_words(given: Finding, said: str) -> None:
    assert message(given) == said
