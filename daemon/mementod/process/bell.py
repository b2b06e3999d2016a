"""Wakes a thread that waits for descriptors: rung by any thread, heard by one."""

from __future__ import annotations

import contextlib
import socket


class Bell:
    """Readable from a ring until `hush`."""

    def __init__(self) -> None:
        self._inside, self._outside = socket.socketpair()
        for end in (self._inside, self._outside):
            end.setblocking(False)

    def fileno(self) -> int:
        return self._inside.fileno()

    def ring(self) -> None:
        with contextlib.suppress(OSError):  # full: it is heard anyway; closed: there is nobody to wake
            self._outside.send(b".")

    def hush(self) -> None:
        with contextlib.suppress(OSError):
            self._inside.recv(4096)

    def close(self) -> None:
        self._inside.close()
        self._outside.close()
