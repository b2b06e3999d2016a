from __future__ import annotations

import re

import pytest

from mementod.reports.report_text import Look, render_text
from mementod_parsers.model import Kind, Reason, Report, Verdict
from reports import deleted, finding, moved, note, report

GOLDEN = """\
error  src/core moved to src/kernel in 3f2a91c4d (2026-03-04): 3 citations in 2 notes
    map.md:3  src/core/a.py -> src/kernel/a.py
        The store is `src/core/a.py`.
    map.md:4  src/core/b.py -> src/kernel/b.py
        It is in `src/core/b.py`.
    other notes/x.md:1  src/core/a.py -> src/kernel/a.py
        It is in `src/core/a.py`.
    repair: mementod fix --write map.md 'other notes/x.md'

error  src/old.py was deleted in 3f2a91c4d (2026-03-04): 1 citation in 1 note
    map.md:9  src/old.py

warning  src/b.py: the cited lines hold something else now: 1 citation in 1 note
    map.md:12  src/b.py:10 -> src/b.py:20
        src/b.py:10
    repair: mementod fix --write map.md

note: a shallow clone
note: map.md: broken frontmatter
Checked 2 notes against the work tree: 7 citations found, 6 judged, 1 unchecked (1 url).
4 errors, 1 warning, 1 info (-v shows infos; mementod explain map.md:3 says why).
"""
REPORT = report(
    note(
        "map.md",
        moved("src/core/a.py", "src/kernel/a.py", line=3, sentence="The store is `src/core/a.py`."),
        moved("src/core/b.py", "src/kernel/b.py", line=4),
        deleted("src/old.py", line=9),
        finding(
            Verdict.SHIFTED,
            "src/b.py:10",
            line=12,
            kind=Kind.LINE_REF,
            name="src/b.py",
            lines=((10, 10),),
            target="src/b.py:20",
        ),
        finding(Verdict.UNVERIFIED, "src/never.py", line=14, sentence="Perhaps `src/never.py`."),
        finding(Verdict.UNCHECKED, "https://x", reason=Reason.URL),
        problems=("broken frontmatter",),
    ),
    note("other notes/x.md", moved("src/core/a.py", "src/kernel/a.py")),
    problems=("a shallow clone",),
)


def test_a_report_as_a_person_reads_it() -> None:
    assert render_text(REPORT, Look()) == GOLDEN


def test_infos_are_shown_when_asked_for() -> None:
    text = render_text(REPORT, Look(verbose=True))
    assert "info  never seen in this repository when it was written: 1 citation in 1 note" in text
    assert "map.md:14  Perhaps `src/never.py`." in text
    assert text.endswith("4 errors, 1 warning, 1 info (mementod explain map.md:3 says why).\n")


def test_colours_only_when_wanted() -> None:
    assert "\x1b" not in render_text(REPORT, Look())
    text = render_text(REPORT, Look(colour=True))
    assert text.startswith("\x1b[1;31merror\x1b[0m  src/core moved")
    assert re.sub(r"\x1b\[[0-9;]*m", "", text) == GOLDEN


def test_the_command_is_the_one_that_works_from_here() -> None:
    assert "mementod -C '../my repo' fix --write map.md" in render_text(
        REPORT, Look(program="mementod -C '../my repo'")
    )


@pytest.mark.parametrize("width", [40, 60, 100, 160])
@pytest.mark.parametrize("sentence", ["word " * 60 + "`src/a.py` " + "more " * 60, "说明文字" * 60 + "`src/a.py`。"])
def test_sentences_fit_the_terminal_and_show_the_citation(width: int, sentence: str) -> None:
    text = render_text(report(note("a.md", moved("src/a.py", "src/b.py", sentence=sentence))), Look(width=width))
    (shown,) = [line for line in text.splitlines() if "…" in line]
    assert "src/a.py" in shown
    assert sum(2 if ord(c) > 0x2E80 else 1 for c in shown) <= width


