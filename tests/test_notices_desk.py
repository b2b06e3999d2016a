"""The desk's thread, with a real bus and a server that does what the test says; and what presses do."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import desktops
from mementod.ipc.client import WhyNot
from mementod.ipc.protocol import Answer, Error, Op, Request
from mementod.notices import desk as desks
from mementod.notices.desk import ORDERS_CAP, Desk
from mementod.notices.desktop import Desktop
from mementod.notices.notice import PRESSES, Close, Kind, Notice, Outcome, Press, Report, Show, Try, Way
from mementod.notices.presses import Presses, launcher
from mementod.stores.ledger_rows import Concern

ROW = Concern("shop", Kind.STALE, "id", "deleted", "", "CLAUDE.md", 3, "src/a.py", "", "2026")
STALE = Notice(
    Kind.STALE,
    "src/a.py was deleted",
    ("CLAUDE.md",),
    "mementod -C ~/shop check",
    (ROW,),
    (("shop", "/home/ada/shop"),),
    PRESSES[Kind.STALE],
)


class Held:
    """A desk, and all that it says to the brain and to clients."""

    def __init__(self, address: str, press: Callable[[Notice, Press], Notice | None], tmux: str | None) -> None:
        self.reports: queue.Queue[Report] = queue.Queue()
        self.replies: queue.Queue[tuple[int, Answer]] = queue.Queue()
        self.said: list[str] = []
        self.desk = Desk(
            lambda: Desktop(address),
            self.reports.put,
            press,
            lambda connection, answer, _last: self.replies.put((connection, answer)),
            lambda _level, event, **_: self.said.append(event),
            tmux,
        )

    def report(self) -> Report:
        return self.reports.get(timeout=desktops.LIMIT_S)


@contextmanager
def desk(
    address: str, press: Callable[[Notice, Press], Notice | None] = lambda *_: None, tmux: str | None = None
) -> Iterator[Held]:
    found = Held(address, press, tmux)
    try:
        yield found
    finally:
        found.desk.close()


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[desktops.Bus]:
    with desktops.bus(tmp_path) as found:
        yield found


@pytest.fixture
def server(bus: desktops.Bus) -> Iterator[desktops.Server]:
    with desktops.server(bus.address) as found:
        yield found


def test_a_notice_is_shown_and_taken_off(bus: desktops.Bus, server: desktops.Server) -> None:
    with desk(bus.address) as held:
        held.desk.put(Show(STALE))
        assert held.report() == Report(Outcome.SHOWN, Kind.STALE)
        held.desk.put(Close(Kind.STALE))
        server.wait(lambda: server.closed == [1])


def test_a_server_that_appears_is_reported(bus: desktops.Bus) -> None:
    with desk(bus.address) as held:
        held.desk.put(Show(STALE))
        assert held.report().outcome is Outcome.NOWHERE
        with desktops.server(bus.address) as late:
            assert held.report() == Report(Outcome.REACHED)
            held.desk.put(Show(STALE))
            assert held.report() == Report(Outcome.SHOWN, Kind.STALE)
            assert len(late.calls) == 1


def test_a_hanging_server_delays_nobody(bus: desktops.Bus, server: desktops.Server) -> None:
    server.hangs = True
    with desk(bus.address) as held:
        for _ in range(ORDERS_CAP * 2):
            held.desk.put(Show(STALE))
        server.wait(lambda: server.is_asked)
        held.desk.close()
        assert held.reports.empty()  # all that while the desk waited, and waits still
        assert not held.desk.put(Show(STALE))
        server.answer()


def test_presses_are_done_and_answered(bus: desktops.Bus, server: desktops.Server) -> None:
    done: list[tuple[Notice, Press]] = []

    def press(notice: Notice, pressed: Press) -> Notice | None:
        done.append((notice, pressed))
        return Notice(Kind.STALE, "Verified", (), "x") if pressed is Press.VERIFIED else None

    with desk(bus.address, press) as held:
        held.desk.put(Show(STALE))
        held.report()
        server.press(1, "default")
        assert held.report() == Report(Outcome.CLOSED, Kind.STALE, "it was read")
        server.press(1, "verified")
        assert held.report().outcome is Outcome.CLOSED
        assert done == [(STALE, Press.OPEN), (STALE, Press.VERIFIED)]
        assert [(call.summary, call.replaces) for call in server.calls[1:]] == [("Verified", 1)]


def test_a_press_that_fails_is_said_and_the_desk_goes_on(bus: desktops.Bus, server: desktops.Server) -> None:
    def press(_notice: Notice, _press: Press) -> None:
        raise OSError("no")

    with desk(bus.address, press) as held:
        for number in (1, 2):
            held.desk.put(Show(STALE))
            assert held.report().outcome is Outcome.SHOWN
            server.press(1, "snooze")
            desktops.until(lambda n=number: held.said.count("notices failed") == n)  # type: ignore[misc]


def test_a_trial_says_how_it_went(bus: desktops.Bus) -> None:
    with desk(bus.address) as held:
        held.desk.put(Try(7))
        connection, answer = held.replies.get(timeout=desktops.LIMIT_S)
        assert (connection, answer.data["outcome"], answer.data["why"]) == (7, "nowhere", "no notification server runs")
        with desktops.server(bus.address):
            held.report()
            held.desk.put(Try(8))
            assert held.replies.get(timeout=desktops.LIMIT_S)[1].data == {
                "outcome": "shown", "why": "", "way": "desktop", "server": "fake 1.0", "number": 1,
            }  # fmt: skip


def test_after_a_while_without_a_desktop_tmux_is_told(
    bus: desktops.Bus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "FALLBACK_AFTER_S", 0.0)
    tmux = tmp_path / "tmux"
    tmux.write_text("#!/bin/sh\necho /dev/pts/9\n")
    tmux.chmod(0o755)
    with desk(bus.address, tmux=str(tmux)) as held:
        held.desk.put(Show(STALE))
        assert held.report() == Report(Outcome.SHOWN, Kind.STALE, way=Way.TMUX)


def test_nothing_is_started_before_it_is_needed(bus: desktops.Bus) -> None:
    before = threading.active_count()
    with desk(bus.address):
        assert threading.active_count() == before


# what presses do


class Brain:
    def __init__(self, answer: Answer | WhyNot) -> None:
        self.asked: list[tuple[Op, str | None, dict[str, Any]]] = []
        self._answer = answer

    def __call__(self, request: Request) -> Answer | WhyNot:
        self.asked.append((request.op, request.folder, request.args))
        return self._answer


def test_open_writes_a_page_that_is_ours_alone(tmp_path: Path) -> None:
    opened: list[Path] = []
    assert Presses(tmp_path, Brain(WhyNot.ABSENT), opened.append)(STALE, Press.OPEN) is None
    [page] = opened
    assert "src/a.py was deleted" in page.read_text()
    assert page.stat().st_mode & 0o777 == 0o600


def test_snooze_puts_off_each_repository_for_a_day(tmp_path: Path) -> None:
    brain = Brain(Answer({}))
    Presses(tmp_path, brain, lambda _: None)(STALE, Press.SNOOZE)
    [(op, _, args)] = brain.asked
    assert (op, args["repository"]) == (Op.SNOOZE, "shop")


@pytest.mark.parametrize(
    ("answer", "summary", "lines"),
    [
        (Answer({"verified": 4}), "Verified: 4 citations in 1 note", 1),
        (Answer(error=Error.BUSY, message="paused"), "Nothing could be verified in 1 note", 2),
        (WhyNot.HUNG, "Nothing could be verified in 1 note", 2),
    ],
)
def test_verified_vouches_as_the_command_does(
    answer: Answer | WhyNot, summary: str, lines: int, tmp_path: Path
) -> None:
    brain = Brain(answer)
    said = Presses(tmp_path, brain, lambda _: None)(STALE, Press.VERIFIED)
    assert brain.asked == [(Op.VERIFY, "/home/ada/shop", {"notes": ["CLAUDE.md"]})]
    assert said is not None
    assert (said.summary, len(said.lines), said.command) == (summary, lines, "mementod -C ~/shop fix")


@pytest.mark.parametrize(("runs", "opener"), [("exit 1", True), ("exit 0", False)])
def test_a_page_is_opened_outside_of_our_service_where_that_works(runs: str, opener: bool, tmp_path: Path) -> None:
    for name, words in (("systemd-run", f'echo "$@" > {tmp_path}/run; {runs}'), ("xdg-open", f"> {tmp_path}/opened")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{words}\n")
        (tmp_path / name).chmod(0o755)
    launcher({"PATH": str(tmp_path)})(tmp_path / "page.html")
    words = f"--user --quiet --collect -- {tmp_path}/xdg-open {tmp_path}/page.html\n"
    assert ((tmp_path / "run").read_text(), (tmp_path / "opened").exists()) == (words, opener)


def test_without_a_program_nothing_is_opened() -> None:
    launcher({"PATH": "/nowhere"})(Path("/nowhere/page.html"))
