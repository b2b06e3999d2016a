"""One client of the socket: what it has sent so far, and what it still has to get. Never waits for it."""

from __future__ import annotations

import selectors
import socket
from collections import deque
from enum import Enum, auto

CHUNK_BYTES = 1 << 18


class Phase(Enum):
    """Each connection goes through these once, in order; it may be cut at any time."""

    ASKING = auto()  # its question is not all here
    WAITING = auto()  # the brain has the question
    LEAVING = auto()  # the last answer is on its way


class Connection:
    """`until` (monotonic) is when the phase has lasted too long."""

    def __init__(self, number: int, peer: socket.socket, until: float) -> None:
        self.number = number
        self.peer = peer
        self.until = until
        self.phase = Phase.ASKING
        self.incoming = bytearray()
        self._outgoing: deque[memoryview] = deque()
        self.backlog_bytes = 0

    @property
    def held_bytes(self) -> int:
        return len(self.incoming) + self.backlog_bytes

    @property
    def interest(self) -> int:
        """What to wait for. One that waits is read only to notice that it leaves."""
        reading = selectors.EVENT_READ if self.phase is not Phase.LEAVING else 0
        return reading | (selectors.EVENT_WRITE if self._outgoing else 0)

    def receive(self) -> bytes | None:
        """What came in; empty when the client has left, None when there is nothing yet."""
        try:
            return self.peer.recv(CHUNK_BYTES)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def queue(self, line: bytes) -> None:
        self._outgoing.append(memoryview(line))
        self.backlog_bytes += len(line)

    def send(self) -> int:
        """Bytes that went out; OSError when the client has left."""
        sent = 0
        try:
            while self._outgoing:
                first = self._outgoing[0]
                count = self.peer.send(first[:CHUNK_BYTES])
                sent += count
                self.backlog_bytes -= count
                if count == len(first):
                    self._outgoing.popleft()
                else:
                    self._outgoing[0] = first[count:]
        except BlockingIOError:
            pass
        return sent
