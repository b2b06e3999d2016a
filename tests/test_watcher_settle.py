"""When a change is told."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mementod.watcher.settle import (
    HOLD_LIMIT_S,
    LONGEST_S,
    PAUSE_S,
    QUICK_S,
    RELEASE_S,
    Settle,
)


def test_nothing_is_told_when_nothing_happened() -> None:
    assert Settle().due(5.0) == math.inf


def test_a_single_save_is_told_soon() -> None:
    settle = Settle()
    settle.touch(100.0)
    assert settle.due(100.0) == pytest.approx(100.0 + QUICK_S)


def test_a_save_right_after_another_waits_for_a_pause() -> None:
    settle = Settle()
    settle.touch(100.0)
    settle.told(100.02)
    settle.touch(100.1)
    assert settle.due(100.1) == pytest.approx(100.1 + PAUSE_S)


def test_a_burst_waits_for_a_pause_but_not_for_ever() -> None:
    settle = Settle()
    now = 100.0
    while now < 101.0:
        settle.touch(now, 10)
        assert settle.due(now) == pytest.approx(min(now + PAUSE_S, 100.0 + LONGEST_S))
        now += 0.03


def test_while_git_works_nothing_is_told_until_it_is_done() -> None:
    settle = Settle()
    settle.git(100.0, busy=True, locked=True)
    settle.touch(100.1, 500)
    assert settle.due(103.0) == pytest.approx(100.0 + HOLD_LIMIT_S)
    settle.git(103.0, busy=False, locked=True)
    assert settle.due(103.0) == pytest.approx(103.0 + RELEASE_S)
    settle.git(103.2, busy=True, locked=True)
    assert settle.due(103.2) == pytest.approx(100.0 + HOLD_LIMIT_S)


def test_a_lock_that_stays_holds_nothing_after_a_while() -> None:
    settle = Settle()
    settle.git(100.0, busy=True, locked=True)
    settle.touch(105.0)
    settle.told(110.0)
    settle.git(120.0, busy=True, locked=False)
    settle.touch(120.0)
    assert settle.due(120.0) == pytest.approx(120.0 + QUICK_S)


def test_a_lock_that_came_and_went_unseen_still_holds() -> None:
    settle = Settle()
    settle.git(100.0, busy=False, locked=True)
    settle.touch(100.0)
    assert settle.due(100.0) == pytest.approx(100.0 + RELEASE_S)
    settle.git(100.3, busy=False, locked=False)
    assert not settle.held


def test_overflow_after_overflow_waits_for_silence() -> None:
    settle = Settle()
    for now in (100.0, 100.2, 100.4):
        settle.lost(now)
    assert settle.due(100.4) == pytest.approx(100.4 + RELEASE_S)


STEPS = st.lists(st.tuples(st.floats(0.0, 2.0), st.sampled_from(["touch", "busy", "free", "lost"])), min_size=1)


@given(STEPS)
def test_whatever_happens_a_change_is_told_within_the_limits(steps: list[tuple[float, str]]) -> None:
    settle, now, first = Settle(), 100.0, math.inf
    for pause, what in steps:
        now += pause
        if settle.due(now) <= now:
            assert settle.due(now) <= first + HOLD_LIMIT_S + LONGEST_S
            settle.told(now)
            first = math.inf
        match what:
            case "touch":
                settle.touch(now)
            case "lost":
                settle.lost(now)
            case _:
                settle.git(now, what == "busy", locked=True)
        if what in ("touch", "lost"):
            first = min(first, now)
        assert (settle.due(now) == math.inf) == (first == math.inf)
