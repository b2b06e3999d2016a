"""Swift: what its syntax nodes define."""

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

_NAME = frozenset({"simple_identifier"})
_TYPE_NAME = frozenset({"type_identifier"})
_ARGUMENTS = frozenset({"type_arguments"})


def _class(node: Node, level: Level) -> Iterator[Found]:
    """class, struct, enum, actor; an extension adds to a type without defining it."""
    extends = any(each.type == "extension" for each in node.children[:4])
    names = [text(each) for each in below(node.child_by_field_name("name"), _TYPE_NAME, _ARGUMENTS)]
    yield Def(".".join(names), None if extends else SymbolKind.CLASS, Level.TYPE)


def _property(node: Node, level: Level) -> Iterator[Found]:
    kind = by_level(level)
    if kind is not None:
        for pattern in node.children_by_field_name("name"):
            if pattern.type == "pattern":
                yield from (Def(text(each), kind, Level.VALUE) for each in below(pattern, _NAME))


def _init(node: Node, level: Level) -> Iterator[Found]:
    yield Def("init", SymbolKind.METHOD, Level.BODY)


def _entry(node: Node, level: Level) -> Iterator[Found]:
    for each in node.children_by_field_name("name"):
        yield Def(text(each), SymbolKind.FIELD, node=each)


def _import(node: Node, level: Level) -> Iterator[Found]:
    yield Use(text(child(node, "identifier")))


TABLE = Table(
    rules={
        "class_declaration": Rule(find=_class),
        "protocol_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "function_declaration": Rule(SymbolKind.FUNCTION, Level.BODY, member=SymbolKind.METHOD),
        "protocol_function_declaration": Rule(SymbolKind.METHOD, Level.BODY),
        "init_declaration": Rule(find=_init),
        "deinit_declaration": Rule(opens=Level.BODY, name=""),
        "subscript_declaration": Rule(opens=Level.BODY, name=""),
        "property_declaration": Rule(find=_property, at=OUTER),
        "protocol_property_declaration": Rule(find=_property),
        "enum_entry": Rule(find=_entry),
        "typealias_declaration": Rule(SymbolKind.CLASS),
        "associatedtype_declaration": Rule(SymbolKind.FIELD),
        "macro_declaration": Rule(SymbolKind.FUNCTION, Level.BODY),
        "lambda_literal": Rule(opens=Level.BODY, name="", at=OUTER),
        "import_declaration": Rule(find=_import),
    },
)
