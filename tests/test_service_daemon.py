"""The daemon as a service manager starts it: its socket, its signals, its log, its end. Real processes."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from daemons import LIMIT_S, START, running
from gate_repos import core_repo
from hooked import claude, denied, edit
from mementod import __version__
from mementod.errors import ExitCode
from mementod.ipc.client import WhyNot, ask
from mementod.ipc.protocol import LOCK_NAME, Op, Request
from mementod.paths import Paths
from mementod.process.lifecycle import Instance, Manager
from mementod.process.logs import FILE_CAP_BYTES, Level, Log, cut, is_journal

# A service manager that listens, hands over, and becomes the daemon.
HAND_OVER = """
import os, socket, sys
listening = socket.socket(socket.AF_UNIX)
listening.bind(sys.argv[1])
listening.listen(8)
os.dup2(listening.fileno(), 3)
os.set_inheritable(3, True)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
os.execv(sys.argv[2], sys.argv[2:])
"""


@contextlib.contextmanager
def listening(path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX) as found:
        found.bind(str(path))
        found.listen(8)
        found.settimeout(LIMIT_S)
        yield found


def test_it_takes_the_socket_that_is_handed_over_and_leaves_it(paths: Paths, tmp_path: Path) -> None:
    place, lock = tmp_path / "control.sock", paths.state_dir() / LOCK_NAME
    program = (sys.executable, "-c", HAND_OVER, str(place), *START)
    with running(paths, tmp_path, program=program) as daemon:
        assert lock.read_bytes().endswith(b"\n" + os.fsencode(place))
        assert daemon.ask(Op.STATUS)["pid"] == daemon.process.pid
        daemon.process.send_signal(signal.SIGTERM)
        assert daemon.process.wait(LIMIT_S) == 0

    assert place.is_socket()
    assert lock.read_bytes() == f"\n{__version__}\n{place}".encode()


def test_a_daemon_that_makes_its_own_socket_leaves_nothing(paths: Paths, tmp_path: Path) -> None:
    with running(paths, tmp_path) as daemon:
        daemon.process.send_signal(signal.SIGTERM)
        assert daemon.process.wait(LIMIT_S) == 0

    assert (paths.state_dir() / LOCK_NAME).read_bytes() == b""


def test_a_reload_is_told_from_beginning_to_end(paths: Paths, tmp_path: Path) -> None:
    with running(paths, tmp_path) as daemon:
        daemon.notices = ""
        daemon.process.send_signal(signal.SIGHUP)
        daemon.await_notice("READY=1")

        assert daemon.notices.index("RELOADING=1\nMONOTONIC_USEC=") < daemon.notices.index("READY=1")


def test_an_abort_says_where_it_stood(paths: Paths, tmp_path: Path) -> None:
    with running(paths, tmp_path) as daemon:
        daemon.process.send_signal(signal.SIGABRT)
        assert daemon.process.wait(LIMIT_S) == -signal.SIGABRT

    text = (tmp_path / "daemon.log").read_text()
    assert "Fatal Python error: Aborted" in text
    assert "in _turn" in text


# a daemon that rests


@contextlib.contextmanager
def resting(paths: Paths, place: Path) -> Iterator[None]:
    with contextlib.closing(Instance(paths.state_dir())) as instance:
        instance.publish(str(place))
        instance.rest(str(place))
    yield


def test_a_hook_knocks_and_does_not_wait(paths: Paths, tmp_path: Path) -> None:
    repo, place = core_repo(tmp_path / "repo"), tmp_path / "s"
    with listening(place) as manager, resting(paths, place):
        assert "core file" in denied(claude(edit(repo.root, "src/core/a.py")))

        with manager.accept()[0] as knock:
            assert knock.recv(1) == b""


def test_a_question_does_not_knock(paths: Paths, tmp_path: Path) -> None:
    place = tmp_path / "s"
    with listening(place) as manager, resting(paths, place):
        assert ask(paths.state_dir(), Request(Op.STATUS)) is WhyNot.ABSENT

        manager.setblocking(False)
        with pytest.raises(BlockingIOError):
            manager.accept()


def test_where_nobody_listens_any_more_a_hook_judges_all_the_same(paths: Paths, tmp_path: Path) -> None:
    repo = core_repo(tmp_path / "repo")
    with resting(paths, tmp_path / "gone"):
        assert "core file" in denied(claude(edit(repo.root, "src/core/a.py")))


# who starts us again


@pytest.mark.parametrize(
    ("environ", "expected"),
    [({}, False), ({"NOTIFY_SOCKET": "/n"}, True), ({"MEMENTOD_SERVICE": "launchd"}, True)],
)
def test_who_starts_it_again_is_known(environ: dict[str, str], expected: bool) -> None:
    assert Manager(environ, 12).is_there is expected
    assert environ == {}  # nothing is left for our children


def test_under_launchd_what_a_restart_does_not_mend_is_no_failure(tmp_path: Path) -> None:
    for service, code in (("launchd", ExitCode.FINE), ("systemd", ExitCode.USAGE)):
        done = subprocess.run(
            [*START, "run"], env=os.environ | {"MEMENTOD_SERVICE": service, "XDG_STATE_HOME": "/proc/nowhere"},
            capture_output=True, text=True, check=False, cwd=tmp_path,
        )  # fmt: skip

        assert (done.returncode, done.stderr.count("\n")) == (code, 1)
        assert "set XDG_STATE_HOME" in done.stderr


# its log


def fail() -> None:
    raise ValueError("one\ntwo")


def shown(as_json: bool = False, in_journal: bool = True) -> str:
    source, sink = os.pipe()
    log = Log(Level.DEBUG, as_json, None, sink, in_journal)
    log.say.info("judged", path="a\nb")
    try:
        fail()
    except ValueError:
        log.say.exception("failed")
    os.close(sink)
    with os.fdopen(source, encoding="utf-8") as file:
        return file.read()


def test_in_the_journal_each_line_of_a_traceback_has_its_priority() -> None:
    first, *rest = shown().splitlines()

    assert first == "<6>info    judged path=a\\nb"
    assert rest[0].startswith("<3>error   failed")
    assert rest[1] == "<3>Traceback (most recent call last):"
    assert rest[-2:] == ["<3>ValueError: one", "<3>two"]
    assert all(line.startswith("<3>") for line in rest)


def test_json_is_json_in_the_journal_too() -> None:
    assert shown(as_json=True).startswith('{"time"')


def test_the_journal_is_known_by_what_it_reads(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as file:
        about = os.fstat(file.fileno())

        assert is_journal({"JOURNAL_STREAM": f"{about.st_dev}:{about.st_ino}"}, file.fileno())
        assert not is_journal({"JOURNAL_STREAM": f"{about.st_dev}:{about.st_ino + 1}"}, file.fileno())
        assert not is_journal({}, file.fileno())


@pytest.mark.parametrize(("size", "left"), [(FILE_CAP_BYTES, FILE_CAP_BYTES), (FILE_CAP_BYTES + 1, 0)])
def test_a_file_that_nobody_keeps_short_is_cut(size: int, left: int, tmp_path: Path) -> None:
    path = tmp_path / "launchd.log"
    path.write_bytes(b"x" * size)
    with path.open("ab") as file:
        cut(file.fileno())

    assert path.stat().st_size == left
    cut(sys.stdout.fileno())  # a pipe or a terminal stays as it is
