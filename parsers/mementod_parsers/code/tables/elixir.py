"""Elixir: everything is a call, so one finder reads the calls that define."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from mementod_parsers.code.tables.rule import Def, Found, Level, Rule, Table, Use, below, child, text, words
from mementod_parsers.model import SymbolKind

_FUNCTIONS = words("def defp defmacro defmacrop defguard defguardp defdelegate defn defnp")
_FIELDS = words("field belongs_to has_many has_one many_to_many embeds_one embeds_many attr prop")
_NO_CONSTANT = words(
    "doc moduledoc typedoc spec impl behaviour derive on_load before_compile enforce_keys dialyzer tag"
)
_STRUCT_NAMES = frozenset({"atom", "keyword"})
_ALIAS = frozenset({"alias"})
_NAME = frozenset({"identifier"})


def _call(node: Node, level: Level) -> Iterator[Found]:
    target = node.child_by_field_name("target")
    if target is None or target.type != "identifier":
        return
    word, arguments = text(target), child(node, "arguments")
    first = arguments.named_child(0) if arguments is not None and arguments.named_child_count else None
    if first is None:
        return
    if word in ("defmodule", "defprotocol"):
        yield Def(text(first), SymbolKind.MODULE, Level.TYPE)
    elif word == "defimpl":
        yield Def(text(first), None, Level.TYPE)
    elif word in _FUNCTIONS:
        yield Def(_head(first), SymbolKind.FUNCTION, Level.BODY)
    elif word in ("defstruct", "defexception"):
        yield from (Def(_atom(each), SymbolKind.FIELD, node=each) for each in below(arguments, _STRUCT_NAMES))
    elif word in ("alias", "import"):
        yield from (Use(text(each).rpartition(".")[2]) for each in below(arguments, _ALIAS))
    elif word in _FIELDS and level is Level.TYPE and first.type == "atom":
        yield Def(_atom(first), SymbolKind.FIELD)


def _atom(node: Node) -> str:
    return text(node).strip(": \n\t")


def _head(node: Node | None) -> str:
    """The name in `open(path, opts) when guard`."""
    while node is not None and node.type == "binary_operator":
        node = node.child_by_field_name("left")
    if node is not None and node.type == "call":
        node = node.child_by_field_name("target")
    return text(node) if node is not None and node.type == "identifier" else ""


def _attribute(node: Node, level: Level) -> Iterator[Found]:
    """`@timeout 5` is a constant, `@type t ::` a type, `@callback f()` a method."""
    operand = node.child_by_field_name("operand")
    if operand is None or operand.type != "call" or text(node.child_by_field_name("operator")) != "@":
        return
    word = text(operand.child_by_field_name("target"))
    if word in ("type", "typep", "opaque", "callback", "macrocallback"):
        kind = SymbolKind.METHOD if word.endswith("callback") else SymbolKind.CLASS
        arguments = child(operand, "arguments")
        yield Def(_head(arguments.named_child(0) if arguments is not None else None), kind)
    elif word not in _NO_CONSTANT and level is Level.TYPE:
        yield Def(word, SymbolKind.CONSTANT)


TABLE = Table(
    rules={"call": Rule(find=_call), "unary_operator": Rule(find=_attribute)},
    idents=frozenset({"alias", "atom", "keyword"}),
)
