"""PHP: what its syntax nodes define."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from mementod_parsers.code.tables.rule import Def, Found, Level, Rule, Table, Use, below, child, text
from mementod_parsers.model import SymbolKind

_STRING = frozenset({"string_content"})
_ROOT = "\\"


def _variable(node: Node | None) -> str:
    return text(node).lstrip("$")


def _namespace(node: Node, level: Level) -> Iterator[Found]:
    name = text(node.child_by_field_name("name")).replace(_ROOT, ".")
    whole_file = node.child_by_field_name("body") is None
    yield Def(name, SymbolKind.MODULE if name else None, Level.TOP, rest=whole_file)


def _constant(node: Node, level: Level) -> Iterator[Found]:
    kind = SymbolKind.FIELD if level is Level.TYPE else SymbolKind.CONSTANT
    yield Def(text(child(node, "name")), kind)


def _property(node: Node, level: Level) -> Iterator[Found]:
    yield Def(_variable(node.child_by_field_name("name")), SymbolKind.FIELD, Level.VALUE)


def _promoted(node: Node, level: Level) -> Iterator[Found]:
    yield Def(_variable(node.child_by_field_name("name")), SymbolKind.FIELD, lift=True)


def _define(node: Node, level: Level) -> Iterator[Found]:
    if text(node.child_by_field_name("function")) == "define":
        for each in below(node.child_by_field_name("arguments"), _STRING):
            yield Def(text(each), SymbolKind.CONSTANT)
            return


def _use(node: Node, level: Level) -> Iterator[Found]:
    alias = node.child_by_field_name("alias")
    yield Use(text(alias or child(node, "qualified_name", "name")).rpartition(_ROOT)[2])


TABLE = Table(
    rules={
        "namespace_definition": Rule(find=_namespace),
        "class_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "interface_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "trait_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "enum_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "anonymous_class": Rule(opens=Level.TYPE, name=""),
        "method_declaration": Rule(SymbolKind.METHOD, Level.BODY),
        "function_definition": Rule(SymbolKind.FUNCTION, Level.BODY),
        "const_element": Rule(find=_constant),
        "property_element": Rule(find=_property),
        "property_promotion_parameter": Rule(find=_promoted),
        "enum_case": Rule(SymbolKind.FIELD),
        "function_call_expression": Rule(find=_define, at=frozenset({Level.TOP})),
        "namespace_use_clause": Rule(find=_use),
    },
    strings=frozenset({"text", "text_interpolation"}),
    idents=frozenset({"name"}),
)
