"""What each agent's settings look like with us in them, and that taking us out leaves every byte."""

from __future__ import annotations

import json
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest

from mementod_hooks.agents.call import Agent
from mementod_hooks.install import TEMPLATES, Form, Plan, take_out
from mementod_hooks.install_agents import Homes, has_ours, paths, plan, plan_removal

HOMES = Homes("/home/ada", {})
RUN_HOOK = "/home/ada/.local/share/mementod/run-hook"
ROOT = Path(__file__).parent.parent
THEIRS: dict[Agent, dict[str, bytes]] = {
    Agent.CLAUDE: {
        "settings.json": b'{\n  "model": "m", // mine\n  "hooks": {\n    "PreToolUse": [\n'
        b'      {"matcher": "Bash", "hooks": [{"type": "command", "command": "theirs"}]}\n    ]\n  }\n}\n'
    },
    Agent.CODEX: {"hooks.json": b'{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "theirs"}]}]}}'},
    Agent.COPILOT: {},
    Agent.GEMINI: {"settings.json": b'{\n    // theme\n    "theme": "x",\n}\n'},
    Agent.OPENCODE: {},
    Agent.QWEN: {"settings.json": b'\xef\xbb\xbf{\r\n\t"a": 1\r\n}\r\n'},
    Agent.CURSOR: {"hooks.json": b'{\n  "version": 1,\n  "hooks": {\n    "stop": [{"command": "theirs"}]\n  }\n}\n'},
    Agent.CLINE: {},
}


def found(agent: Agent, files: dict[str, bytes] | None = None) -> dict[str, bytes | None]:
    folder = HOMES.folder(agent)
    known = {f"{folder}/{name}": data for name, data in (THEIRS[agent] if files is None else files).items()}
    return {path: known.get(path) for path in paths(agent, HOMES)}


def after(files: dict[str, bytes | None], done: Plan) -> dict[str, bytes | None]:
    return files | {edit.path: edit.after for edit in done.edits}


@pytest.mark.parametrize("agent", Agent)
@pytest.mark.parametrize("files", [None, {}], ids=["theirs", "nothing"])
def test_an_agent_calls_us_once_and_forgets_us_to_the_byte(agent: Agent, files: dict[str, bytes] | None) -> None:
    before = found(agent, files)
    done = plan(agent, HOMES, RUN_HOOK, before)
    assert done.edits
    assert not done.problems
    there = after(before, done)
    assert any(map(has_ours, there.values()))
    again = plan(agent, HOMES, RUN_HOOK, there)
    assert again == Plan()
    gone = plan_removal(agent, HOMES, there, before)
    assert after(there, gone) == before
    for edit in done.edits:
        assert edit.after is not None
        assert take_out(edit.form, edit.after, edit.before) == edit.before


@pytest.mark.parametrize("agent", Agent)
def test_nothing_of_ours_means_nothing_to_remove(agent: Agent) -> None:
    assert plan_removal(agent, HOMES, found(agent), {}) == Plan()


@pytest.mark.parametrize("agent", [Agent.CLAUDE, Agent.GEMINI, Agent.QWEN, Agent.CURSOR])
def test_an_edit_of_theirs_in_between_stays(agent: Agent) -> None:
    before = found(agent)
    (edit,) = plan(agent, HOMES, RUN_HOOK, before).edits
    assert edit.after is not None
    edited = edit.after.replace(b"{", b'{"added": true, ', 1)
    (rest,) = plan_removal(agent, HOMES, {edit.path: edited}, before).edits
    assert rest.after == (edit.before or b"").replace(b"{", b'{"added": true, ', 1)


@pytest.mark.parametrize("agent", [Agent.CLAUDE, Agent.GEMINI, Agent.QWEN, Agent.CODEX, Agent.CURSOR])
def test_broken_settings_are_never_written(agent: Agent) -> None:
    path = paths(agent, HOMES)[0]
    for data in (b'{"a": 1,,}', b"\xff{}", b"[]"):
        refused = plan(agent, HOMES, RUN_HOOK, found(agent, {}) | {path: data})
        assert not refused.edits
        assert refused.problems[0].startswith(path)


