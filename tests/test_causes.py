from __future__ import annotations

import pytest

from mementod.causes import Cause, causes
from mementod.report import located
from mementod_parsers.model import Finding, Kind, Level, Style, Verdict
from reports import COMMIT, deleted, finding, moved, note, report

OTHER = "abc" + "1" * 37
NEVER = "never seen in this repository when it was written"


def found(*findings: Finding) -> list[Cause]:
    return causes(located(report(note("a.md", *findings))))


def symbol(verdict: Verdict, name: str, **more: str) -> Finding:
    return finding(verdict, name, kind=Kind.SYMBOL, commit=COMMIT, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("findings", "titles"),
    [
        (
            [moved("src/core/a.py", "src/kernel/a.py"), moved("src/core/x/b.py", "src/kernel/x/b.py")],
            ["src/core moved to src/kernel in 3f2a91c4d (2026-03-04)"],
        ),
        ([moved("src/a.py", "src/u/a.py")], ["src/a.py moved to src/u/a.py in 3f2a91c4d (2026-03-04)"]),
        (
            [moved("src/a.py", "src/u/a.py"), moved("src/b.py", "src/u/b.py")],
            ["2 things moved from src to src/u in 3f2a91c4d (2026-03-04)"],
        ),
        (
            [moved("a.py", "src/a.py"), moved("b.py", "src/b.py")],
            ["2 things moved from the root to src in 3f2a91c4d (2026-03-04)"],
        ),
        (
            [moved("src/a.py", "lib/a.py"), moved("src/b.py", "lib/b.py", commit=OTHER)],
            ["src moved to lib in 2 commits"],
        ),
        ([deleted("a"), deleted("b")], ["2 things were deleted in 3f2a91c4d (2026-03-04)"]),
        ([deleted("a"), deleted("a")], ["a was deleted in 3f2a91c4d (2026-03-04)"]),
        (
            [finding(Verdict.DELETED, "a", evidence="not committed yet")],
            ["a was deleted (not committed yet)"],
        ),
        (
            [finding(Verdict.RENAMED, "a.py", target="b.py", evidence="probably renamed, not committed yet")],
            ["a.py probably renamed to b.py (probably renamed, not committed yet)"],
        ),
        ([finding(Verdict.MISSPELT, "getuser", target="get_user")], ["getuser is spelt get_user"]),
        (
            [
                finding(Verdict.SHIFTED, "a.py:1", resolved="a.py"),
                finding(Verdict.SHIFTED, "a.py:9", resolved="a.py"),
            ],
            ["a.py: the cited lines hold something else now"],
        ),
        ([finding(Verdict.CHANGED, "a.py")], ["a.py changed since this was written"]),
        (
            [symbol(Verdict.MOVED, n, resolved="src/a.py", target="src/b.py") for n in ("open", "close")],
            ["2 things moved from src/a.py to src/b.py in 3f2a91c4d"],
        ),
        (
            [symbol(Verdict.MOVED, "open", resolved="src/a.py", target="src/b.py")],
            ["src/a.py:open moved to src/b.py in 3f2a91c4d"],
        ),
        (
            [
                moved("src/core/a.py", "src/kernel/a.py"),
                symbol(Verdict.MOVED, "open", resolved="src/core/a.py", target="src/kernel/a.py"),
            ],
            ["src/core moved to src/kernel in 3f2a91c4d (2026-03-04)"],
        ),
        ([finding(Verdict.UNVERIFIED, "a"), finding(Verdict.UNVERIFIED, "b", evidence="not found")], [NEVER]),
        (
            [finding(Verdict.UNVERIFIED, "a", evidence="was removed in abc", commit=OTHER)],
            ["gone already when it was written: was removed in abc"],
        ),
        (
            [symbol(Verdict.RENAMED, "open", resolved="src/a.py:open", target="src/a.py:start")],
            ["src/a.py:open renamed to src/a.py:start in 3f2a91c4d"],
        ),
    ],
)
def test_one_cause_is_one_block(findings: list[Finding], titles: list[str]) -> None:
    assert [cause.title for cause in found(*findings)] == titles


def test_errors_come_first_then_the_largest() -> None:
    listed = found(
        finding(Verdict.SHIFTED, "a.py:1"),
        deleted("x", commit=OTHER),
        moved("src/a.py", "lib/a.py"),
        moved("src/b.py", "lib/b.py"),
        finding(Verdict.UNVERIFIED, "z"),
    )
    assert [(cause.level, len(cause.items)) for cause in listed] == [
        (Level.ERROR, 2),
        (Level.ERROR, 1),
        (Level.WARNING, 1),
        (Level.INFO, 1),
    ]


def test_levels_are_never_mixed_and_nothing_is_lost() -> None:
    both = [deleted("a"), finding(Verdict.DELETED, "b", level=Level.INFO, evidence="deleted", commit=COMMIT)]
    assert [len(cause.items) for cause in found(*both)] == [1, 1]


def test_only_what_has_a_new_place_is_fixable() -> None:
    (cause,) = found(
        finding(Verdict.SHIFTED, "a.py:1", name="a.py", lines=((1, 1),), target="a.py:4"),
        finding(Verdict.SHIFTED, "a.py:2", name="a.py"),
    )
    assert cause.fixable == ("a.md",)
    (cause,) = found(finding(Verdict.MOVED, "a.py", style=Style.TREE, resolved="src/a.py", target="lib/a.py"))
    assert cause.fixable == ()
    (cause,) = found(deleted("x"))
    assert cause.fixable == ()
