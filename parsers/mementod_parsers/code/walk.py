"""One walk over a syntax tree: the symbols it defines, their fingerprints, and the identifiers in it.

The walk visits each node once with a cursor, keeps no recursion and looks a node's kind up in the language's
table, so that its cost is linear in the file for every input.

Invariant: it ends within its budget of nodes, whatever the tree is, and says when that was too little.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import blake2b

from tree_sitter import Node, Tree

from mementod_parsers.code import tokens
from mementod_parsers.code.readers import (
    ATOM,
    CLOSED,
    COMMENT,
    ERROR,
    NAME,
    PLAIN,
    RAW,
    RULE,
    SKIP,
    SPECIAL,
    TEXT,
    Reader,
)
from mementod_parsers.code.tables.rule import Def, Level, Rule, Use, text
from mementod_parsers.model import SymbolKind

NODE_BUDGET = 2_000_000  # nodes of one file
FP_MIN_TOKENS = 12  # below it a body is no identity
SFP_MIN_TOKENS = 20  # the same for a body without its names
NESTING_MAX = 100  # definitions inside one another; what is deeper is no symbol
SHARED_MAX = 8  # symbols that one node defines and that still have a body each

_VALID = re.compile(r"(?:[^\W\d]|\$)[\w$]*(?:[-.][\w$]+)*[?!]?")
_RAW_NOISE = re.compile(rb'/\*.*?(?:\*/|\Z)|//[^\n]*|"(?:[^"\\\n]|\\.)*"', re.DOTALL)
_WORDS = re.compile(rb"[0-9A-Za-z_$\x80-\xff]+")

_Row = tuple[str, str, SymbolKind, int, int, int, bytes | None, bytes | None]  # a symbol in the making


@dataclass(slots=True)
class _Mark:
    """A node that is open: the scope it brought and the symbols that end with it."""

    depth: int
    start: int  # index of its first leaf
    scopes: int = 0
    rest: bool = False
    made: list[int] = field(default_factory=list)  # indexes of symbols; -1 for one with a place of its own


class Walk:
    """One pass over one tree."""

    __slots__ = (
        "blind",
        "error_bytes",
        "error_end",
        "leaves",
        "made",
        "marks",
        "reader",
        "scopes",
        "skipped",
        "source",
        "top",
        "used",
        "words",
    )

    def __init__(self, source: bytes, reader: Reader) -> None:
        self.source = source
        self.reader = reader
        self.leaves: list[bytes] = []
        self.blind: list[bytes] = []
        self.words: dict[int, set[bytes]] = {sort: set() for sort in (PLAIN, NAME, TEXT, RAW, ATOM)}
        self.used: set[str] = set()
        self.made: list[_Row] = []
        self.marks: list[_Mark] = []
        self.scopes: list[tuple[str, Level]] = [("", Level.TOP)]
        self.top = -1  # depth of the innermost open mark
        self.skipped: list[bytes] = []
        self.error_bytes = 0
        self.error_end = 0

    def run(self, tree: Tree) -> bool:
        """Visit every node; False when the budget ended first."""
        cursor = tree.walk()
        down, right, up = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
        token_of, sort_of, source, words = (
            self.reader.tokens.get,
            self.reader.sorts.get,
            self.source,
            self.words,
        )
        leaves, blind = self.leaves.append, self.blind.append
        depth = 0
        for _ in range(NODE_BUDGET):
            node: Node = cursor.node  # type: ignore[assignment]  # None only after the tree is gone
            kind = node.kind_id
            token = token_of(kind)
            if token is not None:
                leaves(token)
                blind(token)
            else:
                sort = sort_of(kind, PLAIN)
                if SPECIAL <= sort < NAME:
                    sort = self.special(node, sort, depth)
                if sort < CLOSED and down():
                    depth += 1
                    continue
                word = source[node.start_byte : node.end_byte] if sort != SKIP else b""
                if word:
                    leaves(word)
                    blind(b"I" if sort >= NAME else word)
                    words[sort].add(word)
            while True:
                while self.top >= depth:
                    self.close()
                if right():
                    break
                if not up():
                    return True
                depth -= 1
        while self.marks:
            self.close()
        return False

    def special(self, node: Node, sort: int, depth: int) -> int:
        """Deal with comments, errors and definitions; what is left of the node's sort."""
        if sort == RULE:
            self.enter(node, depth)
        elif sort == ERROR:
            self.error(node)
        elif sort == COMMENT or self.documents(node):
            return SKIP
        return PLAIN

    def documents(self, node: Node) -> bool:
        doc = self.reader.table.doc
        return doc is not None and node.child_count == 1 and node.child(0).type == doc[1]

    def error(self, node: Node) -> None:
        if node.start_byte >= self.error_end:
            self.error_bytes += node.end_byte - node.start_byte
            self.error_end = node.end_byte
            # What the parser skipped has no nodes, but its names are still in the code.
            self.skipped.append(self.source[node.start_byte : node.end_byte])

    def enter(self, node: Node, depth: int) -> None:
        """Note the symbols of a node that has a rule, and open its scope."""
        rule, level = self.reader.rules[node.kind_id], self.scopes[-1][1]
        if level not in rule.at or len(self.marks) >= NESTING_MAX:
            return
        mark = _Mark(depth, len(self.leaves))
        for found in rule.find(node, level) if rule.find else _by_field(node, rule, level):
            if isinstance(found, Use):
                if len(found.name) >= tokens.IDENTIFIER_MIN_CHARS and _VALID.fullmatch(found.name):
                    self.used.add(found.name)
            else:
                self.define(node, found, mark)
        if mark.made or mark.scopes:
            self.marks.append(mark)
            self.top = mark.depth

    def define(self, node: Node, found: Def, mark: _Mark) -> None:
        if found.rest:
            self.rest(mark)
        outer = self.scopes[-1 - mark.scopes][0]
        if found.lift:
            outer = next((qual for qual, level in reversed(self.scopes) if level is Level.TYPE), "")
        whole = found.name if _VALID.fullmatch(found.name) else ""
        qual, name = ".".join(part for part in (outer, found.owner, whole) if part), whole.rpartition(".")[2]
        if len(name) >= tokens.IDENTIFIER_MIN_CHARS and found.kind is not None and (outer or not found.lift):
            mark.made.append(self.place(node, name, qual, found))
        if found.opens is not None:
            self.scopes.append((qual, found.opens))
            mark.scopes += 1

    def place(self, node: Node, name: str, qual: str, found: Def) -> int:
        """Hold the symbol's place in source order; its body is known when the node ends."""
        kind = found.kind or SymbolKind.MODULE
        at = found.node or node
        first, (last, column) = at.start_point[0], at.end_point
        last -= last > first and column == 0  # a node that takes the line break with it
        self.made.append((name, qual, kind, first + 1, last + 1, 1, None, None))
        return len(self.made) - 1 if found.node is None and not found.rest else -1

    def rest(self, mark: _Mark) -> None:
        """Let the scope last as long as the parent node, in place of an earlier one of that sort."""
        mark.depth -= 1
        mark.rest = True
        if self.marks and self.marks[-1].rest and self.marks[-1].depth == mark.depth:
            self.close()

    def close(self) -> None:
        mark = self.marks.pop()
        self.top = self.marks[-1].depth if self.marks else -1
        if mark.scopes:
            del self.scopes[-mark.scopes :]
        size = len(self.leaves) - mark.start
        hashed = size if len(mark.made) <= SHARED_MAX else 0
        for index in mark.made:
            if index >= 0:
                row = self.made[index]
                self.made[index] = (*row[:5], size, *self.prints(row[0], mark.start, hashed))

    def prints(self, name: str, start: int, size: int) -> tuple[bytes | None, bytes | None]:
        if size < FP_MIN_TOKENS:
            return None, None
        body = _print(self.leaves[start:], name.encode())
        return body, _print(self.blind[start:], b"") if size >= SFP_MIN_TOKENS else None

    def code(self) -> frozenset[str]:
        """Identifiers outside comments and strings; `valid?` and `clean-up` also whole."""
        words = self.words[PLAIN] | self.words[NAME] | self.words[ATOM]
        raw = _RAW_NOISE.sub(b" ", b"\n".join(self.words[RAW]))
        whole = {w.lstrip(b":").decode("utf-8", "replace") for w in words if w[-1:] in b"?!" or b"-" in w}
        found = tokens.names(set(_WORDS.findall(b"\n".join([*words, *self.skipped, raw]))))
        return found | {w for w in whole if _VALID.fullmatch(w)}


def _by_field(node: Node, rule: Rule, level: Level) -> tuple[Def]:
    if not rule.name:
        return (Def("", None, rule.opens),)
    kind = rule.member if rule.member is not None and level is Level.TYPE else rule.kind
    return (Def(text(node.child_by_field_name(rule.name)), kind, rule.opens),)


def _print(leaves: list[bytes], name: bytes) -> bytes:
    """A hash of the tokens, each between marks of its own so that the name can be blanked in one pass."""
    body = b"\1" + b"\0\1".join(leaves) + b"\0"
    if name:
        body = body.replace(b"\1" + name + b"\0", b"\1@\0")
    return blake2b(body, digest_size=8).digest()
