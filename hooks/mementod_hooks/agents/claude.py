"""Claude Code, as recorded with 2.1.332. Any exit code but 0 shows the model our command line, or lets all pass."""

from __future__ import annotations

from mementod_hooks.agents import envelope
from mementod_hooks.agents.call import Agent, Answer, Call, Output
from mementod_hooks.agents.payload import Fields
from mementod_hooks.agents.tools import Tools

TOOLS = Tools(
    edit=frozenset({"Edit", "Write", "NotebookEdit", "MultiEdit"}),  # the last is gone in newer ones
    shell=frozenset({"Bash", "PowerShell", "Monitor"}),
)


def read(fields: Fields, hook: str) -> Call:
    return envelope.read(Agent.CLAUDE, TOOLS, fields, hook)


def say(call: Call, answer: Answer) -> Output:
    return envelope.say(call, answer)
