"""Our hooks in the settings of each agent, at the level of the user. Pure: contents in, planned edits out.

Not at the level of the project: three of the agents do not read it when they are started in a subfolder.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass

from mementod_hooks import block, hooks_json
from mementod_hooks.agents.call import Agent
from mementod_hooks.hooks_json import Refused
from mementod_hooks.install import Form, Plan, changed, checked_toml, decoded, guarded, joined, plan_out, plugin_text
from mementod_hooks.install_entries import entries

Found = Mapping[str, bytes | None]  # by path; None is no file

REMOVER = "mementod agents uninstall"


@dataclass(frozen=True, slots=True)
class Homes:
    """Where the user's settings are: `home` is absolute, `environ` may move some of them."""

    home: str
    environ: Mapping[str, str]

    def folder(self, agent: Agent) -> str:
        """The folder of an agent; that it exists is the sign that the agent is in use."""
        match agent:
            case Agent.CLAUDE:
                return self._of("CLAUDE_CONFIG_DIR", ".claude")
            case Agent.CODEX:
                return self._of("CODEX_HOME", ".codex")
            case Agent.OPENCODE:
                return posixpath.join(self._of("XDG_CONFIG_HOME", ".config"), "opencode")
            case _:
                return posixpath.join(self.home, f".{agent}")

    def _of(self, variable: str, name: str) -> str:
        value = self.environ.get(variable, "")
        return value if value.startswith("/") else posixpath.join(self.home, name)


def paths(agent: Agent, homes: Homes) -> tuple[str, ...]:
    """The files to look at before anything is planned for an agent."""
    return tuple(posixpath.join(homes.folder(agent), name) for name in _FILES[agent])


def plan(agent: Agent, homes: Homes, run_hook: str, found: Found) -> Plan:
    """What makes this agent call `run_hook`; no edits when it does already. `found` has all of `paths`."""
    first, *_ = paths(agent, homes)
    match agent:
        case Agent.OPENCODE if has_ours(found[first]) or found[first] is None:
            done = changed(first, Form.WHOLE, found[first], plugin_text(run_hook))
        case Agent.OPENCODE:
            return Plan(problems=(f"{first}: is there already and is not ours; nothing was changed there",))
        case Agent.CLINE:
            done = joined([_script(path, run_hook, found[path]) for path in paths(agent, homes)])
        case Agent.CODEX:
            done = _codex(paths(agent, homes), run_hook, found)
        case Agent.CLAUDE if _has_plugin(found[first]):
            return Plan(notices=("Claude Code has the plugin of mementod, which carries the same hooks",))
        case _:
            done = _json(agent, first, run_hook, found[first])
    return joined([done, Plan(notices=NOTICES.get(agent, ()))]) if done.edits else done


def plan_removal(agent: Agent, homes: Homes, found: Found, before: Found) -> Plan:
    """What takes our part out again. `before`: contents of before us, of those files that they are known of."""
    return joined(
        [
            plan_out(path, form, found[path], before.get(path, b"" if form is Form.JSON else None))
            for path, form in zip(paths(agent, homes), _FORMS[agent], strict=True)
            if has_ours(found[path])
        ]
    )


def has_ours(data: bytes | None) -> bool:
    """Whether a file carries our part."""
    return data is not None and (hooks_json.MARK.encode() in data or block.has_block(data))


def _json(agent: Agent, path: str, run_hook: str, data: bytes | None) -> Plan:
    try:
        text = None if data is None else decoded(data)
        merged = hooks_json.merge(text, entries(agent, run_hook), _BASES.get(agent, {}))
        off = hooks_json.value_of(text, "disableAllHooks") is True
        place = hooks_json.place_of(text or "{}", "disableAllHooks")
    except Refused as refused:
        return Plan(problems=(f"{path}: {refused}; nothing was changed there",))
    notices = (f"{path}: {place}: `disableAllHooks` switches all hooks off",) if off else ()
    return joined([changed(path, Form.JSON, data, merged.encode()), Plan(notices=notices)])


