"""The brain's queue: order, room for each kind, and waits that end."""

from __future__ import annotations

import threading

import pytest

from mementod.brain.events import Event, Gone, Question, Reload, Stop, Watched
from mementod.brain.inbox import ROOM, ROOM_FOR_OTHERS, Inbox
from mementod.ipc.protocol import Op, Request
from mementod.watcher.messages import Alive

QUESTION = Question(1, Request(Op.STATUS), 0.0)
WATCHED = Watched(Alive())


def fill(inbox: Inbox, event: Event) -> int:
    """How many of a kind it takes in."""
    count = 0
    while inbox.put(event):
        count += 1
    return count


def test_first_in_first_out() -> None:
    inbox = Inbox()
    events: list[Event] = [Reload(), QUESTION, WATCHED, Reload(), Gone(1)]
    for event in events:
        assert inbox.put(event)

    assert [inbox.take(0) for _ in events] == events
    assert inbox.take(0) is None


@pytest.mark.parametrize("flood", [QUESTION, WATCHED, Reload()])
def test_a_flood_of_one_kind_keeps_no_other_out(flood: Event) -> None:
    inbox = Inbox()

    assert fill(inbox, flood) == ROOM.get(type(flood), ROOM_FOR_OTHERS)

    for other in (QUESTION, WATCHED, Gone(1), Stop("why")):
        assert inbox.put(other) == (type(other) is not type(flood))


def test_taking_one_makes_room_for_one() -> None:
    inbox = Inbox()
    fill(inbox, QUESTION)

    inbox.take(0)

    assert fill(inbox, QUESTION) == 1


def test_who_waits_for_room_is_let_in_when_there_is_some() -> None:
    inbox = Inbox()
    fill(inbox, WATCHED)
    taken: list[bool] = []
    waiter = threading.Thread(target=lambda: taken.append(inbox.put(WATCHED, wait_s=20)))
    waiter.start()

    inbox.take(0)
    waiter.join(20)

    assert taken == [True]


def test_who_waits_is_woken_by_the_end() -> None:
    inbox = Inbox()
    fill(inbox, WATCHED)
    put: list[bool] = []
    waiter = threading.Thread(target=lambda: put.append(inbox.put(WATCHED, wait_s=20)))
    waiter.start()

    inbox.close()
    waiter.join(20)

    assert put == [False]
    assert not inbox.put(Stop("too late"))
    assert inbox.take() == WATCHED


def test_an_empty_closed_inbox_does_not_keep_its_reader() -> None:
    inbox = Inbox()
    got: list[Event | None] = [QUESTION]
    reader = threading.Thread(target=lambda: got.append(inbox.take()))
    reader.start()

    inbox.close()
    reader.join(20)

    assert got == [QUESTION, None]
