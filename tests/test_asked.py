"""What somebody tells a tool to remember binds, and what he calls the goal is one; a report of a result does not."""

from __future__ import annotations

import pytest

from mementod_parsers.continuity.goals import goal_in
from mementod_parsers.continuity.heard import said
from mementod_parsers.continuity.record import Class


@pytest.mark.parametrize(
    "text",
    [
        "Timeout must be 30 seconds.",
        "The timeout must be 30 seconds.",
        "No new dependencies.",
        "No emojis in commit messages!",
        "From now on always use spaces for indentation in src/store.py, not tabs.",
        "Use pip from now on.",
        "Please, we run make check before each commit going forward!",
        "以后缩进改用空格。",
        "超时必须是 30 秒。",
    ],
)
def test_what_is_told_to_be_remembered_binds(text: str) -> None:
    assert [(item.kind, item.text) for item in said(text, "remember 1", "", True)] == [(Class.CONSTRAINTS, text)]


@pytest.mark.parametrize(
    "text",
    [
        "No idea why.",
        "No tests are failing.",
        "No problem.",
        "No errors in the log.",
        "Must it be 30 seconds?",
        "You can run the tests with make.",
        "The build fails from now on.",
        "Use of pip is rare from now on.",
        "以后再说吧，可以吗？",
        "目前没有依赖",
    ],
)
def test_a_report_a_guess_and_a_question_bind_nobody(text: str) -> None:
    assert said(text, "remember 1", "", True) == ()


GOALS = [
    ("The goal is to ship v2 by Friday.", "ship v2 by Friday"),
    ("The current goal is to remove legacy_auth.", "remove legacy_auth"),
    ("Our goal for this week is adding paging to all lists.", "adding paging to all lists"),
    ("Never rename open_rows. The goal is to add paging.", "add paging"),
    ("Never rename open_rows. Goal: add paging", "add paging"),
    ("目标：周五前发布第二版", "周五前发布第二版"),
    ("当前目标是周五前发布第二版。", "周五前发布第二版"),
    ("目标改为去掉 HTMX", "去掉 HTMX"),
]


@pytest.mark.parametrize(("text", "goal"), GOALS)
@pytest.mark.parametrize("opens", [True, False])
def test_a_goal_is_said_as_a_sentence_too(text: str, goal: str, opens: bool) -> None:
    found = goal_in(text, "user, claude 1", "", opens)
    assert found is not None
    assert found.text == goal


@pytest.mark.parametrize(
    "text",
    [
        "The goal is unclear.",
        "Is the goal to ship v2?",
        "The goal is to be decided.",
        "What is the goal of this file?",
        "目标是什么？",
        "The goal of the parser is speed.",
    ],
)
def test_what_is_asked_or_told_of_a_goal_is_none(text: str) -> None:
    assert goal_in(text, "user, claude 1", "", False) is None


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("Please add paging to the list. Never rename open_rows.", "Please add paging to the list."),
        ("You must fix the login page.", "You must fix the login page."),
        ("Never rename open_rows.", None),
        ("必须修复登录页面的错误", "必须修复登录页面的错误"),
    ],
)
def test_a_session_opens_with_what_is_to_be_done_and_not_with_a_rule(text: str, goal: str | None) -> None:
    found = goal_in(text, "user, claude 1", "", True)
    assert (found.text if found else None) == goal
