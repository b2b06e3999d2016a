"""Python: what its syntax nodes define."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from mementod_parsers.code.tables.rule import Def, Found, Level, Rule, Table, Use, below, by_level, text
from mementod_parsers.model import SymbolKind

_NAME = frozenset({"identifier"})
_NOT_TARGETS = frozenset({"attribute", "subscript", "call"})


def _assignment(node: Node, level: Level) -> Iterator[Found]:
    left = node.child_by_field_name("left")
    if left is None:
        return
    if left.type == "attribute":
        if text(left.child_by_field_name("object")) in ("self", "cls"):
            yield Def(text(left.child_by_field_name("attribute")), SymbolKind.FIELD, lift=True)
        return
    kind = by_level(level)
    if kind is not None:
        yield from (Def(text(name), kind) for name in below(left, _NAME, _NOT_TARGETS))


def _alias(node: Node, level: Level) -> Iterator[Found]:
    for name in below(node.child_by_field_name("left"), _NAME):
        yield Def(text(name), SymbolKind.CLASS)
        return


def _import(node: Node, level: Level) -> Iterator[Found]:
    module = node.child_by_field_name("module_name")
    if module is not None and module.type == "relative_import":
        return
    yield from (Use(text(name)) for name in below(node, _NAME))


TABLE = Table(
    rules={
        "class_definition": Rule(SymbolKind.CLASS, Level.TYPE),
        "function_definition": Rule(SymbolKind.FUNCTION, Level.BODY, member=SymbolKind.METHOD),
        "assignment": Rule(find=_assignment),
        "type_alias_statement": Rule(find=_alias),
        "import_statement": Rule(find=_import),
        "import_from_statement": Rule(find=_import),
    },
    doc=("expression_statement", "string"),
)
