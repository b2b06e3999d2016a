"""The words in which a table says what a syntax node defines.

Invariant: a rule looks at its node and the nodes below it, never above or beside, so that a walk is linear.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from tree_sitter import Node

from mementod_parsers.model import SymbolKind

NAME_MAX_BYTES = 256
PATTERN_LIMIT_NODES = 400  # of one destructuring pattern or import list


_NOT_NEWLINE = re.compile(rb"[^\n]")


class Level(IntEnum):
    """What surrounds a node; a variable is a symbol in some surroundings and a local in others."""

    TOP = 0  # module, file
    TYPE = 1  # class, struct, interface, enum
    VALUE = 2  # the value of a constant or a field
    BODY = 3  # statements of a function
    SPACE = 4  # a namespace whose block has not begun


ANYWHERE = frozenset(Level)
OUTER = frozenset({Level.TOP, Level.TYPE})


class Def(NamedTuple):
    """A symbol, or a scope, that a node introduces.

    Without `kind` it is a scope only. `owner` comes between the scope and the name (a receiver's type);
    `lift` puts it into the nearest type; `node` is its own place when one node introduces several;
    `rest` lets the scope last as long as the parent node (`namespace A;`).
    """

    name: str
    kind: SymbolKind | None = None
    opens: Level | None = None
    owner: str = ""
    lift: bool = False
    node: Node | None = None
    rest: bool = False


class Use(NamedTuple):
    """A name that an import brings in from elsewhere."""

    name: str


Found = Def | Use
Finder = Callable[[Node, Level], Iterable[Found]]


@dataclass(frozen=True, slots=True)
class Rule:
    """What one kind of node defines: by field name, or by a finder where a field is not enough."""

    kind: SymbolKind | None = None
    opens: Level | None = None
    member: SymbolKind | None = None  # the kind directly inside a type
    name: str = "name"
    at: frozenset[Level] = ANYWHERE
    find: Finder | None = None


class Prepared(NamedTuple):
    """A source in which what the grammar trips over is blank, byte for byte, and the code that was blanked."""

    source: bytes
    code: bytes = b""


@dataclass(frozen=True, slots=True)
class Table:
    """All that a language's grammar does not say by itself."""

    rules: Mapping[str, Rule]
    strings: frozenset[str] = frozenset()  # leaf kinds that hold text, beyond the usual ones
    idents: frozenset[str] = frozenset()  # leaf kinds that hold a name though their kind does not say so
    raw: frozenset[str] = frozenset()  # leaf kinds that hold unparsed code
    doc: tuple[str, str] | None = None  # a node of this kind with this only child documents
    prepare: Callable[[bytes], Prepared] | None = None
    tolerant: bool = False  # errors are the normal case (macros) and prove nothing


def words(text: str) -> frozenset[str]:
    """A set written as one line."""
    return frozenset(text.split())


def text(node: Node | None) -> str:
    """The node's source in Unicode's composed form; nothing when it is too long to be a name."""
    if node is None or node.end_byte - node.start_byte > NAME_MAX_BYTES:
        return ""
    found = (node.text or b"").decode("utf-8", "replace")
    return found if found.isascii() else unicodedata.normalize("NFC", found)


def below(
    node: Node | None,
    kinds: frozenset[str],
    prune: frozenset[str] = frozenset(),
    first: frozenset[str] = frozenset(),
) -> Iterator[Node]:
    """Nodes of these kinds in or under `node` in source order.

    Those in `prune` are not looked into, of those in `first` only the first child (`name = default`).
    """
    stack = [] if node is None else [node]
    for _ in range(PATTERN_LIMIT_NODES):
        if not stack:
            return
        top = stack.pop()
        if top.type in kinds:
            yield top
        elif top.type not in prune:
            inner = top.named_children
            stack.extend(inner[:1] if top.type in first else reversed(inner))


def blanked(match: re.Match[bytes]) -> bytes:
    """As many blanks as the match is long, with its line breaks."""
    return _NOT_NEWLINE.sub(b" ", match[0])


def child(node: Node, *kinds: str) -> Node | None:
    """The first named child of one of these kinds."""
    for each in node.named_children:
        if each.type in kinds:
            return each
    return None


def by_level(level: Level) -> SymbolKind | None:
    """What a variable is here: a constant of the module, a field of the type, or nothing that lasts."""
    if level in (Level.TOP, Level.SPACE):
        return SymbolKind.CONSTANT
    return SymbolKind.FIELD if level is Level.TYPE else None


def scope(opens: Level, *levels: Level) -> Rule:
    """A rule for a node that opens a nameless scope, at these levels."""
    return Rule(None, opens, name="", at=frozenset(levels) or ANYWHERE)
