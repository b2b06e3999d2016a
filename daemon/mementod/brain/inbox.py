"""The brain's one queue: first in, first out, and nothing is merged.

Each kind of event has room of its own, so that a flood of one never keeps another out: the brain can be stopped while
questions pour in, and asked while a checkout does. Who finds no room is told so at once, or after the wait it chose.
"""

from __future__ import annotations

import threading
from collections import Counter, deque

from mementod.brain.events import Event, Gone, Question, Watched

ROOM = {
    Question: 256,  # beyond: answered `busy`
    Gone: 512,  # one for each question waiting and each connection open, so never full
    Watched: 1024,  # beyond: the reader of the watcher waits, then its pipe fills, and the watcher holds its batches
}
ROOM_FOR_OTHERS = 16  # of each kind; the seventeenth request to stop or to reload says nothing new


class Inbox:
    """Thread-safe. After `close` nothing more is taken in; what is there can still be taken out."""

    def __init__(self) -> None:
        self._events: deque[Event] = deque()
        self._held: Counter[type[Event]] = Counter()
        self._changed = threading.Condition()
        self._closed = False

    def put(self, event: Event, wait_s: float = 0.0) -> bool:
        """Whether it was taken in; False when there was no room for its kind within `wait_s`, or after `close`."""
        kind = type(event)
        room = ROOM.get(kind, ROOM_FOR_OTHERS)
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._held[kind] < room, wait_s)
            if self._closed or self._held[kind] >= room:
                return False
            self._events.append(event)
            self._held[kind] += 1
            self._changed.notify_all()
            return True

    def take(self, wait_s: float | None = None) -> Event | None:
        """The oldest event; None when there was none within `wait_s` (None: for ever), or none will ever come."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._events, wait_s)
            if not self._events:
                return None
            event = self._events.popleft()
            self._held[type(event)] -= 1
            self._changed.notify_all()
            return event

    def close(self) -> None:
        """Wake everybody who waits."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
