"""The daemon's socket: one thread that hears questions, puts them into the inbox, and writes the answers.

Must never wait for a client, be it silent, slow, endless or gone, and never decide anything: it answers by itself only
what is no question, what nobody has room for, and what was not answered in time.
"""

from __future__ import annotations

import itertools
import math
import selectors
import socket
import threading
import time
from collections import deque
from typing import TYPE_CHECKING

from mementod.brain.events import Gone, Question, Stop
from mementod.brain.inbox import Inbox
from mementod.errors import ExitCode
from mementod.ipc.acceptor import Acceptor
from mementod.ipc.connection import Connection, Phase
from mementod.ipc.listener import Listener
from mementod.ipc.protocol import (
    REQUEST_CAP_BYTES,
    Answer,
    Error,
    Op,
    ProtocolError,
    decode_request,
    encode_answer,
)
from mementod.process.bell import Bell

if TYPE_CHECKING:  # loaded by `process.logs`, and in its way
    from structlog.typing import FilteringBoundLogger

CONNECTION_CAP = 256
ASK_LIMIT_S = 10.0  # from connecting to a whole question; 8 MB take 0.1 s
STALL_LIMIT_S = 10.0  # without a byte of the last answer read
BACKLOG_CAP_BYTES = 1 << 20  # of answers to one `watch` that were not read
HELD_CAP_BYTES = 256 << 20  # of all connections together
CLOSE_LIMIT_S = 1.0  # for the last answers to go out
ONE_QUESTION = "one question a connection"


