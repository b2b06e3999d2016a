"""A table of a YAML file whose values are asked for by type, each answer knowing its line."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TypeVar

from mementod import yaml_plain
from mementod.errors import UserError
from mementod.yaml_nodes import KINDS, List, Map, Node, Scalar

_TRUE, _FALSE = frozenset({"true", "yes", "on"}), frozenset({"false", "no", "off"})

Choice = TypeVar("Choice", bound=StrEnum)


def _as_list(node: Node) -> str:
    """What was most likely meant, when a single text was written."""
    return f'such as ["{node.text}"], ' if isinstance(node, Scalar) and node.text else ""


class Table:
    """One mapping of a file. A value of the wrong type is a UserError that names file, line and key."""

    def __init__(
        self, file: str, entries: dict[str, Node], prefix: str = "", lines: dict[str, int] | None = None
    ) -> None:
        self._file, self._entries, self._prefix = file, entries, prefix
        self._lines = lines or {}

    @classmethod
    def of(cls, text: str, file: str) -> Table:
        """The table that a whole file is; an empty file is an empty table."""
        node = yaml_plain.read(text) or _document(text, file)
        if node is None or (isinstance(node, Scalar) and node.is_null):
            return cls(file, {})
        if not isinstance(node, Map):
            raise UserError(f"{file}, line {node.line}: the file must be a table of keys, not {KINDS[type(node)]}")
        return cls._from(node, file, "")

    @classmethod
    def _from(cls, node: Map, file: str, prefix: str) -> Table:
        entries: dict[str, Node] = {}
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
        if not isinstance(node, Scalar):
            raise self.wrong(name, f"must be a single text, not {KINDS[type(node)]}")
        return node.text

    def texts(self, name: str) -> tuple[str, ...] | None:
        node = self._get(name)
        if node is None:
            return None
        if not isinstance(node, List):
            raise self.wrong(name, f"must be a list, {_as_list(node)}not {KINDS[type(node)]}")
        for item in node.items:
            if not isinstance(item, Scalar) or item.is_null:
                raise self.wrong(name, "must hold single texts only", item.line)
        return tuple(item.text for item in node.items if isinstance(item, Scalar))

    def table(self, name: str) -> Table | None:
        node = self._get(name)
        if node is None:
            return None
        if not isinstance(node, Map):
            raise self.wrong(name, f"must be a table of keys, not {KINDS[type(node)]}")
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

    def _get(self, name: str) -> Node | None:
        node = self._entries.get(name)
        return None if isinstance(node, Scalar) and node.is_null else node


def _document(text: str, file: str) -> Node | None:
    from mementod.yaml_reader import Reader  # a gate waits for this: half of its time, were it always needed

    return Reader(text, file).document()
