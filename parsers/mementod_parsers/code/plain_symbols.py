"""Definitions in languages without a grammar: read line by line, from the words with which a definition begins.

Names and lines only, no bodies. Relies on the layout that each language's formatter gives: what is declared in a
type stands one step to the right of it.
"""

from __future__ import annotations

import re

from mementod_parsers.code.tables.rule import words
from mementod_parsers.model import Symbol, SymbolKind

MAX_SYMBOLS = 20_000

_TYPE = r"(?:[\w.]+(?:<[^;={}()]{0,200}>)?\??\s+)"
_NOT_NAMES = words(
    "if for while switch catch return await assert throw super this new else do try case default in is as on void"
)
_Rows = tuple[tuple[re.Pattern[str], SymbolKind], ...]


def _rows(*rows: tuple[str, SymbolKind]) -> _Rows:
    return tuple((re.compile(pattern), kind) for pattern, kind in rows)


# Of a line in the first column; a type opens a scope.
_OUTER: dict[str, _Rows] = {
    "dart": _rows(
        (
            r"(?:(?:abstract|sealed|base|final|interface|mixin)\s+){0,3}(?:class|mixin|enum|extension(?:\s+type)?"
            r"|typedef)\s+(?!on\b)(?P<name>\w+)",
            SymbolKind.CLASS,
        ),
        (
            rf"(?:(?:const|final|late|var)\s+){{1,2}}{_TYPE}?(?P<name>\w+)\s*(?:=|;)",
            SymbolKind.CONSTANT,
        ),
        (
            rf"(?:external\s+)?{_TYPE}{{0,3}}(?:get\s+|set\s+)?(?P<name>\w+)\s*(?:<[^()]{{0,80}}>)?\s*\(",
            SymbolKind.FUNCTION,
        ),
    ),
    "gdscript": _rows(
        (r"(?:class_name|class|enum)\s+(?P<name>\w+)", SymbolKind.CLASS),
        (r"(?:static\s+)?func\s+(?P<name>\w+)", SymbolKind.FUNCTION),
        (r"(?:@\w+(?:\([^)]{0,80}\))?\s+)*(?:const|var|signal)\s+(?P<name>\w+)", SymbolKind.CONSTANT),
    ),
    "solidity": _rows(
        (r"(?:abstract\s+)?(?:contract|library|interface|struct|enum)\s+(?P<name>\w+)", SymbolKind.CLASS),
    ),
    "zig": _rows(
        (r"(?:pub\s+)?(?:(?:export|inline|extern)\s+)?fn\s+(?P<name>\w+)", SymbolKind.FUNCTION),
        (
            r"(?:pub\s+)?const\s+(?P<name>\w+)\s*=\s*(?:packed\s+|extern\s+)?(?:struct|enum|union|error)\b",
            SymbolKind.CLASS,
        ),
        (r"(?:pub\s+)?(?:const|var)\s+(?P<name>\w+)", SymbolKind.CONSTANT),
    ),
}
# Of a line one step below a type.
_INNER: dict[str, _Rows] = {
    "dart": _rows(
        (
            rf"(?:(?:static|const|final|late|var|covariant)\s+){{1,4}}{_TYPE}?(?P<name>\w+)\s*(?:=(?!>)|;)"
            rf"|{_TYPE}(?P<typed>\w+)\s*(?:=(?!>)|;)",
            SymbolKind.FIELD,
        ),
        (
            rf"(?:(?:static|external|factory|const)\s+){{0,2}}{_TYPE}?(?:get\s+(?P<got>\w+)\b|(?:set\s+)?(?P<name>\w+)"
            r"(?:\.\w+)?\s*(?:<[^()]{0,80}>)?\s*\()",
            SymbolKind.METHOD,
        ),
        (r"(?P<name>[a-z]\w+)\s*[,;]?$", SymbolKind.FIELD),  # of an enum
    ),
    "gdscript": _rows((r"(?:static\s+)?func\s+(?P<name>\w+)", SymbolKind.METHOD)),
    "solidity": _rows(
        (r"(?:function|modifier|event|error|struct|enum)\s+(?P<name>\w+)", SymbolKind.METHOD),
        (rf"{_TYPE}(?:(?:public|private|internal|constant|immutable)\s+){{1,3}}(?P<name>\w+)\s*[=;]", SymbolKind.FIELD),
    ),
    "zig": _rows((r"(?:pub\s+)?(?:inline\s+)?fn\s+(?P<name>\w+)", SymbolKind.METHOD)),
}
_STEPS = {"dart": "  ", "gdscript": "\t", "solidity": "    ", "zig": "    "}

LANGUAGES = frozenset(_OUTER)
VERSION = "plain-1"  # of these patterns, in the place of a grammar's version


def definitions(language: str, code: str) -> tuple[Symbol, ...]:
    """The symbols of a file of one of `LANGUAGES`, whose comments and strings are blanked."""
    found: list[Symbol] = []
    scope, step = "", _STEPS[language]
    for number, line in enumerate(code.split("\n"), 1):
        if line[:1].strip():
            made = _read(_OUTER[language], line)
            is_type = made is not None and made[1] is SymbolKind.CLASS
            scope = made[0] if made and is_type else "" if line[0] not in "})]{@" else scope
        elif scope and line.startswith(step) and line[len(step) : len(step) + 1].strip():
            made = _read(_INNER[language], line[len(step) :])
        else:
            continue
        if made is not None:
            inner = scope and made[1] is not SymbolKind.CLASS
            qual = f"{scope}.{made[0]}" if inner else made[0]
            found.append(Symbol(made[0], qual, made[1], number, number, 1))
        if len(found) >= MAX_SYMBOLS:
            break
    return tuple(found)


def _read(rows: _Rows, line: str) -> tuple[str, SymbolKind] | None:
    """The first row that a line fits, with the name that it gives."""
    for pattern, kind in rows:
        m = pattern.match(line)
        name = next((n for n in m.groupdict().values() if n), "") if m else ""
        if name:
            return (name, kind) if name not in _NOT_NAMES else None
    return None
