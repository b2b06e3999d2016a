"""Threads beside the brain: each question gets its one answer, whatever becomes of it, but nobody who has left."""

from __future__ import annotations

import threading
import time
from queue import SimpleQueue

import pytest

from mementod.brain.events import Question
from mementod.ipc.protocol import Answer, Error, Op, Request
from mementod.ipc.side_threads import WAITING_CAP, SideThreads

LIMIT_S = 10.0  # for what is to come; reached only when it does not


class Replies:
    """What was replied, and to whom, in order."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[tuple[int, Answer]] = SimpleQueue()

    def __call__(self, connection: int, answer: Answer, last: bool) -> None:
        assert last
        self._queue.put((connection, answer))

    def take(self) -> tuple[int, Answer]:
        return self._queue.get(timeout=LIMIT_S)


@pytest.fixture
def replies() -> Replies:
    return Replies()


def question(connection: int, left_s: float = 60.0) -> Question:
    return Question(connection, Request(Op.HOOK), time.monotonic() + left_s)


def test_what_raises_is_refused_and_the_next_is_answered(replies: Replies) -> None:
    threads = SideThreads("test", 1, replies)
    threads.take(question(1), lambda: Answer([][0]))
    threads.take(question(2), lambda: Answer("two", fresh=True))
    assert replies.take() == (1, Answer(error=Error.FAILED, message="IndexError: list index out of range"))
    assert replies.take() == (2, Answer("two", fresh=True))


def test_who_has_left_is_not_worked_for(replies: Replies) -> None:
    threads, worked = SideThreads("test", 1, replies), threading.Event()

    def work() -> Answer:
        worked.set()
        return Answer()

    threads.take(question(1, left_s=0.0), work)
    threads.take(question(2), lambda: Answer("two"))
    assert replies.take() == (2, Answer("two"))
    assert not worked.is_set()


def test_one_too_many_is_refused_at_once(replies: Replies) -> None:
    threads, begun, go_on = SideThreads("test", 1, replies), threading.Event(), threading.Event()

    def slow() -> Answer:
        begun.set()
        assert go_on.wait(LIMIT_S)
        return Answer("slow")

    threads.take(question(0), slow)
    assert begun.wait(LIMIT_S)
    for number in range(1, WAITING_CAP + 2):
        threads.take(question(number), lambda: Answer("quick"))
    connection, answer = replies.take()
    assert (connection, answer.error) == (WAITING_CAP + 1, Error.BUSY)
    go_on.set()
    assert [replies.take()[0] for _ in range(WAITING_CAP + 1)] == list(range(WAITING_CAP + 1))
