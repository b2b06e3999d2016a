"""The whole life of the service under a real systemd, as its user lives it. Run by `boot.sh`; prints what it saw.

Every step asserts, and waits for what is to come instead of sleeping.
"""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mementod_hooks
from mementod.ipc.client import ask
from mementod.ipc.protocol import Answer, Op, Request
from mementod.service.units import ADVICE, SERVICE, SOCKET
from mementod.service.written import sealed

LIMIT_S = 20.0
HOME = Path.home()
UNITS = HOME / ".config" / "systemd" / "user"
STATE = HOME / ".local" / "state" / "mementod"
ADDRESS = Path(os.environ["XDG_RUNTIME_DIR"]) / "mementod" / "control.sock"
DROP_IN = UNITS / f"{SERVICE}.d" / "test.conf"
# So that a test need not wait as long as a user should.
QUICK = "[Unit]\nStartLimitBurst=4\nStartLimitIntervalSec=60\n[Service]\nRestartSec=100ms\nRestartSteps=0\n"
BEGAN = time.monotonic()


def say(*words: object) -> None:
    print(f"[{time.monotonic() - BEGAN:5.1f} s]", *words, flush=True)


def run(*argv: str, code: int | None = 0, **environ: str | None) -> str:
    """What a program says; it has to end with `code`."""
    env = {name: value for name, value in (os.environ | environ).items() if value is not None}
    done = subprocess.run(argv, capture_output=True, text=True, timeout=60, env=env, check=False)
    text = done.stdout + done.stderr
    assert code is None or done.returncode == code, f"{argv} ended with {done.returncode}: {text}"
    return text


def ours(*words: str, code: int | None = 0, **environ: str | None) -> str:
    return run(sys.executable, "-m", "mementod", *words, code=code, **environ)


def systemctl(*words: str, code: int | None = 0) -> str:
    return run("systemctl", "--user", *words, code=code)


def shown(unit: str = SERVICE) -> dict[str, str]:
    lines = systemctl("show", unit).splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


def await_unit(what: str, is_it: Callable[[dict[str, str]], bool]) -> dict[str, str]:
    until = time.monotonic() + LIMIT_S
    while not is_it(found := shown()):
        assert time.monotonic() < until, f"{what}: {systemctl('status', SERVICE, '--no-pager', code=None)}"
        time.sleep(0.05)
    return found


def is_running(unit: dict[str, str]) -> bool:
    return unit["ActiveState"] == "active" and unit["SubState"] == "running"


def await_another(pid: str) -> dict[str, str]:
    return await_unit("another process", lambda unit: is_running(unit) and unit["MainPID"] not in ("0", pid))


def stands(code: int | None = None) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ours("service", "status", "--format", "json", code=code))
    return found


def journal(*words: str) -> str:
    return run("journalctl", "--user", "-u", SERVICE, "--no-pager", "-q", *words)


def drop_in(text: str) -> None:
    DROP_IN.parent.mkdir(exist_ok=True)
    DROP_IN.write_text(text)
    systemctl("daemon-reload")


def commit_hook() -> float:
    """A call of the hook program, as git makes it; how long it took."""
    began = time.monotonic()
    run(sys.executable, "-I", "-S", str(Path(mementod_hooks.__file__).parent / "client.py"), "git", "pre-commit")
    return time.monotonic() - began


def repository() -> Path:
    root = HOME / "code"
    (root / "src").mkdir(parents=True)
    (root / "src" / "dates.py").write_text("def parse_date(text):\n    return text\n")
    (root / "CLAUDE.md").write_text("# Code\n\nDates are parsed in `src/dates.py`.\n")
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=Ada", "-c", "user.email=a@b", "commit", "-qm", "x"]):
        run("git", "-C", str(root), *words)
    ours("-C", str(root), "enrol")
    return root


# the steps, in order


def nothing_is_there() -> None:
    assert "not installed" in ours("service", "status", code=4)
    assert "not installed" in ours("service", "start", code=4)
    assert "Nothing was written" in ours("service", "install", "--dry-run")
    assert not UNITS.exists()


def installed() -> None:
    text = ours("service", "install")
    unit = shown()
    assert is_running(unit), text
    assert unit["Result"] == "success"
    assert shown(SOCKET)["ActiveState"] == "active"
    assert {link.name for link in UNITS.rglob("*") if link.is_symlink()} == {SERVICE, SOCKET}
    assert stat.S_IMODE(ADDRESS.lstat().st_mode) == 0o600
    assert stat.S_IMODE(ADDRESS.parent.lstat().st_mode) == 0o700
    assert unit["StatusText"].startswith("watching 0 repositories"), unit["StatusText"]
    say("installed:", " | ".join(text.splitlines()))


