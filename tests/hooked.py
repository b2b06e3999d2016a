"""The hook program as agents and git run it, and the calls that they make."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from mementod.hooks import hook_budget
from mementod.hooks.hook_alone import Alone
from mementod.hooks.hook_answers import Judge, respond
from mementod.hooks.hook_asked import Asked
from mementod.hooks.hook_budget import Budget
from mementod.hooks.hook_call import Hook
from mementod.hooks.hook_memory import Memory
from mementod.paths import Paths
from mementod_hooks import client
from mementod_hooks.agents.call import Agent, Call, Event, Output

CLIENT = client.__file__
LIMIT_S = 20.0  # reached only when it hangs


def hook(
    *words: str, payload: bytes = b"", cwd: Path | None = None, environ: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """One call of the client, isolated as run-hook calls it."""
    return subprocess.run(
        [sys.executable, "-I", "-S", CLIENT, *words], input=payload, cwd=cwd, env={**os.environ, **(environ or {})},
        capture_output=True, timeout=LIMIT_S, check=False,
    )  # fmt: skip


def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a hook without a daemon, in this process, the time that it may take on a busy machine."""
    monkeypatch.setattr(hook_budget, "BUDGET_S", 60.0)
    monkeypatch.setattr(hook_budget, "SHARE_S", 50.0)


def alone(*words: str, payload: bytes, cwd: Path, paths: Paths) -> Output:
    """One call as the hook program answers it without a daemon, in this process."""
    budget = Budget()
    try:
        judge = Judge(paths, Alone(paths, budget), Memory(paths.state_dir() / "sessions"))
        return respond(Hook(words, payload, cwd, {}, os.getpid()), judge)
    finally:
        budget.close()


def asked(cwd: Path, paths: Paths) -> Asked:
    """A call at the beginning of a session, of which nothing is remembered."""
    return Asked(Call(Agent.CLAUDE, Event.SESSION_START), cwd, Judge(paths), time.time())


def call(cwd: Path, event: str = "PreToolUse", session: str = "s", **fields: object) -> bytes:
    """What Claude Code sends."""
    return json.dumps({"session_id": session, "cwd": str(cwd), "hook_event_name": event, **fields}).encode()


def edit(cwd: Path, file: str, **fields: object) -> bytes:
    return call(cwd, tool_name="Edit", tool_input={"file_path": file}, **fields)  # type: ignore[arg-type]


def shell(cwd: Path, command: str, **fields: object) -> bytes:
    return call(cwd, tool_name="Bash", tool_input={"command": command}, **fields)  # type: ignore[arg-type]


def claude(payload: bytes) -> dict[str, Any]:
    """The answer to a call of Claude Code; {} for the empty one. Anything but JSON and code 0 is a failure."""
    done = hook("agent", "claude", payload=payload)
    assert done.returncode == 0, done
    assert done.stderr == b"", done.stderr
    found: dict[str, Any] = json.loads(done.stdout) if done.stdout else {}
    return found


def denied(answer: dict[str, Any]) -> str:
    """The reason of a denial; empty for everything else."""
    reason: str = answer.get("hookSpecificOutput", {}).get("permissionDecisionReason", "")
    return reason


def context(answer: dict[str, Any]) -> str:
    text: str = answer.get("hookSpecificOutput", {}).get("additionalContext", "")
    return text
