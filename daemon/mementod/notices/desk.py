"""The desk: a thread that puts notices on the screen and hears what people press, so that nobody else waits for a bus.

Decides nothing about when or what. It ends with the process: it holds nothing that needs an end.
"""

from __future__ import annotations

import select
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from mementod.ipc.protocol import Answer, Error
from mementod.notices import fallback
from mementod.notices.notice import Close, Kind, Notice, Order, Outcome, Press, Report, Show, Try, Way
from mementod.notices.wording import trial
from mementod.process.bell import Bell

ORDERS_CAP = 64
FALLBACK_AFTER_S = 300.0  # without a desktop; one that is just starting is waited for
CLOSE_LIMIT_S = 0.5  # a bus that hangs must not hold up our end

Heard = Report | tuple[Kind, Press]


class Screen(Protocol):
    """Where notices are shown. Each call returns within seconds."""

    @property
    def server(self) -> str: ...

    def number(self, kind: Kind) -> int: ...

    def fileno(self) -> int | None: ...

    def show(self, notice: Notice) -> Report: ...

    def close(self, kind: Kind) -> None: ...

    def heard(self) -> Sequence[Heard]: ...

    def end(self) -> None: ...


class Desk:
    """`put` and `close` may be called from any thread; what is handed in is called from the desk's.

    `make`: the screen, made when it is needed first. `press`: what a press does, and the notice to show for it.
    """

    def __init__(
        self,
        make: Callable[[], Screen],
        report: Callable[[Report], object],
        press: Callable[[Notice, Press], Notice | None],
        reply: Callable[[int, Answer, bool], None],
        log: Callable[..., None],
        tmux: str | None,
    ) -> None:
        self._make, self._report, self._press, self._reply, self._log = make, report, press, reply, log
        self._tmux = tmux
        self._orders: deque[Order] = deque()
        self._shown: dict[Kind, Notice] = {}
        self._nowhere_since: float | None = None
        self._closing = False
        self._bell = Bell()
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)

    def put(self, order: Order) -> bool:
        """Whether it was taken; False when too many wait, or after `close`."""
        if self._closing or len(self._orders) >= ORDERS_CAP:
            return False
        self._orders.append(order)
        if self._thread.ident is None:
            self._thread.start()
        self._bell.ring()
        return True

    def close(self) -> None:
        """End the thread, unless it hangs: then it ends with what it waits for."""
        self._closing = True
        self._bell.ring()
        if self._thread.ident is not None:
            self._thread.join(CLOSE_LIMIT_S)
        if not self._thread.is_alive():
            self._bell.close()

    # the thread

    def _run(self) -> None:
        screen = self._make()
        while not self._closing:
            while self._orders:
                self._do(screen, self._orders.popleft())
            try:
                for heard in screen.heard():
                    self._hear(screen, heard)
            except Exception as error:
                self._log("error", "notices failed", why=f"{type(error).__name__}: {error}")
            if not self._orders:
                _wait(self._bell, screen.fileno())
        screen.end()

    def _do(self, screen: Screen, order: Order) -> None:
        try:
            match order:
                case Show(notice):
                    self._report(self._show(screen, notice))
                case Close(kind):
                    self._shown.pop(kind, None)
                    screen.close(kind)
                case Try(connection):
                    self._test(screen, connection)
        except Exception as error:
            self._fail(order, error)

    def _show(self, screen: Screen, notice: Notice) -> Report:
        report = screen.show(notice)
        self._shown[notice.kind] = notice
        if report.outcome is not Outcome.NOWHERE:
            self._nowhere_since = None
            return report
        now = time.monotonic()
        self._nowhere_since = self._nowhere_since or now
        if now - self._nowhere_since >= FALLBACK_AFTER_S and fallback.show(notice, self._tmux):
            return Report(Outcome.SHOWN, notice.kind, way=Way.TMUX)
        return report

    def _test(self, screen: Screen, connection: int) -> None:
        self._reply(connection, Answer(tried(screen), fresh=True), True)

    def _hear(self, screen: Screen, heard: Heard) -> None:
        if isinstance(heard, Report):
            self._report(heard)
            return
        kind, press = heard
        notice = self._shown.get(kind)
        self._log("info", "pressed", notice=kind, press=press)
        if notice is None:
            return
        if answer := self._press(notice, press):
            screen.show(answer)
        self._report(Report(Outcome.CLOSED, kind, "it was read"))

    def _fail(self, order: Order, error: Exception) -> None:
        why = f"{type(error).__name__}: {error}"
        self._log("error", "notices failed", why=why)
        match order:
            case Show(notice):
                self._report(Report(Outcome.NOWHERE, notice.kind, why))
            case Try(connection):
                self._reply(connection, Answer(error=Error.FAILED, message=why[:300]), True)
            case Close():
                pass


def tried(screen: Screen) -> dict[str, object]:
    """Show a notice that is a test, and say how that went, as plain JSON."""
    report = screen.show(trial())
    return {
        "outcome": report.outcome,
        "why": report.why,
        "way": type(screen).__name__.lower(),
        "server": screen.server,
        "number": screen.number(trial().kind),
    }


def _wait(bell: Bell, screen: int | None) -> None:
    """Until there is an order, or the screen has something to tell."""
    poll = select.poll()
    for descriptor in (bell.fileno(), screen):
        if descriptor is not None:
            poll.register(descriptor, select.POLLIN)
    poll.poll()
    bell.hush()
