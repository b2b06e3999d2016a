"""What notices say: causes as data, and no name that could harm a screen."""

from __future__ import annotations

import json
import stat
import unicodedata
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod.notices import fallback, pace
from mementod.notices.desktop import LABELS
from mementod.notices.mac import SCRIPT, Mac, run
from mementod.notices.notice import PRESSES, Kind, Notice, Outcome, Press, Report
from mementod.notices.sheet import ROWS_SHOWN, sheet
from mementod.notices.wording import counted, notice, trial, verified
from mementod.stores.ledger_rows import Concern

ROOTS = {"shop": "/home/ada/shop", "site": "/home/ada/my site"}
Short = tuple[str, str, str] | tuple[str, str, str, str]  # note, place, verdict or target, repository


def stale(note: str, place: str, became: str, repository: str = "shop") -> Concern:
    verdict, target = ("deleted", "") if became == "deleted" else ("moved", became)
    if became.startswith("="):
        verdict, target = "renamed", became[1:]
    return Concern(
        repository, Kind.STALE, f"{note}{place}", verdict, target, note, 3, place, "not committed", "2026-01-01"
    )


SAID: list[tuple[list[Short], str, tuple[str, ...], str]] = [
    (
        [("CLAUDE.md", "src/a.py", "lib/a.py")],
        "src/a.py moved to lib/a.py: 1 note in shop",
        ("CLAUDE.md",),
        "mementod -C ~/shop check",
    ),
    (
        [("CLAUDE.md", "src/a.py", "=src/b.py")],
        "src/a.py renamed to src/b.py: 1 note in shop",
        ("CLAUDE.md",),
        "mementod -C ~/shop check",
    ),
    (
        [(f"n{n}.md", f"src/core/m{n}.py", f"src/kernel/m{n}.py", "shop" if n % 2 else "site") for n in range(14)],
        "src/core moved to src/kernel: 14 notes in 2 repositories",
        ("my site/n0.md, shop/n1.md, my site/n2.md and 11 others",),
        "mementod status",
    ),
    (
        [("a.md", "src/x.py", "src/utils/x.py"), ("a.md", "src/y.py", "src/utils/y.py")],
        "2 things in src moved from src to src/utils: 1 note in shop",
        ("a.md",),
        "mementod -C ~/shop check",
    ),
    (
        [("a.md", "src/x.py:Old", "src/x.py:New")],
        "src/x.py:Old moved to New: 1 note in shop",
        ("a.md",),
        "mementod -C ~/shop check",
    ),
    (
        [("a.md", "src/x.py", "deleted"), ("b.md", "src/y.py", "deleted"), ("b.md", "src/z.py", "lib/z.py")],
        "2 notes are stale in shop",
        ("2 things in src were deleted: 2 notes", "src/z.py moved to lib/z.py: b.md"),
        "mementod -C ~/shop check",
    ),
    (
        [(f"{c}.md", f"{c}/x.py", f"{c}{c}/x.py", "site") for c in "abcdefgh"],
        "8 notes are stale in my site",
        (
            "a/x.py moved to aa/x.py: a.md",
            "b/x.py moved to bb/x.py: b.md",
            "c/x.py moved to cc/x.py: c.md",
            "and 5 more causes",
        ),
        "mementod -C ~/'my site' check",
    ),
]


@pytest.mark.parametrize(("short", "summary", "lines", "command"), SAID)
def test_one_cause_is_one_sentence(short: list[Short], summary: str, lines: tuple[str, ...], command: str) -> None:
    made = notice(Kind.STALE, [stale(*row) for row in short], ROOTS, "/home/ada")
    assert (made.summary, made.lines, made.command, made.presses) == (summary, lines, command, PRESSES[Kind.STALE])


HARMLESS = {"\u200c", "\u200d"}  # joiners, part of emoji and of Persian words


def is_harmless(text: str) -> bool:
    return all(c in HARMLESS or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in text)


ANY = st.text(st.characters(), max_size=300)


@given(note=ANY, place=ANY, target=ANY, evidence=ANY, root=ANY, kind=st.sampled_from(Kind), count=st.integers(1, 9))
def test_no_name_can_harm_a_screen(
    note: str, place: str, target: str, evidence: str, root: str, kind: Kind, count: int
) -> None:
    rows = [
        Concern("r", kind, f"{n}{place}", "moved", target, note, n, place + "x" * n, evidence, "t")
        for n in range(count)
    ]
    made = notice(kind, rows, {"r": f"/{root}"}, "/home/ada")
    for said in (made, verified(made, 3, [evidence]), trial()):
        for line in (said.summary, *said.lines, said.command, counted(made)):
            assert is_harmless(line)
            assert len(line) < 500 or line == said.command
        f"{said.summary}{said.text}".encode()
    page = sheet(made)
    page.encode("utf-8", "replace")
    assert page.count("<script") == page.count("<img") == 0
    assert is_harmless(page.replace("\n", ""))


def test_markup_stays_text_on_the_page() -> None:
    made = notice(Kind.STALE, [stale("<b>&\u202e.md", "<script>x</script>", "deleted")], ROOTS, "")
    page = sheet(made)
    assert "&lt;script&gt;x&lt;/script&gt;" in page
    assert "&lt;b&gt;&amp;\ufffd.md" in page
    assert 'href="file:///home/ada/shop/%3Cb%3E%26%E2%80%AE.md"' in page
    assert "default-src 'none'" in page


def test_a_page_has_an_end() -> None:
    made = notice(Kind.STALE, [stale(f"{n}.md", "a", "deleted") for n in range(5000)], ROOTS, "")
    page = sheet(made)
    assert page.count("<tr>") == ROWS_SHOWN + 1
    assert f"and {5000 - ROWS_SHOWN:,} others" in page
    assert len(page) < 200_000


