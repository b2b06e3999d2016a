"""A grammar with its table, looked up by kind id: what the walk has to do at each node.

Loading a grammar runs its native code; do it only in a process that may be killed.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import cache

from tree_sitter import Language

from mementod_parsers.code import grammars
from mementod_parsers.code.tables.rule import Rule, Table, words

_ERROR_ID = 65535  # the kind id that every grammar gives to a syntax error
# Sorts of named nodes: what a leaf's text is, or what to do with the node.
PLAIN, TEXT, RAW = 1, 2, 3
SPECIAL = 4
COMMENT, DOC, ERROR, RULE = 4, 5, 6, 7
NAME = 8
CLOSED = 9  # from here on not to be looked into
SKIP, ATOM = 9, 10
_COMMENTS = words(
    "comment line_comment block_comment multiline_comment doc_comment html_comment hash_bang_line shebang"
)
_STRINGS = words(
    "string string_start string_content string_end string_fragment string_literal escape_sequence php_tag"
    " interpreted_string_literal_content raw_string_literal raw_string_literal_content raw_string"
    " raw_string_content char_literal character_literal character character_content rune_literal jsx_text"
    " heredoc_content heredoc_body heredoc_beginning heredoc_end heredoc_start nowdoc_string line_str_text"
    " multi_line_str_text raw_str_part raw_str_end_part regex_pattern regex_flags quoted_content"
    " string_literal_content string_literal_encoding verbatim_string_literal multi_line_string_literal"
    " system_lib_string ansi_c_string html_character_reference"
)
_ATOMS = words("identifier simple_identifier type_identifier property_identifier field_identifier")


@dataclass(frozen=True, slots=True)
class Reader:
    """A grammar with its table, looked up by kind id."""

    grammar: Language
    table: Table
    tokens: dict[int, bytes]  # punctuation and key words
    sorts: dict[int, int]  # all other kinds
    rules: dict[int, Rule]


@cache
def reader(language: str) -> Reader | None:
    """The reader of a language; None when its grammar is not installed."""
    name = "typescript" if language in grammars.COMPONENTS else language
    grammar = grammars.load(name)
    if grammar is None:
        return None
    table: Table = importlib.import_module(f"mementod_parsers.code.tables.{name}").TABLE
    found = Reader(grammar, table, {}, {_ERROR_ID: ERROR}, {})
    for kind_id in range(grammar.node_kind_count):
        kind = grammar.node_kind_for_id(kind_id)
        if kind is None:
            continue
        if not grammar.node_kind_is_named(kind_id):
            found.tokens[kind_id] = kind.encode()
            continue
        found.sorts[kind_id] = _sort(kind, table)
        if kind in table.rules:
            found.rules[kind_id] = table.rules[kind]
    return found


def _sort(kind: str, table: Table) -> int:
    if kind in table.rules:
        return RULE
    if kind in _COMMENTS:
        return COMMENT
    if table.doc is not None and kind == table.doc[0]:
        return DOC
    if kind in _STRINGS or kind in table.strings:
        return TEXT
    if kind in table.raw:
        return RAW
    if kind in _ATOMS:
        return ATOM
    return NAME if kind.endswith("identifier") or kind in table.idents else PLAIN
