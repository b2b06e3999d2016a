"""Shell: what its syntax nodes define."""

from __future__ import annotations

from mementod_parsers.model import SymbolKind
from mementod_parsers.tables.rule import Level, Rule, Table

TABLE = Table(
    rules={
        "function_definition": Rule(SymbolKind.FUNCTION, Level.BODY),
        "variable_assignment": Rule(SymbolKind.CONSTANT, at=frozenset({Level.TOP})),
    },
    idents=frozenset({"variable_name", "word"}),
)