def test_long_blocks_are_cut_and_say_so() -> None:
    many = report(note("a.md", *(deleted(f"src/{n}.py", line=n) for n in range(1, 41))))
    short = render_text(many, Look())
    assert "... and 32 more citations (-v shows all)" in short
    assert "a.md:40" in render_text(many, Look(verbose=True))


def test_one_more_is_shown_instead_of_counted() -> None:
    nine = report(note("a.md", *(deleted(f"src/{n}.py", line=n) for n in range(1, 10))))
    assert "a.md:9 " in render_text(nine, Look())
    assert "... and" not in render_text(nine, Look())


def crowd() -> Report:
    """A repository that was neglected: two big changes and many small ones."""
    notes = [note(f"n/{n}.md", deleted(f"src/{n % 9}.py", line=n + 1)) for n in range(80)]
    notes += [note(f"m/{n}.md", deleted(f"doc{n}.md", commit=f"{n:040}")) for n in range(30)]
    return report(*notes)


def test_in_a_crowd_each_cause_shows_a_few_different_things_in_a_line_each() -> None:
    text = render_text(crowd(), Look())
    assert text.count("\n") < 20
    first = [line.split()[1] for line in text.splitlines()[1:4]]
    assert first == ["src/0.py", "src/1.py", "src/2.py"]
    assert "... and 77 more citations (-v shows all)" in text
    assert "m/0.md:1  doc0.md in 000000000 (2026-03-04)" in text
    whole = render_text(crowd(), Look(verbose=True))
    assert all(f"n/{n}.md:{n + 1}  " in whole for n in range(80))
    assert all(f"m/{n}.md:1  " in whole for n in range(30))


def test_many_files_with_one_problem_share_a_line() -> None:
    said = [f"not parsed, src/{n}.c: timeout; its names count as used" for n in range(15)]
    notes = [note(f"{n}.md", problems=("not valid UTF-8",)) for n in range(4)]
    text = render_text(report(*notes, note("e.md", problems=("too large",)), problems=("shallow", *said)), Look())
    assert text.splitlines()[:4] == [
        "note: shallow",
        "note: not parsed, src/0.c, src/1.c, src/2.c and 12 others: timeout; its names count as used",
        "note: 0.md, 1.md, 2.md and 1 other: not valid UTF-8",
        "note: e.md: too large",
    ]


def test_a_sentence_with_several_citations_is_shown_once() -> None:
    line = "`src/core/a.py` and `src/core/b.py`"
    two = [moved(f"src/core/{n}.py", f"src/kernel/{n}.py", sentence=line) for n in "ab"]
    assert render_text(report(note("a.md", *two)), Look()).count(line) == 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (report(), "No notes found in /repo: nothing was checked."),
        (report(note("a.md")), "0 citations found, 0 judged, 0 unchecked. Nothing was judged"),
        (
            report(note("a.md", finding(Verdict.UNCHECKED, reason=Reason.SHALLOW))),
            "1 unchecked (1 shallow). Nothing was judged",
        ),
        (
            report(note("a.md", finding())),
            "1 citation found, 1 judged, 0 unchecked.\n0 errors, 0 warnings, 0 infos.\n",
        ),
        (report(note("a.md", finding()), tree="index"), "against what is staged"),
        (report(note("a.md", finding()), tree="ab" * 20), "against commit abababababab"),
    ],
)
def test_nothing_found_is_said(given: object, said: str) -> None:
    assert said in render_text(given, Look())  # type: ignore[arg-type]


def test_nothing_from_a_repository_steers_the_terminal() -> None:
    evil = "\x1b[2J\x9b\u202e\n::error::"
    one = finding(Verdict.MOVED, f"a{evil}", target=f"b{evil}", evidence=evil, commit=evil, sentence=evil * 9)
    text = render_text(
        report(note(f"n{evil}", one, problems=(evil,)), problems=(evil,), root=evil, tree=evil),
        Look(verbose=True),
    )
    assert not set(text) & set("\x1b\x9b\u202e\r")
    assert not any(line.startswith("::") for line in text.splitlines())
