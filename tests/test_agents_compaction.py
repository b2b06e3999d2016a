"""Real agents whose context is compacted in the middle of their work, and who run the same command again and again.

Opt in with `pytest -m agents`, as in test_agents_real.py.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from daemons import mementod
from gate_repos import CONFIG, core_repo
from mementod_hooks.agents.call import Agent
from models import Model, Turn, serving
from real_agents import CLAUDE, CLIENTS, CODEX, COPILOT, OPENCODE, QWEN, Client
from repos import Repo
from test_agents_real import opted_in

__all__ = ["opted_in"]
pytestmark = [pytest.mark.agents, pytest.mark.timeout(200)]
RULE = "Never change what `parse_it()` returns before 2027."
AGAIN = "The same command had the same outcome"
CODEX_TOML, OPENCODE_JSON = ".codex/config.toml", ".config/opencode/opencode.json"
# Each with a small window, and how many tokens its model says that it was asked with, so that it compacts once.
COMPACTING = (
    (replace(CODEX, files={CODEX_TOML: "model_auto_compact_token_limit = 50000\n" + CODEX.files[CODEX_TOML]}), 60_000),
    (COPILOT, 97_000),
    (QWEN, 120_000),
    (
        replace(
            OPENCODE,
            files={
                OPENCODE_JSON: OPENCODE.files[OPENCODE_JSON].replace(
                    '"m": {}', '"m": {"limit": {"context": 40000, "output": 4000}}'
                )
            },
        ),
        39_000,
    ),
)


class Summing(Model):
    """Says its last word to whoever asks for a summary, with tools or without."""

    summaries = 0

    def answer(self, body: dict[str, Any]) -> Turn | None:
        said = body.get("messages") or body.get("input") or []
        last = str(said[-1]).lower() if said else ""
        if not any(word in last for word in ("summar", "checkpoint", "state_snapshot")):
            return super().answer(body)
        self.summaries += 1
        return None


@pytest.fixture
def repo(tmp_path: Path, home: Path) -> Repo:
    """One with a constraint; its gates only warn."""
    repo = core_repo(tmp_path / "repo", f"{CONFIG}gate: {{edit: warn, commit: warn}}\n")
    for words in (("remember", RULE), ("engram",)):
        assert mementod(*words, folder=repo.root).returncode == 0
    return repo


@pytest.mark.parametrize(("client", "used"), COMPACTING, ids=lambda each: str(each))
def test_an_agent_gets_back_what_it_lost_in_a_compaction(client: Client, used: int, repo: Repo, home: Path) -> None:
    client.program()
    turns = [client.runs(f"echo {number} {'pad' * 300}; sleep 1") for number in range(6)]
    model = Summing(turns, used=(used, 9))
    with serving(model):
        client.install(model, home)
        said = client.run(model, repo.root, home, XDG_STATE_HOME=str(home / "state"))
    counts = [heard.count(RULE) for heard in model.heard]
    assert model.summaries == 1, said
    assert counts[0] == counts[-1] == 1, counts  # what it had was lost, and came back once


@pytest.mark.parametrize("client", CLIENTS, ids=str)
def test_an_agent_that_goes_in_circles_hears_it_once(client: Client, repo: Repo, home: Path) -> None:
    client.program()
    fails = [client.runs("echo the very same; exit 3") for _ in range(3)]  # each with an id of its own
    with serving(Model([*fails, client.runs("true")])) as model:
        client.install(model, home)
        said = client.run(model, repo.root, home, XDG_STATE_HOME=str(home / "state"))
    # Codex says nothing of the exit code: what may have worked is said only the third time.
    assert [heard.count(AGAIN) for heard in model.heard] == [0, 0, client.agent is not Agent.CODEX, 1, 1], said


FULL = " % full ("
FILLING = (
    (replace(CLAUDE, argv=(*CLAUDE.argv, "--model", "claude-sonnet-4-5")), 150_000, 1),
    (replace(CLAUDE, argv=(*CLAUDE.argv, "--model", "claude-sonnet-4-5[1m]")), 150_000, 0),
    (CODEX, 200_000, 1),
    (COPILOT, 75_000, 1),
    (COMPACTING[-1][0], 30_000, 1),
)


@pytest.mark.parametrize(("client", "used", "said"), FILLING, ids=lambda each: str(each))
def test_an_agent_hears_early_and_once_that_its_context_fills_up(
    client: Client, used: int, said: int, repo: Repo, home: Path
) -> None:
    client.program()
    with serving(Model([client.runs(f"echo {number}") for number in range(4)], used=(used,))) as model:
        client.install(model, home)
        told = client.run(model, repo.root, home, XDG_STATE_HOME=str(home / "state"))
    counts = [heard.count(FULL) for heard in model.heard]
    assert (counts[0], counts[-1]) == (0, said), told
