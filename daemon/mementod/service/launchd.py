"""The door to launchd: an agent of the user's session, asked through launchctl.

Written after Apple's manuals and what others report; no Mac has run it yet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from mementod.errors import UserError
from mementod.service.plist import FILE, LABEL, agent
from mementod.service.program import Program
from mementod.service.service import State
from mementod.service.shell import Done, Runner

NOT_LOADED = (3, 113)  # "No such process", "Could not find service"
DRAINING = (5, 37)  # "Input/output error", "Operation already in progress": the old job has not ended yet
NO_SCREEN = (125, 134)  # "Domain does not support specified action", "Service cannot load in requested session"
TRIES = 5
TRY_WAIT_S = 1.0
_VALUE = re.compile(r"^\s*(state|pid|last exit code|program) = (.*)$", re.M)


class Launchd:
    """A `Service`."""

    name = "launchd"

    def __init__(self, run: Runner, sleep: Callable[[float], None], home: Path, uid: int) -> None:
        self._run, self._sleep, self._home, self._uid = run, sleep, home, uid
        self._path = home / "Library" / "LaunchAgents" / FILE
        self._has_screen = self._launchctl("print", f"gui/{uid}").code == 0
        # Without a screen (SSH) the user's own domain, where a job runs until the machine restarts.
        self._domain = f"{'gui' if self._has_screen else 'user'}/{uid}"
        self._target = f"{self._domain}/{LABEL}"

    def files(self, program: Program) -> dict[Path, bytes]:
        return {self._path: agent(program, self._home / "Library" / "Logs" / "mementod" / "launchd.log")}

    def state(self) -> State:
        done = self._print()
        if done.code:
            return State(known=self._path.exists(), enabled=self._path.exists(), running=False, detail="not loaded")
        values = dict(_VALUE.findall(done.said))
        pid = values.get("pid", "")
        failed = values.get("last exit code", "0").split(":")[0] not in ("0", "(never exited)")
        detail = f"failed (exit code {values['last exit code']})" if failed and not pid else values.get("state", "?")
        number = int(pid) if pid.isdigit() else None
        return State(True, True, number is not None, detail, number, program=values.get("program"))

    def settle(self, changed: bool, start: bool) -> Iterator[str]:
        (self._home / "Library" / "Logs" / "mementod").mkdir(parents=True, exist_ok=True)  # launchd makes no folder
        loaded = self._print().code == 0
        if loaded and changed:
            self.release()  # it would go on with the old file
        if start and (changed or not loaded):
            self.start()
            yield "restarted" if loaded else "started, and at every login"

    def start(self) -> None:
        if self._print().code == 0:
            self._must("kickstart", self._target)
            return
        self._launchctl("enable", self._target)  # an old `unload -w` disabled it for ever
        self._bootstrap()

    def restart(self) -> None:
        if self._print().code:
            self.start()
        else:
            self._must("kickstart", "-k", self._target)

    def stop(self) -> None:
        self.release()

    def release(self) -> None:
        """Take the job out of the session, and wait until it has ended."""
        done = self._launchctl("bootout", self._target)
        if done.code not in (0, *NOT_LOADED, *DRAINING):
            raise UserError(f"launchctl bootout: {done.why}")
        for _ in range(TRIES):
            if self._print().code:
                return
            self._sleep(TRY_WAIT_S)
        raise UserError(f"{LABEL} does not end: `launchctl print {self._target}` says more")

    def forget(self) -> None:
        """Launchd keeps nothing of a job that is booted out."""

    def notes(self) -> tuple[str, ...]:
        return ("`Login Items` may show it by the name of its Python",)

    def left(self) -> tuple[str, ...]:
        return ()

    def log_line(self) -> str:
        return f"{self._home}/Library/Logs/mementod/launchd.log"

    def _bootstrap(self) -> None:
        for tried in range(TRIES):
            done = self._launchctl("bootstrap", self._domain, str(self._path))
            if done.code == 0:
                return
            if done.code not in DRAINING or not self._has_screen or tried + 1 == TRIES:
                break
            self._sleep(TRY_WAIT_S)
        if not self._has_screen and done.code in (*DRAINING, *NO_SCREEN):
            raise UserError(
                f"nobody is logged in at the screen of this Mac: {FILE} is there, and starts at the next login"
            )
        raise UserError(f"launchctl bootstrap: {done.why}")

    def _print(self) -> Done:
        return self._launchctl("print", self._target)

    def _must(self, *words: str) -> None:
        done = self._launchctl(*words)
        if done.code:
            raise UserError(f"launchctl {words[0]}: {done.why}")

    def _launchctl(self, *words: str) -> Done:
        return self._run(("launchctl", *words))
