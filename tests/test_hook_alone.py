"""Hooks that no daemon answers say what it would say, from a store that was filled before."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from daemons import mementod
from gate_repos import CONFIG, ENTRY, commit
from hooked import alone, call, context, denied, edit, unhurried
from mementod.gates.gates import NOT_JUDGED
from mementod.hooks import hook_budget
from mementod.paths import Paths
from mementod_hooks.agents.call import Output
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
Hooked = Callable[..., Output]


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo").write(FILES).commit("first")


@pytest.fixture
def warm(repo: Repo) -> Repo:
    """It was judged once."""
    assert mementod("check", folder=repo.root).returncode == 0
    return repo


@pytest.fixture
def hooked(repo: Repo, paths: Paths, monkeypatch: pytest.MonkeyPatch) -> Hooked:
    """As the hook program without a daemon, but for the time that it may take on a busy machine."""
    unhurried(monkeypatch)

    def run(*words: str, payload: bytes = b"") -> Output:
        return alone(*words, payload=payload, cwd=repo.root, paths=paths)

    return run


def said(output: Output) -> dict[str, Any]:
    assert (output.code, output.stderr) == (0, b"")
    found: dict[str, Any] = json.loads(output.stdout or b"{}")
    return found


def test_an_agent_hears_once_what_the_notes_say_of_a_file(warm: Repo, hooked: Hooked) -> None:
    warm.write({"PROGRESS.md": ENTRY})
    ask = edit(warm.root, "src/core/a.py")
    assert context(said(hooked("agent", "claude", payload=ask))).splitlines() == [
        "Notes on what you are about to change:",
        "- CLAUDE.md:8 (decision): Rejected: splitting `src/core/a.py` in two, it is slow.",
        "- CLAUDE.md:3 (reference): `src/core/a.py` is the heart, and `parse_it()` is in it.",
    ]
    assert said(hooked("agent", "claude", payload=ask)) == {}


def test_what_changed_since_is_told_without_its_verdict(warm: Repo, hooked: Hooked) -> None:
    (warm.root / "src" / "b.py").unlink()
    assert mementod("check", folder=warm.root).returncode == 1
    ask = edit(warm.root, "src/b.py")
    assert "(stale, src/b.py is gone)" in context(said(hooked("agent", "claude", payload=ask)))
    warm.write({"src/b.py": "Y_LIMIT = 2\n"})
    told = context(said(hooked("agent", "claude", payload=edit(warm.root, "src/b.py", session="other"))))
    assert "CLAUDE.md:4 (reference)" in told
    assert "stale" not in told
    warm.write({"CLAUDE.md": "# Map\n"})
    assert said(hooked("agent", "claude", payload=edit(warm.root, "src/b.py", session="third"))) == {}


def test_an_agent_hears_which_lines_its_edit_left_behind(warm: Repo, hooked: Hooked) -> None:
    tool = {"tool_name": "Bash", "tool_input": {"command": "git mv src/b.py src/limits.py"}}
    after = call(warm.root, "PostToolUse", **tool)  # type: ignore[arg-type]
    assert said(hooked("agent", "claude", payload=after)) == {}
    warm.move("src/b.py", "src/limits.py")
    assert "- src/b.py is now src/limits.py: CLAUDE.md:4" in context(said(hooked("agent", "claude", payload=after)))
    assert said(hooked("agent", "claude", payload=after)) == {}


def test_a_line_that_was_written_since_counts_too(warm: Repo, hooked: Hooked) -> None:
    warm.write({"src/c.py": "Z = 1\n"}).commit("c")
    warm.write({"CLAUDE.md": NOTE + "\n`src/c.py` is new.\n"}).commit("cite it").remove("src/c.py")
    after = call(warm.root, "PostToolUse", tool_name="Bash", tool_input={"command": "rm src/c.py"})
    assert "src/c.py is gone" in context(said(hooked("agent", "claude", payload=after)))


def test_a_session_begins_with_what_does_not_hold(warm: Repo, hooked: Hooked) -> None:
    warm.move("src/b.py", "src/limits.py").write({"src/core/a.py": "def parse_it():\n    return 2\n"})
    start = call(warm.root, "SessionStart", source="startup")
    told = context(said(hooked("agent", "claude", payload=start)))
    assert "- src/b.py is now src/limits.py: CLAUDE.md:4" in told
    assert "Core files changed without an entry in PROGRESS.md:\n- src/core/a.py" in told


def test_a_commit_is_told_what_it_makes_untrue(warm: Repo, hooked: Hooked) -> None:
    warm.move("src/b.py", "src/limits.py")
    output = hooked("git", "pre-commit")
    assert (output.code, b"CLAUDE.md:4 src/b.py: is now src/limits.py" in output.stderr) == (0, True)


def test_a_commit_is_denied_for_it_where_that_was_asked_for(warm: Repo, hooked: Hooked) -> None:
    warm.write({".mementod.yaml": CONFIG + "gate: {stale: block}\n"}).commit("strict")
    warm.move("src/b.py", "src/limits.py")
    output = hooked("git", "pre-commit")
    assert output.code == 1
    assert b"mementod fix --write CLAUDE.md && git add -- CLAUDE.md" in output.stderr
    assert mementod("fix", "--write", "CLAUDE.md", folder=warm.root).returncode == 0
    warm.git("add", "CLAUDE.md")
    assert hooked("git", "pre-commit").code == 0


def test_what_slipped_past_the_gate_holds_an_agent_back_once(repo: Repo, hooked: Hooked) -> None:
    stop = call(repo.root, "Stop", stop_hook_active=False)
    assert said(hooked("agent", "claude", payload=stop)) == {}
    repo.write({"src/core/a.py": "def parse_it():\n    return 2\n"})
    assert "src/core/a.py is a core file" in said(hooked("agent", "claude", payload=stop))["reason"]
    assert said(hooked("agent", "claude", payload=stop)) == {}


def test_a_commit_past_the_gate_holds_an_agent_back_once(repo: Repo, hooked: Hooked) -> None:
    stop = call(repo.root, "Stop", stop_hook_active=False)
    assert said(hooked("agent", "claude", payload=stop)) == {}
    repo.write({"src/core/a.py": "def parse_it():\n    return 2\n"})
    assert commit(repo, "--no-verify", "-am", "quick").returncode == 0
    reason = said(hooked("agent", "claude", payload=stop))["reason"]
    assert "src/core/a.py is a core file" in reason
    assert "mementod progress add --file src/core/a.py" in reason
    assert said(hooked("agent", "claude", payload=stop)) == {}


def test_what_a_shell_did_to_a_core_file_is_said_at_once(repo: Repo, hooked: Hooked) -> None:
    tool = {"tool_name": "Bash", "tool_input": {"command": "./build.sh"}}
    before, after = (call(repo.root, event, **tool) for event in ("PreToolUse", "PostToolUse"))  # type: ignore[arg-type]
    assert said(hooked("agent", "claude", payload=before)) == {}
    assert said(hooked("agent", "claude", payload=after)) == {}
    repo.write({"src/core/a.py": "def parse_it():\n    return 2\n"})
    told = context(said(hooked("agent", "claude", payload=after)))
    assert told.startswith("This changed core files past the gate; write it down now:\nsrc/core/a.py is a core file")
    assert said(hooked("agent", "claude", payload=after)) == {}
    repo.write({"PROGRESS.md": ENTRY})
    assert said(hooked("agent", "claude", payload=call(repo.root, "Stop", stop_hook_active=False))) == {}


def test_a_session_begins_with_commits_past_the_gate(repo: Repo, hooked: Hooked) -> None:
    assert mementod("enrol", "--no-hooks", folder=repo.root).returncode == 0
    repo.write({"src/core/a.py": "x = 2\n"})
    assert commit(repo, "--no-verify", "-am", "quick").returncode == 0
    told = context(said(hooked("agent", "claude", payload=call(repo.root, "SessionStart", source="startup"))))
    assert f"- src/core/a.py (in {repo.git('rev-parse', 'HEAD')[:7]})" in told


@pytest.mark.parametrize("store", [None, b"", b"no store at all"])
def test_where_nothing_was_judged_the_gate_decides_and_says_so(
    repo: Repo, hooked: Hooked, paths: Paths, store: bytes | None
) -> None:
    if store is not None:
        assert mementod("check", folder=repo.root).returncode == 0
        (cache,) = (paths.state_dir() / "repositories").glob("*/cache.db")
        cache.write_bytes(store)
    repo.move("src/b.py", "src/limits.py")
    output = hooked("git", "pre-commit")
    assert (output.code, output.stderr) == (0, f"mementod: {NOT_JUDGED}\n".encode())
    assert "core file" in denied(said(hooked("agent", "claude", payload=edit(repo.root, "src/core/a.py"))))
    assert said(hooked("agent", "claude", payload=edit(repo.root, "src/b.py"))) == {}


@pytest.fixture
def listing_hangs(warm: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on listing what is not tracked hangs: a judgement asks for that, the gate does not."""
    git = tmp_path / "bin" / "git"
    git.parent.mkdir()
    real = subprocess.check_output(["/bin/sh", "-c", "command -v git"], encoding="utf-8").strip()
    git.write_text(f'#!/bin/sh\ncase "$*" in *--others*) exec sleep 60;; esac\nexec {real} "$@"\n')
    git.chmod(0o755)
    monkeypatch.setattr(hook_budget, "SHARE_S", 0.4)
    monkeypatch.setenv("PATH", f"{git.parent}:{os.environ['PATH']}")


