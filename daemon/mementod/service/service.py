"""What a service manager can do for us, whichever it is, and what `mementod service` makes of it.

Nothing is written or started twice; an edited file is never replaced; nothing here connects to the daemon, because that
would wake one that rests.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from mementod.errors import UserError
from mementod.ipc.client import presence
from mementod.ipc.protocol import Presence
from mementod.service import written
from mementod.service.program import Program, refuse_passing
from mementod.service.written import Standing


@dataclass(frozen=True, slots=True)
class State:
    """What the manager says. `detail` are its own words; `socket` is None where it keeps none for us."""

    known: bool
    enabled: bool
    running: bool
    detail: str
    pid: int | None = None
    restarts: int = 0
    socket: bool | None = None
    program: str | None = None  # the interpreter that it starts
    stale: bool = False  # the files changed since the manager read them


class Service(Protocol):
    """A service manager. All may raise UserError, with what the manager said."""

    name: str

    def files(self, program: Program) -> dict[Path, bytes]:
        """What has to be where."""

    def state(self) -> State: ...

    def settle(self, changed: bool, start: bool) -> Iterator[str]:
        """Have the files taken in, enabled and, with `start`, running; what was done."""

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def restart(self) -> None: ...

    def release(self) -> None:
        """Stop it, and have nothing start it again."""

    def forget(self) -> None:
        """The files are gone."""

    def notes(self) -> tuple[str, ...]:
        """What else a person should know."""

    def left(self) -> tuple[str, ...]:
        """What stays on purpose when it is taken out."""

    def log_line(self) -> str:
        """The command that shows its output."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What the kernel says of the process, rather than its unit. None where it does not say."""

    no_new_privileges: bool | None
    seccomp: bool | None


def install(service: Service, program: Program, state: Path, start: bool) -> Iterator[str]:
    """What was done, a line each; nothing when there was nothing to do.

    UserError, with nothing written, when a file was edited, another daemon is in the way, or the program a passing one.
    """
    refuse_passing(program)
    wanted = service.files(program)
    changed = written.changes(wanted)
    if start:
        refuse_second(service, state)
    written.write(wanted, changed)
    for path in changed:
        yield f"written: {path}"
    yield from service.settle(bool(changed) or service.state().stale, start)


def uninstall(service: Service, program: Program) -> Iterator[str]:
    """What was done, a line each; nothing when nothing was there. What we did not write stays, and is said."""
    wanted = service.files(program)
    found = {path: written.standing(path, data) for path, data in wanted.items()}
    ours = [path for path, how in found.items() if how not in (Standing.ABSENT, Standing.FOREIGN)]
    if ours or (service.state().known and Standing.FOREIGN not in found.values()):
        service.release()
    for path in ours:
        edited = found[path] is Standing.EDITED
        lines = "; ".join(written.edits(path, wanted[path])) if edited else ""
        written.remove(path)
        yield f"removed: {path}" + (f" (it was edited: {lines})" if edited else "")
    if ours:
        service.forget()
    for path, how in found.items():
        if how is Standing.FOREIGN:
            yield f"not written by mementod, stays: {path}"


def refuse_second(service: Service, state: Path) -> None:
    """UserError when a daemon runs that somebody started by hand: the service could not start."""
    found = presence(state)
    if isinstance(found, Presence) and found.pid != service.state().pid:
        raise UserError(f"mementod runs already, started by hand (pid {found.pid}): stop it, and do this again")


def problems(
    service: Service, state: State, program: Program, wanted: Mapping[Path, bytes], found: Proof
) -> Iterator[str]:
    """What is wrong with what is installed; each line names its cure."""
    for path, data in wanted.items():
        match written.standing(path, data):
            case Standing.EDITED:
                yield f"{path} was edited ({'; '.join(written.edits(path, data)[:2])}): it is not updated any more"
            case Standing.FOREIGN:
                yield f"{path} was not written by mementod"
            case Standing.ABSENT if state.known:
                yield f"{path} is missing: `mementod service install` writes it"
            case Standing.OLDER:
                yield f"{path} is of another version or for other settings: `mementod service install` updates it"
    yield from _program_problems(state, program)
    if state.stale:
        yield f"the files changed since {service.name} read them: `mementod service install`"
    if False in (found.seccomp, found.no_new_privileges):
        yield "the kernel does not confine it as its unit asks: `mementod service restart`, or a kernel with seccomp"
    if state.known and not state.running and state.detail.startswith("failed"):
        yield f"it has failed: {service.log_line()} says why, `mementod service start` tries again"


def _program_problems(state: State, program: Program) -> Iterator[str]:
    if not state.program:
        return
    if not os.access(state.program, os.X_OK):
        yield f"it starts {state.program}, which is not there any more: `mementod service install` puts that right"
    elif state.program != program.argv[0]:
        yield f"it starts {state.program}, this is {program.argv[0]}: `mementod service install` from the one you want"


def proof(pid: int | None, proc: Path = Path("/proc")) -> Proof:
    """Of the running daemon."""
    try:
        lines = (proc / str(pid) / "status").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return Proof(None, None)
    values = {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
    told = (values.get("NoNewPrivs"), values.get("Seccomp"))
    return Proof(*(None if value is None else value != "0" for value in told))
