"""`init` as a newcomer meets it: in a terminal, asked step by step."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hooking import Desk, tree
from mementod.config import parse_config
from mementod.errors import UserError
from mementod.paths import Paths
from repos import Repo
from terminals import Terminal, terminal

NOTE = "# Map\n\n- `src/store.py` keeps it.\n- `src/store.py` has `load()`, `src/gone.py` is the rest.\n"


@pytest.fixture(autouse=True)
def _no_manager_is_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the one who runs the tests has a service manager, it is not asked for anything real."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("systemctl", "loginctl", "launchctl"):
        (folder / name).write_text("#!/bin/sh\nexit 0\n")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


@pytest.fixture
def repo(tmp_path: Path, home: Path) -> Repo:
    """A repository with notes, of a person who uses Claude Code."""
    (home / ".claude").mkdir()
    repo = Repo(tmp_path / "repo")
    return repo.write({"src/store.py": "def load():\n    return 1\n", "CLAUDE.md": NOTE}).commit()


@pytest.fixture
def desk(repo: Repo, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(repo.root, paths, capsys)


def answer(shell: Terminal, question: str, keys: str) -> str:
    """What was shown up to the question."""
    said = shell.until(question)
    shell.type(keys)
    return said


def test_a_newcomer_says_yes_to_everything(repo: Repo, home: Path) -> None:
    with terminal(["init"], repo.root) as shell:
        found = answer(shell, "Guard them? [y/N]", "y\n")
        shown = answer(shell, "/.mementod.yaml? [Y/n]", "\n")
        enrolling = answer(shell, "Enrol it? [Y/n]", "\n")
        hooking = answer(shell, "Put them in for claude? [Y/n]", "\n")
        shell.until("claude: hooks put in")
        if "Install and start it?" in shell.shown:
            shell.type("n\n")
        shell.until("Checked 1 note ")
        assert shell.end() == 0
    assert "instructions: 1 note" in found
    assert "src/store.py" in found
    assert 'core: ["src/store.py"]' in shown
    assert str(repo.root / ".git" / "hooks") in enrolling
    assert str(home / ".claude" / "settings.json") in hooking
    assert parse_config((repo.root / ".mementod.yaml").read_text()).core == ("src/store.py",)
    assert "run-hook" in (home / ".claude" / "settings.json").read_text()
    assert "run-hook" in (repo.root / ".git" / "hooks" / "pre-commit").read_text()


def test_nothing_is_done_before_its_question_is_answered_and_no_means_no(repo: Repo) -> None:
    before = tree(repo.root)
    with terminal(["init"], repo.root) as shell:
        for question in ("Guard them? [y/N]", "/.mementod.yaml? [Y/n]", "Enrol it? [Y/n]", "claude? [Y/n]"):
            answer(shell, question, "n\n")
            assert tree(repo.root) == before
        if "Install and start it?" in shell.shown:
            shell.type("n\n")
        assert shell.end() == 0
    assert tree(repo.root) == before


def test_an_interrupt_says_what_was_done_and_the_next_run_goes_on(repo: Repo) -> None:
    with terminal(["init"], repo.root) as shell:
        answer(shell, "Guard them? [y/N]", "\n")
        answer(shell, "/.mementod.yaml? [Y/n]", "y\n")
        shell.until("Enrol it? [Y/n]")
        shell.interrupt("Interrupted. Done so far:\n")
        shell.until(f"written: {repo.root}/.mementod.yaml")
        shell.until("`mementod init` goes on from here.")
        assert shell.end() == 130
    with terminal(["init"], repo.root) as shell:
        shell.until(".mementod.yaml is there already and stays as it is.")
        shell.until("Enrol it? [Y/n]")
        shell.interrupt("Interrupted. Nothing was changed.")
        assert shell.end() == 130


def test_a_dry_run_shows_every_step_and_changes_nothing(desk: Desk, home: Path) -> None:
    before = tree(desk.folder)
    out = "\n".join(desk.fine("init", "--dry-run"))
    for shown in (".mementod.yaml:", f"Enrol {desk.folder}:", "claude: ", "\nNothing was changed (--dry-run)."):
        assert shown in out
    assert tree(desk.folder) == before
    assert not (home / ".claude" / "settings.json").exists()
    assert desk.fine("repos") == ["No repository is enrolled; `mementod enrol` enrols the one you are in."]


def test_a_script_says_yes_and_may_say_it_again(desk: Desk, home: Path) -> None:
    assert "# core: " in "\n".join(desk.fine("init", "--yes"))
    done, settings = tree(desk.folder / ".git" / "hooks"), (home / ".claude" / "settings.json").read_bytes()
    again = "\n".join(desk.fine("init", "--yes"))
    for said in ("stays as it is.", "enrolled already, its git hooks are in.", "Agents in use: claude; nothing to do."):
        assert said in again
    assert tree(desk.folder / ".git" / "hooks") == done
    assert (home / ".claude" / "settings.json").read_bytes() == settings
    assert parse_config((desk.folder / ".mementod.yaml").read_text()).core == ()


def test_settings_that_nobody_can_read_are_said_and_stay(desk: Desk, home: Path) -> None:
    settings = home / ".claude" / "settings.json"
    settings.write_text("{ no json")
    out = desk.fine("init", "--yes")
    assert any(line.startswith("  claude: ") and str(settings) in line for line in out)
    assert any(line.startswith("enrolled: ") for line in out)
    assert settings.read_text() == "{ no json"


def test_what_cannot_even_be_planned_is_a_failure(desk: Desk, home: Path) -> None:
    """As where the state may only be read: nothing was enrolled, and a script has to hear of it."""
    (home / "state").write_text("no folder")
    code, out, _ = desk("init", "--yes")
    assert (code, any("nothing can be enrolled" in line for line in out)) == (2, True)


def test_nobody_to_ask(desk: Desk) -> None:
    with pytest.raises(UserError, match="--yes"):
        desk("init")
    assert not (desk.folder / ".mementod.yaml").exists()


def test_a_repository_without_notes_is_told_how_to_begin(
    tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = Desk(Repo(tmp_path / "empty").root, paths, capsys)
    before = tree(empty.folder)
    assert any("AGENTS.md" in line for line in empty.fine("init", "--yes"))
    assert tree(empty.folder) == before
