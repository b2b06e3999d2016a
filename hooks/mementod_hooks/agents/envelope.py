"""The form that Claude Code introduced and others took over, none exactly: `hook_event_name`, `hookSpecificOutput`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mementod_hooks.agents.call import BEFORE, TELLING, Agent, Answer, Call, Event, Output
from mementod_hooks.agents.output import DIGEST_BYTES, reason, says, stop_reason, told
from mementod_hooks.agents.payload import Fields
from mementod_hooks.agents.tools import Tools, edited, failed, outcome, use
from mementod_parsers.word_lists import words


@dataclass(frozen=True, slots=True)
class Events:
    """What an agent calls the moments that we know. On `others` nothing is decided; any other is new to us."""

    before: frozenset[str]
    after: frozenset[str]
    start: str
    stop: str
    others: frozenset[str]
    compacts: str = ""  # before the context is compacted, where it comes before nothing else
    compaction: Event = Event.BEFORE_COMPACTION  # what that is; COMPACTION where the agent says nothing after it
    turn: str = ""  # where something reaches the model with a prompt


EVENTS = Events(
    before=frozenset({"PreToolUse"}),
    after=frozenset({"PostToolUse", "PostToolUseFailure"}),
    start="SessionStart",
    stop="Stop",
    others=words("""
        PostToolBatch Notification UserPromptSubmit UserPromptExpansion SessionEnd StopFailure SubagentStart
        SubagentStop PostCompact PreModelSwitch PostModelSwitch PermissionRequest PermissionDenied Setup
        TeammateIdle TaskCreated TaskCompleted Elicitation ElicitationResult ConfigChange WorktreeCreate WorktreeRemove
        InstructionsLoaded CwdChanged FileChanged DirectoryAdded MessageDisplay PreSkillShellCommand Interrupt
        PreModelRequest PostModelRequest ErrorOccurred
        """),
    compacts="PreCompact",
)


def read(agent: Agent, tools: Tools, fields: Fields, hook: str, events: Events = EVENTS) -> Call:
    """A call whose payload is in this form, its fields written in whichever of the two ways."""
    call = Call(
        agent,
        Event.OTHER,
        cwd=fields.path("cwd"),
        hook=hook,
        session=fields.text("session_id", "sessionId"),
        id=fields.text("tool_use_id"),
        subagent=fields.text("agent_id", "agentId"),
        source=fields.text("source"),
        transcript=fields.path("transcript_path", "transcriptPath"),
        held=fields.flag("stop_hook_active") or _has_work_running(fields),
    )
    return of_event(call, tools, fields, events)


def of_event(call: Call, tools: Tools, fields: Fields, events: Events) -> Call:
    """The call, with what the name of its event makes of it."""
    if call.hook in events.before | events.after:
        tool, inputs = fields.text("tool_name", "toolName"), fields.fields("tool_input", "toolArgs")
        call = with_tool(call, tools, tool, inputs, after=call.hook in events.after)
        return with_outcome(call, fields)
    if call.hook == events.start:
        return replace(call, event=Event.AFTER_COMPACTION if call.source == "compact" else Event.SESSION_START)
    if call.hook == events.stop:
        return replace(call, event=Event.STOP)
    if call.hook and call.hook == events.compacts:
        return replace(call, event=events.compaction)
    if call.hook and call.hook == events.turn:
        return replace(call, event=Event.TURN)
    return call if call.hook in events.others else unknown(call)


def with_tool(call: Call, tools: Tools, tool: str, inputs: Fields, after: bool) -> Call:
    """The call of a tool, before it or after it."""
    what = use(tools, tool, inputs)
    event = what.after if after else what.before
    text = edited(inputs) if event is Event.BEFORE_EDIT else ""
    return replace(
        call, event=event, tool=tool, targets=what.targets, command=what.command, edited=text, unseen=what.unseen
    )


def with_outcome(call: Call, fields: Fields) -> Call:
    """The call, after one of a shell with what came of it."""
    if call.event is not Event.AFTER_SHELL:
        return call
    text = outcome(fields)
    return replace(call, outcome=text, failed=call.hook.endswith("Failure") or failed(text))


def unknown(call: Call) -> Call:
    """A call of an event that we have never heard of."""
    return replace(
        call, event=Event.UNKNOWN, problem=f"{call.agent} calls for {call.hook or 'an event without a name'}"
    )


def say(call: Call, answer: Answer, digest_bytes: int = DIGEST_BYTES) -> Output:
    """An answer in this form; nothing at all for an empty one, which every agent takes for yes."""
    fields: dict[str, object] = {}
    # Never `permissionDecision: allow`: it would spare the agent the question to its user.
    if call.event in BEFORE and answer.deny:
        decision = {"permissionDecision": "deny", "permissionDecisionReason": reason(answer)}
        fields["hookSpecificOutput"] = {"hookEventName": call.hook, **decision}
    elif call.event is Event.STOP:
        if why := stop_reason(call, answer):
            fields |= {"decision": "block", "reason": why}
    elif call.event in TELLING and (text := told(answer, digest_bytes)):
        fields["hookSpecificOutput"] = {"hookEventName": call.hook, "additionalContext": text}
    if answer.notice:
        fields["systemMessage"] = f"mementod: {' '.join(answer.notice.split())}"
    return says(fields)


def _has_work_running(fields: Fields) -> bool:
    """Whether a subagent or a command is still at work, so that this stop is a pause."""
    return any(isinstance(task, dict) and task.get("status") == "running" for task in fields.items("background_tasks"))
