"""Scala: what its syntax nodes define."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from mementod_parsers.code.tables.rule import (
    OUTER,
    Def,
    Found,
    Level,
    Rule,
    Table,
    Use,
    below,
    by_level,
    child,
    text,
)
from mementod_parsers.model import SymbolKind

_NAME = frozenset({"identifier"})
_TYPE = frozenset({Level.TYPE})


def _value(node: Node, level: Level) -> Iterator[Found]:
    kind = by_level(level)
    names = node.child_by_field_name("pattern") or node.child_by_field_name("name")
    if kind is not None:
        yield from (Def(text(each), kind, Level.VALUE) for each in below(names, _NAME))


def _import(node: Node, level: Level) -> Iterator[Found]:
    selectors = child(node, "namespace_selectors")
    if selectors is not None:
        yield from (Use(text(each)) for each in below(selectors, _NAME))
        return
    path = node.children_by_field_name("path")
    if path and child(node, "namespace_wildcard") is None:
        yield Use(text(path[-1]))


TABLE = Table(
    rules={
        "class_definition": Rule(SymbolKind.CLASS, Level.TYPE),
        "object_definition": Rule(SymbolKind.CLASS, Level.TYPE),
        "trait_definition": Rule(SymbolKind.CLASS, Level.TYPE),
        "enum_definition": Rule(SymbolKind.CLASS, Level.TYPE),
        "package_object": Rule(SymbolKind.MODULE, Level.TYPE),
        "function_definition": Rule(SymbolKind.FUNCTION, Level.BODY, member=SymbolKind.METHOD),
        "function_declaration": Rule(SymbolKind.FUNCTION, Level.BODY, member=SymbolKind.METHOD),
        "val_definition": Rule(find=_value, at=OUTER),
        "var_definition": Rule(find=_value, at=OUTER),
        "val_declaration": Rule(find=_value, at=OUTER),
        "var_declaration": Rule(find=_value, at=OUTER),
        "given_definition": Rule(SymbolKind.CONSTANT, Level.TYPE, member=SymbolKind.FIELD),
        "type_definition": Rule(SymbolKind.CLASS, member=SymbolKind.FIELD),
        "class_parameter": Rule(SymbolKind.FIELD, at=_TYPE),
        "simple_enum_case": Rule(SymbolKind.FIELD, Level.TYPE),
        "full_enum_case": Rule(SymbolKind.FIELD, Level.TYPE),
        "block": Rule(opens=Level.BODY, name="", at=OUTER),
        "import_declaration": Rule(find=_import),
    },
    strings=frozenset({"string", "interpolator"}),
)
