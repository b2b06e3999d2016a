"""The tools over MCP, asked by the protocol's own client."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from repos import Repo

mcp = pytest.importorskip("mcp", reason="the MCP library is not installed: pip install 'mementod[mcp]'")

TOOLS = {"boot", "recall", "check", "refs", "symbols", "handoff", "handoff_check", "decide", "progress_add"}


async def _asked(root: Path, calls: list[tuple[str, dict[str, object]]]) -> tuple[dict[str, bool], list[str]]:
    parameters = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "mementod", "-C", str(root), "mcp"], env=dict(os.environ)
    )
    async with mcp.stdio_client(parameters) as (read, write), mcp.ClientSession(read, write) as session:
        await session.initialize()
        tools = {tool.name: tool.annotations.read_only_hint for tool in (await session.list_tools()).tools}
        answers = [await session.call_tool(name, arguments) for name, arguments in calls]
        return tools, [answer.content[0].text for answer in answers]


@pytest.mark.timeout(60)
def test_an_agent_asks_over_mcp(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo")
    repo.write({"src/a.py": "def open_it():\n    return 1\n", "CLAUDE.md": "See `src/a.py`.\n"}).commit(
        "Begin", "2025-02-01"
    )
    repo.move("src/a.py", "src/b.py").commit("Move", "2025-03-01")
    calls: list[tuple[str, dict[str, object]]] = [
        ("check", {}),
        ("symbols", {"name": "open_it"}),
        ("refs", {"name": "--help"}),
        ("progress_add", {"files": ["src/b.py"], "what": "close it as well", "why": "it leaks otherwise"}),
        ("boot", {}),
        ("recall", {"query": "x\0y"}),
        ("recall", {"query": "x" * 1_000_000}),
        ("check", {"note": "--help"}),
    ]
    tools, answers = asyncio.run(_asked(repo.root, calls))
    assert tools == {name: name not in ("decide", "progress_add") for name in TOOLS}
    assert "src/a.py renamed to src/b.py" in answers[0]
    assert "src/b.py" in answers[1]
    assert answers[2] == "mementod: --help: no note cites it"
    assert "close it as well" in (repo.root / "PROGRESS.md").read_text()
    assert "What is the smallest next step?" in answers[4]
    assert answers[5] == "mementod: x y: nothing found"
    assert answers[6] == "mementod could not be asked (Argument list too long): say it shorter"
    assert "--help: no such note" in answers[7]
