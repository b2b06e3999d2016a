"""What Claude Code gets back after a compaction, hears before an edit, and is asked for at its end.

Opt in with `pytest -m agents`, as in test_agents_real.py.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from daemons import mementod
from gate_repos import CONFIG, core_repo
from mementod.continuity.handover_store import HandoverStore, Stored
from mementod.continuity.memory_file import MemoryFile
from mementod.paths import Paths
from models import Model, serving
from real_agents import CLAUDE
from repos import Repo
from test_agents_real import AFTER, BEFORE, CORE, opted_in

__all__ = ["opted_in"]
pytestmark = [pytest.mark.agents, pytest.mark.timeout(120)]
RULE = "Never change what `parse_it()` returns before 2027."
HANDOVER = "## Goal\n- ZEBRA\n## State\n- Next: edit QUAGGA\n## Decisions\n- c\n## Constraints\n- d\n"
ASKED = "Stop hook feedback:\\nCore files changed in this session and the hand-over is older"


@pytest.fixture
def repo(tmp_path: Path, home: Path, paths: Paths) -> Repo:
    """One with a constraint, and with a hand-over of long ago; its gates only warn."""
    CLAUDE.program()
    repo = core_repo(tmp_path / "repo", f"{CONFIG}gate: {{edit: warn, commit: warn}}\n")
    for words in (("remember", RULE), ("engram",)):
        assert mementod(*words, folder=repo.root).returncode == 0
    (path,) = (paths.state_dir() / "repositories").glob("*/memory.db")
    with MemoryFile(path) as file:
        HandoverStore(file).add(Stored("2025-01-01T00:00:00+00:00", "", repo.head, "main", HANDOVER))
    return repo


def test_the_record_comes_back_after_a_compaction(repo: Repo, home: Path) -> None:
    state = str(home / "state")
    with serving(Model([CLAUDE.runs("true")])) as model:
        CLAUDE.install(model, home)
        said = CLAUDE.run(model, repo.root, home, "--output-format", "json", XDG_STATE_HOME=state)
        resumed = ("--resume", json.loads(said)["session_id"])
        CLAUDE.run(model, repo.root, home, *resumed, prompt="/compact", XDG_STATE_HOME=state)
        CLAUDE.run(model, repo.root, home, *resumed, XDG_STATE_HOME=state)
    heard = model.heard[-1]
    assert heard.count(RULE) == 1, said
    assert heard.index(RULE) < heard.index("QUAGGA") < heard.index("handoff check")


def test_an_edit_is_preceded_by_the_constraints_own_words_and_the_hand_over_is_asked_for_once(
    repo: Repo, home: Path
) -> None:
    change = [
        *CLAUDE.reads(repo.root / CORE),
        CLAUDE.edits(repo.root / CORE, "def parse_it():", "def parse_it():  # x"),
    ]
    with serving(Model([*change, CLAUDE.edits(repo.root / CORE, BEFORE, AFTER)])) as model:
        CLAUDE.install(model, home)
        said = CLAUDE.run(model, repo.root, home, XDG_STATE_HOME=str(home / "state"))
    binds = f"This binds what you are about to change:\\n- {RULE}"
    assert model.heard[1].count(binds) == 0, said
    assert model.heard[2].count(binds) == 1
    assert model.heard[3].count(binds) == 1
    assert model.heard[-1].count(ASKED) == 1
    assert len(model.heard) == 5  # three calls, the end that was held back, and the end
    assert AFTER in (repo.root / CORE).read_text()
