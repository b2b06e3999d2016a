"""GitHub Copilot CLI, as recorded with 1.0.102, and the agent of VS Code, as documented.

How the event is written in the settings decides the form: `preToolUse` has its own, `PreToolUse` Claude Code's.
Exit code 1 denies here.
"""

from __future__ import annotations

from dataclasses import replace

from mementod_hooks.agents import envelope
from mementod_hooks.agents.call import AFTER, BEFORE, BEGINNING, Agent, Answer, Call, Event, Output
from mementod_hooks.agents.output import context, digest, reason, says, stop_reason
from mementod_hooks.agents.payload import Fields
from mementod_hooks.agents.tools import Tools
from mementod_parsers.word_lists import words

_VS_CODE = words("""
    editFiles createFile deleteFile renameFile create_file insert_edit_into_file replace_string_in_file
    multi_replace_string_in_file edit_notebook_file editNotebook
""")
TOOLS = Tools(
    edit=frozenset({"edit", "create", "str_replace_editor", "Edit", "Write", *_VS_CODE}),
    shell=frozenset({"bash", "powershell", "Bash", "PowerShell", "run_in_terminal", "runInTerminal", "runCommands"}),
)
EVENTS = envelope.Events(
    before=frozenset({"preToolUse"}),
    after=frozenset({"postToolUse"}),
    start="sessionStart",
    stop="agentStop",
    others=words("""
        sessionEnd userPromptSubmitted permissionRequest subagentStart subagentStop preCompact errorOccurred
        notification
        """),
)


def read(fields: Fields, hook: str) -> Call:
    if "hook_event_name" in fields:
        return envelope.read(Agent.COPILOT, TOOLS, fields, hook)
    return envelope.read(Agent.COPILOT, TOOLS, fields, hook or _by_shape(fields), EVENTS)


def say(call: Call, answer: Answer) -> Output:
    if call.hook[:1].isupper():
        return _vs_code(call, envelope.say(call, replace(answer, notice="")), answer)
    fields: dict[str, object] = {}
    if call.event in BEFORE and answer.deny:
        fields |= {"permissionDecision": "deny", "permissionDecisionReason": reason(answer)}
    elif call.event is Event.STOP:
        if why := stop_reason(call, answer):
            fields |= {"decision": "block", "reason": why}
    elif answer.context and call.event in BEFORE | AFTER | BEGINNING:
        fields["additionalContext"] = digest(answer) if call.event in BEGINNING else context(answer)
    return says(fields, answer.notice)


def _vs_code(call: Call, output: Output, answer: Answer) -> Output:
    """VS Code wants the decision on a stop inside the envelope, Copilot's CLI outside."""
    if call.event is Event.STOP and (why := stop_reason(call, answer)):
        decision = {"decision": "block", "reason": why}
        return says({**decision, "hookSpecificOutput": {"hookEventName": call.hook, **decision}}, answer.notice)
    return replace(output, stderr=says({}, answer.notice).stderr)


def _by_shape(fields: Fields) -> str:
    """The event, which a payload in this form does not name."""
    if "toolName" in fields and "hookName" not in fields:
        return "postToolUse" if "toolResult" in fields else "preToolUse"
    shapes = {
        "hookName": fields.text("hookName"),
        "stopReason": "agentStop",
        "initialPrompt": "sessionStart",
        "source": "sessionStart",
        "prompt": "userPromptSubmitted",
        "reason": "sessionEnd",
    }
    return next((name for field, name in shapes.items() if field in fields), "")