def _codex(files: tuple[str, ...], run_hook: str, found: Found) -> Plan:
    """Codex reads both files; hooks are where the user has them already, and trusts no hook that it was not told to."""
    path, config = files
    data = found[config] or b""
    try:
        values = checked_toml(block.take_out(data))
    except Refused as refused:
        return Plan(problems=(f"{config}: {refused}; nothing was changed there",))
    features = values.get("features")
    off = isinstance(features, dict) and False in (features.get("hooks"), features.get("codex_hooks"))
    notices = (f"{config}: `hooks = false` in [features] switches all hooks off",) if off else ()
    hooks = values.get("hooks")
    inline = isinstance(hooks, dict) and any(isinstance(listed, list) for listed in hooks.values())
    if not inline and not block.has_block(data):
        return joined([_json(Agent.CODEX, path, run_hook, found[path]), Plan(notices=notices)])
    merged = block.append(data, block.block(_toml(entries(Agent.CODEX, run_hook)), f"{REMOVER} codex"))
    try:
        checked_toml(merged)
    except Refused as refused:
        return Plan(problems=(f"{config}: has `hooks` in a form that nothing can be added to ({refused})",))
    return joined([changed(config, Form.TOML, data, data if _same(data, merged) else merged), Plan(notices=notices)])


def _same(data: bytes, merged: bytes) -> bool:
    """Whether our block is there already, at whatever place."""
    return sorted(data.splitlines()) == sorted(merged.splitlines())


def _script(path: str, run_hook: str, data: bytes | None) -> Plan:
    """A program named after its event; of somebody else's only a shell script has room for us."""
    event = posixpath.basename(path)
    lines = block.block(f"{guarded(run_hook, f'agent cline {event}')}\n", f"{REMOVER} cline")
    if data is None or block.take_out(data).strip() in (b"", b"#!/bin/sh"):
        return changed(path, Form.SCRIPT, data, b"#!/bin/sh\n" + lines, executable=True)
    return Plan(problems=(f"{path}: is there already, and one hook reads the call; nothing was changed there",))


def _has_plugin(data: bytes | None) -> bool:
    enabled = hooks_json.value_of(data.decode("utf-8", "replace") if data else None, "enabledPlugins")
    return isinstance(enabled, dict) and any(on is True for name, on in enabled.items() if name.startswith("mementod@"))


def _toml(entries: Mapping[str, object]) -> str:
    lines = []
    for event, entry in entries.items():
        assert isinstance(entry, dict)
        lines += [f"[[hooks.{event}]]", *_pairs(entry), f"[[hooks.{event}.hooks]]", *_pairs(entry["hooks"][0])]
    return "".join(f"{line}\n" for line in lines)


def _pairs(values: Mapping[str, object]) -> list[str]:
    # A string or a number of JSON is one of TOML.
    return [f"{key} = {json.dumps(value)}" for key, value in values.items() if not isinstance(value, list)]


_BASES: Mapping[Agent, Mapping[str, object]] = {Agent.COPILOT: {"version": 1}, Agent.CURSOR: {"version": 1}}
_FILES: Mapping[Agent, tuple[str, ...]] = {
    Agent.CLAUDE: ("settings.json",),
    Agent.CODEX: ("hooks.json", "config.toml"),
    Agent.GEMINI: ("settings.json",),
    Agent.QWEN: ("settings.json",),
    Agent.COPILOT: ("hooks/mementod.json",),
    Agent.CURSOR: ("hooks.json",),
    Agent.OPENCODE: ("plugins/mementod.js",),
    Agent.CLINE: ("hooks/PreToolUse", "hooks/PostToolUse", "hooks/UserPromptSubmit", "hooks/PreCompact"),
}
_FORMS: Mapping[Agent, tuple[Form, ...]] = {
    **{agent: (Form.JSON,) for agent in (Agent.CLAUDE, Agent.GEMINI, Agent.QWEN, Agent.COPILOT, Agent.CURSOR)},
    Agent.CODEX: (Form.JSON, Form.TOML),
    Agent.OPENCODE: (Form.WHOLE,),
    Agent.CLINE: (Form.SCRIPT,) * 4,
}
# What a person has to know or to do besides.
NOTICES: Mapping[Agent, tuple[str, ...]] = {
    Agent.CODEX: ("Codex runs no hook that you have not trusted: type /hooks in Codex and trust those of mementod",),
    Agent.CURSOR: ("the hooks for Cursor are written after its documents; nobody has run them yet",),
    Agent.CLINE: ("Cline cannot be kept from an edit without ending its run, so mementod only advises it",),
}