def test_claude_asks_before_it_writes_and_never_before_it_reads() -> None:
    (edit,) = plan(Agent.CLAUDE, HOMES, RUN_HOOK, found(Agent.CLAUDE, {})).edits
    hooks = json.loads(edit.after or b"")["hooks"]
    events = ["SessionStart", "PreToolUse", "PostToolUse", "PostToolUseFailure", "PreCompact", "Stop"]
    assert list(hooks) == events
    (group,) = hooks["PreToolUse"]
    assert group["matcher"] == "Edit|Write|MultiEdit|NotebookEdit|Bash|PowerShell|Monitor|mcp__.*"
    (hook,) = group["hooks"]
    assert (hook["type"], hook["timeout"]) == ("command", 5)
    assert hook["command"] == f"test ! -x {RUN_HOOK} || {RUN_HOOK} agent claude"


def test_gemini_counts_in_milliseconds() -> None:
    (edit,) = plan(Agent.GEMINI, HOMES, RUN_HOOK, found(Agent.GEMINI, {})).edits
    (group,) = json.loads(edit.after or b"")["hooks"]["BeforeTool"]
    assert group["hooks"][0]["timeout"] == 5000


def test_copilot_says_which_event_it_is_for_its_payload_does_not() -> None:
    (edit,) = plan(Agent.COPILOT, HOMES, RUN_HOOK, found(Agent.COPILOT)).edits
    settings = json.loads(edit.after or b"")
    assert settings["version"] == 1
    (hook,) = settings["hooks"]["preToolUse"]
    assert hook["bash"].endswith("run-hook agent copilot preToolUse")
    assert hook["timeoutSec"] == 5


def test_the_plugin_for_claude_instead_of_settings() -> None:
    data = b'{"enabledPlugins": {"mementod@mementod": true}}'
    done = plan(Agent.CLAUDE, HOMES, RUN_HOOK, found(Agent.CLAUDE, {"settings.json": data}))
    assert (done.edits, len(done.notices)) == ((), 1)
    off = data.replace(b"true", b"false")
    assert plan(Agent.CLAUDE, HOMES, RUN_HOOK, found(Agent.CLAUDE, {"settings.json": off})).edits


def test_hooks_that_are_switched_off_are_said_to_be() -> None:
    data = b'{\n  "disableAllHooks": true\n}\n'
    done = plan(Agent.CLAUDE, HOMES, RUN_HOOK, found(Agent.CLAUDE, {"settings.json": data}))
    assert "line 2: `disableAllHooks` switches all hooks off" in done.notices[0]
    config = b"[features]\nhooks = false\n"
    assert "switches all hooks off" in " ".join(
        plan(Agent.CODEX, HOMES, RUN_HOOK, found(Agent.CODEX, {"config.toml": config})).notices
    )


def test_codex_has_to_be_told_to_trust_us() -> None:
    assert "/hooks" in " ".join(plan(Agent.CODEX, HOMES, RUN_HOOK, found(Agent.CODEX, {})).notices)


CONFIG = b'model = "m" # mine\n\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "theirs"\n'


def test_codex_hooks_stay_where_the_user_has_them() -> None:
    before = found(Agent.CODEX, {"config.toml": CONFIG})
    (edit,) = plan(Agent.CODEX, HOMES, RUN_HOOK, before).edits
    assert (edit.form, edit.before) == (Form.TOML, CONFIG)
    assert edit.after is not None
    assert edit.after.startswith(CONFIG)
    hooks = tomllib.loads(edit.after.decode())["hooks"]
    assert [group["hooks"][0]["command"] == "theirs" for group in hooks["Stop"]] == [True, False]
    assert hooks["PreToolUse"][0]["hooks"][0]["command"].endswith("run-hook agent codex")
    there = after(before, plan(Agent.CODEX, HOMES, RUN_HOOK, before))
    assert plan(Agent.CODEX, HOMES, RUN_HOOK, there).edits == ()
    longer = there | {edit.path: edit.after + b"[tui]\nx = 1\n"}
    assert plan(Agent.CODEX, HOMES, RUN_HOOK, longer).edits == ()
    assert after(longer, plan_removal(Agent.CODEX, HOMES, longer, before))[edit.path] == CONFIG + b"[tui]\nx = 1\n"


