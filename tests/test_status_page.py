"""The page of `status`: everything of a repository at a glance, in the width there is."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod.reports.status_page import Look, Tag, ago, lines, tag

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def look(width: int = 60, colour: bool = False) -> Look:
    return Look(width, colour, "/home/ada", NOW)


def home(root: str = "/home/ada/src/app", **fields: Any) -> dict[str, Any]:
    """A repository that is well, but for these fields."""
    plain = {
        "id": "1", "root": root, "state": "fresh", "problem": "", "mode": "inotify", "watched": 12, "polled": 0,
        "files": 90, "lost_changes": 0, "notes": {"ok": 5}, "levels": {}, "quarantine": 0, "last_told": None,
    }  # fmt: skip
    return plain | fields


def page(*homes: dict[str, Any], width: int = 60, **fields: Any) -> list[str]:
    data = {
        "running": True, "version": "1.0", "pid": 7, "paused": False, "uptime_s": 7300.0,
        "memory": {"brain": 30_000_000, "watcher": None}, "problems": [], "repositories": list(homes),
    }  # fmt: skip
    return list(lines(data | fields, look(width)))


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, Tag.FRESH),
        ({"notes": {}}, Tag.EMPTY),
        ({"notes": {"ok": 3, "changed": 1}}, Tag.CHANGED),
        ({"notes": {"ok": 3, "changed": 1, "stale": 1}}, Tag.STALE),
        ({"uncovered": [{"path": "a", "commit": None, "since": None}]}, Tag.OPEN),
        ({"uncovered": [{"path": "a"}], "notes": {"stale": 1}}, Tag.STALE),
        ({"state": "opening", "notes": {}}, Tag.READING),
        ({"state": "unwatched"}, Tag.BLIND),
        ({"state": "failing", "notes": {"stale": 1}}, Tag.FAILING),
        ({"state": "gone"}, Tag.GONE),
        ({"state": "unknown"}, Tag.UNKNOWN),
        ({"state": "held"}, Tag.FRESH),
    ],
)
def test_how_a_repository_stands(fields: dict[str, Any], expected: Tag) -> None:
    assert tag(home(**fields)) is expected


def test_all_repositories_at_a_glance() -> None:
    told = {
        "at": "2026-03-01T11:48:00+00:00",
        "text": "src/dates.ts",
        "after": "moved",
        "target": "src/utils",
        "count": 3,
    }
    stale = home(notes={"ok": 9, "stale": 2}, levels={"error": 4, "warning": 1}, last_told=told)
    uncovered = [
        {"path": "src/core/a.py", "commit": "3f2a91c4d5e6f", "since": "2026-03-01T10:00:00+00:00"},
        *({"path": f"{n}.py", "commit": None, "since": None} for n in range(3)),
    ]
    opened = home("/srv/lib", uncovered=uncovered, mode="poll", watched=0, polled=40)
    assert page(home("/home/ada/src/zoo"), opened, stale) == [
        "mementod 1.0: up 2 h, pid 7, 30 MB",
        "3 repositories, 21 notes: 2 stale, 19 fresh",
        "",
        "stale    ~/src/app",
        "         11 notes: 2 stale, 9 fresh",
        "         4 errors, 1 warning",
        "         watching 12 folders",
        "         last change 12 min ago: src/dates.ts moved",
        "         (src/utils), 2 more",
        "",
        "open     /srv/lib",
        "         5 notes: 5 fresh",
        "         no entry for src/core/a.py in 3f2a91c4d, 2 h ago",
        "         no entry for 0.py",
        "         no entry for 2 other files",
        "         polling, polling 40",
        "",
        "fresh    ~/src/zoo",
        "         5 notes: 5 fresh",
        "         watching 12 folders",
    ]


def test_without_a_daemon_it_says_what_is_known() -> None:
    known = home(state="unknown", notes={}, levels={"error": 2}, mode=None, watched=0)
    assert page(known, running=False, why="hung")[0] == "mementod 1.0 does not answer. What it told last:"
    assert page(known, running=False, why="absent") == [
        "mementod 1.0 is not running. What it told last:",
        "1 repository",
        "",
        "unknown  ~/src/app",
        "         2 errors",
    ]


def test_without_a_daemon_and_a_repository_nothing_was_told() -> None:
    assert page(running=False, why="absent") == [
        "mementod 1.0 is not running.",
        "No repository is enrolled; `mementod init` in one begins.",
    ]


def test_problems_come_before_the_repositories() -> None:
    assert page(home(), problems=["nobody watches"], width=100)[2] == "nobody watches"
    assert page(problems=["it cannot be read"])[1:] == ["it cannot be read"]
    assert page()[1] == "No repository is enrolled; `mementod init` in one begins."


@pytest.mark.parametrize(
    ("notices", "line"),
    [
        (
            {"pending": 2, "last": "2026-03-01T11:48:00+00:00", "way": "desktop", "snoozed": []},
            "last desktop notice 12 min ago, 2 things waiting to be told",
        ),
        (
            {"pending": 0, "last": "2026-03-01T11:48:00+00:00", "way": "tmux", "snoozed": []},
            "last notice 12 min ago, a line in tmux",
        ),
        (
            {"pending": 0, "last": "2026-03-01T11:48:00+00:00", "way": "terminal", "snoozed": []},
            "last news 12 min ago, seen in a terminal",
        ),
        ({"pending": 0, "last": "2026-03-01T11:48:00+00:00", "snoozed": []}, "last notice 12 min ago"),
        ({"pending": 3, "last": None, "way": None, "snoozed": []}, "3 things waiting to be told"),
        (
            {"pending": 0, "last": None, "snoozed": [["", "2026-03-02T17:30:00+00:00"]]},
            "notices of all repositories snoozed until 2026-03-02 17:30",
        ),
        ({"pending": 0, "last": None, "snoozed": [["", "later"]]}, "notices of all repositories snoozed until later"),
        ({"pending": 0, "last": None, "snoozed": []}, ""),
    ],
)
def test_notices(notices: dict[str, Any], line: str) -> None:
    assert page(home(), notices=notices, width=100)[2] == line


def test_a_repository_says_until_when_its_notices_are_put_off() -> None:
    notices = {"pending": 0, "last": None, "snoozed": [["1", "2026-03-02T17:30:00+00:00"], ["2", "later"]]}
    assert page(home(), notices=notices)[-1].strip() == "notices snoozed until 2026-03-02 17:30"
    assert sum("snoozed" in line for line in page(home(), notices=notices)) == 1


def test_the_tag_is_coloured_on_a_terminal_only() -> None:
    data = {
        "running": False,
        "why": "absent",
        "version": "1",
        "repositories": [home(notes={"stale": 1})],
        "problems": [],
    }
    assert "\033[31mstale    \033[0m~/src/app" in list(lines(data, look(colour=True)))
    assert not any("\033" in line for line in lines(data, look()))


@given(st.text(max_size=120), st.text(max_size=60), st.integers(40, 160))
def test_no_line_is_wider_than_the_terminal_nor_steers_it(name: str, problem: str, width: int) -> None:
    told = {"at": "never", "text": name, "after": None, "target": name, "count": 1}
    shown = page(home(f"/{name}", problem=problem, last_told=told), width=width)
    assert all(len(line) <= width for line in shown)
    steering = {c for line in shown for c in line if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert steering <= set("\u200c\u200d")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "just now"), (-90, "just now"), (5, "5 s ago"), (90, "2 min ago"), (3600, "1 h ago"), (172_800, "2 d ago")],
)
def test_how_long_ago(seconds: float, words: str) -> None:
    assert ago((NOW - timedelta(seconds=seconds)).isoformat(), NOW) == words
    assert ago("yesterday", NOW) == "some time ago"
    assert ago("2026-03-01T10:00:00", NOW) == "some time ago"  # without a zone: another hand wrote it
