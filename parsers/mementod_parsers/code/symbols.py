"""Source bytes -> symbols, fingerprints and identifiers.

The parse itself is native code that can hang, eat memory or crash on hostile input: call `facts` only in a
process that may be killed.

Invariant: any bytes give an answer. What a damaged parse lost is said (`damaged`), never guessed.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tree_sitter import Parser

from mementod_parsers.code import grammars, languages, plain_symbols, tokens
from mementod_parsers.code.readers import Reader, reader
from mementod_parsers.code.tables import plain
from mementod_parsers.code.tables.rule import Prepared
from mementod_parsers.code.walk import Walk
from mementod_parsers.model import FileFacts, Symbol, SymbolKind

VERSION = 1  # of the extraction; raise it when the same bytes give other facts
DAMAGED_SHARE = 0.3  # of the bytes inside syntax errors

_OURS, _THEIRS = re.compile(rb"^<{7} ", re.MULTILINE), re.compile(rb"^>{7} ", re.MULTILINE)
_WORDS = re.compile(rb"[0-9A-Za-z_$\x80-\xff]+")
_SCRIPT = re.compile(rb"(<script\b[^>]{0,2000}>)(.*?)(?=</script\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_FRONT = re.compile(rb"\A---\s*?\n(.*?)^---", re.DOTALL | re.MULTILINE)
_NOT_NEWLINE = re.compile(rb"[^\n]")
_MARKUP_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)


def facts(language: str, data: bytes) -> FileFacts:
    """What a file of this language defines, names and imports. Without a grammar: the names, of a few definitions."""
    source = tokens.utf8(data)
    if source is None or len(source) > tokens.TOKENS_MAX_BYTES:
        return FileFacts(language, (), frozenset(), frozenset(), damaged=True)
    if grammars.grammar(language) is None:
        code = plain.without_comments(language, source)
        own = plain_symbols.LANGUAGES
        made = plain_symbols.definitions(language, code.decode("utf-8", "replace")) if language in own else ()
        return FileFacts(language, made, tokens.identifiers(code), frozenset())
    found = reader(language)
    if found is None or len(source) > tokens.PARSE_MAX_BYTES or tokens.minified(source):
        return FileFacts(language, (), tokens.identifiers(source), frozenset(), damaged=True)
    if language in grammars.COMPONENTS:
        return _component(language, source, found)
    return _parsed(language, source, found)


def with_component(found: FileFacts, path: str) -> FileFacts:
    """The same facts with the component that a file of this name is, first; others unchanged."""
    name = languages.component(path)
    if name is None:
        return found
    last = max((each.end_line for each in found.symbols), default=1)
    symbol = Symbol(name, name, SymbolKind.CLASS, 1, last, 1)
    return replace(found, symbols=(symbol, *found.symbols))


def _parsed(language: str, source: bytes, read: Reader) -> FileFacts:
    # A parser that was once cancelled or failed gives wrong trees later, so each file gets its own.
    prepared = read.table.prepare(source) if read.table.prepare is not None else Prepared(source)
    tree = Parser(read.grammar).parse(prepared.source)
    walk = Walk(prepared.source, read)
    walk.skipped.append(prepared.code)
    complete = walk.run(tree)
    lost = walk.error_bytes > DAMAGED_SHARE * len(source) and not read.table.tolerant
    conflict = _OURS.search(source) is not None and _THEIRS.search(source) is not None
    damaged = lost or not complete or conflict
    return FileFacts(language, tuple(Symbol(*row) for row in walk.made), walk.code(), frozenset(walk.used), damaged)


def _component(language: str, source: bytes, read: Reader) -> FileFacts:
    """Parse the script with all else blanked, so that lines stay; take names from the markup too."""
    script = bytearray(_NOT_NEWLINE.sub(b" ", source))
    for pattern, group in ((_FRONT, 1), (_SCRIPT, 2)):
        if pattern is _FRONT and language != "astro":
            continue
        for match in pattern.finditer(source):
            script[match.start(group) : match.end(group)] = match[group]
    found = _parsed(language, bytes(script), read)
    markup = _MARKUP_COMMENT.sub(b" ", _SCRIPT.sub(b" ", source))
    return replace(found, code=found.code | tokens.names(set(_WORDS.findall(markup))))
