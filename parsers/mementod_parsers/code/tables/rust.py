"""Rust: what its syntax nodes define."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from mementod_parsers.code.tables.rule import Def, Found, Level, Rule, Table, Use, below, text
from mementod_parsers.model import SymbolKind

_TYPE_NAME = frozenset({"type_identifier", "primitive_type"})
_ARGUMENTS = frozenset({"type_arguments"})
_NAMES = frozenset({"identifier"})
_OWN = ("crate", "self", "super")


def _impl(node: Node, level: Level) -> Iterator[Found]:
    """The type that the block is for, not the trait."""
    names = [text(each) for each in below(node.child_by_field_name("type"), _TYPE_NAME, _ARGUMENTS)]
    yield Def(names[-1] if names else "", None, Level.TYPE)


def _use(node: Node, level: Level) -> Iterator[Found]:
    argument = node.child_by_field_name("argument")
    if not text(argument).lstrip(":").startswith(_OWN):
        yield from (Use(text(each)) for each in below(argument, _NAMES))


TABLE = Table(
    rules={
        "function_item": Rule(SymbolKind.FUNCTION, Level.BODY, member=SymbolKind.METHOD),
        "function_signature_item": Rule(SymbolKind.FUNCTION, Level.BODY, member=SymbolKind.METHOD),
        "struct_item": Rule(SymbolKind.CLASS, Level.TYPE),
        "union_item": Rule(SymbolKind.CLASS, Level.TYPE),
        "enum_item": Rule(SymbolKind.CLASS, Level.TYPE),
        "trait_item": Rule(SymbolKind.CLASS, Level.TYPE),
        "impl_item": Rule(find=_impl),
        "mod_item": Rule(SymbolKind.MODULE, Level.TOP),
        "enum_variant": Rule(SymbolKind.FIELD, Level.TYPE),
        "field_declaration": Rule(SymbolKind.FIELD),
        "const_item": Rule(SymbolKind.CONSTANT, Level.VALUE, member=SymbolKind.FIELD),
        "static_item": Rule(SymbolKind.CONSTANT, Level.VALUE, member=SymbolKind.FIELD),
        "type_item": Rule(SymbolKind.CLASS, member=SymbolKind.FIELD),
        "associated_type": Rule(SymbolKind.FIELD),
        "trait_alias": Rule(SymbolKind.CLASS),
        "macro_definition": Rule(SymbolKind.FUNCTION, Level.BODY),
        "use_declaration": Rule(find=_use),
    },
)
