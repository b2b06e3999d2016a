"""Qwen Code, as recorded with 0.15.10: Claude Code's form around Gemini's tools.

It drops what is said with an allowed call or at a session's start after a compaction, and says of every stop that it
was held back before, so none is. A prompt comes with every turn, those of the agent itself with an empty text.
"""

from __future__ import annotations

from dataclasses import replace

from mementod_hooks.agents import envelope
from mementod_hooks.agents.call import Agent, Answer, Call, Event, Output
from mementod_hooks.agents.payload import Fields
from mementod_hooks.agents.tools import Tools

TOOLS = Tools(
    edit=frozenset({"edit", "write_file", "replace", "notebook_edit"}),
    shell=frozenset({"run_shell_command"}),
)
EVENTS = replace(envelope.EVENTS, turn="UserPromptSubmit")


def read(fields: Fields, hook: str) -> Call:
    call = envelope.read(Agent.QWEN, TOOLS, fields, hook, EVENTS)
    match call.event:
        case Event.AFTER_COMPACTION:  # PreCompact comes also where nothing is compacted in the end, this never does
            return replace(call, event=Event.COMPACTION)
        case Event.TURN:  # without a terminal no session starts
            return replace(call, source="prompt")
        case _:
            return call


def say(call: Call, answer: Answer) -> Output:
    return envelope.say(call, answer)
