"""What was said against a constraint in other words: told to who says it, and shown beside the constraint."""

from __future__ import annotations

from pathlib import Path

import pytest

from mementod.continuity.contradicted import contradicted, side_by_side
from mementod.paths import Paths
from mementod_parsers.continuity.record import Class, Item
from repos import Repo
from shells import Shell

BANS = (
    "Never use pip.",
    "Don't use mocks in tests",
    "不要使用 redis",
    "Never push to main.",
    "Do not edit `src/a.py`.",
    "No new dependencies.",
    "Never commit without running the tests",
    "Do not log tokens.",
    "Line length must be 100 characters.",
)
AGAINST = {
    "Use pip for the docs.": "Never use pip.",
    "pip is fine now": "Never use pip.",
    "Switch to pip.": "Never use pip.",
    "You can now use pip, too.": "Never use pip.",
    "Mocks are fine in tests now": "Don't use mocks in tests",
    "改用 redis": "不要使用 redis",
    "We use redis": "不要使用 redis",
    "You may push to main now.": "Never push to main.",
    "Push to main.": "Never push to main.",
    "You can edit src/a.py again.": "Do not edit `src/a.py`.",
}
BESIDE = (
    "pip was slow",
    "Never use pip in CI",
    "Use uv instead of pip.",
    "Let's remove pip",
    "Use poetry",
    "Add tests for the pip removal",
    "Commit small steps",
    "Use logging instead of print",
    "Everything is fine now",
    "The line length of main is 120",
    "Run the tests with pytest",
    "Why do we use redis?",
)


def said(text: str, number: int = 1, kind: Class = Class.CONSTRAINTS) -> Item:
    return Item(kind, text, f"remember {number}", "2026-01-01T00:00:00Z")


@pytest.mark.parametrize("text", AGAINST)
def test_what_lets_do_what_a_constraint_forbids_goes_against_it(text: str) -> None:
    assert [item.text for item in contradicted(text, [said(ban) for ban in BANS])] == [AGAINST[text]]


@pytest.mark.parametrize("text", BESIDE)
def test_what_only_names_it_does_not(text: str) -> None:
    assert contradicted(text, [said(ban) for ban in BANS]) == []


def test_a_ban_that_was_said_later_holds() -> None:
    ban, later = said("Never use pip.", 1), said("pip is fine now", 2, Class.EMPHASIS)
    assert side_by_side([ban, later])[0].now == 'against it: "pip is fine now" [remember 2]'
    assert side_by_side([said("Never use pip.", 3), later])[0].now == ""


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    repo = Repo(tmp_path / "repo").write({"CLAUDE.md": "# Rules\n\n- Never use print for logs.\n"}).commit("Begin")
    return Shell(repo, paths, capsys, monkeypatch)


def test_who_says_it_is_told_and_both_stand_side_by_side(desk: Shell) -> None:
    desk.run("remember", "Never use pip.")
    told = desk.run("remember", "pip is fine now")[1].splitlines()
    assert told[1] == "it goes against: Never use pip. [remember 1]"
    assert "engram revoke" in told[2]
    assert '- Never use pip. (against it: "pip is fine now" [remember 2]) [remember 1]' in desk.run("engram")[1]
    desk.run("engram", "revoke", "pip is fine now")
    assert "against it" not in desk.run("engram")[1]


def test_what_takes_its_place_is_no_contradiction(desk: Shell) -> None:
    desk.run("remember", "Never use pip.")
    assert "against" not in desk.run("remember", "Use pip from now on.")[1]
    text = desk.run("engram")[1]
    assert "- superseded: Never use pip. [remember 1]" in text
    assert "against it" not in text


def test_a_rule_of_a_note_is_told_of_where_it_stands(desk: Shell) -> None:
    desk.run("engram")
    told = desk.run("remember", "use print for logs")[1]
    assert "it goes against: Never use print for logs. [CLAUDE.md:3]" in told
    assert '(against it: "use print for logs" [remember 1]) [CLAUDE.md:3]' in desk.run("engram")[1]


def test_a_secret_that_is_left_out_is_said(desk: Shell) -> None:
    told = desk.run("remember", "the password: hunter2!x is not kept")[1]
    assert told.splitlines()[1:] == ["left out of it: secret (what is secret is never kept)"]
    assert "hunter2" not in told
