"""Proves an agent's hook by running it: the very command of the settings, about a core file of a scratch repository."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from mementod.installing.agent_places import BEFORE_EDIT
from mementod.installing.scratch import scratch
from mementod_hooks.agents.call import Agent

TRIES = 3
GAVE_UP = "not checked"  # what our hooks say then
PROBE_LIMIT_S = 10.0  # our own deadlines end long before
ANSWER_CHARACTERS = 64 << 10
CORE, FREE = "core.py", "free.py"
_FILES = {
    CORE: "a = 1\n",
    FREE: "a = 1\n",
    "PROGRESS.md": "# Progress\n",
    ".mementod.yaml": f"core: [{CORE}]\nprogress: PROGRESS.md\n",
}
# How the agents are told: fields that deny, and fields that hold words for the agent.
_DENIALS = {("permissionDecision", "deny"), ("permission", "deny"), ("decision", "deny"), ("decision", "block")}
_CONTEXTS = ("additionalContext", "additional_context", "contextModification", "context")
_REASONS = ("permissionDecisionReason", "reason", "agent_message", "deny", *_CONTEXTS, "systemMessage")


class Outcome(StrEnum):
    """What the hook answered."""

    DENIED = "denied"
    CONTEXT = "context"  # allowed, and the agent is told something
    ALLOWED = "allowed"
    FAILED = "failed"  # no answer that the agent would understand


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer and the first line of its words."""

    outcome: Outcome
    words: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """What the hook said about an edit of a core file that no entry explains, and about that of another file."""

    core: Answer
    free: Answer

    def holds(self, agent: Agent) -> bool:
        """Whether the core file is kept, and nothing else. Cline can only be advised."""
        wanted = Outcome.CONTEXT if agent is Agent.CLINE else Outcome.DENIED
        return self.core.outcome is wanted and self.free.outcome is Outcome.ALLOWED


def prove(agent: Agent, command: str) -> Proof:
    """Run an agent's command as the agent would. Raises UserError when there is nowhere to try it."""
    with scratch(_FILES) as root:
        return Proof(_asked(agent, command, root, CORE), _asked(agent, command, root, FREE))


def answer(stdout: bytes) -> Answer:
    """What an agent reads in the output of a hook, in whatever form."""
    if not stdout.strip():
        return Answer(Outcome.ALLOWED)
    try:
        data = json.loads(stdout[:ANSWER_CHARACTERS])
    except ValueError:
        return Answer(Outcome.FAILED, "no JSON: " + stdout[:200].decode("utf-8", "replace"))
    fields = list(_fields(data))
    words = next((str(value).partition("\n")[0] for key in _REASONS for name, value in fields if name == key), "")
    if any(field in _DENIALS or (field[0] == "deny" and field[1]) for field in fields):
        return Answer(Outcome.DENIED, words)
    return Answer(
        Outcome.CONTEXT if any(key in _CONTEXTS and value for key, value in fields) else Outcome.ALLOWED, words
    )


def _asked(agent: Agent, command: str, root: Path, name: str) -> Answer:
    """The answer; asked again when the hook had to give up, as it does on a machine that is busy just now."""
    for _ in range(TRIES):
        found = _asked_once(agent, command, root, name)
        if GAVE_UP not in found.words:
            break
    return found


def _asked_once(agent: Agent, command: str, root: Path, name: str) -> Answer:
    try:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            input=payload(agent, str(root), name),
            cwd=root,
            capture_output=True,
            timeout=PROBE_LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Answer(Outcome.FAILED, f"no answer within {PROBE_LIMIT_S:.0f} s")
    except OSError as error:
        return Answer(Outcome.FAILED, str(error.strerror))
    said = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
    if done.returncode:
        return Answer(Outcome.FAILED, f"ended with {done.returncode}: {said}")
    found = answer(done.stdout)
    return Answer(found.outcome, found.words or said)


def _fields(value: object) -> Iterator[tuple[str, object]]:
    match value:
        case dict():
            for key, item in value.items():
                yield (key, item if isinstance(item, str) else "")
                yield from _fields(item)
        case list():
            for item in value:
                yield from _fields(item)


def payload(agent: Agent, root: str, name: str) -> bytes:
    """What this agent tells a hook before it edits a file below `root`: as recorded, Cursor's as documented."""
    path = os.path.join(root, name)  # noqa: PTH118 (a text for a payload, no path of ours)
    edit = {"old_string": "a", "new_string": "b"}
    common = {"session_id": "probe", "cwd": root, "hook_event_name": BEFORE_EDIT[agent], "tool_use_id": "probe"}
    patch = f"*** Begin Patch\n*** Update File: {name}\n@@\n-a\n+b\n*** End Patch\n"
    fields: dict[Agent, dict[str, object]] = {
        Agent.CLAUDE: {**common, "tool_name": "Edit", "tool_input": {"file_path": path, **edit}},
        Agent.CODEX: {**common, "turn_id": "probe", "tool_name": "apply_patch", "tool_input": {"command": patch}},
        Agent.COPILOT: {
            "sessionId": "probe",
            "cwd": root,
            "toolName": "edit",
            "toolArgs": {"path": path, "old_str": "a", "new_str": "b"},
        },
        Agent.GEMINI: {**common, "tool_name": "replace", "tool_input": {"file_path": path, **edit}},
        Agent.OPENCODE: {
            "hook": BEFORE_EDIT[agent],
            "cwd": root,
            "input": {"tool": "edit", "sessionID": "probe", "callID": "probe"},
            "output": {"args": {"filePath": path, "oldString": "a", "newString": "b"}},
        },
        Agent.QWEN: {**common, "tool_name": "edit", "tool_input": {"file_path": path, **edit}},
        Agent.CURSOR: {
            "conversation_id": "probe",
            "hook_event_name": BEFORE_EDIT[agent],
            "workspace_roots": [root],
            "tool_name": "Write",
            "tool_input": {"file_path": path, "content": "b"},
        },
        Agent.CLINE: {
            "hookName": "tool_call",
            "taskId": "probe",
            "workspaceRoots": [root],
            "workspaceInfo": {"rootPath": root},
            "tool_call": {"id": "probe", "name": "editor", "input": {"path": path, "old_text": "a", "new_text": "b"}},
        },
    }
    return json.dumps(fields[agent]).encode()
