"""Which screen there is for notices, and the desk in front of it."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from collections.abc import Callable, Mapping
from functools import partial
from urllib.parse import quote

from mementod.ipc.client import ask
from mementod.ipc.protocol import Answer
from mementod.notices.desk import Desk, Screen
from mementod.notices.mac import Mac, run
from mementod.notices.notice import Kind, Notice, Outcome, Report
from mementod.notices.presses import Presses, launcher
from mementod.paths import Paths

SYSTEM_BUS = "unix:path=/run/dbus/system_bus_socket"


class Nowhere:
    """A screen where there is none."""

    server = ""

    def number(self, _kind: Kind) -> int:
        return 0

    def fileno(self) -> None:
        return None

    def end(self) -> None:
        pass

    def show(self, notice: Notice) -> Report:
        return Report(Outcome.NOWHERE, notice.kind, f"notices are not known on {sys.platform}")

    def close(self, kind: Kind) -> None:
        pass

    def heard(self) -> list[Report]:
        return []


def screen(environ: Mapping[str, str]) -> Screen:
    """The one of this system. On Linux it is there also where no desktop is: one may come."""
    if sys.platform == "darwin":
        return Mac(shutil.which("terminal-notifier", path=environ.get("PATH")), run)
    if importlib.util.find_spec("jeepney") is None:
        return Nowhere()
    from mementod.notices.desktop import Desktop

    return Desktop(bus_address(environ), environ.get("DBUS_SYSTEM_BUS_ADDRESS") or SYSTEM_BUS)


def bus_address(environ: Mapping[str, str]) -> str:
    """Of the session bus; empty when there is none. A user service may be started before the variable is set."""
    if address := environ.get("DBUS_SESSION_BUS_ADDRESS", ""):
        return address
    runtime = environ.get("XDG_RUNTIME_DIR", "")
    return f"unix:path={quote(runtime)}/bus" if runtime.startswith("/") else ""


def desk(
    paths: Paths,
    report: Callable[[Report], object],
    reply: Callable[[int, Answer, bool], None],
    log: Callable[..., None],
) -> Desk:
    """What is in front of this system's screen."""
    state, environ = paths.state_dir(), dict(paths.environ)
    presses = Presses(state, partial(ask, state), launcher(environ))
    tmux = shutil.which("tmux", path=environ.get("PATH"))
    return Desk(lambda: screen(environ), report, presses, reply, log, tmux)
