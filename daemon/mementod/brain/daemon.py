"""`mementod run` put together: the lock, the socket, the watcher, the brain, and the loop that turns them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path

from mementod import __version__
from mementod.brain.edges import Edges
from mementod.brain.events import Event, Noticed, Reload, Stop
from mementod.brain.heap import hold_little
from mementod.brain.home import Home
from mementod.brain.inbox import Inbox
from mementod.brain.loop import Brain
from mementod.brain.marking import remark
from mementod.brain.patrol import Guard, Patrol
from mementod.brain.watching import Watching
from mementod.config import Config, Mark, Notify, with_user
from mementod.continuity.importer import Importer, Place
from mementod.continuity.text_desk import TextDesk
from mementod.errors import ExitCode
from mementod.hooks.hook_desk import HookDesk
from mementod.installing.hook_places import HookPlaces
from mementod.installing.installation import Installation, LedgerBook
from mementod.ipc.listener import handed, listen, place
from mementod.ipc.questions import Questions
from mementod.ipc.server import Server
from mementod.notices import screens
from mementod.notices.desk import Desk
from mementod.notices.keeper import Keeper
from mementod.notices.notice import Report
from mementod.paths import Paths
from mementod.process import program
from mementod.process.lifecycle import Instance, Manager, Signals
from mementod.process.logs import FOLDER_NAME, Log
from mementod.stores.ledger import Ledger

EVENTS_AT_ONCE = 200  # taken in before the work goes on
REPORT_LIMIT_S = 5.0  # for the desk to find room among the events
LEDGER_WAIT_S = 0.2  # for another who writes into it: everybody waits meanwhile, and it is tried again
REST_CAP_S = 10.0  # between two looks at what no event tells: our files, and whether the watcher is alive


def run(paths: Paths, log: Log) -> int:
    """Until a Stop comes; its exit code. UserError when another one runs, or the socket cannot be made."""
    hold_little()
    state = paths.state_dir()
    with ExitStack() as stack:
        instance = stack.enter_context(closing(Instance(state)))
        manager = Manager(os.environ, os.getpid())  # first: what it takes out of the environment is not for children
        listener = handed(os.environ, os.getpid()) or listen(place(os.environ.get("XDG_RUNTIME_DIR"), state))
        inbox = Inbox()
        server = stack.enter_context(closing(Server(listener, inbox, log.say)))
        stack.enter_context(Signals(inbox))
        ledger = stack.enter_context(Ledger(state / "ledger.db", LEDGER_WAIT_S))
        desk = stack.enter_context(closing(_desk(paths, inbox, server, log)))
        edges = _edges(paths, ledger, desk, inbox, manager, log)
        beside = HookDesk(paths, server.reply), TextDesk(paths, server.reply), desk
        questions = Questions(server.reply, time.monotonic, *beside)
        brain = stack.enter_context(closing(Brain(ledger, paths, edges, questions)))
        brain.start()
        server.start()
        instance.publish(listener.path)
        brain.roster.read()  # who changed the registry before he could ask us wrote into the ledger

        Importer(paths, lambda: _places(brain), _say(log)).start()

        def is_found() -> bool:
            return instance.is_found() and listener.is_found()

        code = _turn(brain, inbox, manager, log, is_found)
        if listener.made is None and code == ExitCode.FINE:
            instance.rest(listener.path)
        return code


def _places(brain: Brain) -> list[Place]:
    """Where sessions of agents are read; nowhere during a pause."""
    return [] if brain.is_paused else [Place(home.row.root, home.row.common) for home in list(brain.homes.values())]


def _edges(paths: Paths, ledger: Ledger, desk: Desk, inbox: Inbox, manager: Manager, log: Log) -> Edges:
    seen, say = program.stamps(), _say(log)

    def mark(home: Home) -> None:
        _mark(home, say)

    def is_outdated() -> bool:
        return program.stamps() != seen

    watching = Watching(inbox.put, time.monotonic)
    keeper = Keeper(ledger, desk.put, lambda: _notify(paths, say), str(paths.home or ""), _now, say)
    installation = Installation(ledger.path.parent, LedgerBook(ledger.path))
    places = HookPlaces(installation, paths.run_hook) if paths.run_hook else None
    patrol = Patrol(Guard(paths, places).look, inbox.put)
    return Edges(watching, say, time.monotonic, _today, keeper, mark, manager.is_there, is_outdated, patrol)


def _desk(paths: Paths, inbox: Inbox, server: Server, log: Log) -> Desk:
    def report(found: Report) -> None:
        inbox.put(Noticed(found), REPORT_LIMIT_S)

    return screens.desk(paths, report, server.reply, _say(log))


def _notify(paths: Paths, say: Callable[..., None]) -> Notify:
    """How the user wants to be told now."""
    config = with_user(Config(), paths)
    for fault in config.faults:
        say("warning", "a setting was not read", why=fault)
    return config.notify


def _say(log: Log) -> Callable[..., None]:
    def say(level: str, event: str, **values: object) -> None:
        getattr(log.say, level)(event, **{name: str(value) for name, value in values.items()})

    return say


def _mark(home: Home, say: Callable[..., None]) -> None:
    """Mark the notes that need it, where the repository asked for marks; what is left is tried again."""
    notes, home.to_mark = home.to_mark, set()
    if home.resident is None or home.resident.resources.config.mark is not Mark.FRONTMATTER:
        return

    def tell(note: str, what: str) -> None:
        say("info", what, repository=home.row.root, note=note)

    reports = home.resident.reports(notes)
    home.to_mark = remark(home.row.root, home.git_dirs, reports, datetime.now(UTC).date(), tell)


def _turn(brain: Brain, inbox: Inbox, manager: Manager, log: Log, is_found: Callable[[], bool]) -> int:
    """The loop: all events that are there, then a step of the work, then a rest until there is more."""
    log.say.info("running", version=__version__, pid=os.getpid(), repositories=len(brain.homes))
    manager.ready(_summary(brain))
    wake: float | None = time.monotonic()
    while brain.stop is None:
        event = inbox.take(_rest_s(wake, manager))
        if not is_found():  # nobody could ask us, and a second daemon could start: make nothing anew in that place
            brain.step(Stop("its state directory or its socket was removed", ExitCode.AGAIN))
            break
        for _ in range(EVENTS_AT_ONCE):
            if event is None:
                break
            _step(brain, event, manager)
            event = inbox.take(0)
        if event is not None:
            _step(brain, event, manager)
        wake = brain.turn()
        manager.turned(time.monotonic())
        manager.status(_summary(brain))
    stop = brain.stop or Stop("")
    manager.stopping(stop.why)
    log.say.info("stopped", why=stop.why)
    return stop.code


def _step(brain: Brain, event: Event, manager: Manager) -> None:
    """One event; the service manager waits for the end of a reload."""
    if isinstance(event, Reload):
        manager.reloading()
        brain.step(event)
        manager.ready(_summary(brain))
    else:
        brain.step(event)


def _summary(brain: Brain) -> str:
    count = len(brain.homes)
    return f"watching {count} {'repository' if count == 1 else 'repositories'}"


def _rest_s(wake: float | None, manager: Manager) -> float:
    now = time.monotonic()
    limits = [REST_CAP_S, manager.wait_s(now), None if wake is None else wake - now]
    return max(0.0, min(limit for limit in limits if limit is not None))


def _now() -> datetime:
    return datetime.now().astimezone()


def _today() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def log_folder(paths: Paths) -> Path:
    """Where the daemon keeps its log."""
    return paths.state_dir() / FOLDER_NAME
