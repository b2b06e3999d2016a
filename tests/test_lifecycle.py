"""Real processes: who is the daemon, what signals do, what the service manager hears."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mementod import __version__
from mementod.brain.events import Reload
from mementod.brain.inbox import Inbox
from mementod.errors import UserError
from mementod.ipc.client import WhyNot, ask
from mementod.ipc.protocol import LOCK_NAME, Answer, Op, Request, decode_presence
from mementod.process.lifecycle import STATUS_CAP_CHARS, Instance, Manager, Signals
from servers import STATUS, WAIT_S

# The least that is a daemon. It says on its output what happens to it.
DAEMON = """
import os, sys, time
from pathlib import Path
from mementod.ipc import listener
from mementod.errors import UserError
from mementod.brain.events import Question, Reload, Stop
from mementod.brain.inbox import Inbox
from mementod.process.lifecycle import Instance, Manager, Signals
from mementod.process.logs import Level, Log
from mementod.ipc.protocol import Answer, Op
from mementod.ipc.server import Server

def run(state):
    instance, inbox = Instance(state), Inbox()
    made = listener.listen(listener.place(None, state))
    server = Server(made, inbox, Log(Level.ERROR, False, None).say)
    manager = Manager(os.environ, os.getpid())
    with Signals(inbox):
        server.start()
        instance.publish(made.path)
        manager.ready("Watching 0 repositories")
        print("ready", flush=True)
        while True:
            manager.turned(time.monotonic())
            match inbox.take(manager.wait_s(time.monotonic())):
                case Question(connection, request) if request.op is Op.PAUSE:
                    server.reply(connection, Answer("hanging"))
                    time.sleep(60)
                case Question(connection, request):
                    server.reply(connection, Answer(os.getpid()))
                    if request.op is Op.STOP:
                        break
                case Reload():
                    manager.reloading()
                    print("reload", flush=True)
                    manager.ready("Watching 1 repository")
                case Stop(why):
                    print(why, flush=True)
                    break
        manager.stopping("Stopping")
    server.close()
    instance.close()

if sys.argv[2:]:
    sys.stdin.readline()
try:
    run(Path(sys.argv[1]))
except UserError as error:
    sys.exit(print(error) or error.code)
