"""`mementod uninstall`: takes everything out again that was put anywhere; says what is left."""

from __future__ import annotations

import contextlib
import shutil
from dataclasses import dataclass
from pathlib import Path

import click

from mementod.commands.agents import agent_places, take_out
from mementod.commands.enrol import enrolled, ledger_path
from mementod.commands.service import is_installed, take_service_out
from mementod.commands.session import Session, folder_option, session
from mementod.commands.unenrol import leave, located
from mementod.continuity import session_context
from mementod.errors import ExitCode, UserError
from mementod.installing.agent_places import AgentPlaces, Standing
from mementod.installing.installation import SCRIPT
from mementod.ipc.client import WhyNot, ask
from mementod.ipc.daemon_answers import write_through
from mementod.ipc.listener import place
from mementod.ipc.protocol import Op, Request
from mementod.registry import identity
from mementod.registry.repos import Drop, State, state
from mementod.stores.ledger_rows import Enrolled
from mementod_hooks.agents.call import Agent

STOP_LIMIT_MS = 5_000  # for a daemon to answer that it will stop
STOP_POLL_S = 0.05
STOP_POLLS = 200


@dataclass(frozen=True, slots=True)
class Found:
    """What there is to take out."""

    agents: tuple[Agent, ...]
    repositories: tuple[Enrolled, ...]
    strays: tuple[str, ...]  # whose hooks are noted and that are enrolled no more
    script: bool
    service: bool

    @property
    def is_empty(self) -> bool:
        return not (self.agents or self.repositories or self.strays or self.script or self.service)


@click.command("uninstall")
@folder_option
@click.option("--yes", is_flag=True, help="Do it without asking.")
@click.option("--purge", is_flag=True, help="Delete also what mementod remembers: what you verified, and its log.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, change nothing.")
@click.pass_context
def command(context: click.Context, yes: bool, purge: bool, dry_run: bool) -> int:
    """Take everything out: the service, hooks of agents, of all enrolled repositories, ids, the script.

    Every file is then as it was before, or, where others changed it since, without our part.
    """
    here = session(context)
    ledger, places = ledger_path(here), agent_places(here)
    found = find(here, ledger, places)
    _list(here, places, found, purge)
    if found.is_empty and not purge:
        return ExitCode.FINE
    if dry_run:
        here.line("Nothing was changed (--dry-run).")
        return ExitCode.FINE
    if not _is_wanted(here, yes):
        here.line("Nothing was changed.")
        return ExitCode.FINE
    is_clean = _take_all_out(here, ledger, places, found)
    for row in found.repositories if purge else ():
        session_context.remove(row.root)
    _stop_daemon(here)
    _end(here, is_clean, purge)
    return ExitCode.FINE if is_clean else ExitCode.USAGE


def find(here: Session, ledger: Path, places: AgentPlaces) -> Found:
    """What there is to take out, in the ledger and in the settings of the agents."""
    rows = enrolled(here, ledger)
    whose = {row.whose for row in places.installation.book.installed()}
    known = {*Agent, SCRIPT, *(identity.family(row.id) for row in rows)}
    return Found(places.installed(), rows, tuple(sorted(whose - known)), SCRIPT in whose, is_installed(here))


def _list(here: Session, places: AgentPlaces, found: Found, purge: bool) -> None:
    if found.is_empty:
        here.line("Nothing is installed.")
    else:
        here.line("To be taken out:")
    for agent in found.agents:
        here.line(f"  hooks of {agent}")
    for row in found.repositories:
        gone = " (gone)" if state(row)[0] is State.GONE else ""
        here.line(f"  hooks and id of {row.root}{gone}")
    if found.strays:
        here.line(f"  hooks of repositories that are enrolled no more: {len(found.strays)}")
    if found.script:
        here.line(f"  {here.paths.run_hook}")
    if found.service:
        here.line("  the service")
    if places.standing(Agent.CLAUDE)[0] is Standing.PLUGIN:
        here.line("Claude Code's plugin stays; `claude plugin uninstall mementod` removes it.")
    if purge:
        here.line(f"  {here.paths.state_dir()}, with what you verified")


def _is_wanted(here: Session, yes: bool) -> bool:
    if yes:
        return True
    if not here.interactive:
        raise UserError("nobody to ask here: add --yes to do it, or --dry-run to only look")
    return click.confirm("Go on?")


def _take_all_out(here: Session, ledger: Path, places: AgentPlaces, found: Found) -> bool:
    """Whether nothing of ours is left; what fails is said, and the rest goes on."""
    results = [_service_taken_out(here)] if found.service else []
    results += [take_out(here, places, agent) for agent in found.agents]
    rows = list(found.repositories)
    while rows:
        row = rows.pop()
        results.append(_leave(here, ledger, row, rows))
    for whose in found.strays:
        removal = places.installation.take_out(whose)
        here.warn_all(tuple(removal.problems))
        results.append(not removal.problems)
    results.append(not places.installation.release_script().problems)
    return all(results)


def _service_taken_out(here: Session) -> bool:
    try:
        take_service_out(here)
    except UserError as error:
        here.warn_all((f"the service: {error}",))
        return False
    return True


def _leave(here: Session, ledger: Path, row: Enrolled, others: list[Enrolled]) -> bool:
    where, moved = state(row)
    try:
        is_clean = leave(here, ledger, located(row), others)
        if is_clean:
            write_through(ledger, (Drop(row.id),))
    except UserError as error:
        here.warn_all((f"{row.root}: {error}",))
        return False
    if where is State.GONE:
        here.line(f"{row.root}: is gone, and forgotten")
    elif is_clean:
        here.line(f"{moved or row.root}: hooks and id taken out")
    return is_clean


def _stop_daemon(here: Session) -> None:
    """One that runs would go on without anything to watch."""
    folder = here.paths.state_dir()
    if isinstance(ask(folder, Request(Op.STOP, None, {}, STOP_LIMIT_MS)), WhyNot):
        return
    for _ in range(STOP_POLLS):
        if ask(folder, Request(Op.STATUS, None, {}, STOP_LIMIT_MS)) is WhyNot.ABSENT:
            here.line("the daemon is stopped")
            return
        here.sleep(STOP_POLL_S)
    here.warn_all(("the daemon does not stop: end the process that `mementod status` names",))


def _end(here: Session, is_clean: bool, purge: bool) -> None:
    folder = here.paths.state_dir()
    if not is_clean:
        here.line("What is named above is left; put it right, and run `mementod uninstall` again.")
    elif purge:
        shutil.rmtree(folder, ignore_errors=True)
        with contextlib.suppress(OSError, UserError):  # no folder of ours, or something is in it
            place(here.paths.environ.get("XDG_RUNTIME_DIR"), folder).parent.rmdir()
        here.line(f"{folder} is deleted")
    else:
        here.line(f"{folder} stays: what you verified, and copies of what was changed (--purge deletes it)")
    here.line("The program itself goes with the tool that installed it: `pipx uninstall mementod`, or pip's.")