def quiet_and_confined() -> None:
    found = stands(0)
    assert found["proof"] == {"no_new_privileges": True, "seccomp": True}
    assert found["problems"] == []
    assert found["state"]["enabled"]
    pid = found["state"]["pid"]
    assert run("ps", "-o", "ni=,cls=", "-p", str(pid)).split() == ["10", "B"]
    assert run("ionice", "-p", str(pid)).strip() == "idle"
    assert Path(f"/proc/{pid}/oom_score_adj").read_text().strip() == "500"
    say("the kernel says:", found["proof"], "nice 10, batch, idle, oom 500")


def twice() -> None:
    before = {path: path.stat().st_mtime_ns for path in UNITS.iterdir()}, shown()["MainPID"]
    assert "nothing to do" in ours("service", "install")
    assert before == ({path: path.stat().st_mtime_ns for path in UNITS.iterdir()}, shown()["MainPID"])
    assert "running" in ours("service", "status", XDG_RUNTIME_DIR=None, DBUS_SESSION_BUS_ADDRESS=None)
    say("installed again: nothing written, nothing restarted; status works without XDG_RUNTIME_DIR")


def it_watches() -> None:
    root = repository()

    def home() -> dict[str, Any]:
        found = json.loads(ours("status", "--format", "json", code=None))
        return next(iter(found["repositories"]), {})

    def await_notes(wanted: dict[str, int]) -> None:
        until = time.monotonic() + LIMIT_S
        while home().get("notes") != wanted:
            assert time.monotonic() < until, home()
            time.sleep(0.1)

    await_notes({"ok": 1})
    (root / "src" / "dates.py").rename(root / "src" / "times.py")
    await_notes({"stale": 1})
    say("inside its seccomp it runs git and the parsers, and sees a file renamed")
    assert "watching 1 repository" in shown()["StatusText"]


def reloaded() -> None:
    pid = shown()["MainPID"]
    began = time.monotonic()
    systemctl("reload", SERVICE)
    unit = shown()
    assert is_running(unit)
    assert unit["MainPID"] == pid
    say(f"reload: {time.monotonic() - began:.2f} s, same process")


def died() -> None:
    drop_in(QUICK)
    ours("service", "restart")
    for number in (signal.SIGKILL, signal.SIGSEGV):
        pid = shown()["MainPID"]
        os.kill(int(pid), number)
        unit = await_another(pid)
        say(f"{number.name}: started again, restarts {unit['NRestarts']}")
    assert unit["NRestarts"] == "2"


def hung() -> None:
    drop_in(QUICK + "WatchdogSec=2s\n")
    ours("service", "restart")
    pid, began = shown()["MainPID"], time.monotonic()
    os.kill(int(pid), signal.SIGSTOP)  # its loop stands still
    await_another(pid)
    text = journal("-o", "cat")
    assert "Watchdog timeout" in text
    assert re.search(r"Fatal Python error: Aborted.*in _turn", text, re.S), text[-3000:]
    say(f"watchdog: killed and started again after {time.monotonic() - began:.1f} s, with a traceback")
    drop_in(QUICK)
    ours("service", "restart")


def logged() -> None:
    rows = [json.loads(line) for line in journal("-o", "json").splitlines()]
    found = {row["PRIORITY"] for row in rows if row.get("_TRANSPORT") == "stdout" and " enrolled" in row["MESSAGE"]}
    assert found == {"6"}
    crash = {row["PRIORITY"] for row in rows if "Fatal Python error" in str(row["MESSAGE"])}
    assert crash == {"3"}
    assert not any(str(row["MESSAGE"]).startswith("<") for row in rows)
    say("journal: what happens is info, a crash is an error")


def made_room() -> None:
    pid = shown()["MainPID"]
    answer = ask(STATE, Request(Op.STOP, None, {"again": True}, 5000))
    assert isinstance(answer, Answer)
    assert answer.ok, answer.message
    unit = await_another(pid)
    assert unit["Result"] == "success"
    say("exit 75: started anew, no failure")


def rested() -> None:
    systemctl("stop", SERVICE)
    ours("status", code=4)
    stands(4)
    assert shown()["ActiveState"] == "inactive"
    took = commit_hook()
    unit = await_unit("woken", is_running)
    assert took < 2.0
    say(f"a hook judged by itself ({took:.2f} s) and woke the daemon; status did not")
    ours("service", "stop")
    commit_hook()
    assert not ADDRESS.exists()
    assert shown()["ActiveState"] == "inactive"
    assert unit["NRestarts"] == "0"
    say("after `service stop` a hook wakes nothing")


