"""The hooks, proved by a dry run of each: git's through the script that all of them call, each agent's by its settings.

And what is not covered: agents without hooks, repositories whose hooks are not there.
"""

from __future__ import annotations

import queue
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

from mementod.doctor.finding import Finding, bad, good, skipped, warning
from mementod.doctor.patient import Patient
from mementod.errors import UserError
from mementod.installing.agent_places import AgentPlaces
from mementod.installing.agent_places import Standing as Hooks
from mementod.installing.agent_probe import Outcome, prove
from mementod.installing.apply import homes
from mementod.installing.hook_places import HookPlaces, Standing
from mementod.installing.installation import Installation, LedgerBook
from mementod.installing.scratch import scratch
from mementod.registry import identity
from mementod.stores.ledger_rows import Enrolled
from mementod.vcs.git import Git
from mementod_hooks.agents.call import Agent

AREA = "hooks"
REPOSITORIES_CAP = 50  # looked at; two calls of git each
TRIES = 3  # the gate gives up on a machine that is busy just now, and says so
DRY_RUN_LIMIT_S = 4.0
_NOT_CHECKED = "not checked"
_CORE = "core.py"
_FILES = {
    _CORE: "a = 1\n",
    "PROGRESS.md": "# Progress\n",
    ".mementod.yaml": f"core: [{_CORE}]\nprogress: PROGRESS.md\n",
}


def probe_git(patient: Patient) -> Iterator[Finding]:
    """The hooks of git, and where they are."""
    script = patient.paths.run_hook
    if script is None:
        yield bad(AREA, "there is no home directory for the script that hooks call", "set HOME")
        return
    places = HookPlaces(Installation(patient.state, LedgerBook(patient.ledger)), script)
    rows = [row for row in patient.rows if row.root != row.common][:REPOSITORIES_CAP]
    standings = [(row, _standing(places, row)) for row in rows]
    covered = [row for row, found in standings if found in (Standing.IN, Standing.FRAMEWORK)]
    for row, found in standings:
        if row not in covered:
            yield _uncovered(places, row, found)
    if covered:
        yield good(AREA, f"git's hooks are in {len(covered)} of {len(rows)} repositories")
    if script.exists():
        yield _dry_run(script)
    elif any(found is Standing.IN for _, found in standings):
        yield bad(AREA, f"{script} is gone, and git's hooks call it", "`mementod enrol --all` writes it again")
    elif not rows:
        yield skipped(AREA, "git has no hooks of mementod: no repository is enrolled")


def probe_agents(patient: Patient) -> Iterator[Finding]:
    """Every agent that is in use, or has our hooks."""
    if patient.paths.run_hook is None:
        return
    found = homes(patient.paths.home, patient.paths.environ)
    places = AgentPlaces(Installation(patient.state, LedgerBook(patient.ledger)), found, patient.paths.run_hook)
    agents = tuple(dict.fromkeys((*places.in_use(), *places.installed())))
    if not agents:
        yield skipped(AREA, "no agent is in use here")
    yield from _at_once(places, agents)


def _at_once(places: AgentPlaces, agents: tuple[Agent, ...]) -> Iterator[Finding]:
    """All agents at the same time. Not by a pool: at our end that would wait for a hook that hangs."""
    heard: queue.SimpleQueue[tuple[Agent, Finding]] = queue.SimpleQueue()

    def ask(agent: Agent) -> None:
        heard.put((agent, _agent(places, agent)))

    for agent in agents:
        threading.Thread(target=ask, args=(agent,), daemon=True).start()
    rows = dict(heard.get() for _ in agents)
    yield from (rows[agent] for agent in agents)


def _standing(places: HookPlaces, row: Enrolled) -> Standing:
    try:
        return places.standing(row)
    except (UserError, OSError):
        return Standing.UNKNOWN


def _uncovered(places: HookPlaces, row: Enrolled, found: Standing) -> Finding:
    """Why git does not ask us before it commits there; `core.hooksPath` that leads elsewhere for instance."""
    cure = f"`mementod enrol {row.root}` puts them in"
    match found:
        case Standing.TAKEN_OUT:
            return bad(AREA, f"{row.root}: git's hooks were taken out by somebody, or changed", cure)
        case Standing.UNKNOWN:
            return warning(AREA, f"{row.root}: its hooks cannot be looked at", "`mementod repos` says where it is")
    try:
        why = places.put_in(row.root, row.common, identity.family(row.id), dry_run=True).problems
    except UserError as error:
        why = (str(error),)
    what = f"{row.root}: git asks nobody before it commits"
    return warning(AREA, what, "; ".join(why) or cure)


def _dry_run(script: Path) -> Finding:
    """A commit of a core file without an entry, as git's hooks ask about it."""
    cure = "`mementod enrol --all` writes it again"
    with scratch(_FILES) as root:
        (root / _CORE).write_text("a = 2\n", encoding="utf-8")
        Git(root, is_ours=True).run("add", _CORE)
        for _ in range(TRIES):
            try:
                done = subprocess.run(
                    [str(script), "git", "pre-commit"],
                    cwd=root,
                    capture_output=True,
                    timeout=DRY_RUN_LIMIT_S,
                    check=False,
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                return bad(AREA, f"git's hook does not run: {error}", cure)
            said = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
            if _NOT_CHECKED not in said:
                break
    if done.returncode != 1:
        return bad(AREA, f"git's hook let a core file pass: {said or 'without a word'}", cure)
    return good(AREA, "git's hook denies the commit of a core file without an entry")


def _agent(places: AgentPlaces, agent: Agent) -> Finding:
    renew = f"`mementod agents install {agent}`"
    try:
        return _tried(places, agent, renew)
    except (UserError, OSError) as error:
        return bad(AREA, f"{agent}: {error}", renew)


def _tried(places: AgentPlaces, agent: Agent, renew: str) -> Finding:
    standing, plan = places.standing(agent)
    match standing:
        case Hooks.UNREADABLE:
            return bad(AREA, f"{agent}: {'; '.join(plan.problems)}", f"put it right, then {renew}")
        case Hooks.NONE:
            return warning(AREA, f"{agent} is in use and has no hooks", renew)
        case Hooks.PLUGIN:
            return good(AREA, f"{agent} has its hooks from the plugin")
    command = places.command(agent)
    if command is None:
        return bad(AREA, f"{agent}: its settings name no hook of ours", renew)
    proof = prove(agent, command)
    if not proof.holds(agent):
        failed = proof.core if proof.core.outcome is not Outcome.DENIED else proof.free
        return bad(AREA, f"{agent}: its hook says {failed.outcome} ({failed.words or 'without a word'})", renew)
    if standing is Hooks.OUTDATED:
        return warning(AREA, f"{agent}: hooks of another version, which work", f"{renew} renews them")
    return good(AREA, f"{agent}: its hook keeps a core file, and lets others pass")
