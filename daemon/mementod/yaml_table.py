"""YAML text -> a table whose values are asked for by type, each answer knowing its line.

Reads events, builds nothing but strings, lists and tables: no tags, no aliases, no merge keys, and it stops
at a limit, so no text can make it run, grow or recurse.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

import yaml

from mementod.errors import UserError

NODE_LIMIT = 5_000
DEPTH_LIMIT = 6
_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE, _FALSE = frozenset({"true", "yes", "on"}), frozenset({"false", "no", "off"})

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class _Scalar:
    text: str
    plain: bool
    line: int

    @property
    def is_null(self) -> bool:
        return self.plain and self.text in _NULL


@dataclass(frozen=True, slots=True)
class _List:
    items: tuple[_Node, ...]
    line: int


@dataclass(frozen=True, slots=True)
class _Map:
    entries: tuple[tuple[_Scalar, _Node], ...]
    line: int


_NAMES = {_Scalar: "a single value", _List: "a list", _Map: "a table"}
_Node = _Scalar | _List | _Map


class Table:
    """One mapping of a file. A value of the wrong type is a UserError that names file, line and key."""

    def __init__(
        self, file: str, entries: dict[str, _Node], prefix: str = "", lines: dict[str, int] | None = None
    ) -> None:
        self._file, self._entries, self._prefix = file, entries, prefix
        self._lines = lines or {}

    @classmethod
    def of(cls, text: str, file: str) -> Table:
        """The table that a whole file is; an empty file is an empty table."""
        node = _Reader(text, file).document()
        if node is None or (isinstance(node, _Scalar) and node.is_null):
            return cls(file, {})
        if not isinstance(node, _Map):
            raise UserError(f"{file}, line {node.line}: the file must be a table of keys, not {_NAMES[type(node)]}")
        return cls._from(node, file, "")

    @classmethod
    def _from(cls, node: _Map, file: str, prefix: str) -> Table:
        entries: dict[str, _Node] = {}
        lines: dict[str, int] = {}
        for key, value in node.entries:
            if key.text in entries:
                first = lines[key.text]
                raise UserError(f"{file}, line {key.line}: {prefix}{key.text} is there twice (first in line {first})")
            entries[key.text], lines[key.text] = value, key.line
        return cls(file, entries, prefix, lines)

    def names(self) -> tuple[str, ...]:
        return tuple(self._entries)

    def unknown(self, known: tuple[str, ...]) -> tuple[str, ...]:
        """One line for each key that is not known."""
        rest = f"(known: {', '.join(known)})"
        return tuple(
            f"{self._file}, line {self._lines[name]}: unknown key {self._prefix}{name} {rest}"
            for name in self._entries
            if name not in known
        )

    def text(self, name: str) -> str | None:
        node = self._get(name)
        if node is None:
            return None
        if not isinstance(node, _Scalar):
            raise self.wrong(name, f"must be a single text, not {_NAMES[type(node)]}")
        return node.text

    def texts(self, name: str) -> tuple[str, ...] | None:
        node = self._get(name)
        if node is None:
            return None
        if not isinstance(node, _List):
            raise self.wrong(name, f'must be a list, such as ["src/core/**"], not {_NAMES[type(node)]}')
        for item in node.items:
            if not isinstance(item, _Scalar) or item.is_null:
                raise self.wrong(name, "must hold single texts only", item.line)
        return tuple(item.text for item in node.items if isinstance(item, _Scalar))

    def table(self, name: str) -> Table | None:
        node = self._get(name)
        if node is None:
            return None
        if not isinstance(node, _Map):
            raise self.wrong(name, f"must be a table of keys, not {_NAMES[type(node)]}")
        return self._from(node, self._file, f"{self._prefix}{name}.")

    def choice(self, name: str, choices: type[Choice]) -> Choice | None:
        text = self.text(name)
        if text is None:
            return None
        try:
            return choices(text)
        except ValueError:
            raise self.wrong(name, f"must be one of {', '.join(choices)}, not {text!r}") from None

    def boolean(self, name: str) -> bool | None:
        text = self.text(name)
        if text is None:
            return None
        if text.lower() not in _TRUE | _FALSE:
            raise self.wrong(name, f"must be true or false, not {text!r}")
        return text.lower() in _TRUE

    def number(self, name: str) -> int | None:
        text = self.text(name)
        if text is None:
            return None
        if not re.fullmatch(r"[0-9]{1,9}", text):
            raise self.wrong(name, f"must be a whole number, not {text!r}")
        return int(text)

    def wrong(self, name: str, what: str, line: int | None = None) -> UserError:
        """The error that names the key and its line."""
        return UserError(f"{self._file}, line {line or self._lines.get(name, 1)}: {self._prefix}{name} {what}")

    def _get(self, name: str) -> _Node | None:
        node = self._entries.get(name)
        return None if isinstance(node, _Scalar) and node.is_null else node


class _Reader:
    """Turns the events of one document into nodes."""

    def __init__(self, text: str, file: str) -> None:
        self._file = file
        self._nodes = 0
        self._events = self._checked(text)

    def document(self) -> _Node | None:
        node: _Node | None = None
        for event in self._events:
            if isinstance(event, yaml.NodeEvent):
                if node is not None:
                    raise self._error(event, "a second document; one is allowed")
                node = self._node(event, DEPTH_LIMIT)
        return node

    def _checked(self, text: str) -> Iterator[yaml.Event]:
        try:
            yield from yaml.parse(text, Loader=yaml.SafeLoader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line = mark.line + 1 if mark else 1
            raise UserError(f"{self._file}, line {line}: not valid YAML: {error.problem or error.context}") from error
        except yaml.YAMLError as error:
            raise UserError(f"{self._file}: not valid YAML: {str(error).splitlines()[0]}") from error

    def _node(self, event: yaml.Event, depth: int) -> _Node:
        self._nodes += 1
        if self._nodes > NODE_LIMIT:
            raise self._error(event, f"more than {NODE_LIMIT} values")
        if depth == 0:
            raise self._error(event, f"nested more than {DEPTH_LIMIT} deep")
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self._error(event, "anchors and aliases are not read; write the value out")
        if getattr(event, "tag", None) is not None:
            raise self._error(event, "tags (!...) are not read; quote the text if it is one")
        line = _line(event)
        if isinstance(event, yaml.ScalarEvent):
            return _Scalar(event.value, event.style is None, line)
        if isinstance(event, yaml.SequenceStartEvent):
            return _List(tuple(self._items(yaml.SequenceEndEvent, depth)), line)
        flat = list(self._items(yaml.MappingEndEvent, depth))
        return _Map(tuple((self._key(k), v) for k, v in zip(flat[::2], flat[1::2], strict=True)), line)

    def _items(self, end: type[yaml.Event], depth: int) -> Iterator[_Node]:
        for event in self._events:
            if isinstance(event, end):
                return
            yield self._node(event, depth - 1)

    def _key(self, node: _Node) -> _Scalar:
        if isinstance(node, _Scalar):
            return node
        raise UserError(f"{self._file}, line {node.line}: a key must be a single text, not {_NAMES[type(node)]}")

    def _error(self, event: yaml.Event, what: str) -> UserError:
        return UserError(f"{self._file}, line {_line(event)}: {what}")


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
