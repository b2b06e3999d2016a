"""Hooks that a real daemon answers: the same gates, and what only it knows of the notes and remembers of a session."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from daemons import Running, mementod, running
from gate_repos import CONFIG, ENTRY, commit
from hooked import CLIENT, call, claude, context, denied, edit, hook
from mementod.ipc.protocol import Answer, Op
from mementod.paths import Paths
from repos import Repo

NOTE = """# Map

- `src/core/a.py` is the heart, and `parse_it()` is in it.
- `src/b.py` holds `Y_LIMIT`.

## Decisions

Rejected: splitting `src/core/a.py` in two, it is slow.
"""
FILES = {
    "src/core/a.py": "def parse_it():\n    return 1\n",
    "src/b.py": "Y_LIMIT = 1\n",
    "PROGRESS.md": "# P\n",
    "CLAUDE.md": NOTE,
    ".mementod.yaml": CONFIG,
}


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo").write(FILES).commit("first")


@pytest.fixture
def daemon(repo: Repo, paths: Paths, tmp_path: Path) -> Iterator[Running]:
    """One that has judged the repository."""
    assert mementod("enrol", folder=repo.root).returncode == 0
    with running(paths, tmp_path) as daemon:
        daemon.follow(repo.root)
        yield daemon


def test_the_gate_is_the_same(repo: Repo, daemon: Running) -> None:
    with_daemon = claude(edit(repo.root, "src/core/a.py"))
    os.kill(daemon.process.pid, signal.SIGSTOP)
    try:
        assert claude(edit(repo.root, "src/core/a.py")) == with_daemon
    finally:
        os.kill(daemon.process.pid, signal.SIGCONT)
    assert "core file" in denied(with_daemon)
    repo.write({"PROGRESS.md": ENTRY})
    assert denied(claude(edit(repo.root, "src/core/a.py"))) == ""


def test_an_agent_hears_once_what_the_notes_say_of_a_file(repo: Repo, daemon: Running) -> None:
    repo.write({"PROGRESS.md": ENTRY})
    said = context(claude(edit(repo.root, "src/core/a.py"))).splitlines()
    assert said == [
        "Notes on what you are about to change:",
        "- CLAUDE.md:8 (decision): Rejected: splitting `src/core/a.py` in two, it is slow.",
        "- CLAUDE.md:3 (reference): `src/core/a.py` is the heart, and `parse_it()` is in it.",
    ]
    assert claude(edit(repo.root, "src/core/a.py")) == {}
    assert context(claude(edit(repo.root, "src/core/a.py", session="other")))
    claude(call(repo.root, "SessionStart", source="compact"))
    assert context(claude(edit(repo.root, "src/core/a.py")))


def test_a_rule_is_told_by_the_very_next_start(repo: Repo, daemon: Running) -> None:
    for number, rule in enumerate(("Do not upgrade vite beyond 5.", "Must keep node 20 support.")):
        assert mementod("remember", rule, folder=repo.root).returncode == 0
        assert rule in context(claude(call(repo.root, "SessionStart", session=str(number), source="startup")))


def test_what_it_judged_and_told_is_known_when_it_is_gone(repo: Repo, daemon: Running) -> None:
    repo.write({"PROGRESS.md": ENTRY})
    assert "CLAUDE.md:4" in context(claude(edit(repo.root, "src/b.py")))
    repo.write({"NOTES.md": "", "AGENTS.md": "`src/b.py` is for limits.\n"})
    daemon.ask(Op.CHECK, repo.root)
    daemon.kill()
    assert context(claude(edit(repo.root, "src/b.py"))).splitlines()[1:] == [
        "- AGENTS.md:1 (reference): `src/b.py` is for limits."
    ]
    assert "CLAUDE.md:8" in context(claude(edit(repo.root, "src/core/a.py")))


def test_an_agent_hears_which_lines_its_edit_left_behind(repo: Repo, daemon: Running) -> None:
    def hears(event: str, command: str) -> str:
        tool = {"tool_name": "Bash", "tool_input": {"command": command}}
        return context(claude(call(repo.root, event, **tool)))  # type: ignore[arg-type]

    command = "git mv src/b.py src/limits.py"
    assert "CLAUDE.md:4 (reference)" in hears("PreToolUse", command)
    assert hears("PostToolUse", command) == ""
    repo.move("src/b.py", "src/limits.py")
    assert "- src/b.py is now src/limits.py: CLAUDE.md:4" in hears("PostToolUse", command)
    assert hears("PostToolUse", command) == ""


def test_a_session_begins_with_what_does_not_hold(repo: Repo, daemon: Running) -> None:
    assert claude(call(repo.root, "SessionStart", source="startup", session="a")) == {}
    repo.move("src/b.py", "src/limits.py").write({"src/core/a.py": "def parse_it():\n    return 2\n"})
    said = context(claude(call(repo.root, "SessionStart", source="startup", session="b")))
    assert "- src/b.py is now src/limits.py: CLAUDE.md:4" in said
    assert "Core files changed without an entry in PROGRESS.md:\n- src/core/a.py" in said
    # The plugin and the settings both call: it is said once.
    assert claude(call(repo.root, "SessionStart", source="startup", session="b")) == {}


def test_what_slipped_past_the_gate_holds_an_agent_back_once(repo: Repo, daemon: Running) -> None:
    def stop(session: str, held: bool = False) -> str:
        answer = claude(call(repo.root, "Stop", session=session, stop_hook_active=held))
        assert answer.get("decision", "block") == "block"
        return str(answer.get("reason", ""))

    repo.write({"src/b.py": "Y_LIMIT = 2\n", "src/core/b.py": ""})
    claude(call(repo.root, "SessionStart", source="startup", session="first"))
    assert stop("first") == ""
    repo.write({"src/core/a.py": "def parse_it():\n    return 2\n"})
    assert stop("first", held=True) == ""
    said = stop("first")
    assert said.startswith("Changed in this session, and not written down yet:\nsrc/core/a.py is a core file")
    assert "edit again" not in said
    assert stop("first") == ""
    assert stop("later") == ""  # it was so before this session began


def test_a_session_that_wrote_down_what_it_did_may_stop(repo: Repo, daemon: Running) -> None:
    claude(call(repo.root, "SessionStart", source="startup"))
    repo.write({"src/core/a.py": "def parse_it():\n    return 2\n", "PROGRESS.md": ENTRY})
    assert claude(call(repo.root, "Stop", stop_hook_active=False)) == {}


def test_a_commit_is_told_what_it_makes_untrue(repo: Repo, daemon: Running) -> None:
    path = repo.root / ".git" / "hooks" / "pre-commit"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\nexec {sys.executable} -I -S {CLIENT} git pre-commit\n")
    path.chmod(0o755)
    repo.move("src/b.py", "src/limits.py")
    done = commit(repo, "-m", "move")
    assert done.returncode == 0
    assert "This makes notes untrue: CLAUDE.md:4 src/b.py: is now src/limits.py" in done.stderr
    assert commit(repo, "--allow-empty", "-m", "more").stderr == ""


def test_a_change_of_which_only_a_part_is_staged_proves_nothing(repo: Repo, daemon: Running) -> None:
    repo.write({"src/b.py": "Y_LIMIT = 2\nOTHER = 2\n"}).git("add", "-A")
    repo.write({"src/b.py": "OTHER = 2\n"})
    done = hook("git", "pre-commit", cwd=repo.root)
    assert (done.returncode, done.stderr) == (0, b"")


def test_odd_questions_are_refused_and_end_nothing(repo: Repo, daemon: Running) -> None:
    for args in ({}, {"words": 1}, {"words": ["agent", "\u4e00"], "payload": "", "cwd": "", "environ": {}, "pid": 0}):
        answer = daemon.answer(Op.HOOK, None, **args)
        assert not answer.ok  # type: ignore[union-attr]
    assert "core file" in denied(claude(edit(repo.root, "src/core/a.py")))


def test_hooks_that_come_at_once_are_answered_alike(repo: Repo, daemon: Running) -> None:
    payloads = [edit(repo.root, "src/core/a.py", session=f"s{number % 3}") for number in range(24)]
    with ThreadPoolExecutor(12) as pool:
        reasons = [denied(answer) for answer in pool.map(claude, payloads)]
    assert len(set(reasons)) == 1
    assert "core file" in reasons[0]


def test_a_daemon_that_cannot_look_leaves_it_to_the_hook(
    repo: Repo, paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service manager need not have the user's PATH."""
    path = os.environ["PATH"]
    monkeypatch.setenv("PATH", "/nowhere")
    with running(paths, tmp_path) as daemon:
        monkeypatch.setenv("PATH", path)
        args = {"words": ["git", "pre-commit"], "payload": "", "cwd": str(repo.root), "environ": {}, "pid": 1}
        refused = daemon.answer(Op.HOOK, None, **args)
        assert isinstance(refused, Answer)
        assert "there is no git" in refused.message
        assert "core file" in denied(claude(edit(repo.root, "src/core/a.py")))


def test_a_call_of_another_agent_is_no_news_twice(repo: Repo, daemon: Running) -> None:
    """Cursor reads the settings of Claude Code too."""
    payload = call(repo.root, conversation_id="c", tool_name="Write", tool_input={"file_path": "src/core/a.py"})
    assert claude(payload) == {"systemMessage": "mementod: the call comes from cursor"}
    assert claude(payload) == {}


def test_paused_it_still_guards(repo: Repo, daemon: Running) -> None:
    daemon.ask(Op.PAUSE)
    assert "core file" in denied(claude(edit(repo.root, "src/core/a.py")))
    repo.write({"PROGRESS.md": ENTRY})
    assert "CLAUDE.md:8 (decision)" in context(claude(edit(repo.root, "src/core/a.py")))  # as last judged
    assert claude(edit(repo.root, "src/core/a.py")) == {}