@pytest.mark.usefixtures("listing_hangs")
def test_a_judgement_that_takes_long_is_left_out(warm: Repo, hooked: Hooked) -> None:
    warm.write({"src/core/a.py": "x = 2\n"}).git("add", "-A")
    output = hooked("git", "pre-commit")
    assert output.code == 1
    assert b"src/core/a.py is a core file" in output.stderr
    assert NOT_JUDGED.encode() in output.stderr


@pytest.mark.usefixtures("listing_hangs")
def test_a_commit_of_documents_that_no_note_cites_needs_no_judgement(warm: Repo, hooked: Hooked) -> None:
    warm.write({"docs/a.md": "one\n"}).commit("docs")
    warm.write({"docs/a.md": "two\n", "CLAUDE.md": NOTE + "\nOne line more.\n"}).git("add", "-A")
    output = hooked("git", "pre-commit")
    assert (output.code, output.stderr) == (0, b"")


def test_linked_work_trees_are_apart(warm: Repo, hooked: Hooked, tmp_path: Path) -> None:
    other = tmp_path / "other"
    warm.git("worktree", "add", "-q", str(other))
    (other / "CLAUDE.md").write_text("`src/b.py` is ours alone.\n")
    assert mementod("check", folder=other).returncode == 0
    told = context(said(hooked("agent", "claude", payload=edit(other, "src/b.py"))))
    assert "src/b.py` is ours alone" in told
    assert "Y_LIMIT" not in told
