"""C++: C's table and what C++ adds."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from mementod_parsers.code.tables import c
from mementod_parsers.code.tables.rule import Def, Found, Level, Rule, Table, text
from mementod_parsers.model import SymbolKind


def _namespace(node: Node, level: Level) -> Iterator[Found]:
    name = text(node.child_by_field_name("name")).replace("::", ".").replace("inline ", "")
    yield Def(name, SymbolKind.MODULE if name else None, Level.TOP)


RULES = c.RULES | {
    "namespace_definition": Rule(find=_namespace),
    "alias_declaration": Rule(SymbolKind.CLASS),
    "concept_definition": Rule(SymbolKind.CLASS),
    "lambda_expression": Rule(opens=Level.BODY, name=""),
}
TABLE = Table(rules=RULES, raw=c.RAW, prepare=c.prepare, tolerant=True)
