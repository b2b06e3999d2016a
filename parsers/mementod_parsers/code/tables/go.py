"""Go: what its syntax nodes define."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from mementod_parsers.code.tables.rule import Def, Found, Level, Rule, Table, Use, below, text
from mementod_parsers.model import SymbolKind

_TOP = frozenset({Level.TOP})
_TYPE_NAME = frozenset({"type_identifier"})
_FUNCTION = frozenset({"func_literal"})
_NO_FUNCTION = frozenset({"call_expression", "composite_literal", "struct_type"})


def _method(node: Node, level: Level) -> Iterator[Found]:
    owner = next((text(each) for each in below(node.child_by_field_name("receiver"), _TYPE_NAME)), "")
    yield Def(text(node.child_by_field_name("name")), SymbolKind.METHOD, Level.BODY, owner=owner)


def _variables(node: Node, level: Level) -> Iterator[Found]:
    function = next(below(node.child_by_field_name("value"), _FUNCTION, _NO_FUNCTION), None)
    kind = SymbolKind.CONSTANT if function is None else SymbolKind.FUNCTION
    names = node.children_by_field_name("name")
    for each in names:
        opens = (Level.VALUE if function is None else Level.BODY) if len(names) == 1 else None
        yield Def(text(each), kind, opens, node=each if len(names) > 1 else None)


def _fields(node: Node, level: Level) -> Iterator[Found]:
    names = node.children_by_field_name("name")
    for each in names:
        yield Def(text(each), SymbolKind.FIELD, Level.TYPE if len(names) == 1 else None)


def _import(node: Node, level: Level) -> Iterator[Found]:
    name = node.child_by_field_name("name")
    if name is not None:
        yield Use(text(name))
        return
    parts = text(node.child_by_field_name("path")).strip('"`').split("/")
    if len(parts) > 1 and parts[-1][:1] == "v" and parts[-1][1:].isdigit():
        parts.pop()
    yield Use(parts[-1].partition(".")[0].removeprefix("go-"))


TABLE = Table(
    rules={
        "function_declaration": Rule(SymbolKind.FUNCTION, Level.BODY),
        "method_declaration": Rule(find=_method),
        "func_literal": Rule(opens=Level.BODY, name=""),
        "type_spec": Rule(SymbolKind.CLASS, Level.TYPE),
        "type_alias": Rule(SymbolKind.CLASS, Level.TYPE),
        "const_spec": Rule(find=_variables, at=_TOP),
        "var_spec": Rule(find=_variables, at=_TOP),
        "field_declaration": Rule(find=_fields, at=frozenset({Level.TYPE})),
        "method_elem": Rule(SymbolKind.METHOD, Level.BODY),
        "method_spec": Rule(SymbolKind.METHOD, Level.BODY),
        "import_spec": Rule(find=_import),
    },
)
