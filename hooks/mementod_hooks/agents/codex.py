"""Codex, as recorded with 0.171.0. Its parser refuses an answer with any field it does not know, and then allows."""

from __future__ import annotations

from mementod_hooks.agents import envelope
from mementod_hooks.agents.call import Agent, Answer, Call, Output
from mementod_hooks.agents.payload import Fields
from mementod_hooks.agents.tools import Tools

# It takes 2,500 tokens; of paths and code a token is three bytes or more.
DIGEST_BYTES = 7_500
TOOLS = Tools(
    edit=frozenset({"Edit", "Write"}),
    shell=frozenset({"Bash", "exec_command", "shell", "local_shell"}),
    keeps_shells=True,  # `write_stdin` calls no hook
)


def read(fields: Fields, hook: str) -> Call:
    return envelope.read(Agent.CODEX, TOOLS, fields, hook)


def say(call: Call, answer: Answer) -> Output:
    return envelope.say(call, answer, DIGEST_BYTES)
