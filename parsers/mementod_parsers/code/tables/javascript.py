"""JavaScript: what its syntax nodes define. TypeScript builds on it."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from mementod_parsers.code.tables.rule import Def, Found, Level, Rule, Table, Use, below, child, scope, text
from mementod_parsers.model import SymbolKind

FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function"})
_WRAPS = frozenset(
    {
        "as_expression",
        "satisfies_expression",
        "parenthesized_expression",
        "non_null_expression",
        "await_expression",
    }
)
_PATTERNS = frozenset({"object_pattern", "array_pattern"})
_PATTERN_NAMES = frozenset({"identifier", "shorthand_property_identifier_pattern"})
_KEYS = frozenset({"property_identifier", "computed_property_name"})
_DEFAULTS = frozenset({"object_assignment_pattern", "assignment_pattern"})
_IMPORT_NAMES = frozenset({"identifier"})
# Calls that give back the function they are given.
_PASS_THROUGH = frozenset(
    {
        "useCallback",
        "useEvent",
        "useEffectEvent",
        "memo",
        "forwardRef",
        "debounce",
        "throttle",
        "observer",
        "cache",
        "withErrorBoundary",
    }
)
_OURS = (".", "/", "@/", "~", "#", "src/", "$lib")  # how a module of the same repository is addressed
_MODULE_LEVELS = frozenset({Level.TOP, Level.SPACE})


def key(node: Node | None) -> str:
    """A property's name without the `#` of a private one."""
    return text(node).lstrip("#") if node is not None and node.type.endswith("identifier") else ""


def unwrap(value: Node | None) -> Node | None:
    """The expression inside parentheses and type assertions."""
    while value is not None and value.type in _WRAPS and value.named_child_count:
        value = value.named_child(0)
    return value


def value_kind(value: Node | None) -> tuple[SymbolKind | None, Level]:
    """What the name of this value is, None for plain data, and the scope that the value opens."""
    value = unwrap(value)
    if value is None:
        return None, Level.VALUE
    if value.type in FUNCTIONS:
        return SymbolKind.FUNCTION, Level.BODY
    if value.type == "class":
        return SymbolKind.CLASS, Level.TYPE
    if value.type == "call_expression" and _callee(value) in _PASS_THROUGH:
        return SymbolKind.FUNCTION, Level.VALUE
    return None, Level.VALUE


def member(node: Node, level: Level) -> Iterator[Found]:
    """A field of a class, in JavaScript's words (`property`) or TypeScript's (`name`)."""
    name = node.child_by_field_name("property") or node.child_by_field_name("name")
    kind, opens = value_kind(node.child_by_field_name("value"))
    kind = SymbolKind.METHOD if kind is SymbolKind.FUNCTION else kind or SymbolKind.FIELD
    yield Def(key(name), kind, opens)


def _callee(call: Node) -> str:
    return text(call.child_by_field_name("function")).rpartition(".")[2]


def _declarator(node: Node, level: Level) -> Iterator[Found]:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None:
        return
    source = _required(value)
    if source is not None:
        if not source.startswith(_OURS):
            yield from (Use(text(each)) for each in below(name, _PATTERN_NAMES, _KEYS, _DEFAULTS))
    elif name.type in _PATTERNS:
        yield from _destructured(name, value, level)
    else:
        kind, opens = value_kind(value)
        if kind is None and level in _MODULE_LEVELS:
            kind = SymbolKind.CONSTANT
        if kind is not None:
            yield Def(text(name), kind, opens)


def _required(value: Node | None) -> str | None:
    """The module of `require('x')`, also of `require('x').y`."""
    while value is not None and value.type in ("member_expression", "await_expression"):
        value = value.child_by_field_name("object") or (value.named_child(0) if value.type[0] == "a" else None)
    if value is None or value.type != "call_expression":
        return None
    if text(value.child_by_field_name("function")) not in ("require", "import"):
        return None
    return text(value.child_by_field_name("arguments")).strip("()'\"`")


