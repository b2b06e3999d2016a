"""A real daemon, run as a user runs it; what it tells is awaited, never slept for."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from mementod.cli import main
from mementod.ipc.client import WhyNot, ask, follow
from mementod.ipc.protocol import Answer, Op, Request
from mementod.paths import Paths
from repos import Repo

LIMIT_S = 30.0  # for what is to come; reached only when it does not
START: tuple[str, ...] = (sys.executable, "-m", "mementod")


class Running:
    """The daemon of this test's home. `notices` is what it told a service manager so far."""

    def __init__(self, process: subprocess.Popen[str], channel: socket.socket, paths: Paths) -> None:
        self.process, self._channel, self.paths = process, channel, paths
        self.notices = ""

    def await_notice(self, wanted: str) -> None:
        """Wait until it has told the service manager this."""
        until = time.monotonic() + LIMIT_S
        while wanted not in self.notices:
            assert time.monotonic() < until, f"no {wanted} in {self.notices}"
            assert self.process.poll() is None, self._log_lines()
            if select.select([self._channel], [], [], 0.5)[0]:
                self.notices += self._channel.recv(4096).decode() + "\n"

    def await_log(self, wanted: str) -> None:
        """Wait until the daemon's log holds a line of this event."""
        while not any(wanted == json.loads(line)["event"] for line in self._log_lines()):
            assert self.process.poll() is None
            time.sleep(0.02)

    def _log_lines(self) -> list[str]:
        path = self.paths.state_dir() / "log" / "daemon.jsonl"
        return path.read_text().splitlines() if path.exists() else []

    def ask(self, op: Op, folder: Path | None = None, **args: Any) -> dict[str, Any]:
        """The data of an answer; refused is a failure."""
        found = self.answer(op, folder, **args)
        assert isinstance(found, Answer), found
        assert found.ok, found.message
        data: dict[str, Any] = found.data
        return data

    def answer(self, op: Op, folder: Path | None = None, **args: Any) -> Answer | WhyNot:
        return ask(self.paths.state_dir(), Request(op, str(folder) if folder else None, args, int(LIMIT_S * 1000)))

    def home(self, root: Path) -> dict[str, Any]:
        """What `status` says of one repository."""
        return next(home for home in self.ask(Op.STATUS)["repositories"] if home["root"] == str(root))

    def await_home(self, root: Path, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until `status` says so of one repository; each question is a turn of the daemon."""
        until = time.monotonic() + LIMIT_S
        while not is_it(home := self.home(root)):
            assert time.monotonic() < until, home
        return home

    def child(self, module: str) -> int:
        """The process of ours that runs this module; waits for one."""
        until = time.monotonic() + LIMIT_S
        while True:
            found = [pid for pid, command in descendants(self.process.pid) if module in command]
            if found:
                return found[0]
            assert time.monotonic() < until, module

    def kill(self) -> None:
        """As when the power fails."""
        self.process.kill()
        self.process.wait()

    def follow(self, root: Path) -> Follower:
        """Somebody who watches a repository, greeted when it is judged."""
        return Follower(follow(self.paths.state_dir(), Request(Op.WATCH, str(root), {}, int(LIMIT_S * 1000))))

    def stop(self) -> int:
        """End it as a service manager does; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(LIMIT_S)


class Follower:
    """Reads what the daemon tells of one repository."""

    def __init__(self, answers: Iterator[Answer | WhyNot]) -> None:
        self._answers = answers
        self.greeting = self._data()
        while self.greeting["event"] == "opening":
            self.greeting = self._data()

    def rows(self) -> list[dict[str, Any]]:
        """The transitions of the next batch."""
        rows: list[dict[str, Any]] = self._data()["rows"]
        return rows

    def verdicts(self) -> dict[str, tuple[str | None, str | None]]:
        """Of the next batch: cited text -> verdict before and after."""
        return {row["text"]: (row["before"], row["after"]) for row in self.rows()}

    def until(self, is_it: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
        """All transitions up to one that is it."""
        rows: list[dict[str, Any]] = []
        while not any(map(is_it, rows)):
            rows += self.rows()
        return rows

    def rest(self) -> list[dict[str, Any]]:
        """All transitions until the daemon leaves."""
        left = itertools.takewhile(lambda answer: isinstance(answer, Answer), self._answers)
        return [row for answer in left if isinstance(answer, Answer) for row in answer.data["rows"]]

    def _data(self) -> dict[str, Any]:
        answer = next(self._answers)
        assert isinstance(answer, Answer), answer
        assert answer.ok, answer.message
        data: dict[str, Any] = answer.data
        return data


@contextlib.contextmanager
def running(paths: Paths, folder: Path, *options: str, program: tuple[str, ...] = START) -> Iterator[Running]:
    """A daemon that is ready; ended, if it still runs, when the test is over."""
    place = folder / f"notify-{time.monotonic_ns()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind(str(place))
        log = (folder / "daemon.log").open("a")
        with log, subprocess.Popen(
            [*program, "run", "--log-level", "debug", *options], env=os.environ | {"NOTIFY_SOCKET": str(place)},
            stdout=subprocess.DEVNULL, stderr=log, text=True,
        ) as process:  # fmt: skip
            daemon = Running(process, channel, paths)
            try:
                daemon.await_notice("READY=1")
                yield daemon
            finally:
                if process.poll() is None:
                    process.kill()


def descendants(pid: int) -> list[tuple[int, str]]:
    """The processes below one, with their command lines."""
    parents: dict[int, list[tuple[int, str]]] = {}
    for place in Path("/proc").iterdir():
        with contextlib.suppress(OSError, StopIteration):
            if place.name.isdigit():
                lines = (place / "status").read_text().splitlines()
                parent = next(int(line.split()[1]) for line in lines if line.startswith("PPid:"))
                command = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                parents.setdefault(parent, []).append((int(place.name), command))
    found, left = [], [pid]
    while left:
        below = parents.get(left.pop(), [])
        found += below
        left += [number for number, _ in below]
    return found


def mementod(*args: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the command line in this process: one of its own says the same, half a second of the processor later."""
    stdin, stdout, stderr = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(3))
    argv = ["mementod", *args]
    with contextlib.chdir(folder), patch.multiple(sys, argv=argv, stdin=stdin, stdout=stdout, stderr=stderr):
        code = main()
    said = [_text(stream) for stream in (stdout, stderr)]
    return subprocess.CompletedProcess(argv, code, *said)


def configure(paths: Paths, text: str) -> Path:
    """Write the user's own configuration; its file."""
    file = paths.config_file
    assert file is not None
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def boot(repo: Repo) -> str:
    """The start that the command line shows in a repository."""
    done = mementod("boot", folder=repo.root)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.encode()) <= 8_192
    return done.stdout


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()