class Server:
    """`reply` may be called from any thread, all else from the one that made it."""

    def __init__(self, listener: Listener, inbox: Inbox, log: FilteringBoundLogger) -> None:
        self._listener = listener
        self._inbox = inbox
        self._log = log
        self._connections: dict[int, Connection] = {}
        self._numbers = itertools.count(1)
        self._replies: deque[tuple[int, bytes, bool]] = deque()
        self._selector = selectors.DefaultSelector()
        self._closing = False
        self._bell = Bell()
        self._selector.register(self._bell, selectors.EVENT_READ, self._bell.hush)
        self._acceptor = Acceptor(listener.socket, self._selector, self._welcome, log)
        self._thread = threading.Thread(target=self._run, name="server", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def reply(self, connection: int, answer: Answer, last: bool = True) -> None:
        """Send an answer; the client gets as many as there are until the last. One who has left is no error."""
        try:
            line = encode_answer(answer)
        except ProtocolError as error:
            self._log.error("answer cannot be sent", connection=connection, why=str(error))
            line, last = encode_answer(Answer(error=error.error, message=f"the answer is {error}")), True
        self._replies.append((connection, line, last))
        self._bell.ring()

    def close(self) -> None:
        """Hear nobody any more, let the last answers go out within CLOSE_LIMIT_S, remove the socket if we made it."""
        self._closing = True
        self._bell.ring()
        if self._thread.ident is not None:  # else it was never started
            self._thread.join()
        self._listener.close()
        self._selector.close()
        self._bell.close()

    # the thread

    def _run(self) -> None:
        try:
            while not self._closing:
                self._turn()
            self._finish()
        except Exception as error:  # deaf is as good as dead: let the service manager start a new one
            self._log.exception("the server failed")
            self._inbox.put(Stop(f"the server failed: {error}", ExitCode.OURS))
        finally:
            for connection in list(self._connections.values()):
                self._drop(connection)

    def _turn(self) -> None:
        for key, mask in self._selector.select(self._wait_s()):
            if isinstance(key.data, Connection):
                self._serve(key.data, mask)
            else:
                key.data()
        self._deliver()
        self._expire(time.monotonic())

    def _finish(self) -> None:
        self._acceptor.close()
        self._deliver()
        for connection in list(self._connections.values()):
            if connection.phase is not Phase.LEAVING:
                self._drop(connection)
        until = time.monotonic() + CLOSE_LIMIT_S
        while self._connections and (left := until - time.monotonic()) > 0:
            for key, mask in self._selector.select(left):
                if isinstance(key.data, Connection):
                    self._serve(key.data, mask)

    def _wait_s(self) -> float | None:
        soonest = min((self._acceptor.wakes_at, *(c.until for c in self._connections.values())))
        return None if soonest == math.inf else max(soonest - time.monotonic(), 0.0)

    # clients come

    def _welcome(self, peer: socket.socket) -> None:
        connection = Connection(next(self._numbers), peer, time.monotonic() + ASK_LIMIT_S)
        self._connections[connection.number] = connection
        self._selector.register(peer, connection.interest, connection)
        if len(self._connections) > CONNECTION_CAP:
            self._refuse(connection, Error.BUSY, f"more than {CONNECTION_CAP} connections")

    # they ask

    def _serve(self, connection: Connection, mask: int) -> None:
        if mask & selectors.EVENT_READ and (chunk := connection.receive()) is not None:
            if not chunk:
                self._drop(connection)
            elif connection.phase is Phase.ASKING:
                self._hear(connection, chunk)
            elif connection.phase is Phase.WAITING:
                self._refuse(connection, Error.BAD_REQUEST, ONE_QUESTION)
        elif mask & selectors.EVENT_WRITE:
            self._send(connection)

    def _hear(self, connection: Connection, chunk: bytes) -> None:
        end = chunk.find(b"\n")
        connection.incoming += chunk
        if len(connection.incoming) > REQUEST_CAP_BYTES:
            self._refuse(connection, Error.BAD_REQUEST, f"larger than {REQUEST_CAP_BYTES >> 20} MB")
        elif self._held_bytes() > HELD_CAP_BYTES:
            self._refuse(connection, Error.BUSY, "too much is being asked at once")
        elif 0 <= end < len(chunk) - 1:
            self._refuse(connection, Error.BAD_REQUEST, ONE_QUESTION)
        elif end >= 0:
            self._ask(connection)

    def _ask(self, connection: Connection) -> None:
        try:
            request = decode_request(bytes(connection.incoming))
        except ProtocolError as error:
            self._refuse(connection, error.error, str(error))
            return
        connection.incoming.clear()
        deadline = time.monotonic() + request.deadline_ms / 1000
        if not self._inbox.put(Question(connection.number, request, deadline)):
            self._refuse(connection, Error.BUSY, "too many questions wait")
            return
        connection.phase = Phase.WAITING
        connection.until = math.inf if request.op is Op.WATCH else deadline

    # they are answered

    def _deliver(self) -> None:
        while self._replies:
            number, line, last = self._replies.popleft()
            connection = self._connections.get(number)
            if connection and connection.phase is Phase.WAITING:
                self._answer(connection, line, last)

    def _answer(self, connection: Connection, line: bytes, last: bool) -> None:
        if connection.backlog_bytes > BACKLOG_CAP_BYTES or self._held_bytes() + len(line) > HELD_CAP_BYTES:
            self._log.warning("reader too slow, dropped", connection=connection.number)
            self._drop(connection)
            return
        connection.queue(line)
        if last:
            self._leave(connection)
        self._send(connection)

    def _refuse(self, connection: Connection, error: Error, message: str) -> None:
        """Answer by ourselves, and tell the brain if it has the question."""
        if connection.phase is Phase.WAITING:
            self._inbox.put(Gone(connection.number))
        connection.incoming.clear()
        connection.queue(encode_answer(Answer(error=error, message=message)))
        self._leave(connection)
        self._send(connection)

    def _leave(self, connection: Connection) -> None:
        connection.phase = Phase.LEAVING
        connection.until = time.monotonic() + STALL_LIMIT_S

    def _send(self, connection: Connection) -> None:
        try:
            sent = connection.send()
        except OSError:
            self._drop(connection)
            return
        if connection.phase is Phase.LEAVING and not connection.backlog_bytes:
            self._drop(connection)
            return
        if connection.phase is Phase.LEAVING and sent:
            connection.until = time.monotonic() + STALL_LIMIT_S
        self._selector.modify(connection.peer, connection.interest, connection)

    def _expire(self, now: float) -> None:
        self._acceptor.wake(now)
        for connection in [c for c in self._connections.values() if now >= c.until]:
            match connection.phase:
                case Phase.ASKING:
                    self._refuse(connection, Error.BAD_REQUEST, f"no question within {ASK_LIMIT_S:g} s")
                case Phase.WAITING:
                    self._refuse(connection, Error.TOO_LATE, "no answer in time")
                case Phase.LEAVING:
                    self._drop(connection)

    def _drop(self, connection: Connection) -> None:
        if connection.phase is Phase.WAITING:
            self._inbox.put(Gone(connection.number))
        del self._connections[connection.number]
        self._selector.unregister(connection.peer)
        connection.peer.close()

    def _held_bytes(self) -> int:
        return sum(connection.held_bytes for connection in self._connections.values())
