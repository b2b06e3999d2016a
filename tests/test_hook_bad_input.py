"""Whatever an agent, a system or a repository hands to a hook: no traceback, no block for our fault, nothing run."""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from canaries import Canaries
from case_files import read_cases
from gate_repos import ENTRY, core_repo
from hooked import CLIENT, call, claude, denied, edit, hook, shell
from mementod.hooks.hook_answers import Judge, respond
from mementod.hooks.hook_call import Hook
from mementod.paths import Paths
from mementod_hooks.agents.call import Agent
from repos import Repo

CASES = read_cases(Path(__file__).parent / "cases" / "agents" / "calls.yaml")
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e]")
HIDDEN = "\x1b]0;owned\x07\x1b[2J\u202e\x9b31m"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return core_repo(tmp_path / "repo")


@pytest.mark.parametrize("agent", Agent)
def test_calls_of_every_other_agent_and_halves_of_them_are_no_trouble(agent: Agent, repo: Repo, paths: Paths) -> None:
    for case in CASES:
        whole = json.dumps(case["payload"]).encode()
        for payload in (whole, whole[: len(whole) // 2], whole + whole):
            output = respond(Hook(("agent", agent), payload, repo.root), Judge(paths))
            assert output.code in (0, 2), case["name"]
            assert b"Traceback" not in output.stdout + output.stderr


def test_a_huge_call_is_allowed(repo: Repo) -> None:
    payload = edit(repo.root, "src/core/a.py", padding="x" * (17 << 20))
    done = hook("agent", "claude", payload=payload)
    assert done.returncode == 0
    assert b"deny" not in done.stdout
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "name", ["src/core/\udcff.py", "/etc/passwd", "../../outside.py", "\x00", "src/core/" + "a" * 300]
)
def test_paths_that_are_odd_or_outside_are_nobodys_business(repo: Repo, name: str) -> None:
    assert denied(claude(edit(repo.root, name))) == ""
    claude(shell(repo.root, f"rm -rf '{name}'"))


def test_a_name_that_is_no_text_is_no_trouble(tmp_path: Path) -> None:
    """It cannot be said in JSON: what an agent sends in its place names another file, or is no call."""
    repo = core_repo(tmp_path / "repo").write({"src/core/\udcff.py": "1"}).commit()
    payload = edit(repo.root, "src/core/X.py")
    for name in (b"\xff", b"\\udcff", "\ufffd".encode()):
        done = hook("agent", "claude", payload=payload.replace(b"X", name))
        assert (done.returncode, b"Traceback" in done.stdout + done.stderr) == (0, False)
    assert "core file" in denied(claude(shell(repo.root, "rm src/core/*.py")))


@pytest.mark.parametrize("named", ["", "/nowhere", "/dev/null", "relative"])  # not `home`: that is every test's own
def test_without_a_home_the_gates_decide(repo: Repo, named: str) -> None:
    """And nothing is left behind."""
    environ = {"HOME": named, "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": ""}
    before = set(Path("/tmp").glob("mementod-*"))
    done = hook("agent", "claude", payload=edit(repo.root, "src/core/a.py"), environ=environ)
    assert (b"core file" in done.stdout, done.stderr) == (True, b"")
    repo.write({"src/core/a.py": "x = 2\n"}).git("add", "-A")
    assert hook("git", "pre-commit", cwd=repo.root, environ=environ).returncode == 1
    assert set(Path("/tmp").glob("mementod-*")) <= before


def test_without_a_home_nobody_is_held_back_for_ever(repo: Repo) -> None:
    repo.write({"src/core/a.py": "x = 2\n"})
    environ = {"HOME": "", "XDG_STATE_HOME": "/dev/null"}
    done = hook("agent", "claude", payload=call(repo.root, "Stop", stop_hook_active=False), environ=environ)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize("path", ["/usr/bin:/bin", ""])
def test_a_minimal_path_is_enough_and_none_is_said(repo: Repo, path: str) -> None:
    done = hook("agent", "claude", payload=edit(repo.root, "src/core/a.py"), environ={"PATH": path})
    assert done.returncode == 0
    assert b"core file" in done.stdout or b"there is no git" in done.stdout
    assert b"Traceback" not in done.stderr


def test_on_a_full_disk_the_gates_decide(repo: Repo, tmp_path: Path) -> None:
    """No file can be written, pipes can."""

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    argv = [sys.executable, "-I", "-S", CLIENT]
    (repo.root / "PROGRESS.md").unlink()  # then its past would be kept
    repo.write({".gitignore": "PROGRESS.md\n"}).commit("untrack")
    repo.write({"PROGRESS.md": "# P\n", "src/core/a.py": "x = 2\n"}).git("add", "src")
    payload = edit(repo.root, "src/core/a.py")
    done = subprocess.run([*argv, "agent", "claude"], input=payload, capture_output=True, preexec_fn=full, check=False)
    assert (done.returncode, b"core file" in done.stdout, done.stderr) == (0, True, b"")
    for code in (1, 0):
        ready = {"PROGRESS.md": ENTRY} if code == 0 else {}
        done = subprocess.run(
            [*argv, "git", "pre-commit"], cwd=repo.write(ready).root, capture_output=True, preexec_fn=full, check=False
        )
        assert (done.returncode, b"Traceback" in done.stderr) == (code, False)


def test_text_of_a_repository_cannot_steer_a_terminal(tmp_path: Path) -> None:
    """File names, configuration, entries, notes: they come back in denials, notices and digests."""
    name = f"src/core/{HIDDEN}.py"
    config = f'core: ["src/core/**"]\nprogress: "PRO{HIDDEN}.md"\nnope: 1\n'.replace(HIDDEN, "\\e[2J\\u202e")
    repo = core_repo(tmp_path / "repo").write({name: "1", "PRO\x1b[2J\u202e.md": "# P\n"}).commit()
    repo.write({".mementod.yaml": config}).commit().write({name: "2", "src/core/a.py": "2"})
    repo.write({"PRO\x1b[2J\u202e.md": f"- src/no/{HIDDEN}.py: do {HIDDEN} because {HIDDEN} of it\n"})
    said = [
        json.dumps(claude(edit(repo.root, name)), ensure_ascii=False),
        json.dumps(claude(call(repo.root, "SessionStart", source="startup")), ensure_ascii=False),
    ]
    repo.git("add", "-A")
    said.append(hook("git", "pre-commit", cwd=repo.root).stderr.decode())
    for text in said:
        assert "core file" in text or "without an entry" in text, text
        plain = "".join(map(str, json.loads(text).values())) if text.startswith("{") else text
        assert not STEERING.search(plain.replace("\\n", "")), ascii(plain)


def test_nothing_that_a_repository_names_is_run(tmp_path: Path) -> None:
    """Programs in git's configuration, attributes and hooks of the repository, for each kind of hook."""
    canaries = Canaries(tmp_path)
    repo = canaries.repo
    repo.write({".mementod.yaml": 'core: ["src/**"]\nprogress: PROGRESS.md\n'})
    (repo.root / "src" / "a.py").write_text("def alpha():\n    return 4\n")
    for payload in (
        call(repo.root, "SessionStart", source="startup"),
        edit(repo.root, "src/a.py"),
        shell(repo.root, "rm -rf src"),
        call(repo.root, "PostToolUse", tool_name="Bash", tool_input={"command": "sed -i s/3/4/ src/a.py"}),
        call(repo.root, "Stop", stop_hook_active=False),
    ):
        done = hook("agent", "claude", payload=payload)
        assert (done.returncode, done.stderr) == (0, b"")
    hook("git", "pre-commit", cwd=repo.root)
    assert canaries.ran == set()


def test_it_is_a_program_for_people_too(repo: Repo) -> None:
    (script,) = entry_points(group="console_scripts", name="mementod-hook")
    assert script.load().__name__ == "run"
    code = "import sys; from mementod_hooks.client import run; sys.exit(run())"

    def run(*words: str, payload: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        argv = [sys.executable, "-c", code, *words]
        return subprocess.run(argv, input=payload, cwd=repo.root, capture_output=True, check=False)

    repo.write({"src/core/a.py": "x = 2\n"}).git("add", "-A")
    assert run("git", "pre-commit").returncode == 1
    assert b"core file" in run("agent", "claude", payload=edit(repo.root, "src/core/a.py")).stdout
    assert (run().returncode, run("--help").returncode) == (2, 0)
    assert b"usage: mementod-hook agent NAME" in run().stderr
