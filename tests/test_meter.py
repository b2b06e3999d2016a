from __future__ import annotations

from collections.abc import Callable

import pytest

from mementod.commands.meter import PATIENCE_S, Meter


def ticking(step: float) -> Callable[[], float]:
    """A clock that goes on by `step` whenever it is read."""
    now = -step

    def clock() -> float:
        nonlocal now
        now += step
        return now

    return clock


@pytest.mark.parametrize(
    ("step", "wanted", "shown"),
    [(PATIENCE_S / 10, True, False), (PATIENCE_S, True, True), (PATIENCE_S, False, False)],
)
def test_only_somebody_who_waits_sees_a_bar(
    step: float,
    wanted: bool,
    shown: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # to rich a terminal
    with Meter(ticking(step), wanted) as meter:
        for done in range(3):
            meter.show("judging", done, 3)
        meter.show("asking history", 0, 0)
    streams = capsys.readouterr()
    assert ("asking history" in streams.err) is shown
    assert streams.out == ""
