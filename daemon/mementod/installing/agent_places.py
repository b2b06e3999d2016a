"""Our hooks in the settings of this user's agents: what is there, ours in, ours out.

Writes what `install_agents` plans and nothing else; an agent's own list of trusted hooks is never touched.
"""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from mementod.errors import UserError
from mementod.installing.apply import look
from mementod.installing.installation import Installation, Removal
from mementod_hooks import install_agents
from mementod_hooks.agents.call import Agent
from mementod_hooks.hooks_json import MARK, value_of
from mementod_hooks.install import Plan
from mementod_hooks.install_agents import Found, Homes, has_ours, paths

# What each agent calls the moment before it edits a file.
BEFORE_EDIT = {
    Agent.CLAUDE: "PreToolUse",
    Agent.CODEX: "PreToolUse",
    Agent.COPILOT: "preToolUse",
    Agent.GEMINI: "BeforeTool",
    Agent.OPENCODE: "tool.execute.before",
    Agent.QWEN: "PreToolUse",
    Agent.CURSOR: "preToolUse",
    Agent.CLINE: "PreToolUse",
}


class Standing(StrEnum):
    """How an agent's hooks are now."""

    IN = "in"
    OUTDATED = "outdated"  # something of ours is there, but not what this version would write
    PLUGIN = "plugin"  # Claude Code has them from the plugin
    NONE = "none"
    UNREADABLE = "unreadable"  # settings that nobody can read, or that have a mistake in them


@dataclass(frozen=True, slots=True)
class AgentPlaces:
    """The agents of one user. All raise UserError."""

    installation: Installation
    homes: Homes
    run_hook: Path

    def in_use(self) -> tuple[Agent, ...]:
        """Every agent that has a folder."""
        return tuple(agent for agent in Agent if Path(self.homes.folder(agent)).is_dir())

    def installed(self) -> tuple[Agent, ...]:
        """Every agent with something of ours, noted or only seen."""
        noted = {row.whose for row in self.installation.book.installed()}
        return tuple(agent for agent in Agent if agent in noted or self._carries(agent))

    def plan(self, agent: Agent) -> Plan:
        """What would be written for an agent."""
        return install_agents.plan(agent, self.homes, str(self.run_hook), self._found(agent))

    def put_in(self, agent: Agent) -> Plan:
        """Have an agent call us: all of its files, or none. The plan says what was refused, and what is to be told."""
        plan = self.plan(agent)
        if plan.problems:
            return plan
        self.installation.script(self.run_hook)
        if not self.installation.rows(agent) and self._carries(agent):  # the ledger was lost: begin anew
            removal = Removal()
            self._take_out_unknown(agent, removal)
            if removal.problems:
                return Plan(problems=tuple(removal.problems))
            plan = self.plan(agent)
        self.installation.put_in(agent, plan.edits)
        return plan

    def take_out(self, agent: Agent) -> Removal:
        """Give an agent's files back as they were before us; without our part where others changed them since."""
        removal = self.installation.take_out(agent)
        if not removal.problems:
            self._take_out_unknown(agent, removal)
        return removal

    def standing(self, agent: Agent) -> tuple[Standing, Plan]:
        """How the hooks of an agent are, and what is to be said of it."""
        try:
            plan = self.plan(agent)
            carries = self._carries(agent)
        except UserError as error:
            return Standing.UNREADABLE, Plan(problems=(str(error),))
        if plan.problems:
            return Standing.UNREADABLE, plan
        if plan.edits:
            return (Standing.OUTDATED if carries else Standing.NONE), plan
        return (Standing.IN if carries else Standing.PLUGIN), plan

    def command(self, agent: Agent) -> str | None:
        """The shell command that the agent's settings have run before an edit."""
        found = self._found(agent)
        match agent:
            case Agent.CLINE:
                first, *_ = found
                return shlex.quote(first)
            case Agent.OPENCODE:
                return f"{shlex.quote(str(self.run_hook))} agent {agent} {BEFORE_EDIT[agent]}"
            case _:
                return next(_commands(found, BEFORE_EDIT[agent]), None)

    def _found(self, agent: Agent) -> Found:
        return look(paths(agent, self.homes))

    def _carries(self, agent: Agent) -> bool:
        try:
            return any(map(has_ours, self._found(agent).values()))
        except UserError:
            return False

    def _take_out_unknown(self, agent: Agent, removal: Removal) -> None:
        try:
            plan = install_agents.plan_removal(agent, self.homes, self._found(agent), {})
        except UserError as error:
            removal.problems.append(str(error))
            return
        self.installation.take_out_unknown(plan, removal)


def _commands(found: Found, event: str) -> Iterator[str]:
    for path, data in found.items():
        if data is None:
            continue
        text = data.decode("utf-8", "replace")
        hooks = tomllib.loads(text).get("hooks") if path.endswith(".toml") else value_of(text, "hooks")
        if isinstance(hooks, dict):
            yield from (command for command in _strings(hooks.get(event)) if MARK in command)


def _strings(value: object) -> Iterator[str]:
    """Every text in a value."""
    match value:
        case str():
            yield value
        case list():
            for item in value:
                yield from _strings(item)
        case dict():
            for item in value.values():
                yield from _strings(item)
