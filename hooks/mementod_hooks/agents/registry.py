"""Which agents there are, and the two questions that each answers: what is this call, and how do I say that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mementod_hooks.agents import claude, cline, codex, copilot, cursor, gemini, opencode, payload, qwen
from mementod_hooks.agents.call import Agent, Answer, Call, Event, Output
from mementod_hooks.agents.payload import Fields, NotRead


@dataclass(frozen=True, slots=True)
class Adapter:
    """One agent. `denies`: it can be kept from an edit; `context_before`: it is told something with an allowed one.

    `evidence`: how we know its forms: `recorded` from a run, or `documented` by its vendor.
    """

    agent: Agent
    read: Callable[[Fields, str], Call]
    say: Callable[[Call, Answer], Output]
    denies: bool = True
    context_before: bool = True
    evidence: str = "recorded"


ADAPTERS: Mapping[Agent, Adapter] = {
    adapter.agent: adapter
    for adapter in (
        Adapter(Agent.CLAUDE, claude.read, claude.say),
        Adapter(Agent.CODEX, codex.read, codex.say),
        Adapter(Agent.COPILOT, copilot.read, copilot.say),
        Adapter(Agent.GEMINI, gemini.read, gemini.say, context_before=False),
        Adapter(Agent.OPENCODE, opencode.read, opencode.say),
        Adapter(Agent.QWEN, qwen.read, qwen.say, context_before=False),
        Adapter(Agent.CURSOR, cursor.read, cursor.say, context_before=False, evidence="documented"),
        Adapter(Agent.CLINE, cline.read, cline.say, denies=False),
    )
}


def read(agent: Agent, data: bytes, hook: str = "") -> Call:
    """What this call is. Never raises: what cannot be read is an unknown event, and its `problem` says why.

    `hook`: the event as the settings name it, for agents whose payload does not.
    """
    try:
        fields = payload.read(data, agent)
    except NotRead as error:
        return Call(agent, Event.UNKNOWN, hook=hook, problem=str(error))
    return ADAPTERS[agent].read(fields, fields.text("hook_event_name") or hook)


def say(call: Call, answer: Answer) -> Output:
    """What the hook prints for this answer, in the form of the agent that called."""
    return ADAPTERS[call.agent].say(call, answer)
