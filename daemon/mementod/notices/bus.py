"""A connection to a D-Bus message bus: calls with a limit, and what comes in between.

Must never wait longer than CALL_LIMIT_S for anything, nor have the bus start a program. Loaded on Linux alone, by the
one who shows notices.
"""

from __future__ import annotations

import socket
import struct
import time
from collections import deque
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageFlag,
    MessageType,
    Parser,
    new_method_call,
)
from jeepney.auth import BEGIN, AuthenticationError, Authenticator
from jeepney.bus import get_bus

CALL_LIMIT_S = 5.0
RECEIVE_BYTES = 4096
MESSAGE_CAP_BYTES = 1 << 20  # nobody has to tell us more
HELD_CAP = 256  # messages that were not asked for; the oldest go
DAEMON = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")


class BusError(Exception):
    """The connection is gone, or cannot be made; the message is one line."""


class Refused(BusError):
    """An answer that is an error; the message begins with its name. The connection is as good as before."""


class Late(BusError):
    """No answer in time. It may still come: as the answer to `serial`, among the messages."""

    def __init__(self, message: str, serial: int) -> None:
        super().__init__(message)
        self.serial = serial


class Bus:
    """Connected from the start; BusError when that fails. For one thread."""

    def __init__(self, address: str) -> None:
        until = time.monotonic() + CALL_LIMIT_S
        self._socket = _connected(address, until)
        self._parser, self._serial = Parser(), 0
        self._held: deque[Message] = deque(maxlen=HELD_CAP)
        try:
            self._name = str(self.call(DAEMON, "Hello")[0])
        except BusError:
            self.close()
            raise

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        self._socket.close()

    def call(self, address: DBusAddress, member: str, signature: str | None = None, body: tuple[Any, ...] = ()) -> Any:
        """The body of the answer."""
        until = time.monotonic() + CALL_LIMIT_S
        self._serial += 1
        message = new_method_call(address, member, signature, body)
        message.header.flags |= MessageFlag.no_auto_start
        self._send(message.serialise(serial=self._serial), until)
        while True:
            try:
                answer = self._next(until)
            except TimeoutError:
                raise Late(
                    f"{address.bus_name} did not answer {member} within {CALL_LIMIT_S:g} s", self._serial
                ) from None
            if answer.header.fields.get(HeaderFields.reply_serial) == self._serial:
                return _body(answer)
            self._held.append(answer)

    def messages(self) -> list[Message]:
        """What came without being waited for; returns at once. BusError when the other side has left."""
        try:
            while True:
                self._held.append(self._next(0.0))
        except TimeoutError:
            pass
        found = list(self._held)
        self._held.clear()
        return found

    def _next(self, until: float) -> Message:
        """TimeoutError when none came until then (monotonic)."""
        while True:
            try:
                message = self._parser.get_next_message()
            except (ValueError, LookupError, struct.error) as error:
                raise BusError(f"the bus says what is no message: {error}") from error
            if message is not None:
                return message
            if self._parser.buf.bytes_buffered > MESSAGE_CAP_BYTES:
                raise BusError(f"the bus sent a message of more than {MESSAGE_CAP_BYTES:,} bytes")
            self._parser.add_data(_received(self._socket, until))

    def _send(self, data: bytes, until: float) -> None:
        self._socket.settimeout(_left(until))
        try:
            self._socket.sendall(data)
        except OSError as error:  # a timeout too: half a message may be out, and nothing can follow it
            raise BusError(f"the bus does not take a message: {error}") from error


def _body(answer: Message) -> Any:
    if answer.header.message_type is MessageType.error:
        name = answer.header.fields.get(HeaderFields.error_name, "an error")
        words = answer.body[0] if answer.body and isinstance(answer.body[0], str) else ""
        raise Refused(f"{name}: {' '.join(words.split()):.200}")
    return answer.body


def _connected(address: str, until: float) -> socket.socket:
    try:
        place = get_bus(address)
    except (ValueError, RuntimeError, KeyError, StopIteration) as error:
        raise BusError(f"the address of the bus is none: {address!r:.200}") from error
    channel = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | getattr(socket, "SOCK_CLOEXEC", 0))
    try:
        channel.settimeout(_left(until))
        channel.connect(place)
        _greet(channel, until)
    except (OSError, AuthenticationError, ValueError) as error:
        channel.close()
        raise BusError(f"no bus answers at {address:.200}: {error}") from error
    return channel


def _greet(channel: socket.socket, until: float) -> None:
    """Say who we are; the bus asks the kernel whether it is true."""
    talk = Authenticator(inc_null_byte=True)
    for line in talk:
        channel.sendall(line)
        talk.feed(_received(channel, until))
    channel.sendall(BEGIN)


def _received(channel: socket.socket, until: float) -> bytes:
    """TimeoutError when nothing came; BusError when the other side has left."""
    left = until - time.monotonic()
    channel.settimeout(max(left, 0.0))
    try:
        data = channel.recv(RECEIVE_BYTES)
    except (TimeoutError, BlockingIOError):
        raise TimeoutError("nothing came") from None
    except OSError as error:
        raise BusError(f"the bus has left: {error}") from error
    if not data:
        raise BusError("the bus has left")
    return data


def _left(until: float) -> float:
    """Seconds, never zero, which would mean not to wait at all and is another error."""
    return max(until - time.monotonic(), 0.001)
