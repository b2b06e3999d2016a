"""Cline, as recorded with 3.0.65. Its only way to deny ends the whole run without telling the model, so we advise.

A hook is an executable named after its event, which hands that name on; the payload's own name for it is another.
"""

from __future__ import annotations

from dataclasses import replace

from mementod_hooks.agents import envelope
from mementod_hooks.agents.call import BEFORE, TELLING, Agent, Answer, Call, Event, Output
from mementod_hooks.agents.output import says, told
from mementod_hooks.agents.payload import Fields
from mementod_hooks.agents.tools import Tools
from mementod_parsers.word_lists import words

TOOLS = Tools(
    edit=frozenset({"editor", "write_to_file", "replace_in_file", "new_rule"}),
    shell=frozenset({"execute_command", "bash", "run_commands"}),
)
_NAMES = {
    "tool_call": "PreToolUse",
    "tool_result": "PostToolUse",
    "prompt_submit": "UserPromptSubmit",
    "agent_start": "TaskStart",
    "agent_resume": "TaskResume",
    "session_shutdown": "SessionShutdown",
    "pre_compact": "PreCompact",
}
_OTHERS = words("TaskStart TaskResume TaskCancel TaskComplete TaskError SessionShutdown")


def read(fields: Fields, hook: str) -> Call:
    hook = hook or fields.text("hookName")
    hook = _NAMES.get(hook, hook)
    roots = Fields({"root": next(iter(fields.items("workspaceRoots")), "")})
    call = Call(
        Agent.CLINE,
        Event.OTHER,
        cwd=fields.fields("workspaceInfo").path("rootPath") or roots.path("root"),
        hook=hook,
        session=fields.text("taskId"),
        id=fields.fields("tool_call").text("id"),
        subagent=fields.text("agent_id") if fields.text("parent_agent_id") else "",
        version=fields.text("clineVersion"),
    )
    match hook:
        case "PreToolUse" | "PostToolUse":
            own = fields.fields("tool_call", "tool_result")
            documented = fields.fields("preToolUse", "postToolUse")
            tool = own.text("name") or documented.text("toolName")
            inputs = own.fields("input") if "input" in own else documented.fields("parameters")
            call = envelope.with_tool(call, TOOLS, tool, inputs, after=hook == "PostToolUse")
            return envelope.with_outcome(call, own)
        case "PreCompact":  # its extension calls for it; 3.0.65 of the program takes the file and never does
            return replace(call, event=Event.COMPACTION)
        case "UserPromptSubmit":  # what TaskStart says is ignored; this comes with every prompt of a session
            return replace(call, event=Event.SESSION_START, source="prompt")
        case _:
            return call if hook in _OTHERS else envelope.unknown(call)


def say(call: Call, answer: Answer) -> Output:
    if call.event in BEFORE:
        answer = replace(answer, context=answer.deny or answer.context)
    text = told(answer) if call.event in TELLING else ""
    return says({"cancel": False, "contextModification": text} if text else {}, answer.notice)
