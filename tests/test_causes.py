from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod.reports.causes import Cause, causes
from mementod.reports.report import located
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
            ["2 *.py files moved from src to src/u in 3f2a91c4d (2026-03-04)"],
        ),
        (
            [moved("a.py", "src/a.py"), moved("b.py", "src/b.py")],
            ["2 *.py files moved from the root to src in 3f2a91c4d (2026-03-04)"],
        ),
        (
            [moved("src/a.py", "lib/a.py"), moved("src/b.py", "lib/b.py", commit=OTHER)],
            ["src moved to lib in 2 commits (2026-03-04)"],
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
            ["2 symbols moved from src/a.py to src/b.py in 3f2a91c4d"],
        ),
        (
            [symbol(Verdict.MOVED, "open", resolved="src/a.py", target="src/b.py")],
            ["open moved from src/a.py to src/b.py in 3f2a91c4d"],
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
            ["open of src/a.py renamed to start in 3f2a91c4d"],
        ),
    ],
)
def test_one_cause_is_one_block(findings: list[Finding], titles: list[str]) -> None:
    assert [cause.title for cause in found(*findings)] == titles


def dead(path: str, commit: str = COMMIT, date: str = "2026-03-04", **more: object) -> Finding:
    return finding(Verdict.DELETED, path, evidence=f"deleted in x ({date})", commit=commit, **more)  # type: ignore[arg-type]


def migration(number: int = 12) -> list[Finding]:
    """So many scripts of one kind, deleted one commit after another."""
    return [dead(f"tools/{n}/Do-{n}.ps1", f"{n:040}", f"2026-03-{n + 1:02}") for n in range(number)]


def test_a_migration_is_one_block() -> None:
    gone = symbol(Verdict.DELETED, "param", resolved="tools/0/Do-0.ps1")
    (cause,) = found(*migration(), gone, finding(name="tools/left.ps1"))
    assert cause.title == "12 *.ps1 files were deleted in 13 commits (2026-03-01 to 2026-03-12)"
    assert not cause.is_one_change


@pytest.mark.parametrize(
    "findings",
    [
        migration(9),
        [*migration(), *(finding(name=f"tools/{n}.ps1") for n in range(12))],
        [dead(f"tools/Do-{n}.ps1") for n in range(12)],
    ],
)
def test_files_that_come_and_go_are_no_migration(findings: list[Finding]) -> None:
    assert not any("*.ps1 files were deleted in 1" in cause.title for cause in found(*findings))


def test_files_that_live_on_in_another_language_are_one_block() -> None:
    (cause,) = found(
        moved("build/Make-All.ps1", "tools/make_all.py"),
        moved("ci/Get-It.ps1", "ci/get_it.py", commit=OTHER),
    )
    assert cause.title == "2 *.ps1 files became *.py in 2 commits (2026-03-04)"
    (cause,) = found(moved("ci/Get-It.ps1", "ci/get_it.py"))
    assert cause.title == "ci/Get-It.ps1 moved to ci/get_it.py in 3f2a91c4d (2026-03-04)"


