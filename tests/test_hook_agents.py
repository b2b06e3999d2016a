"""What an agent is answered where no daemon runs: the client, the gates and real repositories."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gate_repos import CONFIG, ENTRY, core_repo
from hooked import call, claude, context, denied, edit, hook, shell
from mementod.hooks import hook_budget
from mementod.hooks.hook_answers import Judge, respond
from mementod.hooks.hook_call import Hook
from mementod.paths import Paths
from repos import Repo


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return core_repo(tmp_path / "repo")


def test_an_edit_is_denied_until_it_is_written_down(repo: Repo) -> None:
    reason = denied(claude(edit(repo.root, str(repo.root / "src/core/a.py"))))
    assert reason.startswith("src/core/a.py is a core file, ")
    assert "mementod progress add --file src/core/a.py" in reason
    repo.write({"PROGRESS.md": ENTRY})
    assert claude(edit(repo.root, str(repo.root / "src/core/a.py"))) == {}


SHELL = {
    "sed -i s/1/2/ src/core/a.py": True,
    "cd src && sed -i s/1/2/ core/a.py": True,
    "sed -i s/1/2/ src/core/*.py": True,
    "sed -i s/1/2/ src/**/a.py": True,
    "find . -name '*.py' -exec sed -i s/1/2/ {} +": True,
    "rm -rf src": True,
    "rm -rf .": True,
    "rm -rf ..": True,
    "mv src lib": True,
    "cat src/core/a.py": False,
    "rm -rf build": False,
    "rm -rf src/*.txt": False,
    "git checkout -- src/core/a.py": False,
    "git checkout -- .": False,
    "mementod progress add --file src/core/a.py --what 'rename x' --why 'it is short'": False,
    "echo '- src/core/a.py: x' >> PROGRESS.md": False,
    "python": False,
}


@pytest.mark.parametrize("command", SHELL)
def test_a_shell_is_asked_what_it_writes(repo: Repo, command: str) -> None:
    assert bool(denied(claude(shell(repo.root, command)))) is SHELL[command]


@pytest.mark.parametrize("name", ["link/src/core/a.py", "alias.py", "src/../src/core/a.py", "./src/core/./a.py"])
def test_other_names_of_the_file_lead_to_it(repo: Repo, name: str) -> None:
    (repo.root / "link").symlink_to(".")
    (repo.root / "alias.py").symlink_to("src/core/a.py")
    assert denied(claude(edit(repo.root, name)))


def test_the_home_folder_is_known(repo: Repo, home: Path) -> None:
    repo.root.rename(home / "repo")
    assert denied(claude(shell(home, "echo x > ~/repo/src/core/a.py")))


def test_a_linked_work_tree_and_a_subagent_are_gated_too(repo: Repo, tmp_path: Path) -> None:
    repo.git("worktree", "add", "-q", str(tmp_path / "other"))
    assert denied(claude(edit(tmp_path / "other", "src/core/a.py", agent_id="a4", agent_type="general-purpose")))


def test_an_interpreter_that_is_typed_into_is_denied_where_there_are_core_files(repo: Repo, tmp_path: Path) -> None:
    def codex(cwd: Path) -> str:
        fields = {"turn_id": "t", "tool_name": "Bash", "tool_input": {"command": "python"}}
        done = hook("agent", "codex", payload=call(cwd, **fields))  # type: ignore[arg-type]
        return denied(json.loads(done.stdout)) if done.stdout else ""

    assert "typed into this interpreter" in codex(repo.root)
    assert codex(tmp_path) == ""
    assert codex(Repo(tmp_path / "plain").write({"a": "1"}).commit().root) == ""


def test_a_warning_is_context(tmp_path: Path) -> None:
    repo = core_repo(tmp_path / "repo", f"{CONFIG}gate: {{edit: warn}}\n")
    assert context(claude(edit(repo.root, "src/core/a.py"))).startswith("src/core/a.py is a core file, ")


def test_our_own_trouble_is_one_line_for_the_person(repo: Repo) -> None:
    repo.write({"PROGRESS.md": b"\x00"})
    answer = claude(edit(repo.root, "src/core/a.py"))
    assert set(answer) == {"systemMessage"}
    assert answer["systemMessage"].startswith("mementod: not checked: PROGRESS.md")


def test_names_of_a_repository_cannot_steer_a_terminal(tmp_path: Path) -> None:
    name = "src/core/\x1b[31m\u202ered\n.py"
    repo = core_repo(tmp_path / "repo").write({name: "1"}).commit()
    reason = denied(claude(edit(repo.root, name)))
    assert "red" in reason
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", reason)


@pytest.mark.parametrize("payload", [b"", b"{", b"[]", b"\xff\xff", b'{"cwd": 3}', b'{"hook_event_name": "New"}'])
@pytest.mark.parametrize("agent", ["claude", "codex", "copilot", "gemini", "opencode", "qwen", "cursor", "cline"])
def test_what_is_no_call_is_allowed(agent: str, payload: bytes) -> None:
    done = hook("agent", agent, payload=payload)
    assert done.returncode == 0
    assert b"deny" not in done.stdout
    assert b"Traceback" not in done.stderr


ODD = [
    "../" * 99,
    "a" * 5_000,
    "~",
    "~/",
    "/",
    "",
    ".",
    "*",
    "[",
    "**/*",
    "\ud800",
    "a\nb",
    "$HOME/x",
    "-",
    ":(top)x",
    "//a",
    "src/core",
]
NAMES = st.sampled_from(ODD) | st.text(max_size=30)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=NAMES,
    command=st.sampled_from(["{}", "rm -rf {}", "sed -i x {}", "cd {}; mv a {}", "echo > {}", "find {} -delete"]),
)
def test_whatever_is_named_nothing_is_raised(repo: Repo, paths: Paths, name: str, command: str) -> None:
    for payload in (edit(repo.root, name), shell(repo.root, command.replace("{}", name))):
        output = respond(Hook(("agent", "claude"), payload, repo.root), Judge(paths))
        assert (output.code, output.stderr) == (0, b"")


def test_a_session_begins_with_what_is_not_written_down(repo: Repo) -> None:
    assert claude(call(repo.root, "SessionStart", source="startup")) == {}
    repo.write({"src/core/a.py": "x = 2\n", "PROGRESS.md": "- src/no/such.py: split it because it is long\n"})
    for source in ("resume", "startup", "compact"):
        said = context(claude(call(repo.root, "SessionStart", source=source)))
        assert "Core files changed without an entry in PROGRESS.md:\n- src/core/a.py\n" in said
        assert "- PROGRESS.md:1: src/no/such.py: no such file, now or in any commit" in said
    assert claude(call(repo.root, "SessionStart", source="resume")) == {}  # it knows


def test_repositories_that_know_nothing_of_us_are_left_alone(tmp_path: Path) -> None:
    repo = Repo(tmp_path / "repo").write({"PROGRESS.md": "- src/no/such.py: split it because it is long\n"}).commit()
    assert claude(call(repo.root, "SessionStart", source="startup")) == {}
    assert claude(call(tmp_path, "SessionStart", source="startup")) == {}


def test_a_git_that_hangs_ends_with_the_budget(repo: Repo, tmp_path: Path) -> None:
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    environ = {"PATH": f"{slow.parent}:{os.environ['PATH']}"}
    done = hook("agent", "claude", payload=edit(repo.root, "src/core/a.py"), environ=environ)
    assert "no answer within 1 s" in json.loads(done.stdout)["systemMessage"]
    done = hook("git", "pre-commit", cwd=repo.root, environ=environ)
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"no answer within 1 s" in done.stderr
    assert hook_budget.BUDGET_S == 1.0


def test_the_command_line_answers_as_the_client_does(repo: Repo) -> None:
    payload = edit(repo.root, "src/core/a.py")
    argv = [sys.executable, "-m", "mementod", "gate", "agent", "claude"]
    done = subprocess.run(argv, input=payload, capture_output=True, check=False)
    assert (done.returncode, json.loads(done.stdout)) == (0, claude(payload))
