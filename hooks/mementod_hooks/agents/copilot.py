"""GitHub Copilot CLI, as recorded with 1.0.102, and the agent of VS Code, as documented.

How the event is written in the settings decides the form: `preToolUse` has its own, `PreToolUse` Claude Code's.
Exit code 1 denies here. A compaction runs beside the work, and no session starts after it: what was lost is given back
with the next prompt or call.
"""

from __future__ import annotations

from dataclasses import replace

from mementod_hooks.agents import envelope
from mementod_hooks.agents.call import BEFORE, TELLING, Agent, Answer, Call, Event, Output
from mementod_hooks.agents.output import reason, says, stop_reason, told
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
    others=words("sessionEnd permissionRequest subagentStart subagentStop errorOccurred notification"),
    compacts="preCompact",
    compaction=Event.COMPACTION,
    turn="userPromptSubmitted",
)
VS_CODE_EVENTS = replace(envelope.EVENTS, turn="UserPromptSubmit", compaction=Event.COMPACTION)


def read(fields: Fields, hook: str) -> Call:
    if "hook_event_name" in fields:
        return envelope.read(Agent.COPILOT, TOOLS, fields, hook, VS_CODE_EVENTS)
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
    elif call.event in TELLING and (text := told(answer)):
        fields["additionalContext"] = text
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
