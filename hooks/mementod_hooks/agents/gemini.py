"""Gemini CLI, as recorded with 0.61.0. It reads a top-level `decision`, and ignores Claude Code's envelope there."""

from __future__ import annotations

from mementod_hooks.agents import envelope
from mementod_hooks.agents.call import BEFORE, TELLING, Agent, Answer, Call, Event, Output
from mementod_hooks.agents.output import context, reason, says, stop_reason, told
from mementod_hooks.agents.payload import Fields
from mementod_hooks.agents.tools import Tools
from mementod_parsers.word_lists import words

TOOLS = Tools(
    edit=frozenset({"replace", "write_file", "edit"}),
    shell=frozenset({"run_shell_command"}),
)
EVENTS = envelope.Events(
    before=frozenset({"BeforeTool"}),
    after=frozenset({"AfterTool"}),
    start="SessionStart",
    stop="AfterAgent",
    # PreCompress comes before every turn, so it says nothing about a compaction, and each turn would wait for us. What
    # was said is read from its session file all the same, by the daemon and by whoever asks for the record.
    others=words("SessionEnd BeforeAgent BeforeModel AfterModel BeforeToolSelection PreCompress Notification"),
)


def read(fields: Fields, hook: str) -> Call:
    return envelope.read(Agent.GEMINI, TOOLS, fields, hook, EVENTS)


def say(call: Call, answer: Answer) -> Output:
    fields: dict[str, object] = {}
    notice = answer.notice
    if call.event in BEFORE and answer.deny:
        fields |= {"decision": "deny", "reason": reason(answer)}
    elif call.event in BEFORE:  # nothing reaches the model before a tool; the person sees it
        notice = notice or context(answer)
    elif call.event is Event.STOP:
        if why := stop_reason(call, answer):
            fields |= {"decision": "deny", "reason": why}
    elif call.event in TELLING and (text := told(answer)):
        fields["hookSpecificOutput"] = {"hookEventName": call.hook, "additionalContext": text}
    if notice:
        fields["systemMessage"] = f"mementod: {' '.join(notice.split())}"
    return says(fields)
