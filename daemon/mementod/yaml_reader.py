"""YAML text -> nodes, whatever YAML it is.

Reads events, builds nothing but strings, lists and tables: no tags, no aliases, no merge keys, and it stops
at a limit, so no text can make it run, grow or recurse.
"""

from __future__ import annotations

from collections.abc import Iterator

import yaml

from mementod.errors import UserError
from mementod.yaml_nodes import KINDS, List, Map, Node, Scalar

NODE_LIMIT = 5_000
DEPTH_LIMIT = 6


class Reader:
    """Turns the events of one document into nodes. Raises UserError that names file and line."""

    def __init__(self, text: str, file: str) -> None:
        self._file = file
        self._nodes = 0
        self._events = self._checked(text)

    def document(self) -> Node | None:
        node: Node | None = None
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

    def _node(self, event: yaml.Event, depth: int) -> Node:
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
            return Scalar(event.value, event.style is None, line)
        if isinstance(event, yaml.SequenceStartEvent):
            return List(tuple(self._items(yaml.SequenceEndEvent, depth)), line)
        flat = list(self._items(yaml.MappingEndEvent, depth))
        return Map(tuple((self._key(k), v) for k, v in zip(flat[::2], flat[1::2], strict=True)), line)

    def _items(self, end: type[yaml.Event], depth: int) -> Iterator[Node]:
        for event in self._events:
            if isinstance(event, end):
                return
            yield self._node(event, depth - 1)

    def _key(self, node: Node) -> Scalar:
        if isinstance(node, Scalar):
            return node
        raise UserError(f"{self._file}, line {node.line}: a key must be a single text, not {KINDS[type(node)]}")

    def _error(self, event: yaml.Event, what: str) -> UserError:
        return UserError(f"{self._file}, line {_line(event)}: {what}")


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
