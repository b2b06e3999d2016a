"""Qwen Code, as recorded with 0.15.10: Claude Code's form around Gemini's tools.

It drops what is said with an allowed call, and says of every stop that it was held back before, so none is.
"""

from __future__ import annotations

from mementod_hooks.agents import envelope
from mementod_hooks.agents.call import Agent, Answer, Call, Output
from mementod_hooks.agents.payload import Fields
from mementod_hooks.agents.tools import Tools

TOOLS = Tools(
    edit=frozenset({"edit", "write_file", "replace", "notebook_edit"}),
    shell=frozenset({"run_shell_command"}),
)


def read(fields: Fields, hook: str) -> Call:
    return envelope.read(Agent.QWEN, TOOLS, fields, hook)


def say(call: Call, answer: Answer) -> Output:
    return envelope.say(call, answer)
