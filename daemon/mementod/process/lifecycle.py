"""One daemon for each state directory, the signals it gets, and what it tells the service manager.

Must never do work in a signal handler, and never tell the manager that all is well from anywhere but the brain's loop.
"""

from __future__ import annotations

import fcntl
import math
import os
import signal
import socket
import threading
import time
from collections.abc import MutableMapping
from pathlib import Path
from types import FrameType, TracebackType

from mementod import __version__
from mementod.brain.events import Reload, Stop
from mementod.brain.inbox import Inbox
from mementod.errors import UserError
from mementod.ipc.protocol import (
    LOCK_NAME,
    PRESENCE_CAP_BYTES,
    Presence,
    decode_presence,
    encode_presence,
    encode_rest,
)

NOTIFY_LIMIT_S = 1.0
STATUS_CAP_CHARS = 500
SERVICE_VARIABLE = "MEMENTOD_SERVICE"  # set by the units and the plist: which manager starts us
HANDLED = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Instance:
    """The lock that makes this process the daemon. It is the kernel's: it ends with the process, however that dies.

    The file stays when it is released: somebody else may already wait for it.
    """

    def __init__(self, state: Path) -> None:
        """Take it. UserError when another process has it, or the disk knows no locks; OSError when that is full."""
        self._path = path = state / LOCK_NAME
        self._left = b""
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise UserError(f"{path} cannot be opened: {error.strerror}") from error
        try:
            _lock(self._descriptor, path)
            self.publish("")
        except BaseException:
            os.close(self._descriptor)
            raise

    def publish(self, socket_path: str) -> None:
        """Say who we are, and where we listen; until then nobody asks us."""
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, encode_presence(Presence(os.getpid(), __version__, socket_path)), 0)

    def is_found(self) -> bool:
        """Whether who looks for a daemon finds this lock; not when the state directory was removed."""
        try:
            return os.path.samestat(self._path.lstat(), os.fstat(self._descriptor))
        except OSError:
            return False

    def rest(self, socket_path: str) -> None:
        """From when we end the service manager listens there for us: a hook may knock, and it starts us."""
        self._left = encode_rest(socket_path)

    def close(self) -> None:
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, self._left, 0)
        os.close(self._descriptor)


class Signals:
    """While entered, TERM and INT become a Stop in the inbox and HUP a Reload. Only for the main thread.

    A second TERM or INT ends the process at once: whoever repeats it does not want to wait. An INT that was ignored
    when we started (a shell's background job) stays so. A HUP because our terminal was closed is a Stop, unless HUP
    was ignored when we started (nohup).
    """

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._stopping = False
        self._ends_with_terminal = _has_terminal() and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN

    def __enter__(self) -> Signals:
        self._source, self._sink = socket.socketpair()
        self._sink.setblocking(False)
        self._old = {n: signal.signal(n, _nothing) for n in HANDLED if not _is_ignored_interrupt(n)}
        self._old_sink = signal.set_wakeup_fd(self._sink.fileno(), warn_on_full_buffer=False)
        self._thread = threading.Thread(target=self._run, name="signals", daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.set_wakeup_fd(self._old_sink)
        for number, handler in self._old.items():
            signal.signal(number, handler)
        self._sink.close()
        self._thread.join()
        self._source.close()

    def _run(self) -> None:
        while numbers := self._source.recv(64):
            for number in numbers:
                self._tell(number)

    def _tell(self, number: int) -> None:
        match number:
            case signal.SIGHUP if self._ends_with_terminal and not _has_terminal():
                self._inbox.put(Stop("the terminal was closed"))
            case signal.SIGHUP:
                self._inbox.put(Reload())
            case signal.SIGTERM | signal.SIGINT:
                if self._stopping:
                    os._exit(128 + number)
                self._stopping = True
                self._inbox.put(Stop(signal.Signals(number).name))
            case _:
                pass  # a handler that is not ours


class Manager:
    """The service manager that started us, if one did (sd_notify). Without one nothing happens.

    The watchdog is fed by `turned` alone, so a loop that hangs is noticed.
    """

    def __init__(self, environ: MutableMapping[str, str], pid: int) -> None:
        """Takes the variables out of `environ`: they are not for our children."""
        self._address = environ.pop("NOTIFY_SOCKET", "")
        self._service = environ.pop(SERVICE_VARIABLE, "")
        usec, meant = environ.pop("WATCHDOG_USEC", ""), environ.pop("WATCHDOG_PID", str(pid))
        is_watched = bool(self._address) and meant == str(pid) and usec.isdigit() and int(usec) > 0
        self._every_s = int(usec) / 2_000_000 if is_watched else math.inf
        self._due = -math.inf
        self._told = ""

    @property
    def is_there(self) -> bool:
        """Whether somebody starts us again; launchd, which listens to nothing, is known by its variable."""
        return bool(self._address or self._service)

    def ready(self, status: str) -> bool:
        """The socket answers; or the reload is over."""
        self._told = status
        return self._send("READY=1", f"STATUS={_one_line(status)}")

    def status(self, text: str) -> bool:
        """One line for `systemctl status`, told when it is another one."""
        if text == self._told:
            return True
        self._told = text
        return self._send(f"STATUS={_one_line(text)}")

    def reloading(self) -> bool:
        return self._send("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")

    def stopping(self, status: str) -> bool:
        return self._send("STOPPING=1", f"STATUS={_one_line(status)}")

    def turned(self, now: float) -> None:
        """The loop has turned (`now` is monotonic): feed the watchdog when half of its time is over."""
        if self._every_s != math.inf and now >= self._due:
            self._due = now + self._every_s
            self._send("WATCHDOG=1")

    def wait_s(self, now: float) -> float | None:
        """How long the loop may rest before it has to turn; None: for ever."""
        return None if self._every_s == math.inf else max(self._due - now, 0.0)

    def _send(self, *lines: str) -> bool:
        """Whether it was told."""
        if self._address[:1] not in ("/", "@"):
            return False
        address = self._address.replace("@", "\0", 1) if self._address[0] == "@" else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            channel.settimeout(NOTIFY_LIMIT_S)
            try:
                channel.connect(address)
                channel.sendall("\n".join(lines).encode(errors="replace"))
            except OSError:  # a manager that does not listen is no reason to die
                return False
        return True


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        found = decode_presence(os.pread(descriptor, PRESENCE_CAP_BYTES, 0))
        raise UserError(f"mementod is already running{f' (pid {found.pid})' if found else ''}") from None
    except OSError as error:
        message = f"{path} cannot be locked ({error.strerror}): set XDG_STATE_HOME to a folder on a local disk"
        raise UserError(message) from error


def _has_terminal() -> bool:
    """Whether this process has a controlling terminal; the kernel takes it away when that is closed."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC))
    except OSError:
        return False
    return True


def _nothing(_number: int, _frame: FrameType | None) -> None:
    """Only a signal with a handler reaches the wake-up descriptor."""


def _is_ignored_interrupt(number: signal.Signals) -> bool:
    return number is signal.SIGINT and signal.getsignal(number) is signal.SIG_IGN


def _one_line(text: str) -> str:
    return " ".join(text.split())[:STATUS_CAP_CHARS]
