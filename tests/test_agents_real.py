"""Our hooks in the real agents, against a model that only says what is written here.

Opt in with `pytest -m agents` and the agents on the PATH, from npm: @anthropic-ai/claude-code @openai/codex
@github/copilot @google/gemini-cli opencode-ai @qwen-code/qwen-code. An agent that is not there is skipped by name.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gate_repos import ENTRY, core_repo
from models import Model, Turn, serving
from real_agents import CLIENTS, GEMINI, Client

pytestmark = [pytest.mark.agents, pytest.mark.timeout(200)]
SETTINGS = ".gemini/settings.json"
CORE = "src/core/a.py"
BEFORE, AFTER = "return 1", "return 2"
DENIED = f"{CORE} is a core file, and no new entry of PROGRESS.md names it"
SED = f"sed -i 's/{BEFORE}/{AFTER}/' {CORE}"
WRITES_DOWN = f"printf '%s' '{ENTRY.strip()}' >> PROGRESS.md"


@pytest.fixture(autouse=True)
def opted_in(request: pytest.FixtureRequest) -> None:
    if "agents" not in request.config.option.markexpr:
        pytest.skip("runs real agents: ask for it with `-m agents`")


@pytest.mark.parametrize("client", CLIENTS, ids=str)
def test_an_agent_is_kept_from_an_edit_until_it_wrote_it_down(client: Client, tmp_path: Path, home: Path) -> None:
    """Through its own tool and through a shell; the reason is in the next thing that its model hears."""
    repo = core_repo(tmp_path / "repo")
    client.program()
    file = repo.root / CORE
    change = client.edits(file, BEFORE, AFTER)
    reads = client.reads(file)
    turns: list[Turn] = [
        *reads, change, client.runs(SED), client.runs(f"cat {CORE}"), client.runs(WRITES_DOWN), change,
    ]  # fmt: skip
    with serving(Model(turns)) as model:
        client.install(model, home)
        said = client.run(model, repo.root, home)
    assert len(model.heard) == len(turns) + 1, said
    first, edited, shelled, looked, written, done = model.heard[len(reads) :]
    assert DENIED not in first
    assert edited.count(DENIED) == 1, edited
    assert shelled.count(DENIED) == 2
    assert "return 1" in looked[len(shelled) - 2 :]  # neither of them had got through
    assert done.count(DENIED) == written.count(DENIED) == 2
    assert AFTER in file.read_text()


SERVER = {"command": sys.executable, "args": [str(Path(__file__).with_name("mcp_writer.py"))]}
# How an agent is told of a server of tools, below its home; what its model calls the tool; what it is started with.
SERVED: dict[str, tuple[dict[str, str], str, tuple[str, ...]]] = {
    "claude": (
        {"mcp.json": json.dumps({"mcpServers": {"fs": SERVER}})},
        "mcp__fs__write_file",
        ("--mcp-config", "{home}/mcp.json", "--allowedTools", "mcp__fs__write_file"),
    ),
    "copilot": (
        {".copilot/mcp-config.json": json.dumps({"mcpServers": {"fs": {"type": "local", "tools": ["*"], **SERVER}}})},
        "fs-write_file",
        (),
    ),
    "gemini": (
        {".gemini/settings.json": json.dumps({**json.loads(GEMINI.files[SETTINGS]), "mcpServers": {"fs": SERVER}})},
        "mcp_fs_write_file",
        (),
    ),
}


@pytest.mark.parametrize("name", SERVED)
def test_a_server_of_tools_is_no_way_around(name: str, tmp_path: Path, home: Path) -> None:
    files, tool, words = SERVED[name]
    client = next(client for client in CLIENTS if str(client) == name)
    client = replace(client, files={**client.files, **files})
    repo = core_repo(tmp_path / "repo")
    before = (repo.root / CORE).read_text()
    given = {"path": str(repo.root / CORE), "content": "x"}
    with serving(Model([(tool, given), client.runs(WRITES_DOWN), (tool, given)])) as model:
        client.program()
        client.install(model, home)
        said = client.run(model, repo.root, home, *(word.replace("{home}", str(home)) for word in words))
    assert [heard.count(DENIED) for heard in model.heard] == [0, 1, 1, 1], said
    assert "written" in model.heard[-1].rpartition(DENIED)[2]
    assert (repo.root / CORE).read_text() == "x" != before
