"""Bad days of the daemon's processes: killed, stopped, started twice, asked too much, of another version."""

from __future__ import annotations

import contextlib
import os
import pty
import queue
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path

import pytest

import mementod as mementod_package
import mementod_hooks
import mementod_parsers
from daemons import START, Running, descendants, mementod, running
from mementod.brain.edges import Edges
from mementod.brain.events import Event, WatcherEnded
from mementod.brain.lookout import RESTARTS_CAP, RESTARTS_SPAN_S, Lookout
from mementod.brain.patrol import Patrol
from mementod.brain.watching import Watching
from mementod.config import Notify
from mementod.ipc.client import presence
from mementod.ipc.protocol import Answer, Error, Op, Presence, Request, encode_request
from mementod.notices.keeper import Keeper
from mementod.paths import Paths
from mementod.stores.ledger import Ledger
from repos import Repo

pytestmark = pytest.mark.timeout(90)
BETA = "def beta():\n    return 2\n"
GONE = {"src/b.py": ("ok", "deleted"), "beta()": ("ok", "deleted")}
# The same program under another version number.
OLD = "import sys, mementod; mementod.__version__ = '0.0.1'; from mementod.__main__ import main; sys.exit(main())"
OLDER = (sys.executable, "-c", OLD)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "repo").write({"src/a.py": "A = 1\n", "src/b.py": BETA}).commit()
    repo.write({"CLAUDE.md": "`src/b.py` has `beta()`.\n"}).commit(date="2025-01-02")
    assert mementod("enrol", folder=repo.root).returncode == 0
    return repo


@pytest.fixture
def daemon(repo: Repo, paths: Paths, tmp_path: Path) -> Iterator[Running]:
    with running(paths, tmp_path) as found:
        yield found


# the brain


