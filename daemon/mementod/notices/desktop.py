"""A desktop's notification server (org.freedesktop.Notifications), which may come, go, hang or not be there.

Invariants: it is never started by us; a notice replaces another only while the same server runs; what it did not
answer is not sent again before it is known what became of it.
"""

from __future__ import annotations

import time
from typing import Any

from jeepney import DBusAddress, HeaderFields, MatchRule, Message, MessageType

from mementod.notices.bus import DAEMON, Bus, BusError, Late, Refused
from mementod.notices.lock import is_locked
from mementod.notices.notice import Kind, Notice, Outcome, Press, Report

NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
SERVER = DBusAddress(PATH, NAME, NAME)
PROPERTIES = DBusAddress(PATH, NAME, "org.freedesktop.DBus.Properties")
LABELS = {Press.OPEN: "Open", Press.SNOOZE: "Snooze 1 day", Press.VERIFIED: "Verified"}
ICON = "dialog-information"
NORMAL = 1  # urgency; a stale note is never critical
SERVER_DECIDES = -1  # how long a notice stays
RETRY_S = 5.0  # before another try to connect; twice as long each time
RETRY_CAP_S = 300.0
# Where a server says that the person does not want to be disturbed: what it has to be for that, interface, property.
INHIBITED = ("org.freedesktop.Notifications", "Inhibited")
PAUSED = ("org.dunstproject.cmd0", "paused")
NO_SERVER = "no notification server runs"

Heard = Report | tuple[Kind, Press]


class NotNow(BusError):
    """It is not tried: there is no bus, or it was not there a moment ago."""


