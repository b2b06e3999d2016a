"""What `fix` leaves to a person: a line a cause, however many citations it has."""

from __future__ import annotations

import pytest

from mementod.reports.fixes import plan
from mementod.reports.leftover import leftover
from mementod_parsers.model import Kind, NoteReport, Report, Verdict
from reports import COMMIT, deleted, finding, note, report


def lines(*notes: NoteReport) -> list[str]:
    whole = report(*notes)
    return list(leftover(whole, plan(whole, _contents(whole)).skipped))


def _contents(whole: Report) -> dict[str, bytes]:
    """Notes that hold nothing of what is cited, so that nothing can be repaired."""
    return {each.note.path: b"x\n" * 100 for each in whole.notes}


GONE = deleted("src/a.py", line=3)
TWICE = finding(Verdict.DELETED, "a.py", name="src/a.py", line=3, evidence=GONE.evidence, commit=COMMIT)
SEVERAL = finding(Verdict.MOVED, "src/a.py", line=4, evidence="moved", commit=COMMIT)
SHIFTED = finding(Verdict.SHIFTED, "src/a.py:3", name="src/a.py", lines=((3, 3),), line=9)


@pytest.mark.parametrize(
    ("notes", "expected"),
    [
        ([note("a.md", GONE)], ["src/a.py was deleted in 3f2a91c4d (2026-03-04): a.md:3"]),
        (
            [note("a.md", *(deleted("src/a.py", line=n) for n in range(1, 5))), note("b.md", GONE)],
            ["src/a.py was deleted in 3f2a91c4d (2026-03-04): 5 places in 2 notes, a.md:1, a.md:2, a.md:3 and 2 more"],
        ),
        (
            [note("a.md", GONE, TWICE)],
            ["src/a.py was deleted in 3f2a91c4d (2026-03-04): a.md:3"],
        ),
        ([note("a.md", SEVERAL)], ["src/a.py went to more than one place in 3f2a91c4d: a.md:4"]),
        (
            [note("a.md", SHIFTED)],
            ["src/a.py: the cited lines hold something else now (what it meant is gone): a.md:9"],
        ),
        ([note("a.md", finding(Verdict.UNVERIFIED, "Nope", kind=Kind.SYMBOL))], []),
    ],
)
def test_one_cause_is_one_line(notes: list[NoteReport], expected: list[str]) -> None:
    assert lines(*notes) == expected


def test_many_small_causes_are_named_each() -> None:
    files = [f"src/{name}.py" for name in "abcdef"]
    gone = [
        deleted(file, line=line, commit=f"{number:040x}")
        for number, file in enumerate(files, 1)
        for line in (number, 20 + number)
    ]
    found = lines(note("a.md", *gone))
    assert [line.partition(" was deleted")[0] for line in found] == files
    assert all(": 2 places in 1 note, a.md:" in line for line in found)