def test_a_brain_that_is_killed_while_it_tells_repeats_nothing_and_loses_nothing(
    repo: Repo, paths: Paths, tmp_path: Path
) -> None:
    heard: list[tuple[str, str]] = []
    path, is_there = repo.root / "src/b.py", True
    for moment in (0.05, 0.35, 0.6, 0.4):  # before, around and after the second look
        with running(paths, tmp_path) as daemon:
            follower = daemon.follow(repo.root)
            is_there = not is_there
            if is_there:
                path.write_text(BETA)
            else:
                path.unlink()
            with pytest.raises(subprocess.TimeoutExpired):
                daemon.process.wait(moment)
            daemon.kill()
            heard += [(row["text"], row["after"]) for row in follower.rest()]

    def kept() -> list[tuple[str, str | None]]:
        with Ledger(paths.state_dir() / "ledger.db") as ledger:
            return [(row.text, row.after) for row in ledger.transitions(ledger.enrolled()[0].id)]

    path.write_text(BETA)
    with running(paths, tmp_path) as daemon:
        daemon.follow(repo.root)
        path.unlink()
        daemon.await_home(repo.root, lambda _: bool(kept()) and kept()[-1][1] == "deleted")
    for text in ("src/b.py", "beta()"):
        after = [verdict for cited, verdict in kept() if cited == text]
        assert after == ["deleted", "ok"] * (len(after) // 2) + ["deleted"] * (len(after) % 2)  # none twice in a row
        assert after[-1:] == ["deleted"]  # as it is on disk now
        told = [verdict for cited, verdict in heard if cited == text]
        assert len(after) - 4 <= len(told) <= len(after)


def test_of_daemons_that_start_together_one_runs(repo: Repo, paths: Paths) -> None:
    started = [subprocess.Popen([*START, "run"], stderr=subprocess.PIPE, text=True) for _ in range(3)]
    try:
        while sum(process.poll() is None for process in started) > 1 or not isinstance(
            found := presence(paths.state_dir()), Presence
        ):
            pass
        over = [process for process in started if process.poll() is not None]
        assert all(process.stderr and "already running" in process.stderr.read() for process in over)
        assert [process.returncode for process in over] == [2, 2]
        assert found.pid in [process.pid for process in started if process.poll() is None]
    finally:
        for process in started:
            with process:  # waits, and closes its pipe
                process.terminate()


def test_a_closed_terminal_ends_it_and_a_hang_up_with_one_does_not(repo: Repo, paths: Paths) -> None:
    child, terminal = pty.fork()
    if child == 0:
        os.execv(START[0], [*START, "run"])
    said = b""
    while b"running" not in said:
        said += os.read(terminal, 4096)
    os.kill(child, signal.SIGHUP)
    while said.count(b"opened") < 1:
        said += os.read(terminal, 4096)
    assert os.waitpid(child, os.WNOHANG) == (0, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_storm_of_hang_ups_is_survived(repo: Repo, daemon: Running) -> None:
    follower = daemon.follow(repo.root)
    for _ in range(500):
        daemon.process.send_signal(signal.SIGHUP)
    (repo.root / "src/b.py").unlink()
    assert follower.verdicts() == GONE


def test_it_stops_at_once_while_a_repository_is_judged_for_the_first_time(
    repo: Repo, paths: Paths, tmp_path: Path
) -> None:
    with running(paths, tmp_path) as daemon:
        os.kill(daemon.child("mementod.brain.warm_main"), signal.SIGSTOP)  # a history that takes long
        assert daemon.home(repo.root)["state"] == "opening"
        answer = daemon.answer(Op.CHECK, repo.root)
        assert isinstance(answer, Answer)
        assert answer.error is Error.BUSY
        below = descendants(daemon.process.pid)
        began = time.monotonic()
        assert daemon.stop() == 0
        assert time.monotonic() - began < 5  # it takes 0.2 s; whoever waits for all of the history never ends
        assert not [pid for pid, _ in below if Path(f"/proc/{pid}").exists()]


# the watcher


def test_a_watcher_that_is_stopped_costs_one_who_asks_less_than_the_command_line_waits(
    repo: Repo, daemon: Running
) -> None:
    follower = daemon.follow(repo.root)
    watcher = daemon.child("mementod.watcher.main")
    os.kill(watcher, signal.SIGSTOP)
    (repo.root / "src/b.py").unlink()
    for _ in range(3):  # only the first one waits for it
        answer = daemon.answer(Op.CHECK, repo.root)
        assert isinstance(answer, Answer)
        assert (answer.error, answer.message) == (Error.BUSY, "nobody watches just now")
    assert "1 error" in mementod("check", folder=repo.root).stdout
    os.kill(watcher, signal.SIGCONT)
    assert follower.verdicts() == GONE
    assert daemon.ask(Op.CHECK, repo.root)


def test_an_answer_is_not_of_before_the_watcher_died(repo: Repo, daemon: Running) -> None:
    daemon.follow(repo.root)
    for number in range(3):
        os.kill(daemon.child("mementod.watcher.main"), signal.SIGKILL)
        (repo.root / "src/b.py").unlink()
        while not isinstance(answer := daemon.answer(Op.SYMBOLS, repo.root, name="beta"), Answer) or not answer.ok:
            assert isinstance(answer, Answer)
            assert answer.error is Error.BUSY
        assert (number, answer.data) == (number, {"symbols": []})
        (repo.root / "src/b.py").write_text(BETA)
        assert daemon.ask(Op.SYMBOLS, repo.root, name="beta")["symbols"]


def test_a_watcher_that_dies_all_the_time_is_left_alone_for_a_while(paths: Paths) -> None:
    """The clock is ours, all else is real."""
    now, events = [100.0], queue.Queue[Event]()
    said: list[tuple[str, str, object]] = []

    def put(event: Event, _wait_s: float) -> bool:
        events.put(event)
        return True

    def log(level: str, event: str, **values: object) -> None:
        said.append((level, event, values.get("starts_again_in_s")))

    watching = Watching(put, lambda: now[0])
    nothing = lambda *_: None  # noqa: E731
    keeper = Keeper(Ledger(paths.state_dir() / "ledger.db"), nothing, Notify, "", datetime.now, log)
    patrol = Patrol(nothing, nothing)
    lookout = Lookout(Edges(watching, log, lambda: now[0], str, keeper, nothing, False, lambda: False, patrol), paths)
    lookout.start()
    for number in range(RESTARTS_CAP + 1):
        assert not lookout.is_down
        watching.kill()
        ended = events.get(timeout=20)
        assert isinstance(ended, WatcherEnded)
        lookout.ended(ended.reason, ())
        now[0] += 1.0 if number < RESTARTS_CAP else 0.0
        lookout.keep(now[0], ())
    assert lookout.is_down
    assert lookout.restarts() == RESTARTS_CAP
    assert said[-1] == ("error", "watcher ended", RESTARTS_SPAN_S)
    now[0] = lookout.wake() or 0.0
    lookout.keep(now[0], ())
    assert not lookout.is_down
    assert watching.pid
    lookout.close()


# its other children


def test_children_that_are_killed_change_no_verdict(repo: Repo, daemon: Running) -> None:
    follower = daemon.follow(repo.root)
    for number in range(4):
        for pid, command in descendants(daemon.process.pid):
            if "watcher" not in command:
                with contextlib.suppress(ProcessLookupError):  # it may have ended since
                    os.kill(pid, signal.SIGKILL)
        if number % 2:
            (repo.root / "src/b.py").write_text(BETA)
        else:
            (repo.root / "src/b.py").unlink()
        assert follower.verdicts()["src/b.py"][1] == ("ok" if number % 2 else "deleted")


def test_a_parser_that_is_killed_over_a_file_costs_that_file_nothing(repo: Repo, daemon: Running) -> None:
    follower = daemon.follow(repo.root)
    long = "".join(f"def f{number}(a, b):\n    return a + b\n" for number in range(20_000))  # it takes its time
    (repo.root / "src/b.py").write_text(f"{long}def gamma():\n    return 2\n")
    os.kill(daemon.child("mementod.parsing.worker_main"), signal.SIGKILL)
    assert follower.verdicts() == {"beta()": ("ok", "deleted")}
    assert daemon.ask(Op.SYMBOLS, repo.root, name="gamma")["symbols"] == [["src/b.py", "gamma", "function", 40_001]]
    assert daemon.home(repo.root)["quarantine"] == 0


def test_it_stops_while_a_repository_is_opened_again(repo: Repo, daemon: Running) -> None:
    daemon.follow(repo.root)
    below = descendants(daemon.process.pid)
    daemon.ask(Op.RELOAD)
    assert daemon.stop() == 0
    assert not [pid for pid, _ in below if Path(f"/proc/{pid}").exists()]


# who asks


def test_who_asks_and_leaves_and_two_hundred_at_once_are_nobodys_burden(repo: Repo, daemon: Running) -> None:
    daemon.follow(repo.root)
    found = presence(daemon.paths.state_dir())
    assert isinstance(found, Presence)
    line = encode_request(Request(Op.CHECK, str(repo.root), {}, 20_000))
    for _ in range(300):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(found.socket)
            client.sendall(line)
    (repo.root / "src/b.py").unlink()
    with ThreadPoolExecutor(50) as pool:
        answers = list(pool.map(lambda _: daemon.answer(Op.SYMBOLS, repo.root, name="beta"), range(200)))
    assert all(isinstance(answer, Answer) for answer in answers)
    said = [(answer.error, answer.data) for answer in answers if isinstance(answer, Answer)]
    assert [
        one for one in said if one not in ((None, {"symbols": []}), (Error.BUSY, None))
    ] == []  # never an old answer
    assert daemon.ask(Op.SYMBOLS, repo.root, name="beta") == {"symbols": []}


def test_a_newer_program_judges_alone_and_says_so(repo: Repo, paths: Paths, tmp_path: Path) -> None:
    process = subprocess.Popen([*OLDER, "run"], stderr=subprocess.DEVNULL)
    try:
        while not isinstance(presence(paths.state_dir()), Presence):
            pass
        check = mementod("check", folder=repo.root)
        assert "0 errors" in check.stdout
        assert check.stderr == (
            "mementod: judged without the daemon: the daemon is older than this program: start it again\n"
        )
        assert "start the daemon again" in mementod("status", folder=repo.root).stdout
        assert process.poll() is None
    finally:
        process.terminate()
        process.wait()


def test_an_older_daemon_that_is_started_again_by_somebody_makes_room(repo: Repo, paths: Paths, tmp_path: Path) -> None:
    with running(paths, tmp_path, program=OLDER) as daemon:
        check = mementod("check", folder=repo.root)
        assert "0 errors" in check.stdout
        assert "is being started again" in check.stderr
        assert daemon.process.wait(20) == 75


def test_an_upgrade_under_a_running_daemon_is_said(repo: Repo, paths: Paths, tmp_path: Path) -> None:
    for package in (mementod_package, mementod_hooks, mementod_parsers):
        shutil.copytree(package.__path__[0], tmp_path / "site" / package.__name__)
    site = str(tmp_path / "site")
    code = f"import sys; sys.path.insert(0, {site!r}); from mementod.__main__ import main; sys.exit(main())"
    with running(paths, tmp_path, program=(sys.executable, "-c", code)) as daemon:
        assert daemon.ask(Op.STATUS)["problems"] == []
        with (tmp_path / "site/mementod/cli.py").open("a") as file:
            file.write("# newer\n")
        assert "the program was changed on disk" in mementod("status", folder=repo.root).stdout