"""
PAUSE, STOP = (Request(op, deadline_ms=20_000) for op in (Op.PAUSE, Op.STOP))


class Daemon:
    """One process of the program above."""

    def __init__(self, state: Path, *args: str, **environ: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", DAEMON, str(state), *args],
            env=os.environ | environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def end(self) -> tuple[str, int]:
        """What it still said, and its exit code."""
        said, _ = self.process.communicate(timeout=WAIT_S)
        return said.strip(), self.process.returncode


@contextlib.contextmanager
def daemon(state: Path, **environ: str) -> Iterator[Daemon]:
    found = Daemon(state, **environ)
    try:
        assert found.line() == "ready"
        yield found
    finally:
        found.process.kill()
        found.end()


def test_of_many_started_together_one_is_the_daemon(tmp_path: Path) -> None:
    daemons = [Daemon(tmp_path, "wait") for _ in range(6)]
    for each in daemons:
        assert each.process.stdin is not None
        each.process.stdin.write("go\n")
        each.process.stdin.flush()
    said = {each: each.line() for each in daemons}
    (chosen,) = [each for each, words in said.items() if words == "ready"]
    del said[chosen]

    assert ask(tmp_path, STATUS) == Answer(chosen.process.pid)
    for each, words in said.items():
        assert re.fullmatch(r"mementod is already running( \(pid \d+\))?", words)
        assert each.end()[1] == 2
    assert ask(tmp_path, STOP) == Answer(chosen.process.pid)
    assert chosen.end() == ("", 0)


def test_the_second_names_the_first(tmp_path: Path) -> None:
    with daemon(tmp_path) as first:
        assert Daemon(tmp_path).end() == (f"mementod is already running (pid {first.process.pid})", 2)

        assert ask(tmp_path, STATUS) == Answer(first.process.pid)


def test_the_lock_says_who_and_where(tmp_path: Path) -> None:
    with daemon(tmp_path) as found:
        presence = decode_presence((tmp_path / LOCK_NAME).read_bytes())

        assert presence is not None
        assert (presence.pid, presence.version) == (found.process.pid, __version__)
        assert Path(presence.socket).is_socket()
        assert (tmp_path / LOCK_NAME).stat().st_mode & 0o777 == 0o600


def test_after_a_violent_death_another_takes_over(tmp_path: Path) -> None:
    with daemon(tmp_path) as first:
        first.process.kill()
        first.end()
        assert ask(tmp_path, STATUS) is WhyNot.ABSENT

        with daemon(tmp_path) as second:
            assert ask(tmp_path, STATUS) == Answer(second.process.pid)


def test_a_socket_that_answers_is_not_taken_with_another_state_folder(tmp_path: Path) -> None:
    with daemon(tmp_path) as found:
        other = tmp_path / "other"
        other.mkdir()
        (other / "run").symlink_to(tmp_path / "run")
        message, code = Daemon(other).end()

        assert (message.startswith(f"{other}/run is not a folder of yours"), code) == (True, 2)
        assert ask(tmp_path, STATUS) == Answer(found.process.pid)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_good_order(number: signal.Signals, tmp_path: Path) -> None:
    with daemon(tmp_path) as found:
        found.process.send_signal(number)

        assert found.end() == (number.name, 0)
    assert ask(tmp_path, STATUS) is WhyNot.ABSENT
    assert (tmp_path / LOCK_NAME).read_bytes() == b""
    assert list((tmp_path / "run").iterdir()) == []


def test_the_second_signal_does_not_wait(tmp_path: Path) -> None:
    with daemon(tmp_path) as found:
        assert ask(tmp_path, PAUSE) == Answer("hanging")
        # Two at once are one; until it dies we repeat ourselves, as people do.
        while found.process.poll() is None:
            found.process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                found.process.wait(0.05)

        assert found.process.returncode == 128 + signal.SIGTERM


def test_hang_up_reloads(tmp_path: Path) -> None:
    with daemon(tmp_path) as found:
        for _ in range(2):
            found.process.send_signal(signal.SIGHUP)
            assert found.line() == "reload"

        assert ask(tmp_path, STATUS) == Answer(found.process.pid)


def test_signals_are_given_back() -> None:
    inbox = Inbox()
    before = [signal.getsignal(n) for n in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)]

    with Signals(inbox):
        os.kill(os.getpid(), signal.SIGHUP)
        assert inbox.take(WAIT_S) == Reload()

    assert [signal.getsignal(n) for n in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)] == before
    assert signal.set_wakeup_fd(-1) == -1


def test_an_interrupt_that_was_ignored_stays_so() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with Signals(Inbox()):
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("there", ["link", "folder", "nowhere"])
def test_a_lock_that_cannot_be_opened_says_so(there: str, tmp_path: Path) -> None:
    state = tmp_path / "state"
    if there != "nowhere":
        state.mkdir()
    if there == "link":
        (state / LOCK_NAME).symlink_to("/etc/hostname")
    if there == "folder":
        (state / LOCK_NAME).mkdir()

    with pytest.raises(UserError, match="cannot be opened"):
        Instance(state)


def test_what_another_program_wrote_into_the_lock_is_replaced(tmp_path: Path) -> None:
    (tmp_path / LOCK_NAME).write_bytes(b"x" * 100_000)

    with contextlib.closing(Instance(tmp_path)) as instance:
        instance.publish("/s")

        presence = decode_presence((tmp_path / LOCK_NAME).read_bytes())
        assert presence is not None
        assert presence.socket == "/s"


# the service manager


class Heard:
    """What a service manager hears."""

    def __init__(self, address: str) -> None:
        self.name = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address.replace("@", "\0", 1) if address.startswith("@") else address)
        self._socket.settimeout(WAIT_S)

    def next(self) -> dict[str, str]:
        return dict(line.split("=", 1) for line in self._socket.recv(4096).decode().split("\n"))

    def await_silence(self, seconds: float) -> None:
        """Passes over what was on its way, then hears nothing for ten times as long as the dog can wait."""
        self._socket.settimeout(seconds)
        with contextlib.suppress(TimeoutError):
            for _ in range(20):
                self.next()
            pytest.fail("the watchdog is still fed")

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["path", "abstract"])
def heard(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Heard]:
    address = str(tmp_path / "notify") if request.param == "path" else f"@mementod-test-{os.getpid()}"
    with contextlib.closing(Heard(address)) as found:
        yield found


def test_the_manager_hears_of_a_whole_life(heard: Heard, tmp_path: Path) -> None:
    before = time.monotonic_ns() // 1000
    with daemon(tmp_path, NOTIFY_SOCKET=heard.name) as found:
        assert heard.next() == {"READY": "1", "STATUS": "Watching 0 repositories"}

        found.process.send_signal(signal.SIGHUP)
        reloading = heard.next()
        assert reloading.pop("RELOADING") == "1"
        assert before < int(reloading.pop("MONOTONIC_USEC")) <= time.monotonic_ns() // 1000
        assert reloading == {}
        assert heard.next() == {"READY": "1", "STATUS": "Watching 1 repository"}

        found.process.send_signal(signal.SIGTERM)
        assert heard.next() == {"STOPPING": "1", "STATUS": "Stopping"}


def test_the_watchdog_is_fed_while_the_loop_turns_and_not_when_it_hangs(tmp_path: Path) -> None:
    with (
        contextlib.closing(Heard(str(tmp_path / "notify"))) as heard,
        daemon(tmp_path, NOTIFY_SOCKET=heard.name, WATCHDOG_USEC="100000") as found,
    ):
        heard.next()
        for _ in range(3):
            assert heard.next() == {"WATCHDOG": "1"}

        assert ask(tmp_path, PAUSE) == Answer("hanging")  # the socket still lives: it must not feed the dog
        heard.await_silence(0.5)
        assert found.process.poll() is None


def manager(**environ: str) -> tuple[Manager, dict[str, str]]:
    return Manager(environ, 12), environ


@pytest.mark.parametrize(
    "environ",
    [
        {},
        {"WATCHDOG_USEC": "1000000"},
        {"NOTIFY_SOCKET": "/nowhere/at/all", "WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "13"},
        {"NOTIFY_SOCKET": "/nowhere/at/all", "WATCHDOG_USEC": "0"},
        {"NOTIFY_SOCKET": "/nowhere/at/all", "WATCHDOG_USEC": "soon"},
    ],
)
def test_without_a_watchdog_the_loop_may_rest_for_ever(environ: dict[str, str]) -> None:
    assert Manager(environ, 12).wait_s(5.0) is None
    assert environ == {}  # nothing is left for our children


@pytest.mark.parametrize("address", ["", "/nowhere/at/all", "@nobody", "vsock:2:1234", "/" + "x" * 200])
def test_a_manager_that_is_not_there_costs_nothing(address: str) -> None:
    found, _ = manager(NOTIFY_SOCKET=address, WATCHDOG_USEC="10")

    assert not found.ready("ready")
    assert not found.reloading()
    found.turned(1.0)


def test_the_watchdog_is_fed_at_half_of_its_time() -> None:
    found, _ = manager(NOTIFY_SOCKET="/nowhere", WATCHDOG_USEC="60000000", WATCHDOG_PID="12")
    found.turned(100.0)

    assert found.wait_s(100.0) == 30.0
    assert found.wait_s(150.0) == 0.0
    found.turned(110.0)
    assert found.wait_s(110.0) == 20.0
    found.turned(131.0)
    assert found.wait_s(131.0) == 30.0


def test_a_status_is_one_bounded_line(tmp_path: Path) -> None:
    with contextlib.closing(Heard(str(tmp_path / "notify"))) as heard:
        found, _ = manager(NOTIFY_SOCKET=heard.name)

        assert found.status("two\nREADY=1 \ud800" + "x" * 2000)

        (status,) = heard.next().values()
        assert status.startswith("two READY=1 ?x")
        assert len(status) == STATUS_CAP_CHARS


FULL = """
import resource, signal, sys
from pathlib import Path
from mementod.process.lifecycle import Instance
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
try:
    Instance(Path(sys.argv[1]))
except OSError:
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    Instance(Path(sys.argv[1]))
    print("taken")
"""


def test_a_full_disk_keeps_no_lock(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", FULL, str(tmp_path)], capture_output=True, text=True, check=True)

    assert done.stdout == "taken\n"
