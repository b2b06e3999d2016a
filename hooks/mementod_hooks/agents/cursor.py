"""Cursor, as documented, never run here. Where it may fail closed silence denies, so we always say allow.

It says how full its context is only when it compacts it, so there is no early word about that.
"""

from __future__ import annotations

from dataclasses import replace

from mementod_hooks.agents import envelope
from mementod_hooks.agents.call import AFTER, BEFORE, BEGINNING, Agent, Answer, Call, Event, Output, Target
from mementod_hooks.agents.output import reason, says, stop_reason, told
from mementod_hooks.agents.payload import Fields
from mementod_hooks.agents.tools import Tools
from mementod_parsers.word_lists import words

TOOLS = Tools(
    edit=frozenset({"Write", "Edit", "MultiEdit", "StrReplace", "Delete", "EditNotebook", "search_replace"}),
    shell=frozenset({"Shell"}),
)
_SHELL = "Shell"
EVENTS = envelope.Events(
    before=frozenset({"preToolUse", "beforeMCPExecution"}),
    after=frozenset({"postToolUse", "afterMCPExecution"}),
    start="sessionStart",
    stop="stop",
    others=words("""
        sessionEnd beforeSubmitPrompt postToolUseFailure beforeReadFile beforeTabFileRead afterTabFileEdit subagentStart
        subagentStop afterAgentResponse afterAgentThought workspaceOpen
        """),
    compacts="preCompact",
    compaction=Event.COMPACTION,
)


def read(fields: Fields, hook: str) -> Call:
    roots = Fields({"root": next(iter(fields.items("workspace_roots")), "")})
    call = Call(
        Agent.CURSOR,
        Event.OTHER,
        cwd=fields.path("cwd") or roots.path("root"),
        hook=hook,
        session=fields.text("conversation_id", "session_id"),
        id=fields.text("tool_use_id"),
        version=fields.text("cursor_version"),
        held=_is_going_on(fields),
    )
    match hook:
        case "beforeShellExecution" | "afterShellExecution":
            command = Fields({"command": fields.values.get("command")})
            return envelope.with_tool(call, TOOLS, _SHELL, command, after=hook.startswith("after"))
        case "afterFileEdit":
            path = fields.path("file_path")
            return replace(call, event=Event.AFTER_EDIT, targets=(Target(path),) if path else ())
        case _:
            return envelope.of_event(call, TOOLS, fields, EVENTS)


def say(call: Call, answer: Answer) -> Output:
    fields: dict[str, object] = {}
    if call.event in BEFORE and answer.deny:
        why = reason(answer)
        fields |= {"permission": "deny", "user_message": why, "agent_message": why}
    elif call.event in BEFORE or not call.hook or call.hook.startswith(("pre", "before")):
        fields["permission"] = "allow"
    elif call.event is Event.STOP:
        if why := stop_reason(call, answer):
            fields["followup_message"] = why
    elif (call.event in BEGINNING or (call.event in AFTER and call.hook == "postToolUse")) and (text := told(answer)):
        fields["additional_context"] = text
    return says(fields, answer.notice)


def _is_going_on(fields: Fields) -> bool:
    """Whether this stop follows one that we held back, or is no end of work: an error, the person's own wish."""
    loops = fields.values.get("loop_count")
    return (isinstance(loops, int) and loops > 0) or fields.text("status") not in ("", "completed")
