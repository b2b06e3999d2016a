"""Notices on a real message bus: what a server is told, what it tells, and all it may do instead of answering."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import desktops
from mementod.notices import bus as wire
from mementod.notices import desktop, lock
from mementod.notices.desktop import Desktop, Heard
from mementod.notices.notice import PRESSES, Kind, Notice, Outcome, Press, Report
from mementod.notices.screens import bus_address

SHOWN = Report(Outcome.SHOWN, Kind.STALE)
STALE = Notice(
    Kind.STALE, "src/a moved to src/b", ("CLAUDE.md, a<b>&c.md",), "mementod status", presses=PRESSES[Kind.STALE]
)


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[desktops.Bus]:
    with desktops.bus(tmp_path) as found:
        yield found


@pytest.fixture
def server(bus: desktops.Bus) -> Iterator[desktops.Server]:
    with desktops.server(bus.address) as found:
        yield found


@pytest.fixture
def screen(bus: desktops.Bus) -> Iterator[Desktop]:
    found = Desktop(bus.address)
    yield found
    found.end()


def heard(screen: Desktop, count: int = 1) -> list[Heard]:
    """The next things it hears."""
    found: list[Heard] = []

    def is_enough() -> bool:
        found.extend(screen.heard())
        return len(found) >= count

    desktops.until(is_enough)
    return found


def test_what_a_server_is_told(server: desktops.Server, screen: Desktop) -> None:
    assert screen.show(STALE) == SHOWN
    assert server.calls == [
        desktops.Call(
            app="mementod",
            replaces=0,
            icon="dialog-information",
            summary="src/a moved to src/b",
            body="CLAUDE.md, a&lt;b&gt;&amp;c.md\nRun: mementod status",
            actions=("default", "Open", "snooze", "Snooze 1 day", "verified", "Verified"),
            hints={
                "urgency": 1,
                "category": "x-mementod.stale",
                "desktop-entry": "mementod",
                "x-dunst-stack-tag": "mementod-stale",
                "x-canonical-private-synchronous": "mementod-stale",
            },
            timeout=-1,
            starts_nobody=True,
        )
    ]
    assert (screen.server, screen.number(Kind.STALE), screen.number(Kind.TROUBLE)) == ("fake 1.0", 1, 0)


def test_a_server_that_knows_no_markup_and_no_buttons(bus: desktops.Bus, screen: Desktop) -> None:
    with desktops.server(bus.address, abilities=("body",)) as plain:
        screen.show(STALE)
        assert (plain.calls[0].body, plain.calls[0].actions) == ("CLAUDE.md, a‹b›&c.md\nRun: mementod status", ())


def test_a_notice_takes_the_place_of_the_last_of_its_kind(server: desktops.Server, screen: Desktop) -> None:
    other = Notice(Kind.TROUBLE, "x", (), "y")
    for notice in (STALE, STALE, other, STALE):
        assert screen.show(notice).outcome is Outcome.SHOWN
    assert [call.replaces for call in server.calls] == [0, 1, 0, 1]
    screen.close(Kind.STALE)
    screen.close(Kind.STALE)
    assert server.closed == [1]
    screen.show(STALE)
    assert server.calls[-1].replaces == 0


@pytest.mark.parametrize(
    ("properties", "outcome"),
    [({"LockedHint": True}, Outcome.HELD), ({"LockedHint": False}, Outcome.SHOWN), ({}, Outcome.SHOWN)],
)
def test_a_locked_screen_is_no_time_for_a_notice(
    properties: dict[str, bool], outcome: Outcome, bus: desktops.Bus, server: desktops.Server
) -> None:
    screen = Desktop(bus.address, bus.address)
    with desktops.server(bus.address, owns=lock.NAME, properties=properties):
        assert screen.show(STALE).outcome is outcome
    assert screen.show(STALE) == SHOWN  # nobody there knows
    screen.end()


def test_without_a_system_bus_nothing_is_locked(bus: desktops.Bus, server: desktops.Server, tmp_path: Path) -> None:
    screen = Desktop(bus.address, f"unix:path={tmp_path}/nowhere")
    assert screen.show(STALE) == SHOWN
    screen.end()


def test_buttons_come_back(server: desktops.Server, screen: Desktop, bus: desktops.Bus) -> None:
    screen.show(STALE)
    for key in ("snooze", "default", "verified", "nonsense"):
        server.press(1, key)
    server.press(99, "snooze")
    server.dismiss(1)
    assert heard(screen, 4) == [
        (Kind.STALE, Press.SNOOZE),
        (Kind.STALE, Press.OPEN),
        (Kind.STALE, Press.VERIFIED),
        Report(Outcome.CLOSED, Kind.STALE),
    ]
    screen.show(STALE)
    assert server.calls[-1].replaces == 0


def test_a_signal_of_somebody_else_is_none(server: desktops.Server, screen: Desktop, bus: desktops.Bus) -> None:
    screen.show(STALE)
    with desktops.server(bus.address) as stranger:  # waits in line for the name
        stranger.press(1, "verified")
        server.press(1, "snooze")
        assert heard(screen) == [(Kind.STALE, Press.SNOOZE)]


def test_without_a_server_it_is_said_at_once_and_told_when_one_appears(bus: desktops.Bus, screen: Desktop) -> None:
    assert screen.show(STALE) == Report(Outcome.NOWHERE, Kind.STALE, desktop.NO_SERVER)
    assert screen.heard() == []
    with desktops.server(bus.address) as late:
        assert heard(screen) == [Report(Outcome.REACHED)]
        assert screen.show(STALE) == SHOWN
        assert len(late.calls) == 1


def test_the_number_of_a_server_that_left_is_not_used_again(server: desktops.Server, screen: Desktop) -> None:
    screen.show(STALE)
    server.vanish()
    assert heard(screen) == [Report(Outcome.CLOSED, Kind.STALE, "the server left")]
    assert screen.show(STALE).outcome is Outcome.NOWHERE
    server.appear()
    assert heard(screen) == [Report(Outcome.REACHED)]
    assert screen.show(STALE) == SHOWN
    assert [call.replaces for call in server.calls] == [0, 0]


def test_a_server_that_was_replaced_before_we_looked(bus: desktops.Bus, screen: Desktop) -> None:
    with desktops.server(bus.address):
        screen.show(STALE)
    with desktops.server(bus.address) as second:
        assert screen.show(STALE) == SHOWN
        assert [call.replaces for call in second.calls] == [0]
        second.press(1, "snooze")
        assert (Kind.STALE, Press.SNOOZE) in heard(screen, 3)


def test_what_a_hanging_server_did_not_answer_is_not_sent_twice(
    server: desktops.Server, screen: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen.show(STALE)
    monkeypatch.setattr(wire, "CALL_LIMIT_S", 0.2)
    server.hangs = True
    first = screen.show(STALE)
    assert (first.outcome, "did not answer Notify" in first.why) == (Outcome.NOWHERE, True)
    assert screen.show(STALE) == Report(Outcome.NOWHERE, Kind.STALE, "fake 1.0 does not answer")
    server.answer()
    assert heard(screen) == [SHOWN]
    assert screen.show(STALE) == SHOWN
    assert len(server.calls) == 3


def test_a_server_that_hangs_from_the_start(
    server: desktops.Server, screen: Desktop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "CALL_LIMIT_S", 0.2)
    server.hangs = True
    assert screen.show(STALE).outcome is Outcome.NOWHERE
    server.answer()
    assert screen.show(STALE) == SHOWN
    assert len(server.calls) == 1


def test_a_bus_that_dies_and_comes_back(bus: desktops.Bus, screen: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    with desktops.server(bus.address):
        screen.show(STALE)
        bus.kill()
        assert heard(screen) == [Report(Outcome.CLOSED, Kind.STALE, "the server left")]
    assert screen.fileno() is None
    bus.start()
    with desktops.server(bus.address) as again:
        assert screen.show(STALE).outcome is Outcome.NOWHERE  # not so soon
        then = time.monotonic() + desktop.RETRY_S
        monkeypatch.setattr(time, "monotonic", lambda: then)
        assert screen.show(STALE) == SHOWN
        assert again.calls[0].replaces == 0


@pytest.mark.parametrize(
    "address", ["", "nonsense", "unix:path=/nowhere/bus", "tcp:host=localhost,port=1", ";", "unix:"]
)
def test_an_address_where_no_bus_is(address: str) -> None:
    assert Desktop(address).show(STALE).outcome is Outcome.NOWHERE


@pytest.mark.parametrize("said", [b"", b"OK 0123\r\n", b"REJECTED EXTERNAL\r\n", b"\xff" * 100 + b"\r\n"])
def test_what_listens_there_is_no_bus(said: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "CALL_LIMIT_S", 0.2)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "bus"))
        listener.listen()
        screen = Desktop(f"unix:path={tmp_path}/bus")
        peers = []

        def talk() -> None:
            peer, _ = listener.accept()
            peer.sendall(said)
            peers.append(peer)

        thread = threading.Thread(target=talk)
        thread.start()
        assert screen.show(STALE).outcome is Outcome.NOWHERE
        thread.join()
        for peer in peers:
            peer.close()


@pytest.mark.parametrize(
    ("name", "abilities", "properties"),
    [("dunst", ("body",), {"paused": True}), ("Plasma", ("body", "inhibitions"), {"Inhibited": True})],
)
def test_do_not_disturb(
    name: str, abilities: tuple[str, ...], properties: dict[str, bool], bus: desktops.Bus, screen: Desktop
) -> None:
    with desktops.server(bus.address, name=name, abilities=abilities, properties=properties) as silent:
        assert screen.show(STALE).outcome is Outcome.HELD
        properties[next(iter(properties))] = False
        assert screen.show(STALE) == SHOWN
        assert len(silent.calls) == 1


def test_a_server_that_refuses(bus: desktops.Bus, screen: Desktop) -> None:
    """As GNOME does when there are too many: an error is an answer, and the connection stays."""
    with desktops.server(bus.address) as full:
        screen.show(STALE)
        full.refuses = True
        refused = screen.show(STALE)
        assert (refused.outcome, "ExcessNotificationGeneration" in refused.why) == (Outcome.NOWHERE, True)
        full.refuses = False
        assert screen.show(STALE) == SHOWN


def test_where_the_bus_is() -> None:
    assert bus_address({"DBUS_SESSION_BUS_ADDRESS": "unix:abstract=x", "XDG_RUNTIME_DIR": "/r"}) == "unix:abstract=x"
    assert bus_address({"XDG_RUNTIME_DIR": "/run/user/a,b"}) == "unix:path=/run/user/a%2Cb/bus"
    assert bus_address({}) == ""
