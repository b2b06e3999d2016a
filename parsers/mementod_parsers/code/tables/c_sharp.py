"""C#: what its syntax nodes define."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from mementod_parsers.code.tables.rule import Def, Found, Level, Rule, Table, Use, text
from mementod_parsers.model import SymbolKind

_TYPE = frozenset({Level.TYPE})


def _namespace(node: Node, level: Level) -> Iterator[Found]:
    whole_file = node.type == "file_scoped_namespace_declaration"
    yield Def(text(node.child_by_field_name("name")), SymbolKind.MODULE, Level.TOP, rest=whole_file)


def _using(node: Node, level: Level) -> Iterator[Found]:
    alias = node.child_by_field_name("name")
    if alias is not None:
        yield Use(text(alias))


TABLE = Table(
    rules={
        "namespace_declaration": Rule(find=_namespace),
        "file_scoped_namespace_declaration": Rule(find=_namespace),
        "class_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "struct_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "interface_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "enum_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "record_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "record_struct_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "delegate_declaration": Rule(SymbolKind.CLASS, Level.BODY),
        "method_declaration": Rule(SymbolKind.METHOD, Level.BODY),
        "constructor_declaration": Rule(SymbolKind.METHOD, Level.BODY),
        "destructor_declaration": Rule(opens=Level.BODY, name=""),
        "operator_declaration": Rule(opens=Level.BODY, name=""),
        "conversion_operator_declaration": Rule(opens=Level.BODY, name=""),
        "indexer_declaration": Rule(opens=Level.BODY, name=""),
        "local_function_statement": Rule(SymbolKind.FUNCTION, Level.BODY),
        "property_declaration": Rule(SymbolKind.FIELD, Level.BODY),
        "event_declaration": Rule(SymbolKind.FIELD, Level.BODY),
        "variable_declarator": Rule(SymbolKind.FIELD, Level.VALUE, at=_TYPE),
        "enum_member_declaration": Rule(SymbolKind.FIELD),
        "parameter": Rule(SymbolKind.FIELD, at=_TYPE),  # of a record: methods open a body before theirs
        "block": Rule(opens=Level.BODY, name="", at=_TYPE),
        "using_directive": Rule(find=_using),
    },
)
