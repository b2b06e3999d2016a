"""The files that carry our hooks are core files, like what they guard: no agent takes the gate down unexplained."""

from __future__ import annotations

from pathlib import Path

import pytest

from gate_repos import ask_edit
from hooked import claude, denied, edit, shell
from hooking import Desk, core_repo
from mementod.paths import Paths
from mementod_hooks.agents.call import Agent
from mementod_hooks.gate_model import Action
from mementod_hooks.install_agents import Homes, has_ours
from mementod_hooks.install_agents import paths as settings_of
from repos import Repo


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path, paths, capsys)


@pytest.mark.parametrize("agent", Agent, ids=str)
def test_what_was_installed_for_an_agent_is_core_in_a_repository_of_dotfiles(
    agent: Agent, desk: Desk, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME")
    repo = Repo(home).write({".gitignore": "state\n.local\n"})
    desk = Desk(home, Paths.of({"HOME": str(home), "XDG_STATE_HOME": str(home / "state")}), desk.capture)
    desk.fine("agents", "install", agent.value)
    ours = [Path(path) for path in settings_of(agent, Homes(str(home), {}))]
    ours = [path for path in ours if path.exists() and has_ours(path.read_bytes())]
    assert ours
    repo.commit("dotfiles")
    for path in ours:
        asked = ask_edit(repo, str(path.relative_to(home)))
        assert asked.action is Action.DENY, path
        assert str(path.relative_to(home)) in asked.message


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".mementod.yaml", ""),
        (".pre-commit-config.yaml", "repos:\n- repo: https://example.org/mementod\n  hooks: [{id: mementod-check}]\n"),
        (".husky/pre-commit", "[ ! -x /h/mementod/run-hook ] || /h/mementod/run-hook git pre-commit\n"),
        ("lefthook.yml", "pre-commit: {jobs: [{run: mementod gate commit}]}\n"),
        (".claude/settings.json", '{"enabledPlugins": {"mementod@mementod": true}}\n'),
        (".github/hooks/mementod.json", '{"hooks": {"preToolUse": [{"bash": "/h/mementod/run-hook"}]}}\n'),
        (".codex/config.toml", '[[hooks.PreToolUse.hooks]]\ncommand = "/h/mementod/run-hook agent codex"\n'),
    ],
)
def test_what_a_repository_keeps_of_ours_is_core(name: str, text: str, tmp_path: Path) -> None:
    """Through the hook itself: an edit, and a shell that takes the file away."""
    repo = core_repo(tmp_path / "repo")
    if text:
        repo.write({name: text}).commit("hooks")
    assert name in denied(claude(edit(repo.root, name)))
    assert name in denied(claude(shell(repo.root, f"rm {name}")))
    repo.write({"PROGRESS.md": f"# P\n- {name}: leave the gate out because we use another one now\n"})
    assert denied(claude(edit(repo.root, name))) == ""
