"""`mementod agents`: our hooks in the settings of agents, put in, proved, taken out."""

from __future__ import annotations

import difflib
import json
from dataclasses import dataclass

import click

from mementod.commands.enrol import ledger_path
from mementod.commands.hooks import installation, run_hook, say_removed
from mementod.commands.session import Session, folder_option, format_option, session
from mementod.errors import ExitCode, UserError
from mementod.installing.agent_places import AgentPlaces, Standing
from mementod.installing.agent_probe import Outcome, Proof, prove
from mementod.installing.apply import homes
from mementod_hooks.agents.call import Agent
from mementod_hooks.install import Edit, Plan
from mementod_hooks.install_agents import NOTICES

SCHEMA = "mementod.agents/1"


@dataclass(frozen=True, slots=True)
class State:
    """How one agent stands. `proof` is None where nothing of ours could be run."""

    agent: Agent
    standing: Standing
    proof: Proof | None
    plan: Plan

    @property
    def is_good(self) -> bool:
        return self.proof is not None and self.proof.holds(self.agent)


@click.group("agents", invoke_without_command=True)
@folder_option
@click.pass_context
def command(context: click.Context) -> None:
    """Have AI agents ask before they edit a core file, and tell them which notes are stale.

    Hooks go into each agent's settings at the level of the user, beside what is there.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


agents_argument = click.argument("names", nargs=-1, metavar="[AGENT]...", type=click.Choice([a.value for a in Agent]))


@command.command("install")
@agents_argument
@click.option("--dry-run", is_flag=True, help="Show what would be written as a diff, write nothing.")
@folder_option
@click.pass_context
def install(context: click.Context, names: tuple[str, ...], dry_run: bool) -> int:
    """Put our hooks into the settings of these agents; of every agent that has a folder when none is named."""
    here = session(context)
    places = agent_places(here)
    agents = tuple(map(Agent, names)) or places.in_use()
    if not agents:
        here.line(f"No agent is in use here; name one to prepare it: {', '.join(Agent)}")
    results = [_installed(here, places, agent, dry_run) for agent in agents]
    if any(results) and not dry_run:
        here.line("Sessions that run already keep their old hooks; `mementod agents status` tries the new ones.")
    return ExitCode.FINE if all(results) else ExitCode.USAGE


@command.command("uninstall")
@agents_argument
@folder_option
@click.pass_context
def uninstall(context: click.Context, names: tuple[str, ...]) -> int:
    """Take our hooks out again: each file as it was before, or, where others changed it since, without our part."""
    here = session(context)
    places = agent_places(here)
    agents = tuple(map(Agent, names)) or places.installed()
    if not agents:
        here.line("No agent has a hook of mementod.")
    results = [take_out(here, places, agent) for agent in agents]
    places.installation.release_script()
    return ExitCode.FINE if all(results) else ExitCode.USAGE


@command.command("status")
@agents_argument
@folder_option
@format_option
@click.pass_context
def status(context: click.Context, names: tuple[str, ...], form: str) -> int:
    """Prove each agent's hook: run what its settings name, about an edit of a core file in a scratch repository.

    Exit code: 1 when a hook is in and does not do what it is for.
    """
    here = session(context)
    places = agent_places(here)
    agents = tuple(map(Agent, names)) or tuple(dict.fromkeys((*places.in_use(), *places.installed())))
    states = [look(places, agent) for agent in agents]
    if form == "json":
        here.write(render(states))
    elif not states:
        here.line(f"No agent is in use here: {', '.join(Agent)}")
    else:
        for state in states:
            _say(here, state)
    bad = any(state.standing is not Standing.NONE and not state.is_good for state in states)
    return ExitCode.FINDINGS if bad else ExitCode.FINE


def agent_places(here: Session) -> AgentPlaces:
    """Raises UserError when there is no home, or nothing would be kept."""
    return AgentPlaces(installation(ledger_path(here)), homes(here.paths.home, here.paths.environ), run_hook(here))


def take_out(here: Session, places: AgentPlaces, agent: Agent) -> bool:
    """Whether nothing of ours is left."""
    try:
        removal = places.take_out(agent)
    except UserError as error:
        here.warn_all((f"{agent}: {error}",))
        return False
    if removal.problems:
        here.line(f"{agent}: hooks stay")
    else:
        here.line(f"{agent}: hooks taken out" if removal.changed else f"{agent}: had no hooks")
    say_removed(here, removal)
    return not removal.problems


def look(places: AgentPlaces, agent: Agent) -> State:
    """How an agent stands, tried out."""
    standing, plan = places.standing(agent)
    command = places.command(agent) if standing in (Standing.IN, Standing.OUTDATED) else None
    return State(agent, standing, prove(agent, command) if command else None, plan)


def render(states: list[State]) -> str:
    """The states as JSON; fields may be added, never renamed."""
    rows = [
        {
            "agent": state.agent.value,
            "hooks": state.standing.value,
            "core_edit": state.proof.core.outcome.value if state.proof else None,
            "other_edit": state.proof.free.outcome.value if state.proof else None,
            "words": state.proof.core.words if state.proof else None,
            "problems": list(state.plan.problems),
        }
        for state in states
    ]
    return json.dumps({"schema": SCHEMA, "agents": rows}, indent=1) + "\n"


def _installed(here: Session, places: AgentPlaces, agent: Agent, dry_run: bool) -> bool:
    """Whether it went well; what fails is said, and the other agents go on."""
    try:
        plan = places.plan(agent) if dry_run else places.put_in(agent)
    except UserError as error:
        here.warn_all((f"{agent}: {error}",))
        return False
    if plan.problems:
        here.warn_all(tuple(f"{agent}: {problem}" for problem in plan.problems))
        return False
    where = ", ".join(edit.path for edit in plan.edits)
    would = "would be " if dry_run else ""
    here.line(f"{agent}: hooks {would}put into {where}" if where else f"{agent}: nothing to do")
    for edit in plan.edits if dry_run else ():
        here.write(diff(edit))
    for notice in plan.notices:
        here.line(f"  {notice}")
    return True


def diff(edit: Edit) -> str:
    """A unified diff, safe to print."""
    from mementod_parsers.text.printable import clean

    before, after = (_lines(data) for data in (edit.before, edit.after))
    found = difflib.unified_diff(
        before, after, edit.path if edit.before is not None else "/dev/null", edit.path, lineterm=""
    )
    return "".join(f"{clean(line)}\n" for line in found)


def _lines(data: bytes | None) -> list[str]:
    return (data or b"").decode("utf-8", "replace").splitlines()


_WORDS = {
    Standing.IN: "hooks in",
    Standing.OUTDATED: "hooks of another version or place (`mementod agents install` renews them)",
    Standing.PLUGIN: "hooks come with the plugin",
    Standing.NONE: "no hooks (`mementod agents install` puts them in)",
    Standing.UNREADABLE: "settings cannot be read",
}


def _say(here: Session, state: State) -> None:
    here.line(f"{state.agent}: {_WORDS[state.standing]}")
    if state.proof:
        here.line(f"  edit of a core file: {_told(state.proof.core.outcome, state.proof.core.words)}")
        here.line(f"  edit of another file: {_told(state.proof.free.outcome, state.proof.free.words)}")
    if state.standing in (Standing.IN, Standing.UNREADABLE):
        for line in (*state.plan.problems, *state.plan.notices, *NOTICES.get(state.agent, ())):
            here.line(f"  {line}")


def _told(outcome: Outcome, words: str) -> str:
    return f"{outcome} ({words})" if words else outcome.value