def test_a_folder_that_cannot_be_written_safely_is_not_in_a_command() -> None:
    made = notice(Kind.STALE, [stale("a.md", "b", "deleted")], {"shop": "/home/ada/x\n\x1b[31m"}, "/home/ada")
    assert made.command == "mementod status"


def test_what_verified_answers() -> None:
    made = notice(Kind.STALE, [stale("a.md", "b", "deleted"), stale("a.md", "c", "deleted")], ROOTS, "/home/ada")
    answer = verified(made, 12, ["/home/ada/site: busy\nnow"])
    assert (answer.summary, answer.command) == ("Verified: 12 citations in 1 note", "mementod -C ~/shop fix")
    assert answer.lines[1:] == ("/home/ada/site: busy now",)
    assert answer.presses == ()


# where there is no desktop


PROGRAM = """#!/usr/bin/env python3
import json, sys
with open({log!r}, "a") as log:
    log.write(json.dumps(sys.argv[1:]) + "\\n")
if "list-clients" in sys.argv:
    print({clients!r})
sys.exit({code})
"""


def program(path: Path, clients: str = "", code: int = 0) -> str:
    path.write_text(PROGRAM.format(log=str(path.with_suffix(".log")), clients=clients, code=code))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def calls(path: Path) -> list[list[str]]:
    return [json.loads(line) for line in path.with_suffix(".log").read_text().splitlines()]


MADE = notice(Kind.STALE, [stale("#(touch x).md", "#(touch y)", "deleted")], ROOTS, "/home/ada")


def test_tmux_gets_no_word_of_a_repository(tmp_path: Path) -> None:
    tmux = tmp_path / "tmux"
    assert fallback.show(MADE, program(tmux, "/dev/pts/1\n/dev/pts/2"))
    listed, *shown = calls(tmux)
    assert listed[0] == "list-clients"
    assert shown == [
        ["display-message", "-c", f"/dev/pts/{n}", "-d", "10000", "mementod: 1 note is stale (mementod status)"]
        for n in (1, 2)
    ]


@pytest.mark.parametrize(("clients", "code"), [("", 0), ("", 1), ("/dev/pts/1", 1)])
def test_tmux_without_anybody_shows_nothing(clients: str, code: int, tmp_path: Path) -> None:
    assert not fallback.show(MADE, program(tmp_path / "tmux", clients, code))


def test_no_tmux() -> None:
    assert not fallback.show(MADE, None)
    assert not fallback.show(MADE, "/nowhere/tmux")


# macOS


TEXT = "#(touch x).md\nRun: mementod -C ~/shop check"


def test_a_notifier_gets_arguments_and_a_group(tmp_path: Path) -> None:
    notifier = tmp_path / "terminal-notifier"
    screen = Mac(program(notifier), run)
    assert screen.show(MADE) == Report(Outcome.SHOWN, Kind.STALE)
    screen.close(Kind.STALE)
    words = ["-title", "mementod", "-subtitle", "#(touch y) was deleted: 1 note in shop", "-message", TEXT]
    assert calls(notifier) == [[*words, "-group", "mementod-stale"], ["-remove", "mementod-stale"]]


@pytest.mark.parametrize("word", ["[a", "{a", "(a", "<a", '"a', "'a", "-a"])
def test_a_word_that_a_notifier_would_read_otherwise_begins_with_a_space(word: str, tmp_path: Path) -> None:
    notifier = tmp_path / "terminal-notifier"
    Mac(program(notifier), run).show(Notice(Kind.STALE, word, (word,), "c"))
    assert [calls(notifier)[0][at] for at in (3, 5)] == [f" {word}", f" {word}\nRun: c"]


def test_without_a_notifier_applescript_gets_the_words_as_arguments() -> None:
    asked: list[list[str]] = []

    def runs(command: object) -> str:
        assert isinstance(command, list)
        asked.append(command)
        return ""

    assert Mac(None, runs).show(Notice(Kind.STALE, '" & do shell script "x', ("b",), "c")).outcome is Outcome.SHOWN
    [[program, option, words, end, *arguments]] = asked
    assert (program, option, end, arguments) == (SCRIPT, "-e", "--", ['" & do shell script "x', "b\nRun: c"])
    assert "do shell" not in words


def test_when_a_notifier_fails_applescript_is_tried_and_then_it_is_said(tmp_path: Path) -> None:
    report = Mac(program(tmp_path / "terminal-notifier", code=1), run).show(MADE)
    assert report.outcome is Outcome.NOWHERE
    assert "terminal-notifier ended with 1" in report.why
    assert SCRIPT in report.why


# hours


@pytest.mark.parametrize(
    ("hours", "now", "left_min"),
    [
        (None, "12:00", 0),
        ("22:00-07:00", "21:59", 0),
        ("22:00-07:00", "22:00", 9 * 60),
        ("22:00-07:00", "00:30", 6.5 * 60),
        ("22:00-07:00", "06:59", 1),
        ("22:00-07:00", "07:00", 0),
        ("9:00-17:30", "12:00", 5.5 * 60),
        ("9:00-17:30", "18:00", 0),
        ("12:00-12:00", "12:00", 0),
    ],
)
def test_hours_of_the_day(hours: str | None, now: str, left_min: float) -> None:
    moment = datetime.fromisoformat(f"2026-11-30T{now}:00")
    assert pace.quiet_for(hours, moment) == left_min * 60


def test_what_can_be_pressed_has_a_label() -> None:
    assert set(LABELS) == set(Press)
