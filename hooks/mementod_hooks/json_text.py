"""Settings in JSON, with or without comments, changed as text: what is not ours keeps every byte.

Reads JSON, comments and trailing commas; anything else is a fault with its place, and nothing is written then.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

DEPTH_CAP = 64
TEXT_CHARACTERS = 4 << 20
_BLANK = re.compile(r"(?:[ \t\r\n]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"-?\d[\d.eE+-]{0,400}|true|false|null")
_INDENT = re.compile(r"\n([ \t]+)[\"}\]]")


class NotJson(Exception):
    """The text is not JSON; the message has line, column and what is wrong."""

    def __init__(self, text: str, at: int, what: str) -> None:
        line = text.count("\n", 0, at) + 1
        column = at - (text.rfind("\n", 0, at) + 1) + 1
        super().__init__(f"line {line}, column {column}: {what}")


@dataclass(slots=True)
class Node:
    """A value and where it is. `value` is that of a scalar; `keys` are those of an object, beside `items`."""

    start: int
    end: int = 0
    value: object = None
    bracket: str = ""  # of an object or an array
    items: list[Node] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    key_starts: list[int] = field(default_factory=list)

    def get(self, key: str) -> Node | None:
        """The member that counts: the last of this name."""
        found = [item for name, item in zip(self.keys, self.items, strict=False) if name == key]
        return found[-1] if found else None

    def item_start(self, index: int) -> int:
        """Where an item begins, its key included."""
        return self.key_starts[index] if self.bracket == "{" else self.items[index].start

    def strings(self) -> Iterator[str]:
        """All texts inside."""
        if isinstance(self.value, str):
            yield self.value
        for item in self.items:
            yield from item.strings()


def parse(text: str) -> Node:
    """The value of a text. Raises NotJson."""
    if len(text) > TEXT_CHARACTERS:
        raise NotJson(text, 0, f"more than {TEXT_CHARACTERS:,} characters")
    start = _blank(text, 1 if text.startswith("\ufeff") else 0)
    root = _value(text, start, 0)
    end = _blank(text, root.end)
    if end < len(text):
        raise NotJson(text, end, "the end is expected here")
    return root


def insert(text: str, container: Node, value: object, key: str = "") -> str:
    """The text with one more item at the end of an object or an array."""
    step = _step(text)
    outer = _indent_of_line(text, container.end - 1 if not container.items else container.item_start(0))
    inner = outer if container.items and _begins_line(text, container.item_start(0)) else outer + step
    body = json.dumps(value, indent=step, ensure_ascii=False).replace("\n", "\n" + inner)
    body = f"{json.dumps(key, ensure_ascii=False)}: {body}" if key else body
    line = "\r\n" if "\r\n" in text else "\n"
    place = _last_sign(text, container)
    new = f"\n{inner}{body}".replace("\n", line)
    if not container.items:
        closing = "" if "\n" in text[place : container.end] else line + _indent_of_line(text, container.end - 1)
        return text[:place] + new + closing + text[place:]
    last = container.items[-1].end
    comma = _comma_after(text, last)
    if comma:  # it is written with a comma after the last item, so ours has one too
        return text[:place] + new + "," + text[place:]
    return text[:last] + "," + text[last:place] + new + text[place:]


def remove(text: str, container: Node, index: int) -> str:
    """The text without one item; the opposite of `insert` for the last one."""
    item = container.items[index]
    start = len(text[: container.item_start(index)].rstrip(" \t\r\n"))
    comma = _comma_after(text, item.end)
    if comma:
        return text[:start] + text[comma:]
    if index:  # the comma before it has no one to stand before
        before = container.items[index - 1].end
        own = _comma_after(text, before)
        return text[:before] + text[before : own - 1] + text[own:start] + text[item.end :]
    return text[:start] + text[item.end :]


def _value(text: str, at: int, depth: int) -> Node:
    char = text[at : at + 1]
    if char in ("{", "["):
        if depth == DEPTH_CAP:
            raise NotJson(text, at, f"more than {DEPTH_CAP} levels")
        return _container(text, at, char, depth)
    if char == '"':
        end = _string(text, at)
        return Node(at, end, _load(text, at, end))
    if found := _SCALAR.match(text, at):
        return Node(at, found.end(), _load(text, at, found.end()))
    raise NotJson(text, at, "a value is expected here")


def _container(text: str, at: int, bracket: str, depth: int) -> Node:
    node = Node(at, bracket=bracket)
    closing = "}" if bracket == "{" else "]"
    at = _blank(text, at + 1)
    while not text.startswith(closing, at):
        if bracket == "{":
            node.key_starts.append(at)
            end = _string(text, at)
            node.keys.append(str(_load(text, at, end)))
            at = _expect(text, _blank(text, end), ":")
        item = _value(text, _blank(text, at), depth + 1)
        node.items.append(item)
        at = _blank(text, item.end)
        if not text.startswith(closing, at):
            at = _blank(text, _expect(text, at, ","))
    node.end = at + 1
    return node


def _load(text: str, start: int, end: int) -> object:
    try:
        return json.loads(text[start:end])
    except ValueError as error:
        raise NotJson(text, start, "no valid value") from error


def _string(text: str, at: int) -> int:
    if found := _STRING.match(text, at):
        return found.end()
    raise NotJson(text, at, "a text in double quotes is expected here")


def _expect(text: str, at: int, sign: str) -> int:
    if text.startswith(sign, at):
        return at + 1
    raise NotJson(text, at, f"`{sign}` is expected here")


def _blank(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _comma_after(text: str, at: int) -> int:
    """Just behind the comma that follows an item; 0 when none does."""
    at = _blank(text, at)
    return at + 1 if text.startswith(",", at) else 0


def _last_sign(text: str, container: Node) -> int:
    """Behind the last sign before the closing bracket: an item, a comma, a comment."""
    return len(text[: container.end - 1].rstrip(" \t\r\n"))


def _step(text: str) -> str:
    """One level of indentation as this file has it; two spaces where it has none."""
    found = _INDENT.search(text)
    return found[1] if found else "  "


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _begins_line(text: str, at: int) -> bool:
    return not text[_line_start(text, at) : at].strip(" \t") and _line_start(text, at) > 0


def _indent_of_line(text: str, at: int) -> str:
    line = text[_line_start(text, at) : at]
    return line[: len(line) - len(line.lstrip(" \t"))]
