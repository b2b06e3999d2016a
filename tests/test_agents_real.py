"""Our hooks in the real agents, against a model that only says what is written here.

Opt in with `pytest -m agents` and the agents on the PATH (`npm install @anthropic-ai/claude-code @openai/codex`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from daemons import mementod, running
from gate_repos import ENTRY, core_repo
from hooked import CLIENT
from mementod.paths import Paths
from mementod_hooks.agents.call import Agent
from mementod_hooks.install import Plan, plan_run_hook
from mementod_hooks.install_agents import Homes, plan
from mementod_hooks.install_agents import paths as settings_of
from models import Model, serving
from repos import Repo

pytestmark = [pytest.mark.agents, pytest.mark.timeout(180)]
LIMIT_S = 120.0
CORE = "src/core/a.py"
BEFORE, AFTER = "return 1", "return 2"
DENIED = f"{CORE} is a core file, and no new entry of PROGRESS.md names it"


@pytest.fixture(autouse=True)
def opted_in(request: pytest.FixtureRequest) -> None:
    if "agents" not in request.config.option.markexpr:
        pytest.skip("runs real agents: ask for it with `-m agents`")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return core_repo(tmp_path / "repo")


def program(agent: Agent) -> str:
    found = shutil.which(agent)
    if found is None:
        pytest.skip(f"NOT TESTED: {agent} is not installed")
    return found


def install(agent: Agent, home: Path) -> None:
    """What `mementod agents install` writes."""
    script = home / "run-hook"
    homes = Homes(str(home), {})
    found = dict.fromkeys(settings_of(agent, homes))
    for done in (plan_run_hook(str(script), None, [(sys.executable, CLIENT)]), plan(agent, homes, str(script), found)):
        _write(done)


def _write(done: Plan) -> None:
    for edit in done.edits:
        path = Path(edit.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(edit.after or b"")
        path.chmod(0o755 if edit.executable else 0o600)


def run(argv: list[str], repo: Repo, home: Path, environ: dict[str, str]) -> str:
    """Run an agent to its end, with a way to this machine alone. What it said."""
    closed = "http://127.0.0.1:9"
    only = {"HTTP_PROXY": closed, "HTTPS_PROXY": closed, "NO_PROXY": "127.0.0.1,localhost"}
    own = {"HOME": str(home), "PATH": os.environ["PATH"], "TERM": "dumb", "LANG": "C.UTF-8"}
    done = subprocess.run(
        argv, cwd=repo.root, env={**own, **only, **environ}, stdin=subprocess.DEVNULL, capture_output=True,
        encoding="utf-8", timeout=LIMIT_S, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


def claude(model: Model, repo: Repo, home: Path, **more: str) -> str:
    argv = [program(Agent.CLAUDE), "-p", "go on", "--permission-mode", "acceptEdits", "--allowedTools", "Bash"]
    return run(
        argv, repo, home,
        {
            "ANTHROPIC_BASE_URL": model.url, "ANTHROPIC_API_KEY": "no-key", "DISABLE_AUTOUPDATER": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", **more,
        },
    )  # fmt: skip


CODEX_CONFIG = """
model = "gpt-5.5"
model_provider = "here"
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.here]
name = "here"
base_url = "{url}/v1"
wire_api = "responses"
requires_openai_auth = false
request_max_retries = 0
stream_max_retries = 0
"""


def codex(model: Model, repo: Repo, home: Path) -> str:
    (home / ".codex" / "config.toml").write_text(CODEX_CONFIG.format(url=model.url))
    return run([program(Agent.CODEX), "exec", "--dangerously-bypass-hook-trust", "go on"], repo, home, {})


PATCH = f"*** Begin Patch\n*** Update File: {CORE}\n@@\n-    {BEFORE}\n+    {AFTER}\n*** End Patch\n"
SED = f"sed -i 's/{BEFORE}/{AFTER}/' {CORE}"
WRITES_DOWN = f"printf '%s' '{ENTRY.strip()}' >> PROGRESS.md"


def test_claude_code_is_kept_from_an_edit_until_it_wrote_it_down(repo: Repo, home: Path) -> None:
    program(Agent.CLAUDE)
    install(Agent.CLAUDE, home)
    file = str(repo.root / CORE)
    change: dict[str, object] = {"file_path": file, "old_string": BEFORE, "new_string": AFTER}
    turns: list[tuple[str, dict[str, object] | str]] = [
        ("Read", {"file_path": file}), ("Edit", change), ("Bash", {"command": SED}),
        ("Bash", {"command": f"cat {CORE}"}), ("Bash", {"command": WRITES_DOWN}), ("Edit", change),
    ]  # fmt: skip
    with serving(Model(turns)) as model:
        said = claude(model, repo, home)
    assert len(model.heard) == len(turns) + 1, said
    assert DENIED not in model.heard[1]
    assert model.heard[2].count(DENIED) == 1
    assert model.heard[3].count(DENIED) == 2
    assert model.heard[4].rpartition("return ")[2].startswith("1")  # both were kept from it
    assert model.heard[6].count(DENIED) == 2
    assert AFTER in (repo.root / CORE).read_text()


PAST = "python3 -c \"import pathlib; (pathlib.Path('src') / 'core' / 'a.py').write_text('x')\""


def test_claude_code_hears_what_only_the_daemon_knows(repo: Repo, home: Path, paths: Paths, tmp_path: Path) -> None:
    """What is stale when it begins, what notes say of a file, and, once, what slipped past the gate."""
    program(Agent.CLAUDE)
    install(Agent.CLAUDE, home)
    repo.write({"AGENTS.md": "`src/b.py` holds y.\n\nNever split `src/core/a.py`.\n"}).commit("notes")
    repo.move("src/b.py", "src/y.py")
    assert mementod("enrol", folder=repo.root).returncode == 0
    turns: list[tuple[str, dict[str, object] | str]] = [
        ("Bash", {"command": WRITES_DOWN}),
        ("Bash", {"command": SED}),
        ("Bash", {"command": "git checkout PROGRESS.md"}),
        ("Bash", {"command": PAST}),
    ]
    with running(paths, tmp_path) as daemon, serving(Model(turns)) as model:
        daemon.follow(repo.root)
        said = claude(model, repo, home, XDG_STATE_HOME=str(home / "state"))
    assert len(model.heard) == len(turns) + 2, said  # it was held back once, not twice
    assert "src/b.py is now src/y.py: AGENTS.md:1" in model.heard[0]
    assert "Never split `src/core/a.py`" in model.heard[2]
    assert "Changed in this session, and not written down yet:" in model.heard[5]


def test_codex_is_kept_from_an_edit_until_it_wrote_it_down(repo: Repo, home: Path) -> None:
    program(Agent.CODEX)
    install(Agent.CODEX, home)
    turns: list[tuple[str, dict[str, object] | str]] = [
        ("apply_patch", PATCH), ("exec_command", {"cmd": SED}), ("exec_command", {"cmd": f"cat {CORE}"}),
        ("exec_command", {"cmd": WRITES_DOWN}), ("apply_patch", PATCH),
    ]  # fmt: skip
    with serving(Model(turns)) as model:
        said = codex(model, repo, home)
    assert len(model.heard) == len(turns) + 1, said
    assert model.heard[1].count(DENIED) == 1, said
    assert model.heard[2].count(DENIED) == 2
    assert BEFORE in model.heard[3].rpartition("function_call_output")[2]  # both were kept from it
    assert model.heard[5].count(DENIED) == 2
    assert AFTER in (repo.root / CORE).read_text()
