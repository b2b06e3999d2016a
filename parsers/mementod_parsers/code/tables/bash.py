"""Shell: what its syntax nodes define."""

from __future__ import annotations

from mementod_parsers.code.tables.rule import Level, Rule, Table
from mementod_parsers.model import SymbolKind

TABLE = Table(
    rules={
        "function_definition": Rule(SymbolKind.FUNCTION, Level.BODY),
        "variable_assignment": Rule(SymbolKind.CONSTANT, at=frozenset({Level.TOP})),
    },
    idents=frozenset({"variable_name", "word"}),
)
