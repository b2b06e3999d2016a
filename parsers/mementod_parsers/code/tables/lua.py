"""Lua: what its syntax nodes define."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from mementod_parsers.code.tables.rule import Def, Found, Level, Rule, Table, Use, child, text
from mementod_parsers.model import SymbolKind


def _split(name: Node | None) -> tuple[str, str]:
    """`M.sub:open` -> (`M.sub`, `open`)."""
    owner, _, last = text(name).replace(":", ".").rpartition(".")
    return owner, last


def _function(node: Node, level: Level) -> Iterator[Found]:
    owner, name = _split(node.child_by_field_name("name"))
    yield Def(name, SymbolKind.METHOD if owner else SymbolKind.FUNCTION, Level.BODY, owner=owner)


def _assignment(node: Node, level: Level) -> Iterator[Found]:
    names, values = child(node, "variable_list"), child(node, "expression_list")
    targets = names.children_by_field_name("name") if names is not None else []
    given = values.children_by_field_name("value") if values is not None else []
    for i, target in enumerate(targets):
        value = given[i] if i < len(given) else None
        yield from _variable(target, value, level, alone=len(targets) == 1)


def _variable(target: Node, value: Node | None, level: Level, *, alone: bool) -> Iterator[Found]:
    owner, name = _split(target)
    if value is not None and value.type == "function_call" and text(value.child_by_field_name("name")) == "require":
        yield Use(name)
    elif value is not None and value.type == "function_definition":
        yield Def(
            name,
            SymbolKind.METHOD if owner else SymbolKind.FUNCTION,
            Level.BODY if alone else None,
            owner=owner,
        )
    elif level is Level.TOP:
        yield Def(
            name,
            SymbolKind.FIELD if owner else SymbolKind.CONSTANT,
            Level.VALUE if alone else None,
            owner=owner,
        )


def _field(node: Node, level: Level) -> Iterator[Found]:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    function = value is not None and value.type == "function_definition"
    if name is not None and name.type == "identifier":
        yield Def(
            text(name),
            SymbolKind.FUNCTION if function else SymbolKind.FIELD,
            Level.BODY if function else Level.VALUE,
        )


TABLE = Table(
    rules={
        "function_declaration": Rule(find=_function),
        "function_definition": Rule(opens=Level.BODY, name="", at=frozenset({Level.TOP, Level.VALUE})),
        "assignment_statement": Rule(find=_assignment),
        "field": Rule(find=_field, at=frozenset({Level.VALUE})),
    },
)
