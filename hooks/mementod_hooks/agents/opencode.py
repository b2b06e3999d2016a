"""OpenCode, as recorded with 1.18.33: its hooks run inside it, so our plugin asks in a form of our own.

`{"hook", "cwd", "session", "version", "input", "output", "use"}` in, `{"deny"}` or `{"context"}` out;
`templates/opencode.js` turns a denial into the exception that OpenCode shows to the model. What is said while it
compacts goes to who writes the summary; the system prompt of the next turn brings it back.
"""

from __future__ import annotations

from dataclasses import replace

from mementod_hooks.agents import envelope
from mementod_hooks.agents.call import BEFORE, TELLING, Agent, Answer, Call, Event, Output
from mementod_hooks.agents.output import reason, says, told
from mementod_hooks.agents.payload import Fields
from mementod_hooks.agents.tools import Tools

TOOLS = Tools(
    edit=frozenset({"edit", "write", "multiedit"}),
    shell=frozenset({"bash"}),
)
_BEFORE_TOOL = "tool.execute.before"


def read(fields: Fields, hook: str) -> Call:
    hook = fields.text("hook") or hook
    inputs, output = fields.fields("input"), fields.fields("output")
    call = Call(
        Agent.OPENCODE,
        Event.OTHER,
        cwd=fields.path("cwd"),
        hook=hook,
        session=inputs.text("sessionID") or fields.text("session"),
        id=inputs.text("callID"),
        version=fields.text("version"),
        used=fields.fields("use").count("used"),
        window=fields.fields("use").count("window"),
    )
    match hook:
        case "tool.execute.before" | "tool.execute.after":
            arguments = output.fields("args") if hook == _BEFORE_TOOL else inputs.fields("args")
            call = envelope.with_tool(call, TOOLS, inputs.text("tool"), arguments, after=hook != _BEFORE_TOOL)
            return envelope.with_outcome(call, output)
        case "session.start":
            return replace(call, event=Event.SESSION_START)
        case "session.compacting":
            return replace(call, event=Event.COMPACTION)
        case "session.compacted":
            return replace(call, event=Event.AFTER_COMPACTION, source="compact")
        case _:
            return envelope.unknown(call)


def say(call: Call, answer: Answer) -> Output:
    fields: dict[str, object] = {}
    if call.event in BEFORE and answer.deny:
        fields["deny"] = reason(answer)
    elif call.event in TELLING | {Event.COMPACTION} and (text := told(answer)):
        fields["context"] = text
    return says(fields, answer.notice)
