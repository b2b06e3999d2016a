"""Source bytes -> symbols, fingerprints and identifiers, in one walk over the syntax tree.

The walk visits each node once with a cursor, keeps no recursion and looks a node's kind up in the language's
table, so that its cost is linear in the file for every input. The parse itself is native code that can hang,
eat memory or crash on hostile input: call `facts` only in a process that may be killed.

Invariant: any bytes give an answer. What a damaged parse lost is said (`damaged`), never guessed.
"""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import blake2b

from tree_sitter import Language, Node, Parser, Tree

from mementod_parsers import languages, tokens
from mementod_parsers.model import FileFacts, Symbol, SymbolKind
from mementod_parsers.tables import plain
from mementod_parsers.tables.rule import Def, Level, Prepared, Rule, Table, Use, text, words

VERSION = 1  # of the extraction; raise it when the same bytes give other facts
NODE_BUDGET = 2_000_000  # nodes of one file
FP_MIN_TOKENS = 12  # below it a body is no identity
SFP_MIN_TOKENS = 20  # the same for a body without its names
NESTING_MAX = 100  # definitions inside one another; what is deeper is no symbol
SHARED_MAX = 8  # symbols that one node defines and that still have a body each
DAMAGED_SHARE = 0.3  # of the bytes inside syntax errors

_ERROR_ID = 65535  # the kind id that every grammar gives to a syntax error
# Sorts of named nodes: what a leaf's text is, or what to do with the node.
_PLAIN, _TEXT, _RAW = 1, 2, 3
_SPECIAL = 4
_COMMENT, _DOC, _ERROR, _RULE = 4, 5, 6, 7
_NAME = 8
_CLOSED = 9  # from here on not to be looked into
_SKIP, _ATOM = 9, 10
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
_VALID = re.compile(r"(?:[^\W\d]|\$)[\w$]*(?:[-.][\w$]+)*[?!]?")
_OURS, _THEIRS = re.compile(rb"^<{7} ", re.MULTILINE), re.compile(rb"^>{7} ", re.MULTILINE)
_RAW_NOISE = re.compile(rb'/\*.*?(?:\*/|\Z)|//[^\n]*|"(?:[^"\\\n]|\\.)*"', re.DOTALL)
_WORDS = re.compile(rb"[0-9A-Za-z_$\x80-\xff]+")
_SCRIPT = re.compile(rb"(<script\b[^>]{0,2000}>)(.*?)(?=</script\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_FRONT = re.compile(rb"\A---\s*?\n(.*?)^---", re.DOTALL | re.MULTILINE)
_NOT_NEWLINE = re.compile(rb"[^\n]")
_MARKUP_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)


def facts(language: str, data: bytes) -> FileFacts:
    """What a file of this language defines, names and imports. Without a grammar: only the names."""
    source = tokens.utf8(data)
    if source is None or len(source) > tokens.TOKENS_MAX_BYTES:
        return FileFacts(language, (), frozenset(), frozenset(), damaged=True)
    if languages.grammar(language) is None:
        code = tokens.identifiers(plain.without_comments(language, source))
        return FileFacts(language, (), code, frozenset())
    reader = _reader(language)
    if reader is None or len(source) > tokens.PARSE_MAX_BYTES or tokens.minified(source):
        return FileFacts(language, (), tokens.identifiers(source), frozenset(), damaged=True)
    if language in languages.COMPONENTS:
        return _component(language, source, reader)
    return _parsed(language, source, reader)


def with_component(found: FileFacts, path: str) -> FileFacts:
    """The same facts with the component that a file of this name is, first; others unchanged."""
    name = languages.component(path)
    if name is None:
        return found
    last = max((each.end_line for each in found.symbols), default=1)
    symbol = Symbol(name, name, SymbolKind.CLASS, 1, last, 1)
    return replace(found, symbols=(symbol, *found.symbols))


@dataclass(frozen=True, slots=True)
class _Reader:
    """A grammar with its table, looked up by kind id."""

    grammar: Language
    table: Table
    tokens: dict[int, bytes]  # punctuation and key words
    sorts: dict[int, int]  # all other kinds
    rules: dict[int, Rule]


