"""Takes connections in, those of this user alone. Never waits, and rests after the system refused one."""

from __future__ import annotations

import math
import os
import selectors
import socket
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from mementod.ipc.client import peer_uid

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

BURST = 64
REST_S = 0.5  # after the system refused a connection (no descriptors left): it would refuse at once again


class Acceptor:
    """`wakes_at` (monotonic): nobody is let in before that; infinity when it does not rest."""

    def __init__(
        self,
        listening: socket.socket,
        selector: selectors.BaseSelector,
        welcome: Callable[[socket.socket], None],
        log: FilteringBoundLogger,
    ) -> None:
        """Each connection, which never blocks, goes to `welcome`."""
        self._listening, self._selector, self._welcome, self._log = listening, selector, welcome, log
        self.wakes_at = math.inf
        self._open()

    def wake(self, now: float) -> None:
        """Let people in again, if it is time to."""
        if now >= self.wakes_at:
            self.wakes_at = math.inf
            self._open()

    def close(self) -> None:
        if self.wakes_at == math.inf:
            self._selector.unregister(self._listening)

    def _open(self) -> None:
        self._selector.register(self._listening, selectors.EVENT_READ, self._accept)

    def _accept(self) -> None:
        for _ in range(BURST):
            try:
                peer, _address = self._listening.accept()
            except (BlockingIOError, ConnectionError):
                return
            except OSError as error:
                self._log.warning("cannot take connections", why=error.strerror)
                self.close()
                self.wakes_at = time.monotonic() + REST_S
                return
            if self._is_ours(peer):
                peer.setblocking(False)
                self._welcome(peer)

    def _is_ours(self, peer: socket.socket) -> bool:
        """Whether it is of this user; one of another is closed."""
        try:
            uid = peer_uid(peer)
        except OSError:
            uid = -1
        if uid != os.getuid():
            self._log.warning("connection of another user closed", uid=uid)
            peer.close()
        return uid == os.getuid()
