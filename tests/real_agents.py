"""The real agents: how each is told of a model on this machine and started, and what its own tools are called."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hooked import CLIENT
from mementod_hooks.agents.call import Agent
from mementod_hooks.install import Plan, plan_run_hook
from mementod_hooks.install_agents import Homes, plan
from mementod_hooks.install_agents import paths as settings_of
from models import Model, Turn

LIMIT_S = 170.0
CLOSED = "http://127.0.0.1:9"  # nobody listens there: an agent reaches this machine alone


@dataclass(frozen=True)
class Client:
    """One agent. `{url}` in `environ` and `files` is the model, `{prompt}` in `argv` what it is told to do.

    `files` are below the home.

    `edit`: the tool that edits, and its names for the file, the old text and the new; `read`: the one that reads.
    """

    agent: Agent
    argv: tuple[str, ...]
    shell: tuple[str, str]
    edit: tuple[str, str, str, str] | None = None
    read: tuple[str, str] | None = None
    environ: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    heeds_no_proxy: bool = True  # else it cannot be shut off from everything but the model

    def __str__(self) -> str:
        return self.agent.value

    def runs(self, command: str) -> Turn:
        more = {"description": "x"} if self.agent is not Agent.CODEX else {}
        return self.shell[0], {self.shell[1]: command, **more}

    def edits(self, file: Path, old: str, new: str) -> Turn:
        if self.edit is None:
            return (
                "apply_patch",
                f"*** Begin Patch\n*** Update File: {file}\n@@\n-    {old}\n+    {new}\n*** End Patch\n",
            )
        tool, path, before, after = self.edit
        more = {"instruction": "x"} if self.agent is Agent.GEMINI else {}
        return tool, {path: str(file), before: old, after: new, **more}

    def reads(self, file: Path) -> list[Turn]:
        """What it has to do before it may edit a file."""
        return [(self.read[0], {self.read[1]: str(file)})] if self.read else []

    def install(self, model: Model, home: Path) -> None:
        """The agent as its user has it, and then what `mementod agents install` writes."""
        for name, text in self.files.items():
            path = home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace("{url}", model.url))
        script = home / "run-hook"
        homes = Homes(str(home), {})
        found = {
            path: Path(path).read_bytes() if Path(path).exists() else None for path in settings_of(self.agent, homes)
        }
        _write(plan_run_hook(str(script), None, [(sys.executable, CLIENT)]))
        _write(plan(self.agent, homes, str(script), found))

    def run(self, model: Model, folder: Path, home: Path, *more: str, prompt: str = "go on", **environ: str) -> str:
        """Run it to its end; what it said."""
        own = {"HOME": str(home), "PATH": os.environ["PATH"], "TERM": "dumb", "LANG": "C.UTF-8"}
        if self.heeds_no_proxy:
            own |= {"HTTP_PROXY": CLOSED, "HTTPS_PROXY": CLOSED, "NO_PROXY": "127.0.0.1,localhost"}
        own |= {name: value.replace("{url}", model.url) for name, value in {**self.environ, **environ}.items()}
        argv = [prompt if word == "{prompt}" else word for word in self.argv]
        done = subprocess.run(
            [self.program(), *argv, *more], cwd=folder, env=own, stdin=subprocess.DEVNULL, capture_output=True,
            encoding="utf-8", timeout=LIMIT_S, check=False,
        )  # fmt: skip
        return done.stdout + done.stderr

    def program(self) -> str:
        found = shutil.which(self.agent)
        if found is None:
            pytest.skip(f"NOT TESTED: {self.agent} is not installed")
        return found


def _write(done: Plan) -> None:
    for edit in done.edits:
        path = Path(edit.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(edit.after or b"")
        path.chmod(0o755 if edit.executable else 0o600)


CLAUDE = Client(
    Agent.CLAUDE,
    ("-p", "{prompt}", "--permission-mode", "acceptEdits", "--allowedTools", "Bash"),
    ("Bash", "command"),
    ("Edit", "file_path", "old_string", "new_string"),
    ("Read", "file_path"),
    {
        "ANTHROPIC_BASE_URL": "{url}",
        "ANTHROPIC_API_KEY": "no-key",
        "DISABLE_AUTOUPDATER": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    },
)
CODEX = Client(
    Agent.CODEX,
    ("exec", "--dangerously-bypass-hook-trust", "{prompt}"),
    ("exec_command", "cmd"),
    files={
        ".codex/config.toml": 'model = "gpt-5.5"\nmodel_provider = "here"\napproval_policy = "never"\n'
        'sandbox_mode = "danger-full-access"\n[model_providers.here]\nname = "here"\nbase_url = "{url}/v1"\n'
        'wire_api = "responses"\nrequires_openai_auth = false\nrequest_max_retries = 0\nstream_max_retries = 0\n'
    },
)
COPILOT = Client(
    Agent.COPILOT,
    ("-p", "{prompt}", "--allow-all-tools", "--trust-folder"),
    ("bash", "command"),
    ("edit", "path", "old_str", "new_str"),
    environ={
        "COPILOT_OFFLINE": "true",
        "COPILOT_PROVIDER_BASE_URL": "{url}/v1",
        "COPILOT_PROVIDER_TYPE": "openai",
        "COPILOT_PROVIDER_API_KEY": "no-key",
        "COPILOT_MODEL": "m",
        "COPILOT_PROVIDER_MAX_PROMPT_TOKENS": "100000",
        "COPILOT_PROVIDER_MAX_OUTPUT_TOKENS": "8000",
        "COPILOT_AUTO_UPDATE": "false",
    },
)
GEMINI = Client(
    Agent.GEMINI,
    ("-m", "gemini-2.5-flash", "-p", "{prompt}", "--yolo"),
    ("run_shell_command", "command"),
    ("replace", "file_path", "old_string", "new_string"),
    environ={
        "GEMINI_API_KEY": "no-key",
        "GOOGLE_GEMINI_BASE_URL": "{url}",
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
    },
    files={
        ".gemini/settings.json": '{"security": {"auth": {"selectedType": "gemini-api-key"}}, "general": '
        '{"disableAutoUpdate": true}, "privacy": {"usageStatisticsEnabled": false}}\n'
    },
    heeds_no_proxy=False,
)
OPENCODE = Client(
    Agent.OPENCODE,
    ("run", "{prompt}"),
    ("bash", "command"),
    ("edit", "filePath", "oldString", "newString"),
    ("read", "filePath"),
    {"OPENCODE_DISABLE_AUTOUPDATE": "1"},
    {
        ".config/opencode/opencode.json": json.dumps(
            {
                "model": "here/m",
                "provider": {
                    "here": {
                        "npm": "@ai-sdk/openai-compatible",
                        "options": {"baseURL": "{url}/v1", "apiKey": "no-key"},
                        "models": {"m": {}},
                    }
                },
            }
        )
    },
)
QWEN = Client(
    Agent.QWEN,
    ("-p", "{prompt}", "--yolo", "--auth-type", "openai"),
    ("run_shell_command", "command"),
    ("edit", "file_path", "old_string", "new_string"),
    ("read_file", "file_path"),
    {"OPENAI_API_KEY": "no-key", "OPENAI_BASE_URL": "{url}/v1", "OPENAI_MODEL": "m"},
    {".qwen/settings.json": '{"privacy": {"usageStatisticsEnabled": false}, "general": {"disableAutoUpdate": true}}\n'},
    heeds_no_proxy=False,
)
CLIENTS = (CLAUDE, CODEX, COPILOT, GEMINI, OPENCODE, QWEN)
