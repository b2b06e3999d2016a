"""What each agent's settings say of us: an entry for each event that we want to hear of, in the agent's own form."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mementod_hooks.agents.call import Agent
from mementod_hooks.install import guarded

SECONDS = 5  # that an agent waits for us; our own deadlines are shorter
MILLISECONDS = SECONDS * 1000


def entries(agent: Agent, run_hook: str) -> Mapping[str, object]:
    """By event."""
    return {event: _ENTRIES[agent](event, matcher, run_hook) for event, matcher in _EVENTS[agent].items()}


def _grouped(agent: Agent, timeout: int, **more: object) -> Callable[[str, str, str], object]:
    def entry(_event: str, matcher: str, run_hook: str) -> object:
        command = guarded(run_hook, f"agent {agent}")
        hook = {"type": "command", "command": command, **more, "timeout": timeout}
        return {"matcher": matcher, "hooks": [hook]} if matcher else {"hooks": [hook]}

    return entry


def _copilot(event: str, matcher: str, run_hook: str) -> object:
    hook = {"type": "command", "bash": guarded(run_hook, f"agent copilot {event}"), "timeoutSec": SECONDS}
    return hook | ({"matcher": matcher} if matcher else {})


def _cursor(event: str, matcher: str, run_hook: str) -> object:
    hook: dict[str, object] = {"command": guarded(run_hook, f"agent cursor {event}"), "timeout": SECONDS}
    limit = {"loop_limit": 1} if event == "stop" else {}
    return hook | ({"matcher": matcher} if matcher else {}) | limit


_ENTRIES: Mapping[Agent, Callable[[str, str, str], object]] = {
    Agent.CLAUDE: _grouped(Agent.CLAUDE, SECONDS),
    Agent.CODEX: _grouped(Agent.CODEX, SECONDS),
    Agent.GEMINI: _grouped(Agent.GEMINI, MILLISECONDS, name="mementod"),
    # Its documents do not say the unit: a wait that is too long harms nobody, one of five milliseconds lets all pass.
    Agent.QWEN: _grouped(Agent.QWEN, MILLISECONDS),
    Agent.COPILOT: _copilot,
    Agent.CURSOR: _cursor,
}
_CLAUDE_TOOLS = "Edit|Write|MultiEdit|NotebookEdit|Bash|PowerShell|Monitor|mcp__.*"
_CODEX_TOOLS = "apply_patch|Edit|Write|Bash|mcp__.*"
_GEMINI_TOOLS = "write_file|replace|run_shell_command|mcp_.*"
_QWEN_TOOLS = "edit|write_file|run_shell_command|mcp__.*"
_COPILOT_TOOLS = "edit|create|bash|powershell|.+-.+"  # a dash is in the names of servers' tools alone
_CURSOR_TOOLS = "Write|Edit|MultiEdit|StrReplace|Delete|EditNotebook"
# Only tools that write: reading is never slowed down, but for Qwen Code, whose prompts come with every turn.
_EVENTS: Mapping[Agent, Mapping[str, str]] = {
    Agent.CLAUDE: {
        "SessionStart": "",
        "PreToolUse": _CLAUDE_TOOLS,
        "PostToolUse": _CLAUDE_TOOLS,
        "PostToolUseFailure": _CLAUDE_TOOLS,
        "PreCompact": "",
        "Stop": "",
    },
    Agent.CODEX: {
        "SessionStart": "",
        "PreToolUse": _CODEX_TOOLS,
        "PostToolUse": _CODEX_TOOLS,
        "PreCompact": "",
        "Stop": "",
    },
    Agent.GEMINI: {"SessionStart": "", "BeforeTool": _GEMINI_TOOLS, "AfterTool": _GEMINI_TOOLS, "AfterAgent": ""},
    Agent.QWEN: {
        "SessionStart": "",
        "UserPromptSubmit": "",
        "PreToolUse": _QWEN_TOOLS,
        "PostToolUse": _QWEN_TOOLS,
        "PreCompact": "",
        "Stop": "",
    },
    Agent.COPILOT: {
        "sessionStart": "",
        "userPromptSubmitted": "",
        "preToolUse": _COPILOT_TOOLS,
        "postToolUse": _COPILOT_TOOLS,
        "preCompact": "",
        "agentStop": "",
    },
    Agent.CURSOR: {
        "sessionStart": "",
        "preToolUse": _CURSOR_TOOLS,
        "beforeShellExecution": "",
        "beforeMCPExecution": "",
        "postToolUse": f"{_CURSOR_TOOLS}|Shell",
        "preCompact": "",
        "stop": "",
    },
}
