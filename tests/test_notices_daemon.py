"""From a file that moves to a notice on a screen: a real daemon, a real repository, a real bus."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

import desktops
from daemons import Running, configure, mementod, running
from mementod.ipc.protocol import Op
from mementod.paths import Paths
from mementod.stores.ledger import Ledger
from repos import Repo

pytestmark = pytest.mark.timeout(90)
# The same program with less patience: nobody waits 25 s for a burst to be over here.
SOON = (
    "import sys; from mementod.notices import pace; pace.QUIET_S = 0.5;"
    " from mementod.__main__ import main; sys.exit(main())"
)
PROGRAM = (sys.executable, "-c", SOON)
MOVED = "src/core moved to src/kernel: 3 notes in shop"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    repo = Repo(tmp_path / "shop")
    repo.write({f"src/core/m{n}.py": f"def f{n}():\n    return {n}\n" for n in range(3)}).commit()
    notes = {f".serena/memories/n{n}.md": f"The code is in `src/core/m{n}.py`.\n" for n in range(3)}
    repo.write(notes).commit(date="2025-01-02")
    assert mementod("enrol", folder=repo.root).returncode == 0
    return repo


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[desktops.Bus]:
    with desktops.bus(tmp_path) as found:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", found.address)
        yield found


@pytest.fixture
def server(bus: desktops.Bus) -> Iterator[desktops.Server]:
    with desktops.server(bus.address) as found:
        yield found


@pytest.fixture
def daemon(repo: Repo, bus: desktops.Bus, paths: Paths, tmp_path: Path) -> Iterator[Running]:
    with running(paths, tmp_path, program=PROGRAM) as found:
        opened(found, repo)
        yield found


def opened(daemon: Running, repo: Repo) -> None:
    daemon.await_home(repo.root, lambda home: bool(home["notes"]) and home["state"] == "fresh")


def pending(daemon: Running) -> int:
    found = daemon.ask(Op.STATUS)["notices"]["pending"]
    assert isinstance(found, int)
    return found


def test_a_folder_that_moves_is_one_notice_and_a_restart_repeats_none(
    repo: Repo, server: desktops.Server, daemon: Running, paths: Paths, tmp_path: Path
) -> None:
    repo.move("src/core", "src/kernel")
    call = server.await_calls(1)
    assert call.summary == MOVED
    assert call.body.splitlines()[-1] == f"Run: mementod -C {repo.root} check"
    desktops.until(lambda: pending(daemon) == 0)
    daemon.kill()
    with running(paths, tmp_path, program=PROGRAM) as again:
        opened(again, repo)
        (repo.root / "src/kernel/m1.py").unlink()
        assert server.await_calls(2).summary.startswith("src/core/m1.py was deleted: 1 note")
        assert again.stop() == 0
    assert len(server.calls) == 2


def test_a_notice_goes_when_what_it_says_is_over(repo: Repo, server: desktops.Server, daemon: Running) -> None:
    repo.move("src/core", "src/kernel")
    server.await_calls(1)
    desktops.until(lambda: pending(daemon) == 0)
    repo.move("src/kernel", "src/core")
    server.wait(lambda: server.closed == [1])


def test_what_is_told_before_there_is_a_desktop_comes_with_it(
    repo: Repo, bus: desktops.Bus, daemon: Running, paths: Paths, tmp_path: Path
) -> None:
    repo.move("src/core", "src/kernel")
    daemon.await_log("notice put off")
    daemon.kill()
    with running(paths, tmp_path, program=PROGRAM) as again, desktops.server(bus.address) as late:
        assert late.await_calls(1).summary == MOVED
        again.stop()


def test_a_server_that_hangs_delays_no_verdict(repo: Repo, server: desktops.Server, daemon: Running) -> None:
    server.hangs = True
    repo.move("src/core", "src/kernel")
    server.wait(lambda: server.is_asked)
    follower = daemon.follow(repo.root)
    (repo.root / "src/kernel/m2.py").unlink()
    assert follower.verdicts() == {"src/core/m2.py": ("moved", "deleted")}
    log = (paths_log(daemon)).read_text()
    assert "notice put off" not in log  # all that while the desk waited
    server.answer()


def paths_log(daemon: Running) -> Path:
    return daemon.paths.state_dir() / "log" / "daemon.jsonl"


def test_who_has_the_status_before_him_needs_no_notice(repo: Repo, server: desktops.Server, daemon: Running) -> None:
    repo.move("src/core", "src/kernel")

    def is_told() -> bool:
        notices = daemon.ask(Op.STATUS, watching=True)["notices"]
        return bool(notices["last"]) and notices["pending"] == 0

    desktops.until(is_told)
    assert server.calls == []


def test_its_buttons_work(repo: Repo, server: desktops.Server, daemon: Running) -> None:
    repo.move("src/core", "src/kernel")
    server.await_calls(1)
    desktops.until(lambda: pending(daemon) == 0)
    server.press(1, "verified")
    answer = server.await_calls(2)
    assert (answer.summary, answer.replaces) == ("Nothing could be verified in 3 notes", 1)
    (repo.root / "src/kernel/m0.py").unlink()
    assert server.await_calls(3).summary == "src/core/m0.py was deleted: 1 note in shop"
    desktops.until(lambda: pending(daemon) == 0)
    server.press(1, "snooze")
    desktops.until(lambda: bool(daemon.ask(Op.STATUS)["notices"]["snoozed"]))
    assert pending(daemon) == 1  # told again when the day is over, if it is still so


def test_notify_test(
    repo: Repo, bus: desktops.Bus, daemon: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody = mementod("notify", "test", folder=repo.root)
    assert (nobody.returncode, "no notification server runs" in nobody.stdout) == (1, True)
    with desktops.server(bus.address) as server:
        shown = mementod("notify", "test", folder=repo.root)
        assert (shown.returncode, shown.stdout) == (
            0,
            "a notice was shown by the daemon (desktop, fake 1.0, number 1)\n",
        )
        assert daemon.stop() == 0
        alone = mementod("notify", "test", "--format", "json", folder=repo.root)
        assert json.loads(alone.stdout) == {
            "schema": "mementod.notify/1", "outcome": "shown", "why": "", "way": "desktop", "server": "fake 1.0",
            "number": 2, "by": "this command", "desktop": True,
        }  # fmt: skip
        configure(daemon.paths, "notify: {desktop: off}\n")
        off = mementod("notify", "test", folder=repo.root)
        assert (off.returncode, "`notify: {desktop: off}`" in off.stdout) == (0, True)
        assert [call.summary for call in server.calls] == ["This is a test"] * 3


def test_snooze_with_a_daemon_and_without(repo: Repo, daemon: Running, paths: Paths, tmp_path: Path) -> None:
    for is_there in (True, False):
        said = mementod("snooze", "2h", folder=repo.root)
        assert (said.returncode, said.stdout.startswith("no notices of this repository until 20")) == (0, True)
        assert len(snoozed(paths)) == 1
        assert "         notices snoozed until 20" in mementod("status", folder=tmp_path).stdout
        assert mementod("snooze", "off", folder=repo.root / "src").returncode == 0
        assert snoozed(paths) == []
        assert mementod("snooze", "--all", "1w", folder=tmp_path).returncode == 0
        assert snoozed(paths) == [""]
        assert "\nnotices of all repositories snoozed until 20" in mementod("status", folder=tmp_path).stdout
        assert (
            mementod("snooze", "--all", "off", folder=tmp_path).stdout
            == "notices of all repositories are shown again\n"
        )
        if is_there:
            daemon.stop()


def snoozed(paths: Paths) -> list[str]:
    with Ledger(paths.state_dir() / "ledger.db") as ledger:
        return [row.repository for row in ledger.snoozes(datetime.now(UTC).isoformat(timespec="seconds"))]


@pytest.mark.parametrize("time", ["", "1", "d", "0d", "1y", "-1d", "53w", "tomorrow"])
def test_what_is_no_time(time: str, repo: Repo) -> None:
    said = mementod("snooze", "--", time, folder=repo.root)
    assert (said.returncode, "give a time such as" in said.stderr) == (2, True)


def test_snooze_needs_a_repository(tmp_path: Path) -> None:
    said = mementod("snooze", folder=tmp_path)
    assert (said.returncode, "mementod snooze --all" in said.stderr) == (2, True)
