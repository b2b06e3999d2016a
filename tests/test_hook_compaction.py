"""What each agent gets back after a compaction, at the first place where it lets us say something: by its own calls."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from hooked import hook
from mementod import cli
from mementod.hooks.hook_memory import Memory
from mementod.paths import Paths
from mementod_hooks.agents.call import Agent
from repos import Repo

RULE = "Never call `open_store()` from src/web/view.py."
Payload = dict[str, object]


@dataclass(frozen=True)
class Way:
    """How an agent calls. `{cwd}` is the repository; a call is the event's name in its settings, and what comes in.

    `hears` is the first call after `compacts` in whose answer it is told something; `deaf` come before it.
    """

    agent: Agent
    compacts: tuple[tuple[str, Payload], ...]
    hears: tuple[str, Payload]
    deaf: tuple[tuple[str, Payload], ...] = ()

    def __str__(self) -> str:
        return f"{self.agent} {self.hears[0]}"


def named(event: str, **fields: object) -> tuple[str, Payload]:
    return event, {"session_id": "s", "cwd": "{cwd}", "hook_event_name": event, **fields}


def copilot(event: str, **fields: object) -> tuple[str, Payload]:
    return event, {"sessionId": "s", "timestamp": 1, "cwd": "{cwd}", **fields}


def cursor(event: str, **fields: object) -> tuple[str, Payload]:
    head = {"conversation_id": "s", "cursor_version": "3", "workspace_roots": ["{cwd}"], "hook_event_name": event}
    return event, {**head, **fields}


def cline(event: str, **fields: object) -> tuple[str, Payload]:
    return event, {"clineVersion": "3", "taskId": "s", "workspaceRoots": ["{cwd}"], **fields}


def opencode(event: str, **fields: object) -> tuple[str, Payload]:
    return event, {"hook": event, "cwd": "{cwd}", "session": "s", **fields}


EDIT = {"file_path": "src/other.py"}
WAYS = (
    Way(Agent.CLAUDE, (named("PreCompact"),), named("SessionStart", source="compact")),
    Way(Agent.CODEX, (named("PreCompact", turn_id="t"),), named("SessionStart", source="compact")),
    Way(
        Agent.QWEN,
        (named("PreCompact"), named("SessionStart", source="compact")),
        named("UserPromptSubmit", prompt=""),
        (
            named("PreToolUse", tool_name="edit", tool_input=EDIT),
            named("PreToolUse", tool_name="run_shell_command", tool_input={"command": "ls"}),
        ),
    ),
    Way(
        Agent.QWEN,
        (named("PreCompact"), named("SessionStart", source="compact")),
        named("PostToolUse", tool_name="edit", tool_input=EDIT),
    ),
    Way(Agent.COPILOT, (copilot("preCompact"),), copilot("userPromptSubmitted", prompt="go on")),
    Way(Agent.COPILOT, (copilot("preCompact"),), copilot("preToolUse", toolName="edit", toolArgs={"path": "src/a.py"})),
    Way(Agent.COPILOT, (named("PreCompact"),), named("UserPromptSubmit", prompt="go on")),
    Way(
        Agent.CURSOR,
        (cursor("preCompact", context_usage_percent=85),),
        cursor("postToolUse", tool_name="Write", tool_input=EDIT),
        (cursor("preToolUse", tool_name="Write", tool_input=EDIT), cursor("beforeSubmitPrompt", prompt="x")),
    ),
    Way(Agent.CLINE, (cline("PreCompact"),), cline("PreToolUse", tool_call={"name": "editor", "input": {"path": "a"}})),
    Way(Agent.CLINE, (cline("PreCompact"),), cline("UserPromptSubmit")),
    Way(Agent.OPENCODE, (opencode("session.compacting"),), opencode("session.compacted")),
    Way(
        Agent.OPENCODE,
        (opencode("session.compacting"),),
        opencode("tool.execute.after", input={"tool": "edit", "sessionID": "s", "callID": "c", "args": EDIT}),
    ),
)


@dataclass(frozen=True)
class Session:
    """One of an agent, in a repository with a constraint."""

    way: Way
    repo: Repo
    paths: Paths

    def told(self, call: tuple[str, Payload]) -> str:
        event, payload = call
        data = json.dumps(payload).replace("{cwd}", str(self.repo.root)).encode()
        done = hook("agent", self.way.agent, event, payload=data)
        assert (done.returncode, done.stderr) == (0, b"")
        answer = json.loads(done.stdout) if done.stdout else {}
        assert b"deny" not in done.stdout
        assert "block" not in strings(answer)
        return "\n".join(strings(answer))


def strings(value: Any) -> Iterator[str]:
    for item in value.values() if isinstance(value, dict) else ():
        yield from strings(item)
    if isinstance(value, str):
        yield value


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    files = {"src/other.py": "y = 1\n", "src/web/view.py": "def show(): ...\n"}
    return Repo(tmp_path / "repo").write(files).commit("Begin")


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_what_was_lost_comes_back_once_at_the_first_place(way: Way, repo: Repo, paths: Paths) -> None:
    session = Session(way, repo, paths)
    for words in (("remember", RULE), ("engram",)):
        assert cli.run(["-C", str(repo.root), *words], paths) == 0
    for call in way.compacts:
        told = session.told(call)
        assert (RULE in told) is (way.agent is Agent.OPENCODE)  # for who writes the summary
    for call in way.deaf:
        assert RULE not in session.told(call)
    assert session.told(way.hears).count(RULE) == 1
    assert RULE not in session.told(way.hears)
    heard = Memory(paths.state_dir() / "sessions").heard(f"{way.agent}:s", 0.0)
    assert len(heard.compacted) == 1
    assert not heard.owed


def test_copilot_hears_nothing_while_the_compaction_goes_on_beside_its_work(
    repo: Repo, paths: Paths, home: Path
) -> None:
    """What is said then may be lost in it; its own file says when it is over."""
    way = next(way for way in WAYS if way.hears[0] == "preToolUse")
    session = Session(way, repo, paths)
    for words in (("remember", RULE), ("engram",)):
        assert cli.run(["-C", str(repo.root), *words], paths) == 0
    file = home / ".copilot" / "session-state" / "s" / "events.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text('{"type": "session.compaction_start"}\n')
    session.told(way.compacts[0])
    assert RULE not in session.told(way.hears)
    with file.open("a") as events:
        events.write('{"type": "session.compaction_complete", "data": {"success": true}}\n')
    assert RULE in session.told(way.hears)


def test_what_could_not_be_read_at_the_start_comes_with_the_next_call(repo: Repo, paths: Paths) -> None:
    session = Session(WAYS[0], repo, paths)
    for words in (("remember", RULE), ("engram",)):
        assert cli.run(["-C", str(repo.root), *words], paths) == 0
    (file,) = (paths.state_dir() / "repositories").glob("*/memory.db")
    file.rename(file.with_name("away"))
    file.mkdir()
    assert RULE not in session.told(session.way.hears)
    file.rmdir()
    file.with_name("away").rename(file)
    edited = named("PostToolUse", tool_name="Edit", tool_input=EDIT)
    assert [session.told(edited).count(RULE) for _ in range(2)] == [1, 0]


def test_after_two_compactions_a_fresh_start_is_advised(repo: Repo, paths: Paths) -> None:
    session = Session(WAYS[4], repo, paths)
    Memory(paths.state_dir() / "sessions").compacts("copilot:s", 1.0)
    session.told(session.way.compacts[0])
    assert "compacted 2 times" in session.told(session.way.hears)


def test_qwen_hears_at_its_first_turn_what_a_session_begins_with_and_nothing_at_the_next(
    repo: Repo, paths: Paths
) -> None:
    repo.write({".mementod.yaml": "core: [src/other.py]\nprogress: PROGRESS.md\n"}).commit()
    repo.write({"src/other.py": "y = 2\n"})
    session = Session(WAYS[2], repo, paths)
    assert "Core files changed without an entry" in session.told(session.way.hears)
    assert session.told(session.way.hears) == ""
