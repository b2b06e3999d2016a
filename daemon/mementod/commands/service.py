"""`mementod service`: the daemon as a service of this user, under systemd or launchd."""

from __future__ import annotations

import getpass
import os
import shutil
import sys
from dataclasses import asdict
from typing import Any

import click

from mementod.commands.session import Session, folder_option, format_option, session
from mementod.errors import ExitCode, UserError
from mementod.paths import base_folder
from mementod.service import desktop_entry, environment, service, written
from mementod.service.environment import Kind, Machine
from mementod.service.launchd import Launchd
from mementod.service.program import Program, program
from mementod.service.service import Service, State
from mementod.service.shell import runner
from mementod.service.systemd import Systemd


@click.group("service", invoke_without_command=True)
@folder_option
@click.pass_context
def command(context: click.Context) -> None:
    """Have the daemon run whenever you are logged in, as a service of yours (systemd or launchd)."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@command.command("install")
@click.option("--no-start", is_flag=True, help="Start it at the next login, not now.")
@click.option("--linger", is_flag=True, help="Have it go on after you log out (systemd).")
@click.option("--dry-run", is_flag=True, help="Show the files that would be written, write nothing.")
@folder_option
@click.pass_context
def install(context: click.Context, no_start: bool, linger: bool, dry_run: bool) -> int:
    """Write the service's files, enable and start it. Where all is as it should be nothing is done.

    A file that you edited is never replaced.
    """
    here = session(context)
    manager, ours = manager_of(here), program_of(here)
    if dry_run:
        _show(here, manager, ours)
        return ExitCode.FINE
    done = _say(here, service.install(manager, ours, here.paths.state_dir(), not no_start))
    if linger:
        _linger(here, manager)
    if not done:
        here.line(f"it is installed under {manager.name}{' and runs' if not no_start else ''}: nothing to do")
    for note in manager.notes():
        here.line(note)
    return ExitCode.FINE


@command.command("uninstall")
@folder_option
@click.pass_context
def uninstall(context: click.Context) -> int:
    """Stop the service and take out all that install wrote."""
    here = session(context)
    if not take_service_out(here):
        here.line("nothing is installed")
    return ExitCode.FINE


@command.command("start")
@folder_option
@click.pass_context
def start(context: click.Context) -> int:
    """Start it, after a crash loop too."""
    here = session(context)
    manager = _installed(here)
    service.refuse_second(manager, here.paths.state_dir())
    manager.start()
    here.line("started")
    return ExitCode.FINE


@command.command("stop")
@folder_option
@click.pass_context
def stop(context: click.Context) -> int:
    """Stop it until the next login, or until it is started."""
    here = session(context)
    _installed(here).stop()
    here.line("stopped")
    return ExitCode.FINE


@command.command("restart")
@folder_option
@click.pass_context
def restart(context: click.Context) -> int:
    """Stop it and start it."""
    here = session(context)
    manager = _installed(here)
    service.refuse_second(manager, here.paths.state_dir())
    manager.restart()
    here.line("restarted")
    return ExitCode.FINE


@command.command("status")
@format_option
@folder_option
@click.pass_context
def status(context: click.Context, form: str) -> int:
    """Say how the service stands, and what is wrong with it. Wakes nothing. Exit code 4 when it does not run."""
    here = session(context)
    try:
        manager = manager_of(here)
    except UserError as error:
        if form == "json":
            here.document("service", nowhere(str(error)))
        raise UserError(str(error), ExitCode.NO_DAEMON) from error
    data = gathered(manager, program_of(here))
    if form == "json":
        here.document("service", data)
    else:
        _page(here, data)
    return ExitCode.FINE if data["state"]["running"] else ExitCode.NO_DAEMON


def is_installed(here: Session) -> bool:
    """Whether there is a service to take out; not so where there is no service manager for us."""
    try:
        return manager_of(here).state().known
    except UserError:
        return False


def take_service_out(here: Session) -> bool:
    """Whether anything was there; what was done is said. Raises UserError."""
    manager = manager_of(here)
    done = _say(here, service.uninstall(manager, program_of(here)))
    for line in manager.left() if done else ():
        here.line(line)
    return done


def gathered(manager: Service, ours: Program) -> dict[str, Any]:
    """All that `status` tells."""
    wanted, state = manager.files(ours), manager.state()
    proof = service.proof(state.pid)
    return {
        "manager": manager.name,
        "state": asdict(state),
        "files": {str(path): written.standing(path, data).value for path, data in wanted.items()},
        "proof": asdict(proof),
        "linger": manager.linger() if isinstance(manager, Systemd) else None,
        "problems": list(service.problems(manager, state, ours, wanted, proof)),
        "log": manager.log_line(),
    }


def nowhere(why: str) -> dict[str, Any]:
    """The same where there is no service manager for this user."""
    state, proof = asdict(State(False, False, False, "")), asdict(service.proof(None))
    nothing: dict[str, Any] = {"manager": None, "state": state, "files": {}, "proof": proof}
    return nothing | {"linger": None, "problems": [why], "log": None}


def _page(here: Session, data: dict[str, Any]) -> None:
    state = data["state"]
    if not state["known"]:
        here.line(f"not installed under {data['manager']}; `mementod service install` does it")
        return
    pid = f", pid {state['pid']}" if state["pid"] else ""
    enabled = "enabled" if state["enabled"] else "not enabled: it does not start at login"
    here.line(f"{data['manager']}: {state['detail']}{pid}, {enabled}")
    if state["socket"] is not None:
        here.line(f"  socket: {'open' if state['socket'] else 'closed'}; restarts: {state['restarts']}")
    if data["proof"]["seccomp"] is not None:
        kept = ", ".join(f"{name.replace('_', ' ')} {_yes(value)}" for name, value in data["proof"].items())
        here.line(f"  the kernel says: {kept}")
    if data["linger"] is not None:
        here.line(f"  goes on after logout: {_yes(data['linger'])}")
    for path, how in data["files"].items():
        here.line(f"  {path}: {how}")
    here.line(f"  log: {data['log']}")
    for problem in data["problems"]:
        here.line(f"! {problem}")


def manager_of(here: Session) -> Service:
    """The service manager of this machine. UserError, saying why, when there is none for us."""
    home = here.paths.home
    if home is None:
        raise UserError("there is no home directory: set HOME")
    machine = Machine(sys.platform, os.getuid(), _user(), here.paths.environ)
    match environment.kind(machine):
        case Kind.LAUNCHD:
            return Launchd(runner(here.paths.environ), here.sleep, home, machine.uid)
        case Kind.SYSTEMD:
            environ = environment.systemd_environ(machine)
            folder = base_folder(here.paths.environ.get("XDG_CONFIG_HOME"), home / ".config")
            entry = desktop_entry.place(machine, home)
            return Systemd(runner(environ), home, folder, environ["XDG_RUNTIME_DIR"], machine.user, entry)


def _user() -> str:
    """The name of this user; the number of one who is in no list, as in a container."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())


def _installed(here: Session) -> Service:
    manager = manager_of(here)
    if not manager.state().known:
        raise UserError("the service is not installed: `mementod service install`", ExitCode.NO_DAEMON)
    return manager


def program_of(here: Session) -> Program:
    environ = here.paths.environ
    return program(sys.executable, environ, shutil.which("git", path=environ.get("PATH")), sys.platform)


def _show(here: Session, manager: Service, ours: Program) -> None:
    for path, data in manager.files(ours).items():
        here.line(f"{path} ({written.standing(path, data)}):")
        here.write(data.decode() + "\n")
    here.line("Nothing was written (--dry-run).")


def _linger(here: Session, manager: Service) -> None:
    if not isinstance(manager, Systemd):
        raise UserError("--linger is for systemd: under launchd a job ends with the login")
    if manager.linger() is not True:
        manager.enable_linger()
        here.line("it goes on after you log out")


def _say(here: Session, lines: Any) -> bool:
    """Whether there was anything to say."""
    said = False
    for line in lines:
        here.line(line)
        said = True
    return said


def _yes(value: bool) -> str:
    return "yes" if value else "no"