_Row = tuple[str, str, SymbolKind, int, int, int, bytes | None, bytes | None]  # a symbol in the making


@dataclass(slots=True)
class _Mark:
    """A node that is open: the scope it brought and the symbols that end with it."""

    depth: int
    start: int  # index of its first leaf
    scopes: int = 0
    rest: bool = False
    made: list[int] = field(default_factory=list)  # indexes of symbols; -1 for one with a place of its own


@cache
def _reader(language: str) -> _Reader | None:
    name = "typescript" if language in languages.COMPONENTS else language
    grammar = languages.load(name)
    if grammar is None:
        return None
    table: Table = importlib.import_module(f"mementod_parsers.tables.{name}").TABLE
    found = _Reader(grammar, table, {}, {_ERROR_ID: _ERROR}, {})
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
        return _RULE
    if kind in _COMMENTS:
        return _COMMENT
    if table.doc is not None and kind == table.doc[0]:
        return _DOC
    if kind in _STRINGS or kind in table.strings:
        return _TEXT
    if kind in table.raw:
        return _RAW
    if kind in _ATOMS:
        return _ATOM
    return _NAME if kind.endswith("identifier") or kind in table.idents else _PLAIN


def _parsed(language: str, source: bytes, reader: _Reader) -> FileFacts:
    # A parser that was once cancelled or failed gives wrong trees later, so each file gets its own.
    prepared = reader.table.prepare(source) if reader.table.prepare is not None else Prepared(source)
    tree = Parser(reader.grammar).parse(prepared.source)
    walk = _Walk(prepared.source, reader)
    walk.skipped.append(prepared.code)
    complete = walk.run(tree)
    lost = walk.error_bytes > DAMAGED_SHARE * len(source) and not reader.table.tolerant
    conflict = _OURS.search(source) is not None and _THEIRS.search(source) is not None
    damaged = lost or not complete or conflict
    return FileFacts(language, tuple(Symbol(*row) for row in walk.made), walk.code(), frozenset(walk.used), damaged)


def _component(language: str, source: bytes, reader: _Reader) -> FileFacts:
    """Parse the script with all else blanked, so that lines stay; take names from the markup too."""
    script = bytearray(_NOT_NEWLINE.sub(b" ", source))
    for pattern, group in ((_FRONT, 1), (_SCRIPT, 2)):
        if pattern is _FRONT and language != "astro":
            continue
        for match in pattern.finditer(source):
            script[match.start(group) : match.end(group)] = match[group]
    found = _parsed(language, bytes(script), reader)
    markup = _MARKUP_COMMENT.sub(b" ", _SCRIPT.sub(b" ", source))
    return replace(found, code=found.code | tokens.names(set(_WORDS.findall(markup))))


class _Walk:
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

    def __init__(self, source: bytes, reader: _Reader) -> None:
        self.source = source
        self.reader = reader
        self.leaves: list[bytes] = []
        self.blind: list[bytes] = []
        self.words: dict[int, set[bytes]] = {sort: set() for sort in (_PLAIN, _NAME, _TEXT, _RAW, _ATOM)}
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
                sort = sort_of(kind, _PLAIN)
                if _SPECIAL <= sort < _NAME:
                    sort = self.special(node, sort, depth)
                if sort < _CLOSED and down():
                    depth += 1
                    continue
                word = source[node.start_byte : node.end_byte] if sort != _SKIP else b""
                if word:
                    leaves(word)
                    blind(b"I" if sort >= _NAME else word)
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
        if sort == _RULE:
            self.enter(node, depth)
        elif sort == _ERROR:
            self.error(node)
        elif sort == _COMMENT or self.documents(node):
            return _SKIP
        return _PLAIN

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
        words = self.words[_PLAIN] | self.words[_NAME] | self.words[_ATOM]
        raw = _RAW_NOISE.sub(b" ", b"\n".join(self.words[_RAW]))
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
