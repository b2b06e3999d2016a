"""C: what its syntax nodes define. C++ builds on it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from mementod_parsers.code.tables.rule import (
    Def,
    Found,
    Level,
    Prepared,
    Rule,
    Table,
    below,
    blanked,
    by_level,
    text,
    words,
)
from mementod_parsers.model import SymbolKind

DEPTH_LIMIT_NODES = 40  # of nested declarators
_WRAPS = words(
    "pointer_declarator array_declarator init_declarator parenthesized_declarator reference_declarator"
    " attributed_declarator function_declarator qualified_identifier template_function template_method"
    " template_type dependent_name structured_binding_declarator"
)
_NAMES = frozenset(
    {"identifier", "field_identifier", "type_identifier", "destructor_name", "operator_name", "operator_cast"}
)
_RECORDS = frozenset({"struct_specifier", "union_specifier", "enum_specifier", "class_specifier"})
_SCOPES = frozenset({"namespace_identifier", "type_identifier", "identifier"})
_DEFINE = re.compile(rb"(?m)^[ \t]*#[ \t]*define\b(?:[^\\\n]|\\[^\n]|\\\n)*")
_COMMENT = re.compile(rb"/\*[^\n]*?\*/(?=[ \t]*\S)")  # the last one of a line does no harm
_ARGUMENTS = frozenset({"template_argument_list"})


def prepare(source: bytes) -> Prepared:
    """Blank comments in macros: after one the grammar ends the macro and loses what follows it."""
    return Prepared(_DEFINE.sub(lambda macro: _COMMENT.sub(blanked, macro[0]), source))


def declared(node: Node | None) -> tuple[str, str, bool]:
    """The owner and the name that a declarator gives, and whether it is a function (not a pointer to one)."""
    owners: list[str] = []
    function = False
    for _ in range(DEPTH_LIMIT_NODES):
        if node is None or node.type not in _WRAPS:
            break
        if node.type == "qualified_identifier":
            owners.extend(text(each) for each in below(node.child_by_field_name("scope"), _SCOPES, _ARGUMENTS))
        inner = node.child_by_field_name("declarator") or node.child_by_field_name("name")
        inner = inner or (node.named_child(node.named_child_count - 1) if node.named_child_count else None)
        if node.type == "function_declarator":
            function = inner is None or inner.type != "parenthesized_declarator"
        node = inner
    return ".".join(owners), text(node) if node is not None and node.type in _NAMES else "", function


def _function(node: Node, level: Level) -> Iterator[Found]:
    owner, name, _ = declared(node.child_by_field_name("declarator"))
    kind = SymbolKind.METHOD if owner or level is Level.TYPE else SymbolKind.FUNCTION
    yield Def(name, kind, Level.BODY, owner=owner)


def _declaration(node: Node, level: Level) -> Iterator[Found]:
    """Prototypes and variables; what a function's body declares is local."""
    if level not in (Level.TOP, Level.TYPE):
        return
    for each in node.children_by_field_name("declarator"):
        owner, name, function = declared(each)
        if function:
            kind = SymbolKind.METHOD if owner or level is Level.TYPE else SymbolKind.FUNCTION
        else:
            kind = by_level(level) or SymbolKind.CONSTANT
        yield Def(name, kind, owner=owner)


def _typedef(node: Node, level: Level) -> Iterator[Found]:
    """`typedef struct {...} name;`: the members belong to the name."""
    aliased = node.child_by_field_name("type")
    unnamed = aliased is not None and aliased.type in _RECORDS and aliased.child_by_field_name("name") is None
    for each in node.children_by_field_name("declarator"):
        yield Def(declared(each)[1], SymbolKind.CLASS, Level.TYPE if unnamed else None)
        unnamed = False


def _record(node: Node, level: Level) -> Iterator[Found]:
    """Only with a body: without one it is a use. A template's name is what stands before its arguments."""
    if node.child_by_field_name("body") is None:
        return
    owner, name, _ = declared(node.child_by_field_name("name"))
    yield Def(name, SymbolKind.CLASS if name else None, Level.TYPE, owner=owner)


RULES = {
    "function_definition": Rule(find=_function),
    "declaration": Rule(find=_declaration),
    "type_definition": Rule(find=_typedef),
    "field_declaration": Rule(find=_declaration),
    "enumerator": Rule(SymbolKind.FIELD),
    "preproc_def": Rule(SymbolKind.CONSTANT),
    "preproc_function_def": Rule(SymbolKind.FUNCTION),
    "compound_statement": Rule(opens=Level.BODY, name="", at=frozenset({Level.TOP, Level.TYPE})),
    **dict.fromkeys(_RECORDS, Rule(find=_record)),
}
RAW = frozenset({"preproc_arg"})
TABLE = Table(rules=RULES, raw=RAW, prepare=prepare, tolerant=True)
