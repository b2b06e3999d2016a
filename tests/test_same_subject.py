"""Which of two statements holds that name no code: the later one, where it is clear that they are on one subject."""

from __future__ import annotations

import dataclasses
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod_parsers.continuity.heard import replaced, said
from mementod_parsers.continuity.record import HANDED_OVER, Class, Item

FOLLOWS = [
    ("Never use npm.", "Always use npm."),
    ("Always use npm to install.", "Never use npm to install, use pnpm."),
    ("Never push to main.", "Pushing to main is allowed now."),
    ("Do not commit generated files.", "Always commit generated files."),
    ("Timeout must be 30 seconds.", "Timeout must be 60 seconds."),
    ("The timeout must be 30 seconds.", "From now on the timeout must be 2 minutes."),
    ("All requests must time out after 30 seconds.", "All requests must time out after 60 seconds."),
    ("Keep functions under 20 lines.", "Keep functions under 30 lines."),
    ("Never exceed 100 columns.", "Never exceed 120 columns."),
    (
        "Always use tabs for indentation in src/store.py.",
        "From now on always use spaces for indentation in src/store.py, not tabs.",
    ),
    ("Use tabs, not spaces.", "Use spaces, not tabs."),
    ("Always use tabs for indentation.", "From now on use spaces for indentation."),
    ("不要用 npm", "必须用 npm"),
    ("不要用 npm 安装。", "必须用 npm 安装。"),
    ("禁止直接写数据库", "现在可以直接写数据库了"),
    ("超时必须是 30 秒。", "超时必须是 60 秒。"),
    ("缩进必须用制表符。", "以后缩进改用空格。"),
    ("一律用制表符缩进", "以后一律用空格缩进"),
]
DISTINCT = [*FOLLOWS[:5], *FOLLOWS[6:8]]  # each on another subject
APART = [
    "Never use npm.",
    "Always use npm ci in CI builds.",
    "Always use tabs for alignment.",
    "Use single quotes, not double quotes.",
    "Always use single quotes.",
    "日期用 ISO 格式，不要用本地格式",
    "日期必须用 ISO 格式",
    "Use spaces in YAML, not tabs.",
    "Port 8080 must stay open.",
    "Port 9090 must stay open.",
    "Do not touch PR 12.",
    "Do not touch PR 13.",
    "Never set the timeout to 30 seconds.",
    "Never set the timeout to 45 seconds.",
    "The API must be fast.",
    "The API must be stable.",
    "Never retry more than 3 times on read.",
    "Never retry more than 5 times on write.",
    "Never deploy on Friday.",
    "Always deploy on Monday.",
    "Never skip tests.",
    "Always skip slow tests.",
    "Always run tests before committing.",
    "From now on always run tests before pushing.",
    "Never commit without tests.",
    "Always commit with tests.",
    "You can push to the fork now.",
    "不要用 yarn 安装。",
    "必须用 pnpm 安装。",
    "不要在周五部署",
    "必须在周一部署",
    "日志必须用英文写",
    "以后注释用英文写",
    "不要修改配置",
    "必须备份配置",
]


def told(text: str, day: int, number: int = 1) -> list[Item]:
    return list(said(text, f"remember {number}", f"2026-01-{day:02}T00:00:00Z", True))


@pytest.mark.parametrize(("older", "newer"), FOLLOWS)
def test_the_later_one_on_the_same_subject_holds(older: str, newer: str) -> None:
    assert replaced(told(older, 1), told(newer, 2)) == {older: newer}


@pytest.mark.parametrize(("older", "newer"), FOLLOWS)
def test_time_decides_and_not_the_order_in_which_they_are_read(older: str, newer: str) -> None:
    assert replaced(told(newer, 2), told(older, 1)) == {older: newer}


@pytest.mark.parametrize(("one", "other"), [pair for pair in FOLLOWS if "src/" not in pair[0]])
def test_what_one_message_says_stands_side_by_side(one: str, other: str) -> None:
    assert replaced([], [*told(one, 1, 1), *told(other, 1, 2)]) == {}


@pytest.mark.parametrize("order", [APART, APART[::-1]])
def test_what_is_on_different_subjects_stands_side_by_side(order: list[str]) -> None:
    known: list[Item] = []
    for day, text in enumerate(order, 1):
        new = told(text, day, day)
        assert new, text
        assert replaced(known, new) == {}, text
        known += new


@given(st.permutations([text for pair in DISTINCT for text in pair]))
def test_whatever_comes_first_the_same_ones_hold(order: list[str]) -> None:
    days = {text: day for day, text in enumerate([text for pair in DISTINCT for text in pair], 1)}
    known: list[Item] = []
    after: dict[str, str] = {}
    for text in order:
        new = told(text, days[text], days[text])
        after |= replaced(known, new)
        known += new
    assert after == dict(DISTINCT)


def test_the_latest_of_several_took_the_place_of_all() -> None:
    texts = [f"Timeout must be {seconds} seconds." for seconds in (30, 60, 90)]
    for order in permutations(range(3)):
        known: list[Item] = []
        after: dict[str, str] = {}
        for at in order:
            new = told(texts[at], at + 1)
            after |= replaced([_with(item, after) for item in known], new)
            known += new
        assert after == {texts[0]: texts[2], texts[1]: texts[2]}


def _with(item: Item, after: dict[str, str]) -> Item:
    return dataclasses.replace(item, successor=after.get(item.text))


def test_what_an_agent_handed_over_replaces_nothing_and_may_be_replaced() -> None:
    handed = Item(Class.CONSTRAINTS, "Never use npm.", HANDED_OVER, "2026-01-02T00:00:00Z")
    assert replaced([handed], told("Always use npm.", 1)) == {}
    assert replaced([handed], told("Always use npm.", 3)) == {"Never use npm.": "Always use npm."}
