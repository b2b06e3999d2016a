"""A message bus of our own, and a notification server on it that does what a test says."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageFlag,
    MessageType,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.bus_messages import message_bus
from jeepney.io.threading import DBusConnection, open_dbus_connection

NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
LIMIT_S = 20.0  # for what is to come; reached only when it does not
# No service folder: the machine's own notification server must not be started for a test.
CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
 <type>session</type><listen>unix:path={path}</listen><auth>EXTERNAL</auth>
 <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
</busconfig>
"""


class Bus:
    """A bus at an address that stays the same when it is started again."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("dbus-daemon")
        if program is None:
            pytest.skip("NOT TESTED: dbus-daemon is not there (apt-get install dbus)")
        self._place = folder / "bus"
        self.address = f"unix:path={self._place}"
        config = folder / "bus.conf"
        config.write_text(CONFIG.format(path=self._place))
        self._command = [program, f"--config-file={config}", "--nofork", "--print-address=1"]
        self.start()

    def start(self) -> None:
        self._place.unlink(missing_ok=True)
        self.process = subprocess.Popen(self._command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self.process.stdout is not None
        assert self.process.stdout.readline()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextlib.contextmanager
def bus(folder: Path) -> Iterator[Bus]:
    found = Bus(folder)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.kill()


@dataclass(frozen=True, slots=True)
class Call:
    """What a Notify said."""

    app: str
    replaces: int
    icon: str
    summary: str
    body: str
    actions: tuple[str, ...]
    hints: dict[str, Any]
    timeout: int
    starts_nobody: bool


class Server:
    """`calls` are the notices it got; while it `hangs`, it keeps them and answers nothing.

    With another name to own it is another service, of which only the `properties` are asked.
    """

    def __init__(
        self,
        address: str,
        abilities: tuple[str, ...] = ("actions", "body", "body-markup"),
        name: str = "fake",
        properties: dict[str, bool] | None = None,
        owns: str = NAME,
    ) -> None:
        self._abilities, self._name, self._properties, self._owns = abilities, name, properties or {}, owns
        self.calls: list[Call] = []
        self.closed: list[int] = []
        self.hangs = self.refuses = False
        self._unanswered: list[Message] = []
        self._number = 0
        self._changed = threading.Condition()
        self._connection: DBusConnection = open_dbus_connection(address)
        self.appear()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def appear(self) -> None:
        self._connection.send(message_bus.RequestName(self._owns))

    def vanish(self) -> None:
        """Leave the name; the connection stays."""
        self._connection.send(message_bus.ReleaseName(self._owns))

    def press(self, number: int, key: str) -> None:
        self._emit("ActionInvoked", "us", (number, key))

    def dismiss(self, number: int) -> None:
        self._emit("NotificationClosed", "uu", (number, 2))

    def answer(self) -> None:
        """Hang no more: answer what was asked meanwhile."""
        self.hangs = False
        waiting, self._unanswered = self._unanswered, []
        for message in waiting:
            self._answer(message)

    @property
    def is_asked(self) -> bool:
        """Whether somebody waits for an answer."""
        return bool(self._unanswered)

    def await_calls(self, count: int) -> Call:
        """The last of so many notices."""
        self.wait(lambda: len(self.calls) >= count)
        return self.calls[count - 1]

    def wait(self, is_it: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(is_it, LIMIT_S)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._connection.sock.shutdown(socket.SHUT_RDWR)
        self._thread.join(LIMIT_S)
        self._connection.close()

    def _emit(self, member: str, signature: str, body: tuple[object, ...]) -> None:
        self._connection.send(new_signal(DBusAddress(PATH, interface=NAME), member, signature, body))

    def _run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                message = self._connection.receive()
                if message.header.message_type is MessageType.method_call:
                    with self._changed:
                        self._hear(message)
                        self._changed.notify_all()

    def _hear(self, message: Message) -> None:
        if message.header.fields[HeaderFields.member] == "Notify":
            self.calls.append(_call(message))
        if self.hangs:
            self._unanswered.append(message)
        else:
            self._answer(message)

    def _answer(self, message: Message) -> None:
        match message.header.fields[HeaderFields.member]:
            case "GetCapabilities":
                reply = new_method_return(message, "as", (list(self._abilities),))
            case "GetServerInformation":
                reply = new_method_return(message, "ssss", (self._name, "us", "1.0", "1.2"))
            case "Notify" if self.refuses:
                reply = new_error(message, f"{NAME}.Error.ExcessNotificationGeneration", "s", ("too\nmany",))
            case "Notify":
                self._number = self._number if message.body[1] else self._number + 1
                reply = new_method_return(message, "u", (message.body[1] or self._number,))
            case "CloseNotification":
                self.closed.append(message.body[0])
                reply = new_method_return(message)
            case "Get" if message.body[1] in self._properties:
                reply = new_method_return(message, "v", (("b", self._properties[message.body[1]]),))
            case _:
                reply = new_error(message, "org.freedesktop.DBus.Error.UnknownMethod", "s", ("not known",))
        self._connection.send(reply)


@contextlib.contextmanager
def server(address: str, **options: Any) -> Iterator[Server]:
    found = Server(address, **options)
    try:
        yield found
    finally:
        found.close()


def _call(message: Message) -> Call:
    app, replaces, icon, summary, body, actions, hints, timeout = message.body
    plain = {name: value for name, (_signature, value) in hints.items()}
    starts_nobody = bool(message.header.flags & MessageFlag.no_auto_start)
    return Call(app, replaces, icon, summary, body, tuple(actions), plain, timeout, starts_nobody)


def until(is_it: Callable[[], bool]) -> None:
    """Ask again and again; each question is a look at what another thread or process did."""
    end = time.monotonic() + LIMIT_S
    while not is_it():
        assert time.monotonic() < end
        time.sleep(0.01)
