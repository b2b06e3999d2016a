from __future__ import annotations

import pytest

from mementod.reports.report import FailOn, Status, counts, fails, ids, levels, status, unchecked
from mementod_parsers.model import Kind, Level, Reason, Verdict
from mementod_parsers.text.printable import clean
from reports import deleted, finding, moved, note, report


def test_ids_survive_a_move_of_the_line_and_tell_occurrences_apart() -> None:
    first = note("a.md", deleted("src/x.py", line=3), deleted("src/x.py", line=9))
    later = note("a.md", deleted("src/x.py", line=30), deleted("src/x.py", line=90))
    assert ids(first) == ids(later)
    assert len(set(ids(first))) == 2
    assert set(ids(first)).isdisjoint(ids(note("b.md", deleted("src/x.py"))))
    kinds = (Kind.PATH, Kind.SYMBOL)
    assert len({ids(note("a.md", finding(text="x", kind=kind))) for kind in kinds}) == 2


def test_ids_take_any_name() -> None:
    assert len(ids(note("\udcff.md", finding(text="\ud800\n")))) == 1


def test_counts_name_every_verdict() -> None:
    one = report(note("a.md", finding(), deleted("b")), note("b.md"))
    assert counts(one) == {
        "notes": 2, "citations": 2, "ok": 1, "deleted": 1, "moved": 0, "renamed": 0, "shifted": 0,
        "misspelt": 0, "changed": 0, "unverified": 0, "unchecked": 0,
    }  # fmt: skip
    assert levels(one) == {Level.ERROR: 1, Level.WARNING: 0, Level.INFO: 0, Level.NONE: 1}


def test_reasons_are_counted_most_first() -> None:
    found = [finding(Verdict.UNCHECKED, reason=reason) for reason in (Reason.URL, Reason.HOME, Reason.HOME, None)]
    assert list(unchecked(report(note("a.md", *found))).items()) == [("home", 2), ("no-claim", 1), ("url", 1)]


@pytest.mark.parametrize(
    ("findings", "expected"),
    [
        ((), Status.EMPTY),
        ((finding(),), Status.OK),
        ((finding(Verdict.UNVERIFIED),), Status.OK),
        ((finding(), finding(Verdict.SHIFTED)), Status.CHANGED),
        ((finding(Verdict.SHIFTED), deleted("x")), Status.STALE),
        ((finding(Verdict.DELETED, level=Level.INFO),), Status.OK),
    ],
)
def test_the_worst_finding_is_the_status(findings: tuple[object, ...], expected: Status) -> None:
    assert status(note("a.md", *findings)) is expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        (Verdict.OK, (0, 0, 0)),
        (Verdict.SHIFTED, (0, 1, 0)),
        (Verdict.MOVED, (1, 1, 0)),
        (Verdict.UNVERIFIED, (0, 0, 0)),
    ],
)
def test_what_fails(verdict: Verdict, expected: tuple[int, int, int]) -> None:
    one = report(note("a.md", finding(verdict)))
    assert tuple(int(fails(one, level)) for level in (FailOn.ERROR, FailOn.WARNING, FailOn.NEVER)) == expected


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("说明 привет é 👩‍💻", "说明 привет é 👩‍💻"),
        ("a\x1b[2Jb", "a\ufffd[2Jb"),
        ("a\x9b31mb\x7f", "a\ufffd31mb\ufffd"),
        ("a\r\nb\tc\u2028d", "a  b c d"),
        ("\u202egnp.exe\u2066", "\ufffdgnp.exe\ufffd"),
        ("\udcff\ud800", "\ufffd\ufffd"),
        ("\x00\x07", "\ufffd\ufffd"),
    ],
)
def test_nothing_steers_the_terminal(text: str, shown: str) -> None:
    assert clean(text) == shown
    assert moved(text, "b").citation.text == text
