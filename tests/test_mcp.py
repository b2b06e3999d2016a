"""The tools over MCP, asked by the protocol's own client."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from repos import Repo

READS = {"boot", "recall", "check", "refs", "symbols", "engram", "handoff", "handoff_check"}
WRITES = {"remember", "handoff_write", "decide", "progress_add"}
HANDOVER = (
    "## Goal\n- Move it.\n## State\n- Next: read src/b.py\n## Decisions\n- A (why: B)\n## Constraints\n- Never C.\n"
)

Calls = list[tuple[str, dict[str, object]]]


async def _asked(root: Path, calls: Calls) -> tuple[list[Any], list[tuple[bool, str]], str]:
    """The tools; for each call whether it was refused, and what was said; what the server wrote to standard error."""
    # Not at the top: it takes seconds to load, and only the worker that runs this file needs it.
    mcp = pytest.importorskip("mcp", reason="the MCP library is not installed: pip install 'mementod[mcp]'")
    parameters = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "mementod", "-C", str(root), "mcp"], env=dict(os.environ)
    )
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        async with mcp.stdio_client(parameters, errors) as (read, write), mcp.ClientSession(read, write) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            answers = [await session.call_tool(name, arguments) for name, arguments in calls]
        errors.seek(0)
        return tools, [(answer.is_error, answer.content[0].text) for answer in answers], errors.read()


@pytest.mark.timeout(60)
def test_an_agent_asks_over_mcp(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.write({"src/a.py": "def open_it():\n    return 1\n", "CLAUDE.md": "See `src/a.py`.\n"}).commit(
        "Begin", "2025-02-01"
    )
    repo.move("src/a.py", "src/b.py").commit("Move", "2025-03-01")
    calls: Calls = [
        ("check", {}),
        ("symbols", {"name": "open_it"}),
        ("refs", {"name": "--help"}),
        ("progress_add", {"files": ["src/b.py"], "what": "close it as well", "why": "it leaks otherwise"}),
        ("boot", {}),
        ("recall", {"query": "x\0y"}),
        ("recall", {"query": "x" * 1_000_000}),
        ("check", {"note": "--help"}),
    ]
    tools, found, _ = asyncio.run(_asked(repo.root, calls))
    answers = [text for _, text in found]
    assert {tool.name for tool in tools if tool.annotations.read_only_hint} == READS
    assert {tool.name for tool in tools if not tool.annotations.read_only_hint} == WRITES
    described = [each["description"] for tool in tools for each in tool.input_schema.get("properties", {}).values()]
    assert all(described)
    assert "src/a.py renamed to src/b.py" in answers[0]
    assert "src/b.py" in answers[1]
    assert answers[2] == "mementod: --help: no note cites it"
    assert "close it as well" in (repo.root / "PROGRESS.md").read_text()
    assert "What is the smallest next step?" in answers[4]
    assert answers[5] == "mementod: x y: nothing found"
    assert answers[6].endswith("mementod could not be asked (Argument list too long): say it shorter")
    assert "--help: no such note" in answers[7]
    assert [refused for refused, _ in found] == [False] * 6 + [True, True]


def test_a_wrong_argument_is_told_in_one_line(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a.py": ""}).commit("Begin", "2025-02-01")
    calls: Calls = [("recall", {"budget_tokens": "many"}), ("refs", {"name": "a.py", "depth": 3})]
    _, found, _ = asyncio.run(_asked(repo.root, calls))
    for (refused, said), names in zip(found, (("query", "budget_tokens"), ("depth",)), strict=True):
        assert refused
        assert len(said.splitlines()) == 1
        assert "http" not in said
        assert all(name in said for name in names)


@pytest.mark.timeout(60)
def test_an_agent_hands_over_over_mcp(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"src/b.py": "x = 1\n"}).commit("Begin", "2025-02-01")
    calls: Calls = [
        ("remember", {"text": "Never edit `src/b.py`.\nGoal: move it"}),
        ("engram", {}),
        ("handoff_write", {"text": HANDOVER}),
        ("handoff_check", {"goal": "Move it", "files": ["src/b.py"], "next_step": "read src/b.py"}),
        ("decide", {"problem": "where to keep it", "chosen": "in a file", "why": "no server to run"}),
    ]
    _, found, _ = asyncio.run(_asked(repo.root, calls))
    assert [refused for refused, _ in found] == [False] * len(calls)
    assert "Never edit `src/b.py`." in found[1][1]
    assert "binding: Never edit `src/b.py`." in found[3][1]
    assert "pass: names hold" in found[3][1]
    assert "in a file" in (repo.root / "DECISIONS.md").read_text()


@pytest.mark.timeout(60)
def test_what_cannot_be_answered_is_an_error_in_the_words_of_the_tool(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"a.py": "x = 1\n"}).commit("Begin", "2025-02-01")
    calls: Calls = [
        ("boot", {"budget": 1_000}),
        ("check", {"paths": ["CLAUDE.md"]}),
        ("boot", {"budget_bytes": 5}),
        ("decide", {"problem": "where", "chosen": "here", "why": " "}),
        ("handoff_write", {"text": "## Goal\n- x\n"}),
        ("remember", {"text": " "}),
    ]
    _, found, errors = asyncio.run(_asked(repo.root, calls))
    assert [refused for refused, _ in found] == [True] * len(calls)
    says = ("budget: ", "paths: ", "budget_bytes: ", "why is empty", "State is empty", "nothing to remember")
    for (_, text), part in zip(found, says, strict=True):
        assert part in text
        assert "--" not in text
    assert errors == ""
