"""Which grammar reads a language. One is loaded on request only; a missing one is an answer (None), not an error."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language

# A component file: its script is parsed as TypeScript, the rest gives identifiers.
COMPONENTS = frozenset({"vue", "svelte", "astro"})


@dataclass(frozen=True, slots=True)
class Grammar:
    """Where a language's grammar comes from; `version` belongs in every cache key."""

    module: str
    function: str
    version: str


GRAMMARS: dict[str, Grammar] = {
    "python": Grammar("tree_sitter_python", "language", "0.25.0"),
    "javascript": Grammar("tree_sitter_javascript", "language", "0.25.0"),
    "typescript": Grammar("tree_sitter_typescript", "language_typescript", "0.23.2"),
    "tsx": Grammar("tree_sitter_typescript", "language_tsx", "0.23.2"),
    "go": Grammar("tree_sitter_go", "language", "0.25.0"),
    "rust": Grammar("tree_sitter_rust", "language", "0.24.2"),
    "java": Grammar("tree_sitter_java", "language", "0.23.5"),
    "c": Grammar("tree_sitter_c", "language", "0.24.2"),
    "cpp": Grammar("tree_sitter_cpp", "language", "0.23.4"),
    "c_sharp": Grammar("tree_sitter_c_sharp", "language", "0.23.5"),
    "ruby": Grammar("tree_sitter_ruby", "language", "0.23.1"),
    "php": Grammar("tree_sitter_php", "language_php", "0.25.1"),
    "bash": Grammar("tree_sitter_bash", "language", "0.25.1"),
    "kotlin": Grammar("tree_sitter_kotlin", "language", "1.1.0"),
    "swift": Grammar("tree_sitter_swift", "language", "0.7.4"),
    "scala": Grammar("tree_sitter_scala", "language", "0.26.3"),
    "lua": Grammar("tree_sitter_lua", "language", "0.5.0"),
    "elixir": Grammar("tree_sitter_elixir", "language", "0.3.5"),
}


def grammar(language: str) -> Grammar | None:
    """The grammar that reads this language, or the script part of it."""
    return GRAMMARS.get("typescript" if language in COMPONENTS else language)


def load(language: str) -> Language | None:
    """The grammar itself, imported now; None where there is none or its wheel is missing or broken."""
    source = grammar(language)
    if source is None:
        return None
    try:
        from tree_sitter import Language  # here, because most of our callers never parse

        return Language(getattr(importlib.import_module(source.module), source.function)())
    except (ImportError, AttributeError, TypeError, ValueError, OSError):
        return None
