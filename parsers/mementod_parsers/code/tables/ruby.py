"""Ruby: what its syntax nodes define, and the class-level calls that define methods."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from mementod_parsers.code.tables.rule import OUTER, Def, Found, Level, Rule, Table, below, text, words
from mementod_parsers.model import SymbolKind

_NAMES = frozenset({"simple_symbol", "string_content", "bare_symbol"})
_ALL_NAMES = words(
    "attr_accessor attr_reader attr_writer attribute class_attribute mattr_accessor mattr_reader delegate"
    " cattr_accessor cattr_reader thread_mattr_accessor store_accessor has_many has_one belongs_to"
    " has_and_belongs_to_many has_one_attached has_many_attached"
)
_FIRST_NAME = words("scope define_method alias_method enum define_singleton_method")
_STOPS = frozenset({"pair", "lambda", "block", "do_block", "array", "call", "hash"})


def _dotted(node: Node | None) -> str:
    return text(node).removeprefix("::").replace("::", ".")


def _container(node: Node, level: Level) -> Iterator[Found]:
    kind = SymbolKind.CLASS if node.type == "class" else SymbolKind.MODULE
    owner, _, name = _dotted(node.child_by_field_name("name")).rpartition(".")
    yield Def(name, kind, Level.TYPE, owner=owner)


def _method(node: Node, level: Level) -> Iterator[Found]:
    name = text(node.child_by_field_name("name")).removesuffix("=")
    receiver = _dotted(node.child_by_field_name("object"))
    owner = receiver if receiver[:1].isupper() else ""
    kind = SymbolKind.METHOD if owner or receiver or level is Level.TYPE else SymbolKind.FUNCTION
    yield Def(name, kind, Level.BODY, owner=owner)


def _assignment(node: Node, level: Level) -> Iterator[Found]:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None:
        return
    if left.type in ("instance_variable", "class_variable"):
        yield Def(text(left).lstrip("@"), SymbolKind.FIELD, lift=True)
    elif left.type == "constant" and level in OUTER:
        block = right is not None and right.type == "call" and right.child_by_field_name("block") is not None
        yield Def(text(left), SymbolKind.CLASS if block else SymbolKind.CONSTANT, Level.TYPE if block else None)


def _call(node: Node, level: Level) -> Iterator[Found]:
    if level not in OUTER or node.child_by_field_name("receiver") is not None:
        return
    method = text(node.child_by_field_name("method"))
    arguments = node.child_by_field_name("arguments")
    if level is Level.TYPE and method in _ALL_NAMES:
        for each in below(arguments, _NAMES, _STOPS):
            yield Def(text(each).lstrip(":"), SymbolKind.FIELD)
    elif level is Level.TYPE and method in _FIRST_NAME:
        yield from _first(arguments, SymbolKind.METHOD)
    elif level is Level.TOP and method in ("task", "namespace", "multitask"):
        yield from _task(arguments, method)


def _first(arguments: Node | None, kind: SymbolKind) -> Iterator[Found]:
    for each in below(arguments, _NAMES, _STOPS):
        yield Def(text(each).lstrip(":"), kind, Level.BODY)
        return


def _task(arguments: Node | None, method: str) -> Iterator[Found]:
    """Rake: `task :name`, `task name: [:before]`, `namespace :db do`."""
    for each in below(arguments, _NAMES | {"hash_key_symbol"}):
        name = text(each).lstrip(":")
        yield (Def(name, None, Level.TOP) if method == "namespace" else Def(name, SymbolKind.TARGET, Level.BODY))
        return


def _alias(node: Node, level: Level) -> Iterator[Found]:
    yield Def(text(node.child_by_field_name("name")).lstrip(":"), SymbolKind.METHOD)


TABLE = Table(
    rules={
        "module": Rule(find=_container),
        "class": Rule(find=_container),
        "method": Rule(find=_method),
        "singleton_method": Rule(find=_method),
        "assignment": Rule(find=_assignment),
        "operator_assignment": Rule(find=_assignment),
        "call": Rule(find=_call),
        "alias": Rule(find=_alias),
    },
    idents=frozenset(
        {
            "constant",
            "instance_variable",
            "class_variable",
            "global_variable",
            "simple_symbol",
            "hash_key_symbol",
        }
    ),
)
