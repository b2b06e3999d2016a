"""A server of the daemon's socket in the test's own process; the test is the brain, and the clients."""

from __future__ import annotations

import contextlib
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mementod.brain.events import Event, Question
from mementod.brain.inbox import Inbox
from mementod.ipc import listener
from mementod.ipc.protocol import Op, Request, encode_request
from mementod.ipc.server import Server
from mementod.process.logs import Level, Log

WAIT_S = 20.0  # for what is to come; reached only when it does not


class Served:
    """What the test holds: the brain's end, and clients at the other."""

    def __init__(self, path: Path, server: Server, inbox: Inbox) -> None:
        self.path = path
        self.server = server
        self.inbox = inbox

    def event(self) -> Event | None:
        return self.inbox.take(WAIT_S)

    def question(self) -> Question:
        event = self.event()
        assert isinstance(event, Question)
        return event

    @contextlib.contextmanager
    def client(self, request: Request | None = None) -> Iterator[socket.socket]:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as peer:
            peer.settimeout(WAIT_S)
            peer.connect(str(self.path))
            if request:
                peer.sendall(encode_request(request))
            yield peer


@contextlib.contextmanager
def serving(state: Path, say_to: int | None = None) -> Iterator[Served]:
    """`say_to` is the descriptor for the server's log."""
    null = os.open(os.devnull, os.O_WRONLY)
    log = Log(Level.DEBUG, as_json=True, folder=None, stream=null if say_to is None else say_to)
    inbox = Inbox()
    made = listener.listen(listener.place(None, state))
    server = Server(made, inbox, log.say)
    server.start()
    try:
        yield Served(Path(made.path), server, inbox)
    finally:
        server.close()
        os.close(null)


def rest(peer: socket.socket) -> bytes:
    """All that comes until the server leaves."""
    data = b""
    with contextlib.suppress(ConnectionResetError):  # it left without having heard all
        while chunk := peer.recv(1 << 20):
            data += chunk
    return data


def answers(peer: socket.socket) -> list[dict[str, Any]]:
    return [json.loads(line) for line in rest(peer).splitlines()]


def error(peer: socket.socket) -> tuple[str, str]:
    """Of the one answer there is: its code and its words."""
    (answer,) = answers(peer)
    return answer["error"], answer["message"]


STATUS = Request(Op.STATUS, deadline_ms=60_000)
WATCH = Request(Op.WATCH, "/r", deadline_ms=60_000)
