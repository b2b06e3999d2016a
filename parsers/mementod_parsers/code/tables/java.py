"""Java: what its syntax nodes define."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from mementod_parsers.code.tables.rule import Def, Found, Level, Rule, Table, Use, child, text
from mementod_parsers.model import SymbolKind

_TYPE = frozenset({Level.TYPE})


def _fields(node: Node, level: Level) -> Iterator[Found]:
    declarators = node.children_by_field_name("declarator")
    for each in declarators:
        name = text(each.child_by_field_name("name"))
        yield Def(name, SymbolKind.FIELD, Level.VALUE if len(declarators) == 1 else None)


def _import(node: Node, level: Level) -> Iterator[Found]:
    if child(node, "asterisk") is None:
        yield Use(text(child(node, "scoped_identifier", "identifier")).rpartition(".")[2])


TABLE = Table(
    rules={
        "class_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "interface_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "enum_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "record_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "annotation_type_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "method_declaration": Rule(SymbolKind.METHOD, Level.BODY),
        "constructor_declaration": Rule(SymbolKind.METHOD, Level.BODY),
        "compact_constructor_declaration": Rule(SymbolKind.METHOD, Level.BODY),
        "annotation_type_element_declaration": Rule(SymbolKind.METHOD),
        "field_declaration": Rule(find=_fields, at=_TYPE),
        "constant_declaration": Rule(find=_fields, at=_TYPE),
        "enum_constant": Rule(SymbolKind.FIELD, Level.TYPE),
        "formal_parameter": Rule(SymbolKind.FIELD, at=_TYPE),  # of a record: methods open a body before theirs
        "static_initializer": Rule(opens=Level.BODY, name=""),
        "block": Rule(opens=Level.BODY, name="", at=_TYPE),
        "import_declaration": Rule(find=_import),
    },
)