@pytest.mark.parametrize(
    ("config", "says"),
    [
        (b"a = \n", "is no valid TOML, Invalid value (at line 1"),
        (b"hooks = { Stop = [] }\n", "in a form that nothing can be added to"),
        (b"\xff\n", "is no UTF-8, byte 0"),
    ],
)
def test_a_configuration_of_codex_that_cannot_be_added_to_is_left_alone(config: bytes, says: str) -> None:
    refused = plan(Agent.CODEX, HOMES, RUN_HOOK, found(Agent.CODEX, {"config.toml": config}))
    assert refused.edits == ()
    assert says in refused.problems[0]


@pytest.mark.parametrize("agent", [Agent.OPENCODE, Agent.CLINE])
def test_a_file_of_somebody_else_is_no_place_for_us(agent: Agent) -> None:
    path = paths(agent, HOMES)[0]
    refused = plan(agent, HOMES, RUN_HOOK, found(agent) | {path: b"#!/bin/sh\necho theirs\n"})
    assert path not in {edit.path for edit in refused.edits}
    assert refused.problems[0].startswith(path)


def test_folders_may_be_elsewhere() -> None:
    homes = Homes("/home/ada", {"CLAUDE_CONFIG_DIR": "/c", "CODEX_HOME": "/x", "XDG_CONFIG_HOME": "relative"})
    assert paths(Agent.CLAUDE, homes) == ("/c/settings.json",)
    assert paths(Agent.CODEX, homes)[0] == "/x/hooks.json"
    assert paths(Agent.OPENCODE, homes) == ("/home/ada/.config/opencode/plugins/mementod.js",)


@pytest.mark.parametrize("name", ["run-hook", "ru'n ho\"ok $x"])
def test_a_command_survives_odd_paths_and_a_script_that_is_gone(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name / "mementod"
    folder.mkdir(parents=True)
    script = folder / "run-hook"
    (edit,) = plan(Agent.QWEN, HOMES, str(script), found(Agent.QWEN, {})).edits
    command = json.loads(edit.after or b"")["hooks"]["Stop"][0]["hooks"][0]["command"]
    assert subprocess.run(command, shell=True, check=True, capture_output=True).stdout == b""
    script.write_text("#!/bin/sh\necho $#-$2\nexit 3\n")
    script.chmod(0o755)
    done = subprocess.run(command, shell=True, check=False, capture_output=True)
    assert (done.returncode, done.stdout) == (3, b"2-qwen\n")


def test_the_plugin_is_what_claude_expects_and_finds_the_program(tmp_path: Path) -> None:
    market = json.loads((ROOT / ".claude-plugin" / "marketplace.json").read_text())
    (plugin,) = market["plugins"]
    folder = (ROOT / plugin["source"]).resolve()
    assert folder == TEMPLATES / "claude-plugin"
    assert json.loads((folder / ".claude-plugin" / "plugin.json").read_text())["name"] == plugin["name"]
    hooks = json.loads((folder / "hooks" / "hooks.json").read_text())["hooks"]
    (edit,) = plan(Agent.CLAUDE, HOMES, RUN_HOOK, found(Agent.CLAUDE, {})).edits
    ours = json.loads(edit.after or b"")["hooks"]
    assert {event: [group.get("matcher") for group in groups] for event, groups in hooks.items()} == {
        event: [group.get("matcher") for group in groups] for event, groups in ours.items()
    }
    command = hooks["SessionStart"][0]["hooks"][0]["command"].replace("${CLAUDE_PLUGIN_ROOT}", str(folder))
    environ = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    alone = subprocess.run(shlex.split(command), env=environ, check=True, capture_output=True)
    assert "pip install mementod" in json.loads(alone.stdout)["systemMessage"]
    script = tmp_path / ".local/share/mementod/run-hook"
    script.parent.mkdir(parents=True)
    script.write_text('#!/bin/sh\necho "$@"\n')
    script.chmod(0o755)
    found_it = subprocess.run(shlex.split(command), env=environ, check=True, capture_output=True)
    assert found_it.stdout == b"agent claude SessionStart\n"
