"""The door to systemd: the user's own manager, asked through systemctl and loginctl."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from mementod.errors import UserError
from mementod.ipc.listener import SOCKET_NAME, SUN_PATH_BYTES
from mementod.service import desktop_entry, written
from mementod.service.program import Program
from mementod.service.service import State
from mementod.service.shell import Done, Runner
from mementod.service.units import SERVICE, SOCKET, units

SHOWN = (
    "Id,LoadState,ActiveState,SubState,UnitFileState,MainPID,NRestarts,Result,ExecStart,NeedDaemonReload,StatusText,"
    "ExecMainStatus"
)
LINKS = (f"default.target.wants/{SERVICE}", f"sockets.target.wants/{SOCKET}")
LOG_LINES = 20  # at the end of its log, in which its complaint is looked for
COMPLAINT = "mementod: "
_VERSION = re.compile(r"systemd (\d+)")
_PATH = re.compile(r"path=(.*?) ;")


class Systemd:
    """A `Service`. `home` and `config` are the user's; `runtime` that of the manager; `entry` see desktop_entry.py."""

    def __init__(
        self, run: Runner, home: Path, config: Path, runtime: str, user: str, entry: Path | None = None
    ) -> None:
        self._run, self._user, self._runtime, self._entry = run, user, runtime, entry
        self.version = self._ask_version()
        self.name = f"systemd {self.version}"
        self._folder = self._ask_folder(home, config)

    def files(self, program: Program) -> dict[Path, bytes]:
        path = f"{self._runtime}/mementod/{SOCKET_NAME}"
        if len(path.encode()) > SUN_PATH_BYTES:
            raise UserError(f"{path} is too long for a socket: XDG_RUNTIME_DIR has to be a shorter path")
        found = {self._folder / name: text for name, text in units(program, self.version).items()}
        return found | desktop_entry.files(self._entry, program)

    def state(self) -> State:
        shown = self._shown()
        service, socket = shown.get(SERVICE, {}), shown.get(SOCKET, {})
        path = _PATH.search(service.get("ExecStart", ""))
        return State(
            known=service.get("LoadState", "not-found") != "not-found",
            enabled=all(unit.get("UnitFileState") == "enabled" for unit in (service, socket)),
            running=service.get("ActiveState") in ("active", "reloading"),
            detail=_detail(service),
            pid=int(service.get("MainPID", "0")) or None,
            restarts=int(service.get("NRestarts", "0")),
            socket=socket.get("ActiveState") == "active",
            program=path.group(1) if path else None,
            stale="yes" in (service.get("NeedDaemonReload"), socket.get("NeedDaemonReload")),
        )

    def settle(self, changed: bool, start: bool) -> Iterator[str]:
        if changed:
            self._must("daemon-reload")
        before = self.state()
        if not before.enabled:
            self._must("enable", "--quiet", SERVICE, SOCKET)
            yield "enabled: it starts when you log in"
        if start and before.running and changed:
            self.restart()
            yield "restarted"
        elif start and not (before.running and before.socket):
            self.start()
            yield "started"

    def start(self) -> None:
        self._try_again("start")

    def restart(self) -> None:
        self._try_again("restart")

    def stop(self) -> None:
        self._must("stop", SOCKET, SERVICE)  # the socket too: else the next hook would wake it

    def release(self) -> None:
        self._systemctl("disable", "--now", "--quiet", SERVICE, SOCKET)  # complains of what is half gone already
        self._systemctl("stop", SOCKET, SERVICE)
        for link in LINKS:
            if (self._folder / link).is_symlink():
                written.remove(self._folder / link)

    def forget(self) -> None:
        self._must("daemon-reload")
        self._systemctl("reset-failed", SERVICE, SOCKET)

    def linger(self) -> bool | None:
        """Whether the service goes on after the last logout; None when nobody says."""
        done = self._run(("loginctl", "show-user", self._user, "--property=Linger", "--value"))
        return {"yes": True, "no": False}.get(done.said.strip()) if done.code == 0 else None

    def enable_linger(self) -> None:
        done = self._run(("loginctl", "enable-linger"))
        if done.code:
            cure = f"`sudo loginctl enable-linger {self._user}` does it"
            raise UserError(f"lingering was refused ({done.why}): {cure}; all else is done")

    def notes(self) -> tuple[str, ...]:
        if self.linger() is False:
            return ("it ends at your last logout; `mementod service install --linger` has it stay",)
        return ()

    def left(self) -> tuple[str, ...]:
        folders = [self._folder / f"{name}.d" for name in (SERVICE, SOCKET)]
        found = [f"your own settings stay: {folder}" for folder in folders if folder.is_dir()]
        if self.linger():
            found.append("lingering stays enabled for your other services; `loginctl disable-linger` ends it")
        return tuple(found)

    def log_line(self) -> str:
        return f"`journalctl --user -u {SERVICE.removesuffix('.service')}`"

    def _try_again(self, verb: str) -> None:
        """After a crash loop too, which is forgotten."""
        self._systemctl("reset-failed", SERVICE, SOCKET)
        done = self._systemctl(verb, SOCKET, SERVICE)
        if done.code:
            raise UserError(f"the service does not {verb}: {self._last_words() or done.why} ({self.log_line()})")

    def _last_words(self) -> str:
        """What the daemon of this start said of its end."""
        invocation = self._must("show", SERVICE, "--property=InvocationID", "--value").said.strip()
        which = (f"_SYSTEMD_INVOCATION_ID={invocation}", "--identifier=mementod", f"--lines={LOG_LINES}")
        said = self._run(("journalctl", "--user", *which, "--output=cat", "--quiet", "--no-pager"))
        lines = [line.removeprefix(COMPLAINT) for line in said.said.splitlines() if line.startswith(COMPLAINT)]
        return lines[-1] if lines else ""

    def _shown(self) -> dict[str, dict[str, str]]:
        """The properties of our units. UserError when the manager does not answer."""
        text = self._must("show", SERVICE, SOCKET, f"--property={SHOWN}").said
        blocks = [
            dict(line.split("=", 1) for line in block.splitlines() if "=" in line) for block in text.split("\n\n")
        ]
        return {block["Id"]: block for block in blocks if "Id" in block}

    def _ask_version(self) -> int:
        found = _VERSION.match(self._must("--version").said)
        if not found:
            raise UserError("`systemctl --version` does not say which systemd this is")
        return int(found.group(1))

    def _ask_folder(self, home: Path, config: Path) -> Path:
        """Where the manager looks for units of this user: it may know of another XDG_CONFIG_HOME than this shell."""
        looked = f" {self._must('show', '--property=UnitPath', '--value').said.strip()} "
        for folder in (config / "systemd" / "user", home / ".config" / "systemd" / "user"):
            if f" {folder} " in looked:
                return folder
        raise UserError(
            f"systemd does not look into {config}/systemd/user: log out and in again, or unset XDG_CONFIG_HOME"
        )

    def _must(self, *words: str) -> Done:
        done = self._systemctl(*words)
        if done.code:
            raise UserError(f"systemctl --user {words[0]}: {done.why}")
        return done

    def _systemctl(self, *words: str) -> Done:
        return self._run(("systemctl", "--user", *words))


def _detail(unit: dict[str, str]) -> str:
    """`active (running): watching 3 repositories`, `failed (signal, 11 restarts)`."""
    active, result, restarts = (unit.get(name, "") for name in ("ActiveState", "Result", "NRestarts"))
    if active == "failed":
        why = f"exit code {unit.get('ExecMainStatus')}" if result == "exit-code" else result
        return f"failed ({why}{f', {restarts} restarts' if restarts not in ('', '0') else ''})"
    text = unit.get("StatusText", "")
    return f"{active} ({unit.get('SubState', '')})" + (f": {text}" if text and active == "active" else "")
