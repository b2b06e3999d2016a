"""TypeScript, with and without JSX: JavaScript's table and what the types add."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from mementod_parsers.code.tables import javascript
from mementod_parsers.code.tables.rule import Def, Found, Level, Rule, Table, child, text
from mementod_parsers.model import SymbolKind

_TYPE = frozenset({Level.TYPE})


def _enum(node: Node, level: Level) -> Iterator[Found]:
    for each in node.children_by_field_name("name"):
        yield Def(text(each), SymbolKind.FIELD, node=each)


def _namespace(node: Node, level: Level) -> Iterator[Found]:
    name = node.child_by_field_name("name")
    named = name is not None and name.type != "string"
    yield Def(text(name) if named else "", SymbolKind.MODULE if named else None, Level.SPACE)


def _parameter(node: Node, level: Level) -> Iterator[Found]:
    """`constructor(private api: Api)` declares a field."""
    if child(node, "accessibility_modifier") or any(each.type == "readonly" for each in node.children[:2]):
        yield Def(text(node.child_by_field_name("pattern")), SymbolKind.FIELD, lift=True)


RULES = javascript.RULES | {
    "abstract_class_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
    "interface_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
    "type_alias_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
    "enum_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
    "enum_body": Rule(find=_enum),
    "enum_assignment": Rule(SymbolKind.FIELD),
    "public_field_definition": Rule(find=javascript.member),
    "property_signature": Rule(SymbolKind.FIELD, Level.TYPE, at=_TYPE),
    "method_signature": Rule(SymbolKind.METHOD, Level.BODY),
    "abstract_method_signature": Rule(SymbolKind.METHOD, Level.BODY),
    "function_signature": Rule(SymbolKind.FUNCTION, Level.BODY),
    "internal_module": Rule(find=_namespace),
    "module": Rule(find=_namespace),
    "required_parameter": Rule(find=_parameter),
}
TABLE = Table(rules=RULES)
