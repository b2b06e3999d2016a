"""The command line's side of the socket: asks the daemon that holds the lock, or says why there is no answer.

It starts nothing and wakes nothing: a socket that a service manager keeps open for a stopped daemon is not touched,
because the lock file names no living process then. Imports little: every command that may ask pays for it.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import socket
import stat
import struct
import sys
import time
from collections.abc import Generator, Iterator
from enum import StrEnum
from pathlib import Path

from mementod import __version__
from mementod.ipc.protocol import (
    ANSWER_CAP_BYTES,
    ANY_VERSION,
    LOCK_NAME,
    PRESENCE_CAP_BYTES,
    Answer,
    Error,
    Presence,
    ProtocolError,
    Request,
    decode_answer,
    decode_presence,
    encode_request,
)

CONNECT_LIMIT_S = 0.2
RECEIVE_BYTES = 1 << 18
_LINUX_CREDENTIALS = struct.Struct("3i")  # pid, uid, gid
_MAC_CREDENTIALS = struct.Struct("2Ih16I")  # version, uid, number of groups, groups: struct xucred
_MAC_LEVEL, _MAC_PEER = 0, 1  # SOL_LOCAL, LOCAL_PEERCRED


class WhyNot(StrEnum):
    """Why there is no answer."""

    ABSENT = "absent"  # no daemon runs
    HUNG = "hung"  # one runs, and did not answer in time
    REFUSED = "refused"  # it may not be asked, or left without an answer
    FOREIGN = "foreign"  # what is there is another user's
    OLDER = "older"  # it is older than we are, and would judge otherwise
    NEWER = "newer"


def ask(state: Path, request: Request) -> Answer | WhyNot:
    """The answer of the daemon of this state directory, within the question's deadline.

    Raises ProtocolError when the question is too large to be asked.
    """
    with contextlib.closing(follow(state, request)) as answers:
        return next(answers)


def follow(state: Path, request: Request) -> Generator[Answer | WhyNot, None, None]:
    """The answers to a question that has many, until the daemon leaves; if there are none, the one reason why not.

    The deadline counts for the first.

    Raises ProtocolError when the question is too large to be asked.
    """
    line = encode_request(request)
    until = time.monotonic() + request.deadline_ms / 1000
    found = presence(state)
    if isinstance(found, WhyNot):
        yield found
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        why = _connect(connection, found.socket, until) or _send(connection, line, until)
        if why:
            yield why
            return
        yield from (_judged(item, request) for item in _answers(connection, until))


def presence(state: Path) -> Presence | WhyNot:
    """Who holds the lock of a state directory and listens. It lives, which does not mean that it answers."""
    try:
        descriptor = os.open(state / LOCK_NAME, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        return WhyNot.REFUSED if isinstance(error, PermissionError) else WhyNot.ABSENT
    try:
        about = os.fstat(descriptor)
        if about.st_uid != os.getuid():
            return WhyNot.FOREIGN
        found = decode_presence(os.read(descriptor, PRESENCE_CAP_BYTES)) if stat.S_ISREG(about.st_mode) else None
    finally:
        os.close(descriptor)
    return found if found and found.socket and _lives(found.pid) else WhyNot.ABSENT


def peer_uid(connection: socket.socket) -> int:
    """The user at the other end of a connected Unix socket; OSError when the system does not say."""
    if sys.platform == "darwin":
        data = connection.getsockopt(_MAC_LEVEL, _MAC_PEER, _MAC_CREDENTIALS.size)
        return int(struct.unpack_from("2I", data)[1])
    data = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _LINUX_CREDENTIALS.size)
    return int(_LINUX_CREDENTIALS.unpack(data)[1])


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (OSError, OverflowError):  # one that is another user's has only taken over the number
        return False
    return True


def _connect(connection: socket.socket, path: str, until: float) -> WhyNot | None:
    try:
        connection.settimeout(min(CONNECT_LIMIT_S, _left(until)))
        connection.connect(path)
        return None if peer_uid(connection) == os.getuid() else WhyNot.FOREIGN
    except (TimeoutError, BlockingIOError):
        return WhyNot.HUNG
    except (FileNotFoundError, ConnectionRefusedError):
        return WhyNot.ABSENT
    except OSError:
        return WhyNot.REFUSED


def _send(connection: socket.socket, line: bytes, until: float) -> WhyNot | None:
    try:
        connection.settimeout(_left(until))
        connection.sendall(line)
    except TimeoutError:
        return WhyNot.HUNG
    except OSError:
        pass  # it has answered before it had heard all: the answer says why
    return None


def _answers(connection: socket.socket, until: float) -> Iterator[Answer | WhyNot]:
    """Never empty: an answer, or why there is none. Ends when the daemon leaves."""
    held = bytearray()
    line = _line(connection, held, until)
    if isinstance(line, WhyNot):
        yield line
    while isinstance(line, bytes):
        yield _decoded(line)
        line = _line(connection, held, None)


def _line(connection: socket.socket, held: bytearray, until: float | None) -> bytes | WhyNot:
    """The next line. `held` is what came in after the line before, and is kept up."""
    end, looked = -1, 0
    while (end := held.find(b"\n", looked)) < 0:
        looked = len(held)
        if looked > ANSWER_CAP_BYTES:
            return WhyNot.REFUSED
        try:
            connection.settimeout(None if until is None else _left(until))
            held += (chunk := connection.recv(RECEIVE_BYTES))
        except TimeoutError:
            return WhyNot.HUNG
        except OSError:
            return WhyNot.REFUSED
        if not chunk:
            return WhyNot.REFUSED
    line = bytes(held[: end + 1])
    del held[: end + 1]
    return line


def _decoded(line: bytes) -> Answer | WhyNot:
    try:
        return decode_answer(line)
    except ProtocolError:
        return WhyNot.REFUSED


def _judged(item: Answer | WhyNot, request: Request) -> Answer | WhyNot:
    """An answer counts if it comes from our own version, or means the same in all."""
    if isinstance(item, WhyNot) or (item.error is not Error.VERSION and request.op in ANY_VERSION):
        return item
    if item.error is Error.VERSION or item.version != __version__:
        return WhyNot.NEWER if _numbers(item.version) > _numbers(__version__) else WhyNot.OLDER
    return item


def _numbers(version: str) -> list[int]:
    """`1.10.0.dev3` -> [1, 10, 0]: enough to say which of two is newer."""
    parts = itertools.takewhile(str.isdecimal, version.split(".")[:4])
    return [int(part[:9]) for part in parts]


def _left(until: float) -> float:
    """Seconds, never zero, which would mean not to wait at all and is another error."""
    return max(until - time.monotonic(), 0.001)