def _destructured(name: Node, value: Node | None, level: Level) -> Iterator[Found]:
    """Names of a pattern: the module's constants; in a function only what a hook gives (`useState`)."""
    if level in _MODULE_LEVELS:
        kind = SymbolKind.CONSTANT
    elif (
        name.type == "array_pattern"
        and value is not None
        and value.type == "call_expression"
        and _callee(value).startswith("use")
    ):
        kind = SymbolKind.FIELD
    else:
        return
    yield from (Def(text(each), kind) for each in below(name, _PATTERN_NAMES, _KEYS, _DEFAULTS))


def _pair(node: Node, level: Level) -> Iterator[Found]:
    kind, opens = value_kind(node.child_by_field_name("value"))
    yield Def(key(node.child_by_field_name("key")), kind or SymbolKind.FIELD, opens)


def _assignment(node: Node, level: Level) -> Iterator[Found]:
    left = node.child_by_field_name("left")
    if left is None or left.type != "member_expression":
        return
    owner, name = text(left.child_by_field_name("object")), key(left.child_by_field_name("property"))
    kind, opens = value_kind(node.child_by_field_name("right"))
    if owner == "this":
        yield Def(
            name,
            SymbolKind.METHOD if kind is SymbolKind.FUNCTION else SymbolKind.FIELD,
            opens if kind else None,
            lift=True,
        )
    elif level not in _MODULE_LEVELS:
        return
    elif (owner, name) == ("module", "exports"):
        yield Def("", None, opens)
    elif owner in ("exports", "module.exports"):
        yield Def(name, kind or SymbolKind.CONSTANT, opens)
    elif kind is not None and len(owner) < 100:
        yield Def(
            name,
            SymbolKind.METHOD if owner.endswith(".prototype") else kind,
            opens,
            owner=owner.removesuffix(".prototype"),
        )


def _export(node: Node, level: Level) -> Iterator[Found]:
    if node.child_by_field_name("value") is not None:
        yield Def("", None, Level.VALUE)


def _block(node: Node, level: Level) -> Iterator[Found]:
    if level is not Level.BODY:
        yield Def("", None, Level.TOP if level is Level.SPACE else Level.BODY)


def _named(node: Node, level: Level) -> Iterator[Found]:
    """A class or function expression; its name is its own, its scope is there without one too."""
    is_class = node.type == "class"
    name = text(node.child_by_field_name("name"))
    kind = SymbolKind.CLASS if is_class else SymbolKind.FUNCTION
    yield Def(name, kind if name else None, Level.TYPE if is_class else Level.BODY)


def _import(node: Node, level: Level) -> Iterator[Found]:
    if text(node.child_by_field_name("source")).strip("'\"").startswith(_OURS):
        return
    clause = child(node, "import_clause")
    yield from (Use(text(each)) for each in below(clause, _IMPORT_NAMES))


RULES = {
    "class_declaration": Rule(SymbolKind.CLASS, Level.TYPE),
    "class": Rule(find=_named, at=frozenset({Level.TOP, Level.SPACE, Level.VALUE, Level.BODY})),
    "function_declaration": Rule(SymbolKind.FUNCTION, Level.BODY),
    "generator_function_declaration": Rule(SymbolKind.FUNCTION, Level.BODY),
    "function_expression": Rule(find=_named, at=frozenset({Level.TOP, Level.SPACE, Level.VALUE})),
    "method_definition": Rule(SymbolKind.METHOD, Level.BODY),
    "field_definition": Rule(find=member),
    "variable_declarator": Rule(find=_declarator),
    "pair": Rule(find=_pair, at=frozenset({Level.VALUE})),
    "assignment_expression": Rule(find=_assignment),
    "export_statement": Rule(find=_export),
    "statement_block": Rule(find=_block),
    "class_static_block": scope(Level.BODY),
    "import_statement": Rule(find=_import),
}
TABLE = Table(rules=RULES)
