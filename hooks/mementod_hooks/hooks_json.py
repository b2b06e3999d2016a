"""Our hooks in an agent's JSON settings: merged beside those of others, found again, taken out.

Two shapes: an event has groups with a `matcher` and `hooks` (Claude Code and its kin), or the hooks themselves.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from mementod_hooks.json_text import Node, NotJson, insert, parse, remove

MARK = "mementod/run-hook"  # the end of a path that only our commands have
_HOOKS = "hooks"


class Refused(Exception):
    """The file stays as it is; the message is one line, says where, and what is in the way."""


def merge(text: str | None, entries: Mapping[str, object], base: Mapping[str, object]) -> str:
    """The settings with one entry of ours for each event. `base` is what a new file has besides. Raises Refused."""
    if text is None or not text.strip():
        fresh = {**base, _HOOKS: {event: [entry] for event, entry in entries.items()}}
        return json.dumps(fresh, indent=2) + "\n"
    root = _root(text)
    if sorted(_ours(root), key=_event) == sorted(entries.items(), key=_event):
        return text
    text = _without(text, {})
    for event, entry in entries.items():
        text = _add(text, event, entry)
    return text


def take_out(text: str, before: str | None) -> str | None:
    """The settings without our entries; None when nothing else is left of a file that was not there before us.

    `before` is what the file held then; it tells which empty lists are not ours. Raises Refused.
    """
    text = _without(text, _shape(before))
    root = _root(text)
    return None if before is None and not any(key for key in root.keys if key != "version") else text


def place_of(text: str, key: str) -> str:
    """`line N` of a member at the top, for a message."""
    root = _root(text)
    at = root.key_starts[root.keys.index(key)] if key in root.keys else root.start
    return f"line {text.count(chr(10), 0, at) + 1}"


def value_of(text: str | None, key: str) -> object:
    """A member at the top as a plain value; None when it is not there or the text is no JSON object."""
    try:
        found = _root(text).get(key) if text and text.strip() else None
    except Refused:
        return None
    return _plain(found) if found else None


def _root(text: str) -> Node:
    try:
        root = parse(text)
    except NotJson as error:
        raise Refused(f"is no valid JSON, {error}") from error
    if root.bracket != "{":
        raise Refused("line 1: an object is expected")
    if root.keys.count(_HOOKS) > 1:
        raise Refused(f"{_line(text, root.key_starts[root.keys.index(_HOOKS)])}: `hooks` is there twice")
    return root


def _add(text: str, event: str, entry: object) -> str:
    root = _root(text)
    hooks = root.get(_HOOKS)
    if hooks is None:
        return insert(text, root, {event: [entry]}, _HOOKS)
    if hooks.bracket != "{":
        raise Refused(f"{_line(text, hooks.start)}: `hooks` is no object")
    listed = hooks.get(event)
    if listed is None:
        return insert(text, hooks, [entry], event)
    if listed.bracket != "[":
        raise Refused(f"{_line(text, listed.start)}: `hooks.{event}` is no list")
    return insert(text, listed, entry)


def _without(text: str, kept: Mapping[str, object]) -> str:
    """Remove our entries one after the other, and each list that is empty then, unless it was there before us."""
    while (step := _step_without(text, kept)) is not None:
        text = step
    return text


def _step_without(text: str, kept: Mapping[str, object]) -> str | None:
    root = _root(text)
    hooks = root.get(_HOOKS)
    if hooks is None or hooks.bracket != "{":
        return None
    for i, (event, listed) in enumerate(zip(hooks.keys, hooks.items, strict=True)):
        for j, item in enumerate(listed.items):
            if not _is_ours(item):
                continue
            inner = item.get(_HOOKS) if item.bracket == "{" else None
            if inner is not None and not all(_is_ours(hook) for hook in inner.items):  # somebody joined our group
                return remove(text, inner, next(k for k, hook in enumerate(inner.items) if _is_ours(hook)))
            if len(listed.items) > 1 or event in kept:
                return remove(text, listed, j)
            if len(hooks.items) > 1 or _HOOKS in kept:
                return remove(text, hooks, i)
            return remove(text, root, root.keys.index(_HOOKS))
    return None


def _shape(before: str | None) -> dict[str, object]:
    """The names of lists that were there before us."""
    hooks = value_of(before, _HOOKS)
    return {_HOOKS: True, **hooks} if isinstance(hooks, dict) else {}


def _ours(root: Node) -> list[tuple[str, object]]:
    hooks = root.get(_HOOKS)
    if hooks is None:
        return []
    pairs = zip(hooks.keys, hooks.items, strict=False)
    return [(event, _plain(item)) for event, listed in pairs for item in listed.items if _is_ours(item)]


def _event(pair: tuple[str, object]) -> str:
    return pair[0]


def _is_ours(item: Node) -> bool:
    return any(MARK in text for text in item.strings())


def _plain(node: Node) -> object:
    match node.bracket:
        case "{":
            return {key: _plain(item) for key, item in zip(node.keys, node.items, strict=True)}
        case "[":
            return [_plain(item) for item in node.items]
        case _:
            return node.value


def _line(text: str, at: int) -> str:
    return f"line {text.count(chr(10), 0, at) + 1}"