@pytest.mark.parametrize(
    ("findings", "words"),
    [
        ([dead("a/x.py"), dead("a/b/y.py"), dead("a/z.md")], "3 things were deleted in a in 3f2a91c4d (2026-03-04)"),
        ([dead("a/x.py"), dead("b/y.py")], "2 *.py files were deleted in 3f2a91c4d (2026-03-04)"),
        (
            [dead("Old", kind=Kind.SYMBOL, resolved="a/x.py:Old"), dead("a/x.py")],
            "a/x.py was deleted in 3f2a91c4d (2026-03-04)",
        ),
        (
            [dead("Old", kind=Kind.SYMBOL, resolved="a/x.py:Old"), dead("b/y.py")],
            "2 things were deleted in 3f2a91c4d (2026-03-04)",
        ),
        ([dead("a"), dead("a/x.py")], "2 things were deleted in 3f2a91c4d (2026-03-04)"),
        ([dead("/a/x.md"), dead("b/y.md")], "2 *.md files were deleted in 3f2a91c4d (2026-03-04)"),
        (
            [dead("open", kind=Kind.SYMBOL, resolved="src/a.py:Store.open")],
            "Store.open was deleted from src/a.py in 3f2a91c4d (2026-03-04)",
        ),
        (
            [dead(n, kind=Kind.SYMBOL, resolved=f"src/a.py:{n}") for n in ("open", "shut")],
            "2 symbols were deleted from src/a.py in 3f2a91c4d (2026-03-04)",
        ),
        (
            [
                finding(
                    Verdict.DELETED,
                    "open",
                    kind=Kind.SYMBOL,
                    resolved="src/a.py:open",
                    evidence="src/a.py named it on 2026-03-04, nothing does now",
                )
            ],
            "open was deleted from src/a.py (named it on 2026-03-04, nothing does now)",
        ),
        (
            [finding(Verdict.DELETED, "pnpm a:b", kind=Kind.COMMAND, name="pnpm run a:b", evidence="nothing has it")],
            "pnpm run a:b was deleted (nothing has it)",
        ),
        (
            [
                finding(Verdict.DELETED, f"rake db:{n}", kind=Kind.COMMAND, evidence="nothing has it")
                for n in ("make", "drop")
            ],
            "2 things were deleted (nothing has it)",
        ),
        (
            [symbol(Verdict.MOVED, "open", resolved="src/a.py:open", target="src/b.py:start")],
            "open moved from src/a.py to src/b.py as start in 3f2a91c4d",
        ),
        (
            [finding(Verdict.MOVED, "a/*.md", resolved="a/x.md", evidence="went to one of b, c", commit=COMMIT)],
            "a/x.md went to more than one place in 3f2a91c4d",
        ),
    ],
)
def test_headlines_say_name_from_to_and_commit(findings: list[Finding], words: str) -> None:
    assert [cause.title for cause in found(*findings)] == [words]


def test_many_small_causes_share_a_block_after_the_large_ones() -> None:
    small = [dead(f"{n}.{'pyrbgojsrscsh'[2 * n : 2 * n + 2]}", f"{n:040}") for n in range(6)]
    big, apart = found(*small, *(dead(f"big/{n}.py") for n in range(4)))
    assert (len(big.items), len(apart.items), apart.is_apart) == (4, 6, True)
    assert apart.title == "6 things were deleted, a few at a time"
    assert [cause.is_apart for cause in found(*small[:5])] == [False] * 5


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


ANY = st.builds(
    lambda verdict, path, target, commit, level: finding(
        verdict, path, target=target, commit=commit, level=level, evidence="on 2026-03-04"
    ),
    st.sampled_from(
        [Verdict.DELETED, Verdict.MOVED, Verdict.SHIFTED, Verdict.MISSPELT, Verdict.UNVERIFIED, Verdict.OK]
    ),
    st.sampled_from(["a.py", "b/a.py", "b/c.ps1", "/x.md", "", ":", "a:b", "b/c:D.e"]),
    st.sampled_from([None, "c.py", "b/c.py", "a.py", "b/c:E"]),
    st.sampled_from([None, COMMIT, OTHER]),
    st.sampled_from(list(Level)),
)


@given(st.lists(ANY, max_size=30))
def test_every_finding_is_in_one_cause_of_its_level(findings: list[Finding]) -> None:
    listed = list(located(report(note("a.md", *findings))))
    grouped = causes(listed)
    told = sorted(item.id for cause in grouped for item in cause.items)
    assert told == sorted(item.id for item in listed if item.finding.level is not Level.NONE)
    assert all(item.finding.level is cause.level for cause in grouped for item in cause.items)
    assert all(cause.title for cause in grouped)


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
