"""Kotlin: what its syntax nodes define."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from mementod_parsers.code.tables.rule import (
    OUTER,
    Def,
    Found,
    Level,
    Prepared,
    Rule,
    Table,
    Use,
    below,
    blanked,
    by_level,
    child,
    text,
)
from mementod_parsers.model import SymbolKind

_NAME = frozenset({"identifier"})
_TYPES = frozenset({"user_type", "function_type", "nullable_type", "type_arguments"})
_ANNOTATION = re.compile(rb"(?m)^[ \t]*@(?:[\w.:]+(?:\((?:[^()]|\([^()]*\)){0,500}?\))?)?[ \t\r]*$")
_RECEIVERS = frozenset({"user_type", "nullable_type", "parenthesized_type"})


def _prepare(source: bytes) -> Prepared:
    """Blank annotations on lines of their own: two in a row turn the declaration into an expression."""
    return Prepared(_ANNOTATION.sub(blanked, source), b"\n".join(_ANNOTATION.findall(source)))


def _function(node: Node, level: Level) -> Iterator[Found]:
    """`fun String.shout()` is placed in String."""
    name, owner = node.child_by_field_name("name"), ""
    for each in node.named_children:
        if name is not None and each.start_byte >= name.start_byte:
            break
        if each.type in _RECEIVERS:
            owner = next((text(part) for part in below(each, _NAME)), "")
    kind = SymbolKind.METHOD if owner or level is Level.TYPE else SymbolKind.FUNCTION
    yield Def(text(name), kind, Level.BODY, owner=owner)


def _property(node: Node, level: Level) -> Iterator[Found]:
    kind = by_level(level)
    declared = child(node, "variable_declaration", "multi_variable_declaration")
    if kind is not None:
        yield from (Def(text(each), kind, Level.VALUE) for each in below(declared, _NAME, _TYPES))


def _parameter(node: Node, level: Level) -> Iterator[Found]:
    """Only `val` and `var` make a constructor's parameter a property."""
    if any(each.type in ("val", "var") for each in node.children):
        yield Def(text(child(node, "identifier")), SymbolKind.FIELD)


def _companion(node: Node, level: Level) -> Iterator[Found]:
    name = text(node.child_by_field_name("name") or child(node, "identifier"))
    yield Def(name, SymbolKind.CLASS if name else None, Level.TYPE)


def _entry(node: Node, level: Level) -> Iterator[Found]:
    yield Def(text(child(node, "identifier")), SymbolKind.FIELD, Level.TYPE)


def _import(node: Node, level: Level) -> Iterator[Found]:
    alias = child(node, "identifier")
    if not text(node).rstrip().endswith("*"):
        yield Use(text(alias or child(node, "qualified_identifier")).rpartition(".")[2])


TABLE = Table(
    rules={
        "class_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "object_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
        "companion_object": Rule(find=_companion),
        "function_declaration": Rule(find=_function),
        "property_declaration": Rule(find=_property, at=OUTER),
        "class_parameter": Rule(find=_parameter, at=frozenset({Level.TYPE})),
        "enum_entry": Rule(find=_entry),
        "type_alias": Rule(SymbolKind.CLASS, name="type"),
        "secondary_constructor": Rule(opens=Level.BODY, name=""),
        "anonymous_initializer": Rule(opens=Level.BODY, name=""),
        "getter": Rule(opens=Level.BODY, name=""),
        "setter": Rule(opens=Level.BODY, name=""),
        "lambda_literal": Rule(opens=Level.BODY, name="", at=OUTER),
        "import": Rule(find=_import),
    },
    prepare=_prepare,
)
