"""What Claude Code does with more than a denial: subagents, folders, the plugin, what only a daemon knows, compaction.

Opt in with `pytest -m agents`, as in test_agents_real.py.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from daemons import mementod, running
from gate_repos import core_repo
from hooked import CLIENT
from mementod.paths import Paths
from mementod_hooks.install import TEMPLATES
from models import Model, Script, Turn, serving
from real_agents import CLAUDE
from repos import Repo
from test_agents_real import AFTER, BEFORE, CORE, DENIED, SED, WRITES_DOWN, opted_in

__all__ = ["opted_in"]
pytestmark = [pytest.mark.agents, pytest.mark.timeout(120)]
PAST = "python3 -c \"import pathlib; (pathlib.Path('src') / 'core' / 'a.py').write_text('x')\""
RULE = "Never split `src/core/a.py`."
NOTE = f"`src/b.py` holds y.\n\n{RULE}\n\n`parse_it` in `src/core/a.py` reads.\n"


HELD = "Changed in this session, and not written down yet:"  # Claude Code shows it in two places each time


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    CLAUDE.program()
    return core_repo(tmp_path / "repo")


@pytest.fixture
def noted(repo: Repo) -> Repo:
    """One that is enrolled, with a note of which a line is stale."""
    repo.write({".serena/memories/a.md": NOTE}).commit("notes")
    repo.move("src/b.py", "src/y.py")
    assert mementod("enrol", "--no-hooks", folder=repo.root).returncode == 0
    return repo


def edit(repo: Repo, old: str = BEFORE, new: str = AFTER) -> list[Turn]:
    return [*CLAUDE.reads(repo.root / CORE), CLAUDE.edits(repo.root / CORE, old, new)]


def test_its_subagents_are_kept_from_an_edit_too(repo: Repo, home: Path) -> None:
    change, shelled = edit(repo), CLAUDE.runs(SED)
    helper = Script([*change, shelled, CLAUDE.runs(f"cat {CORE}"), CLAUDE.runs(WRITES_DOWN), change[-1]])
    given = {"description": "x", "prompt": "KETTLE", "subagent_type": "general-purpose", "run_in_background": False}
    with serving(Model([("Agent", given)], aside={"KETTLE": helper})) as model:
        CLAUDE.install(model, home)
        said = CLAUDE.run(model, repo.root, home)
    assert len(helper.heard) == len(helper.turns) + 1, said
    assert [heard.count(DENIED) for heard in helper.heard] == [0, 0, 1, 2, 2, 2, 2]
    assert helper.heard[4].rpartition("return ")[2].startswith("1")
    assert AFTER in (repo.root / CORE).read_text()


@pytest.mark.parametrize("where", ["a subfolder", "a linked work tree"])
def test_it_is_kept_from_an_edit_wherever_it_is_started(where: str, repo: Repo, home: Path) -> None:
    folder = repo.root / "src"
    if where == "a linked work tree":
        folder = repo.root.parent / "linked"
        repo.git("worktree", "add", "-q", "-b", "other", str(folder))
        repo = Repo(folder)
    with serving(Model(edit(repo))) as model:
        CLAUDE.install(model, home)
        said = CLAUDE.run(model, folder, home)
    assert model.heard[-1].count(DENIED) == 1, said
    assert BEFORE in (repo.root / CORE).read_text()


def test_the_plugin_is_valid_and_does_the_same(repo: Repo, home: Path) -> None:
    with serving(Model(edit(repo))) as model:
        CLAUDE.install(model, home)  # for the script
        (home / ".claude" / "settings.json").unlink()
        script = home / ".local" / "share" / "mementod" / "run-hook"
        script.parent.mkdir(parents=True)
        (home / "run-hook").rename(script)
        assert CLIENT in script.read_text()
        for words in (
            ("validate", str(TEMPLATES / "claude-plugin")),
            ("marketplace", "add", str(TEMPLATES.parents[2])),
            ("install", "mementod@mementod"),
        ):
            done = subprocess.run(
                [CLAUDE.program(), "plugin", *words], capture_output=True, encoding="utf-8", timeout=60, check=False,
            )  # fmt: skip
            assert done.returncode == 0, done.stdout + done.stderr
        said = CLAUDE.run(model, repo.root, home)
    assert model.heard[-1].count(DENIED) == 1, said


def test_it_hears_what_only_the_daemon_knows(noted: Repo, home: Path, paths: Paths, tmp_path: Path) -> None:
    """What is stale when it begins, what notes say of a file, what an edit left behind, and what slipped past."""
    turns = [
        CLAUDE.runs(WRITES_DOWN),
        *edit(noted, "def parse_it", "def read_it"),
        CLAUDE.runs("git checkout PROGRESS.md"),
        CLAUDE.runs(PAST),
    ]
    with running(paths, tmp_path) as daemon, serving(Model(turns)) as model:
        daemon.follow(noted.root)
        CLAUDE.install(model, home)
        said = CLAUDE.run(model, noted.root, home, XDG_STATE_HOME=str(home / "state"))
    assert "src/b.py is now src/y.py: .serena/memories/a.md:1" in model.heard[0], said
    assert RULE not in model.heard[2]
    assert RULE in model.heard[3]
    assert "These lines of the notes do not hold now" in model.heard[3]
    assert ".serena/memories/a.md:5" in model.heard[3].rpartition("do not hold now")[2]
    assert len(model.heard) == len(turns) + 2  # it was held back once, not twice
    assert model.heard[-1].count(f"Stop hook feedback:\\n{HELD}") == 1


def test_it_hears_it_again_when_it_has_forgotten(noted: Repo, home: Path, paths: Paths, tmp_path: Path) -> None:
    """After a compaction, which drops what was said at the start; not when a session merely goes on."""
    stale = "src/b.py is now src/y.py: .serena/memories/a.md:1"
    state = str(home / "state")
    with running(paths, tmp_path) as daemon, serving(Model([CLAUDE.runs("true")])) as model:
        daemon.follow(noted.root)
        CLAUDE.install(model, home)
        said = CLAUDE.run(model, noted.root, home, "--output-format", "json", XDG_STATE_HOME=state)
        assert model.heard[-1].count(stale) == 1
        resumed = ("--resume", json.loads(said)["session_id"])
        CLAUDE.run(model, noted.root, home, *resumed, XDG_STATE_HOME=state)
        assert model.heard[-1].count(stale) == 1
        CLAUDE.run(model, noted.root, home, *resumed, prompt="/compact", XDG_STATE_HOME=state)
        CLAUDE.run(model, noted.root, home, *resumed, XDG_STATE_HOME=state)
    assert model.heard[-1].count(stale) == 1
