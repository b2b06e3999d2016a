"""Languages without a grammar: what in their text is comment, or string in a programming language.

Invariant: each pattern consumes what it opens, to the end of the file if never closed, so that it is linear.
"""

from __future__ import annotations

import re

from mementod_parsers.code.tables.rule import words

_STRINGS = rb"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
_SLASHES = rb"/\*.*?(?:\*/|\Z)|//[^\n]*"
_HASH = re.compile(rb"(?m:^|(?<=\s))#[^\n]*")
_SEMICOLON = re.compile(rb"(?m:^\s*)[;#][^\n]*")
_SLASH_CODE = re.compile(_STRINGS + rb"|" + _SLASHES, re.DOTALL)
_DASHES = re.compile(rb"/\*.*?(?:\*/|\Z)|--[^\n]*", re.DOTALL)
_MARKUP = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)

_FAMILIES: tuple[tuple[frozenset[str], re.Pattern[bytes]], ...] = (
    (
        words("yaml toml make just dockerfile cmake nix perl r julia fish powershell gdscript graphql starlark"),
        _HASH,
    ),
    (words("terraform procfile"), _HASH),
    (words("ini"), _SEMICOLON),
    (words("dart zig groovy gradle objc solidity fsharp shader pascal protobuf prisma"), _SLASH_CODE),
    (words("sql haskell"), _DASHES),
    (words("xml html template"), _MARKUP),
)
_NOISE = {name: pattern for names, pattern in _FAMILIES for name in names}


def without_comments(language: str, data: bytes) -> bytes:
    """The text with its comments blanked, lines kept; in programming languages also the strings."""
    pattern = _NOISE.get(language)
    return data if pattern is None else pattern.sub(_blank, data)


def _blank(m: re.Match[bytes]) -> bytes:
    return b" " + b"\n" * m[0].count(b"\n")
