"""`mementod agents`: hooks in the settings of every agent, proved by running them, and out again to the byte."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from hooking import Desk, carries_us, tree
from mementod.errors import ExitCode, UserError
from mementod.installing.agent_places import BEFORE_EDIT
from mementod.installing.agent_probe import Answer, Outcome, answer, payload
from mementod.paths import Paths
from mementod_hooks.agents import registry
from mementod_hooks.agents.call import Agent, Event
from mementod_hooks.agents.call import Answer as Said
from mementod_hooks.install_agents import Homes, paths

THEIRS = {
    Agent.CLAUDE: b'{\n  "model": "m"\n}\n',
    Agent.GEMINI: b'{\r\n\t// mine\r\n\t"theme": "x",\r\n}\r\n',
    Agent.CODEX: b'{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "theirs"}]}]}}',
}


@pytest.fixture
def desk(tmp_path: Path, paths: Paths, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path, paths, capsys)


@pytest.fixture
def homes(home: Path) -> Homes:
    return Homes(str(home), {"XDG_CONFIG_HOME": str(home / "config")})


@pytest.fixture
def agents(home: Path, homes: Homes) -> Path:
    """A home in which every agent is in use, some with settings."""
    for agent in Agent:
        Path(homes.folder(agent)).mkdir(parents=True)
    for agent, data in THEIRS.items():
        Path(paths(agent, homes)[0]).write_bytes(data)
    return home


def kept(home: Path) -> dict[str, tuple[int, bytes]]:
    """A home without our own state."""
    return {name: what for name, what in tree(home).items() if not name.startswith("state")}


def states(desk: Desk, *names: str) -> list[dict[str, str | None]]:
    _, out, _ = desk("agents", "status", "--format", "json", *names)
    found: list[dict[str, str | None]] = json.loads("\n".join(out))["agents"]
    return found


def test_in_proved_and_out_to_the_byte(desk: Desk, agents: Path) -> None:
    before = kept(agents)
    for _ in range(2):
        assert len([line for line in desk.fine("agents", "install") if "hooks put into" in line]) == len(Agent)
        assert desk.fine("agents", "install")[0] == "claude: nothing to do"
        assert [line for line in desk.fine("agents", "uninstall")] == [f"{agent}: hooks taken out" for agent in Agent]
        assert kept(agents) == before
    assert desk.fine("agents", "uninstall") == ["No agent has a hook of mementod."]


def test_a_dry_run_shows_the_change_and_makes_none(desk: Desk, agents: Path) -> None:
    before = kept(agents)
    out = desk.fine("agents", "install", "--dry-run", "claude")
    path = agents / ".claude" / "settings.json"
    assert out[:3] == [f"claude: hooks would be put into {path}", f"--- {path}", f"+++ {path}"]
    assert [line for line in out[3:] if line.startswith("-")] == ['-  "model": "m"']
    assert any(line.startswith("+") and "PreToolUse" in line for line in out)
    assert kept(agents) == before


def test_only_agents_that_are_in_use_unless_one_is_named(desk: Desk, home: Path) -> None:
    assert desk.fine("agents", "install")[0].startswith("No agent is in use here; name one")
    assert "No agent is in use here" in desk.fine("agents", "status")[0]
    before = kept(home)
    (home / ".qwen").mkdir()
    assert desk.fine("agents", "install")[0].startswith("qwen: hooks put into ")
    assert desk.fine("agents", "install", "gemini")[0].startswith("gemini: hooks put into ")
    assert [row["agent"] for row in states(desk)] == ["gemini", "qwen"]
    desk.fine("agents", "uninstall")
    (home / ".qwen").rmdir()
    assert kept(home) == before


def test_an_unknown_agent_is_refused(desk: Desk) -> None:
    with pytest.raises(UserError, match="'vim' is not one of 'claude'"):
        desk("agents", "install", "vim")


def test_each_is_proved_by_running_it(desk: Desk, agents: Path) -> None:
    desk.fine("agents", "install")
    found = {row["agent"]: (row["hooks"], row["core_edit"], row["other_edit"]) for row in states(desk)}
    assert found == {agent: ("in", "context" if agent is Agent.CLINE else "denied", "allowed") for agent in Agent}


def test_the_page_of_one_that_works_says_so(desk: Desk, agents: Path) -> None:
    desk.fine("agents", "install", "codex")
    out = desk.fine("agents", "status", "codex")
    assert out[0] == "codex: hooks in"
    assert out[1].startswith("  edit of a core file: denied (core.py is a core file")
    assert out[2] == "  edit of another file: allowed"
    assert "trust those of mementod" in out[3]


def test_one_that_does_not_work_is_named(desk: Desk, agents: Path) -> None:
    desk.fine("agents", "install", "claude", "qwen")
    desk.script.unlink()
    code, out, _ = desk("agents", "status", "claude", "gemini")
    assert code == ExitCode.FINDINGS
    assert out[:2] == ["claude: hooks in", "  edit of a core file: allowed"]
    assert out[3] == "gemini: no hooks (`mementod agents install` puts them in)"
    desk.script.write_text("#!/bin/sh\necho noise\n")
    desk.script.chmod(0o755)
    assert states(desk, "claude")[0]["words"] == "no JSON: noise\n"
    desk.script.write_text("#!/bin/sh\necho broken >&2; exit 3\n")
    assert states(desk, "claude")[0]["words"] == "ended with 3: broken"


def test_hooks_of_another_place_are_renewed(desk: Desk, agents: Path) -> None:
    path = agents / ".claude" / "settings.json"
    desk.fine("agents", "install", "claude")
    path.write_bytes(path.read_bytes().replace(str(desk.script).encode(), b"/old/mementod/run-hook"))
    assert states(desk, "claude")[0]["hooks"] == "outdated"
    desk.fine("agents", "install", "claude")
    assert states(desk, "claude")[0]["hooks"] == "in"
    desk.fine("agents", "uninstall", "claude")
    assert path.read_bytes() == THEIRS[Agent.CLAUDE]


def test_all_hooks_may_be_switched_off(desk: Desk, agents: Path) -> None:
    (agents / ".claude" / "settings.json").write_bytes(b'{\n  "disableAllHooks": true\n}\n')
    assert "`disableAllHooks` switches all hooks off" in desk.fine("agents", "install", "claude")[1]
    assert any("`disableAllHooks` switches" in line for line in desk.fine("agents", "status", "claude"))


def test_the_plugin_carries_the_same_hooks(desk: Desk, agents: Path) -> None:
    (agents / ".claude" / "settings.json").write_bytes(b'{"enabledPlugins": {"mementod@mementod": true}}')
    out = desk.fine("agents", "install", "claude")
    assert out[:2] == [
        "claude: nothing to do",
        "  Claude Code has the plugin of mementod, which carries the same hooks",
    ]
    assert desk.script.exists()
    assert states(desk, "claude")[0]["hooks"] == "plugin"


def test_what_the_agent_was_never_asked_about_is_not_touched(desk: Desk, agents: Path) -> None:
    trust = agents / ".codex" / "config.toml"
    trust.write_text('[hooks.state."x"]\ntrusted_hash = "sha256:1"\n')
    before = trust.read_bytes()
    desk.fine("agents", "install", "codex")
    desk.fine("agents", "uninstall", "codex")
    assert trust.read_bytes() == before


BAD = {
    "a syntax error": (b'{\n  "a": 1,,\n}\n', r"settings.json: is no valid JSON, line 2, column 10: "),
    "not UTF-8": (b'{"a": "\xff"}', r"settings.json: is no UTF-8, byte 7"),
    "a list": (b"[]", r"settings.json: line 1: an object is expected"),
    "hooks twice": (b'{"hooks": {},\n"hooks": {}}', r"settings.json: line 1: `hooks` is there twice"),
}


@pytest.mark.parametrize("what", BAD)
def test_settings_with_a_mistake_are_never_rewritten(what: str, desk: Desk, agents: Path) -> None:
    data, message = BAD[what]
    path = agents / ".claude" / "settings.json"
    path.write_bytes(data)
    code, out, err = desk("agents", "install", "claude", "qwen")
    assert (code, len(err)) == (ExitCode.USAGE, 1)
    assert message in err[0]
    assert out[0].startswith("qwen: hooks put into")
    assert path.read_bytes() == data
    code, out, _ = desk("agents", "status", "claude")
    assert (code, out[0]) == (ExitCode.FINDINGS, "claude: settings cannot be read")
    assert message in out[1]


def test_settings_that_got_a_mistake_later_keep_our_lines_and_say_so(desk: Desk, agents: Path) -> None:
    path = agents / ".claude" / "settings.json"
    desk.fine("agents", "install", "claude")
    good = path.read_bytes()
    path.write_bytes(good + b"}")
    code, out, err = desk("agents", "uninstall", "claude")
    assert (code, out) == (ExitCode.USAGE, ["claude: hooks stay"])
    assert "take our lines out by hand" in err[0]
    assert desk.script.exists()
    path.write_bytes(good)
    desk.fine("agents", "uninstall", "claude")
    assert path.read_bytes() == THEIRS[Agent.CLAUDE]
    assert not desk.script.exists()


def test_read_only_settings_are_left_alone_and_the_others_go_on(desk: Desk, agents: Path) -> None:
    path = agents / ".claude" / "settings.json"
    path.chmod(0o444)
    code, out, err = desk("agents", "install", "claude", "qwen")
    assert (code, out[0].partition(":")[0]) == (ExitCode.USAGE, "qwen")
    assert err == [
        f"mementod: claude: {path} was left as it was: it is read-only; make it writable, or edit it by hand"
    ]
    assert path.read_bytes() == THEIRS[Agent.CLAUDE]


def test_a_link_into_dotfiles_stays_one(desk: Desk, agents: Path) -> None:
    real = agents / "dotfiles" / "claude.json"
    link = agents / ".claude" / "settings.json"
    real.parent.mkdir()
    link.rename(real)
    link.symlink_to("../dotfiles/claude.json")
    before = kept(agents)
    desk.fine("agents", "install", "claude")
    assert (link.is_symlink(), stat.S_IMODE(real.stat().st_mode)) == (
        True,
        stat.S_IMODE(before["dotfiles/claude.json"][0]),
    )
    assert carries_us(agents / "dotfiles") == ["claude.json"]
    desk.fine("agents", "uninstall", "claude")
    assert kept(agents) == before


def test_what_others_added_stays(desk: Desk, agents: Path) -> None:
    path = agents / ".claude" / "settings.json"
    desk.fine("agents", "install", "claude")
    path.write_bytes(path.read_bytes().replace(b'"m"', b'"n"'))
    out = desk.fine("agents", "uninstall", "claude")
    assert out == ["claude: hooks taken out", f"  {path}: others changed it since, so only our lines are taken out"]
    assert path.read_bytes() == THEIRS[Agent.CLAUDE].replace(b'"m"', b'"n"')


def test_without_a_home_nothing_is_put_anywhere(desk: Desk) -> None:
    desk.paths = Paths(None, None, desk.folder / "state", None)
    with pytest.raises(UserError, match="set HOME"):
        desk("agents", "install")


def test_settings_may_be_elsewhere(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with Paths.of(os.environ) as found:
        desk = Desk(tmp_path, found, capsys)
        assert desk.fine("agents", "install", "claude")[0].endswith(f"{tmp_path}/elsewhere/settings.json")
        assert desk.script == tmp_path / "data/mementod/run-hook"
    assert not (home / ".claude").exists()
    monkeypatch.delenv("CLAUDE_CONFIG_DIR")
    with Paths.of(os.environ) as found:
        Desk(tmp_path, found, capsys).fine("agents", "uninstall")
    assert list(tmp_path.iterdir()) == []


# what the probe sends and reads


@pytest.mark.parametrize("agent", Agent)
def test_what_is_sent_is_what_that_agent_sends(agent: Agent) -> None:
    call = registry.read(agent, payload(agent, "/home/ada/shop", "core.py"), BEFORE_EDIT[agent])
    assert (call.event, call.cwd) == (Event.BEFORE_EDIT, "/home/ada/shop")
    assert [target.path.removeprefix("/home/ada/shop/") for target in call.targets] == ["core.py"]


@pytest.mark.parametrize("agent", Agent)
@pytest.mark.parametrize(
    ("said", "outcome"),
    [(Said(deny="no\nmore"), Outcome.DENIED), (Said(context="beware"), Outcome.CONTEXT), (Said(), Outcome.ALLOWED)],
)
def test_what_is_answered_is_read_in_the_form_of_each_agent(agent: Agent, said: Said, outcome: Outcome) -> None:
    call = registry.read(agent, payload(agent, "/p", "core.py"), BEFORE_EDIT[agent])
    adapter = registry.ADAPTERS[agent]
    if said.deny and not adapter.denies:
        outcome = Outcome.CONTEXT
    found = answer(registry.say(call, said).stdout)
    if said.context and not adapter.context_before:  # some drop what such an agent would not show
        assert found.outcome in (outcome, Outcome.ALLOWED)
    else:
        assert found.outcome is outcome
    assert found.words in ("no", "beware") or found.outcome is Outcome.ALLOWED


@pytest.mark.parametrize("noise", [b"noise", b"{", b"[1, 2", b"\xff"])
def test_what_no_agent_understands_is_a_failure(noise: bytes) -> None:
    assert answer(noise).outcome is Outcome.FAILED


def test_silence_is_a_yes() -> None:
    assert answer(b" \n") == Answer(Outcome.ALLOWED)
