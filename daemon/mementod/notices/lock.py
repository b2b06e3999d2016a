"""Whether this person's screen is locked, as logind knows it: what is shown then, nobody reads.

Must never take a bus that says nothing for a locked screen.
"""

from __future__ import annotations

from contextlib import closing

from jeepney import DBusAddress

from mementod.notices.bus import Bus, BusError

NAME = "org.freedesktop.login1"
# `auto`: the session that we are in, else the one that this user sees; a user service is in none.
SESSION = DBusAddress("/org/freedesktop/login1/session/auto", NAME, "org.freedesktop.DBus.Properties")


def is_locked(system: str) -> bool:
    """`system` is the address of the system bus; False where there is none, or nobody who knows."""
    try:
        with closing(Bus(system)) as bus:
            _signature, value = bus.call(SESSION, "Get", "ss", (f"{NAME}.Session", "LockedHint"))[0]
    except BusError:
        return False
    return value is True