def started_by_hand() -> None:
    with subprocess.Popen([sys.executable, "-m", "mementod", "run"], stderr=subprocess.PIPE, text=True) as other:
        assert other.stderr is not None
        next(line for line in other.stderr if " running " in line)
        assert f"pid {other.pid}" in ours("service", "start", code=2)
        other.terminate()
    ours("service", "start")
    assert is_running(shown())
    say("beside a daemon started by hand it does not start, and says so")


def misconfigured() -> None:
    drop_in(QUICK + "Environment=XDG_STATE_HOME=/proc/nowhere\n")
    assert "XDG_STATE_HOME" in ours("service", "restart", code=2)
    unit = shown()
    assert (unit["ActiveState"], unit["ExecMainStatus"], unit["NRestarts"]) == ("failed", "2", "0")
    assert "failed (exit code 2)" in ours("service", "status", code=4)
    drop_in(QUICK)
    ours("service", "start")
    say("configuration error: exit 2, no restart, and the reason said")


def crash_loop() -> None:
    def killed(pid: str) -> dict[str, str]:
        os.kill(int(pid), signal.SIGKILL)
        return await_unit(
            "after a death", lambda u: u["ActiveState"] == "failed" or (is_running(u) and u["MainPID"] != pid)
        )

    deaths, unit = 0, shown()
    while unit["ActiveState"] != "failed":
        deaths, unit = deaths + 1, killed(unit["MainPID"])
    found = stands(4)
    assert re.fullmatch(r"failed \(signal, [34] restarts\)", found["state"]["detail"]), found["state"]
    assert any("service start" in problem for problem in found["problems"])
    assert commit_hook() < 2.0
    ours("service", "start")
    assert is_running(shown())
    say(f"crash loop: ended after {deaths} deaths; `service start` begins anew")


def edited() -> None:
    path = UNITS / SERVICE
    before = path.read_bytes()
    path.write_bytes(before.replace(b"Nice=10", b"Nice=15"))
    text = ours("service", "install", code=2)
    assert "+Nice=15" in text
    assert b"Nice=15" in path.read_bytes()
    assert "was edited" in ours("service", "status")
    path.write_bytes(before)
    say("edited:", text.strip())


def upgraded() -> None:
    path, pid = UNITS / SERVICE, shown()["MainPID"]
    current = path.read_bytes()
    older = current.decode().split("\n", 1)[1].replace("CPUWeight=20\n", "")
    path.write_bytes(sealed(older, "0.0.1", ADVICE, ("# ", "")))
    text = ours("service", "install")
    assert path.read_bytes() == current
    assert "restarted" in text
    assert shown()["MainPID"] != pid
    say("a unit of an older version is replaced, and the service restarted")


def uninstalled() -> None:
    pid = int(shown()["MainPID"])
    text = ours("service", "uninstall")
    assert f"stay: {DROP_IN.parent}" in text
    assert [path for path in UNITS.rglob("*") if not path.is_dir()] == [DROP_IN]
    DROP_IN.unlink()
    DROP_IN.parent.rmdir()
    systemctl("daemon-reload")
    UNITS.rmdir()
    UNITS.parent.rmdir()
    assert not ADDRESS.exists()
    assert not Path(f"/proc/{pid}").exists()
    for unit in (SERVICE, SOCKET):
        assert shown(unit)["LoadState"] == "not-found"
    assert systemctl("list-units", "--failed", "--no-legend").strip() == ""
    assert "nothing is installed" in ours("service", "uninstall")
    say("uninstalled:", " | ".join(text.splitlines()))


def taken_out_with_all_else() -> None:
    ours("service", "install", "--no-start")
    assert stands(4)["state"]["enabled"]
    assert shown(SOCKET)["ActiveState"] == shown()["ActiveState"] == "inactive"
    assert "the service" in ours("uninstall", "--yes", "--purge")
    assert not (HOME / ".config" / "systemd").exists()
    assert not STATE.exists()
    say("installed with --no-start it waits for a login; `mementod uninstall` takes it out too")


def main() -> None:
    say(run("systemctl", "--version").splitlines()[0], "| Python", sys.version.split()[0])
    for step in (
        nothing_is_there, installed, quiet_and_confined, twice, it_watches, reloaded, died, hung, logged, made_room,
        rested, started_by_hand, misconfigured, crash_loop, edited, upgraded, uninstalled, taken_out_with_all_else,
    ):  # fmt: skip
        step()
    say("all steps hold")


if __name__ == "__main__":
    main()
