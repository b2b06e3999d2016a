"""What a tool call writes, from the tool's name and its input. One reading for all agents: only the names differ."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from mementod_hooks.agents import patches
from mementod_hooks.agents.call import Event, Target
from mementod_hooks.agents.payload import COMMAND_CHARACTERS, PAYLOAD_BYTES, Fields
from mementod_parsers.word_lists import words


@dataclass(frozen=True, slots=True)
class Tools:
    """The names of an agent's own tools. Any other, of an MCP server say, is judged by the words of its name."""

    edit: frozenset[str]
    shell: frozenset[str]
    patch: frozenset[str] = frozenset({"apply_patch", "patch"})
    keeps_shells: bool = False  # and writes to them later, where no hook looks


@dataclass(frozen=True, slots=True)
class Use:
    """What a tool call does; `before` and `after` are the events that it is then."""

    before: Event
    after: Event
    targets: tuple[Target, ...] = ()
    command: str = ""
    unseen: bool = False


NOTHING = Use(Event.OTHER, Event.OTHER)

_PATHS = (
    "file_path", "filePath", "notebook_path", "path", "file", "filename", "file_name", "relative_path", "target_file",
    "target_notebook", "new_path", "destination", "dest", "to", "uri",
)  # fmt: skip
_SOURCES = ("source", "old_path", "src", "from")  # written too, when the tool takes them away
_LISTS = ("files", "paths", "edits", "replacements", "changes", "operations", "renames")
_PATCHES = ("command", "patch", "patchText", "patch_text", "input", "diff")
_COMMANDS = ("command", "cmd", "script")
_TEXTS = ("old_string", "new_string", "old_str", "new_str", "oldString", "newString", "new_source", *_PATCHES)
EDITED_CHARACTERS = 20_000
OUTCOME_CHARACTERS = 20_000
_OUTCOMES = ("tool_response", "toolResult", "tool_result", "tool_output", "error", "result", "output")
_EXIT = re.compile(r"\bexit(?:ed)?(?:[ _]?code)?(?: with)?(?: code)?\W{0,4}(?!0\b)-?\d+\b", re.IGNORECASE)
_WRITERS = words(
    "write edit create append insert replace patch apply update delete remove move rename copy save overwrite modify "
    "truncate"
)
_TAKERS = frozenset({"move", "rename", "delete", "remove"})
_SHELLS = words("run execute exec shell bash terminal powershell process command")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def use(tools: Tools, tool: str, inputs: Fields) -> Use:
    """What this call writes. A tool that only reads is NOTHING."""
    if tool in tools.shell:
        return _shell(inputs, tools.keeps_shells)
    if tool in tools.patch:
        return _edit(_patch(inputs) or _places(inputs, takes=True))
    if tool in tools.edit:
        if inputs.text("command") == "view":  # one tool for reading and writing
            return NOTHING
        return _edit(_patch(inputs) if not _has_path(inputs) else _places(inputs, takes=True))
    return _by_words(frozenset(word.lower() for word in _WORDS.findall(tool)), inputs)


def edited(inputs: Fields) -> str:
    """What an edit takes away and puts in, as far as it says so; a file that is written whole says nothing of that."""
    places = [inputs, *(Fields(item) for item in inputs.items("edits") if isinstance(item, dict))]
    found = (place.text(name, limit=EDITED_CHARACTERS) for place in places for name in _TEXTS)
    return "\n".join(text for text in found if text)[:EDITED_CHARACTERS]


def outcome(fields: Fields) -> str:
    """What a command came to, as far as the agent says so; one text for one outcome."""
    found = next((fields.values[name] for name in _OUTCOMES if fields.values.get(name)), "")
    try:
        text = found if isinstance(found, str) else json.dumps(found, sort_keys=True).replace("\\n", "\n")
        return text[:OUTCOME_CHARACTERS]
    except RecursionError:
        return ""


def failed(outcome: str) -> bool:
    """Whether it tells of an exit code other than 0, or of no success."""
    return _EXIT.search(outcome) is not None or '"success": false' in outcome


def _by_words(words: frozenset[str], inputs: Fields) -> Use:
    if words & _WRITERS and not ("owner" in inputs and "repo" in inputs):  # a repository on a server is not this one
        return _edit(_places(inputs, takes=bool(words & _TAKERS)) or _patch(inputs))
    if words & _SHELLS and inputs.text(*_COMMANDS):
        return _shell(inputs, keeps=False)
    return NOTHING


def _edit(targets: tuple[Target, ...]) -> Use:
    return Use(Event.BEFORE_EDIT, Event.AFTER_EDIT, targets) if targets else NOTHING


def _shell(inputs: Fields, keeps: bool) -> Use:
    words = next((inputs.items(name) for name in _COMMANDS if inputs.items(name)), [])
    listed = str(words[-1]) if words and isinstance(words[-1], str) else ""  # ["bash", "-lc", "..."]
    listed = listed or "\n".join(line for line in inputs.items("commands") if isinstance(line, str))
    command = inputs.text(*_COMMANDS, limit=COMMAND_CHARACTERS) or listed[:COMMAND_CHARACTERS]
    from mementod_hooks.agents.shell_targets import shell_writes  # an edit does not need it, and is waited for

    folder = inputs.path("workdir", "working_directory", "cwd", "dir_path", "directory")
    writes = shell_writes(command, folder)
    return Use(Event.BEFORE_SHELL, Event.AFTER_SHELL, writes.targets, command, keeps and writes.unseen)


def _patch(inputs: Fields) -> tuple[Target, ...]:
    text = inputs.text(*_PATCHES, limit=PAYLOAD_BYTES) or "\n".join(
        part for name in _PATCHES for part in inputs.items(name) if isinstance(part, str)
    )
    return patches.patch_targets(text) or patches.diff_targets(text)


def _has_path(inputs: Fields) -> bool:
    return any(True for _ in _paths(inputs, _PATHS + _SOURCES))


def _places(inputs: Fields, takes: bool) -> tuple[Target, ...]:
    return patches.targets(_paths(inputs, _PATHS + _SOURCES if takes else _PATHS))


def _paths(inputs: Fields, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        if path := inputs.path(name):
            yield path.removeprefix("file://")
    for name in _LISTS:
        for item in inputs.items(name)[: patches.TARGETS_CAP]:
            if isinstance(item, str):
                yield from (path for path in [Fields({name: item}).path(name)] if path)
            elif isinstance(item, dict):
                inner = Fields(item)
                yield from (path for key in names if (path := inner.path(key)))