class Desktop:
    """For one thread. `address` is that of the session bus, `system` of the system's, empty when there is none."""

    def __init__(self, address: str, system: str = "") -> None:
        self._address, self._system = address, system
        self._bus: Bus | None = None
        self._retry_at, self._wait_s = 0.0, 0.0
        self._why = ""
        self._owner = ""
        self._about: tuple[str, str] = ("", "")
        self._abilities: frozenset[str] = frozenset()
        self._shown: dict[Kind, int] = {}
        self._late: dict[int, Kind] = {}  # serial of a call without an answer -> what it was to show
        self._over: list[Heard] = []  # closed because the server, or the bus, went

    @property
    def server(self) -> str:
        """Its name and version, as it says; empty when it is not known."""
        return " ".join(self._about).strip()

    def number(self, kind: Kind) -> int:
        """The server's number of the notice of a kind, 0 for none."""
        return self._shown.get(kind, 0)

    def fileno(self) -> int | None:
        """To wait for what `heard` would give; None without a connection."""
        return self._bus.fileno() if self._bus else None

    def show(self, notice: Notice) -> Report:
        """Put a notice on the screen, in the place of the last of its kind."""
        kind = notice.kind
        try:
            bus = self._connected()
            if not self._find_server(bus):
                return Report(Outcome.NOWHERE, kind, NO_SERVER)
            if self._late:
                return Report(Outcome.NOWHERE, kind, f"{self.server} does not answer")
            if self._is_silent(bus):
                return Report(Outcome.HELD, kind, "do not disturb is on")
            if self._system and is_locked(self._system):
                return Report(Outcome.HELD, kind, "the screen is locked")
            self._put(bus, notice)
        except (Refused, Late, NotNow) as error:
            return Report(Outcome.NOWHERE, kind, str(error))
        except BusError as error:
            self._lost(error)
            return Report(Outcome.NOWHERE, kind, str(error))
        return Report(Outcome.SHOWN, kind)

    def close(self, kind: Kind) -> None:
        """Take the notice of a kind off the screen."""
        number = self._shown.pop(kind, 0)
        if not number or self._bus is None:
            return
        try:
            self._bus.call(SERVER, "CloseNotification", "u", (number,))
        except (Refused, Late):
            pass  # it is gone already, or nobody can take it away
        except BusError as error:
            self._lost(error)

    def heard(self) -> list[Heard]:
        """What the server told of the notices, or became of it; returns at once."""
        if self._bus:
            try:
                for message in self._bus.messages():
                    self._hear(message)
            except BusError as error:
                self._lost(error)
        found, self._over = self._over, []
        return found

    def end(self) -> None:
        if self._bus:
            self._bus.close()
            self._bus = None

    # the connection

    def _put(self, bus: Bus, notice: Notice) -> None:
        try:
            self._shown[notice.kind] = bus.call(SERVER, "Notify", "susssasa{sv}i", self._arguments(notice))[0]
        except Late as error:
            self._late[error.serial] = notice.kind
            raise

    def _connected(self) -> Bus:
        if self._bus is None:
            if not self._address:
                raise NotNow("this session has no message bus")
            if time.monotonic() < self._retry_at:
                raise NotNow(self._why)
            try:
                self._bus = Bus(self._address)
                self._listen(self._bus)
            except (Refused, Late) as error:  # not of a server, but of the bus itself
                raise BusError(str(error)) from error
            self._wait_s = 0.0
        return self._bus

    def _listen(self, bus: Bus) -> None:
        owner = MatchRule(type="signal", sender="org.freedesktop.DBus", member="NameOwnerChanged")
        owner.add_arg_condition(0, NAME)
        for rule in (owner, MatchRule(type="signal", interface=NAME, path=PATH)):
            bus.call(DAEMON, "AddMatch", "s", (rule.serialise(),))

    def _lost(self, error: BusError) -> None:
        self._wait_s = min(2 * self._wait_s or RETRY_S, RETRY_CAP_S)
        self._retry_at, self._why = time.monotonic() + self._wait_s, str(error)
        if self._bus:
            self._bus.close()
            self._bus = None
        self._left()

    # the server

    def _find_server(self, bus: Bus) -> bool:
        try:
            owner = str(bus.call(DAEMON, "GetNameOwner", "s", (NAME,))[0])
        except Refused:
            owner = ""
        for message in bus.messages():  # what was told before that answer is older than it
            self._hear(message)
        if owner != self._owner:
            self._left()
            if owner:
                self._abilities = frozenset(bus.call(SERVER, "GetCapabilities")[0])
                name, _vendor, version, _spec = bus.call(SERVER, "GetServerInformation")
                self._about = (name, version)
            self._owner = owner
        return bool(owner)

    def _left(self) -> None:
        """The server is gone: with it all that it showed, and what it did not answer."""
        self._over += [Report(Outcome.CLOSED, kind, "the server left") for kind in self._shown]
        self._shown, self._late, self._owner = {}, {}, ""

    def _is_silent(self, bus: Bus) -> bool:
        asked = [INHIBITED] if "inhibitions" in self._abilities else []
        asked += [PAUSED] if self._about[0] == "dunst" else []
        for interface, name in asked:
            try:
                _signature, value = bus.call(PROPERTIES, "Get", "ss", (interface, name))[0]
            except Refused:
                continue
            if value is True:
                return True
        return False

    def _arguments(self, notice: Notice) -> tuple[Any, ...]:
        presses = notice.presses if "actions" in self._abilities else ()
        actions = [word for press in presses for word in (press.value, LABELS[press])]
        tag = f"mementod-{notice.kind}"
        hints = {
            "urgency": ("y", NORMAL),
            "category": ("s", f"x-mementod.{notice.kind}"),
            "desktop-entry": ("s", "mementod"),  # which `service install` writes
            "x-dunst-stack-tag": ("s", tag),  # for servers that forgot the number of what is still on the screen
            "x-canonical-private-synchronous": ("s", tag),
        }
        replaced = self._shown.get(notice.kind, 0)
        return ("mementod", replaced, ICON, notice.summary, self._escaped(notice.text), actions, hints, SERVER_DECIDES)

    def _escaped(self, text: str) -> str:
        """Text that this server shows as it is."""
        if "body-markup" in self._abilities:
            return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return text.replace("<", "‹").replace(">", "›")  # some read markup without saying so

    # what it tells

    def _hear(self, message: Message) -> None:
        fields, body = message.header.fields, message.body
        member = fields.get(HeaderFields.member)
        if (serial := fields.get(HeaderFields.reply_serial)) in self._late:
            self._answered_late(self._late.pop(serial), message)
        elif member == "NameOwnerChanged" and body[0] == NAME:
            self._left()
            if body[2]:
                self._over.append(Report(Outcome.REACHED))
        elif fields.get(HeaderFields.sender) != self._owner:
            pass  # anybody may send a signal of this name
        elif member == "ActionInvoked" and (kind := self._kind(body[0])) and body[1] in list(Press):
            self._over.append((kind, Press(body[1])))
        elif member == "NotificationClosed" and (kind := self._kind(body[0])):
            del self._shown[kind]
            self._over.append(Report(Outcome.CLOSED, kind))

    def _answered_late(self, kind: Kind, message: Message) -> None:
        if message.header.message_type is MessageType.method_return:
            self._shown[kind] = message.body[0]
            self._over.append(Report(Outcome.SHOWN, kind))
        else:
            self._over.append(Report(Outcome.REACHED))

    def _kind(self, number: int) -> Kind | None:
        return next((kind for kind, shown in self._shown.items() if shown == number), None)
