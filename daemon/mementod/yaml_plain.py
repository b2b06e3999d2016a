"""The YAML that nearly every configuration is written in, read without a library that takes longer to load than it.

One level of keys with single values, lists, or tables of single values, in plain ASCII. Law: what is returned is what
`yaml_reader` reads; for anything that could be something else it is None.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mementod.yaml_nodes import List, Map, Node, Scalar

CHARS_CAP = 8_000  # far below what `yaml_reader` refuses

_VALUE = r"""(?:[A-Za-z0-9_./][A-Za-z0-9_./*@+-]*|"[^"\\]*"|'[^']*')"""
_NAME = r"[A-Za-z_][A-Za-z0-9_-]{0,100}"
_PAIR = rf"{_NAME}: +{_VALUE}"
_REST = r"(?: +(?:#.*)?)?$"
_LINE = re.compile(
    rf"(?P<indent> *)(?:(?P<key>{_NAME}):(?: +(?:(?P<value>{_VALUE})|\[(?P<list> *(?:{_VALUE}(?: *, *{_VALUE})* *)?)\]"
    rf"|{{(?P<table> *(?:{_PAIR}(?: *, *{_PAIR})* *)?)}}))?|- +(?P<item>{_VALUE})){_REST}"
)
_EMPTY = re.compile(r" *(?:#.*)?$")
_EACH_VALUE = re.compile(_VALUE)
_EACH_PAIR = re.compile(rf"({_NAME}): +({_VALUE})")


def read(text: str) -> Map | None:
    """The table that a file is, or None where only `yaml_reader` knows."""
    lines = text.split("\n")
    if len(text) > CHARS_CAP or not text.isascii() or not all(line.isprintable() for line in lines):
        return None
    rows = [(number, line) for number, line in enumerate(lines, 1) if not _EMPTY.match(line)]
    matches = [(number, match) for number, line in rows if (match := _LINE.match(line))]
    if len(matches) != len(rows) or not matches:
        return None
    entries = tuple(_entries(matches))
    return None if None in entries else Map(tuple(e for e in entries if e), matches[0][0])


def _entries(rows: Sequence[tuple[int, re.Match[str]]]) -> Iterator[tuple[Scalar, Node] | None]:
    """Each key of the file with its value; None for one that cannot be told."""
    at = 0
    while at < len(rows):
        number, match = rows[at]
        end = next((n for n in range(at + 1, len(rows)) if _is_key(rows[n][1])), len(rows))
        inline = _inline(number, match)
        below = _block(rows[at + 1 : end]) if end > at + 1 else None
        if not _is_key(match) or (inline is None) is (below is None):
            yield None
            return
        node = inline if below is None else below
        yield None if node is None else (Scalar(match["key"], True, number), node)
        at = end


def _is_key(match: re.Match[str]) -> bool:
    return not match["indent"] and match["key"] is not None


def _inline(number: int, match: re.Match[str]) -> Node | None:
    """The value behind a key; None where it has none."""
    if match["value"] is not None:
        return _scalar(match["value"], number)
    if match["list"] is not None:
        return List(tuple(_scalar(value, number) for value in _EACH_VALUE.findall(match["list"])), number)
    if match["table"] is not None:
        pairs = _EACH_PAIR.findall(match["table"])
        return Map(tuple((Scalar(key, True, number), _scalar(value, number)) for key, value in pairs), number)
    return None


def _block(rows: Sequence[tuple[int, re.Match[str]]]) -> Node | None:
    """The lines below a key: all items of one list, or all keys of one table, equally far in."""
    first = rows[0][0]
    if len({match["indent"] for _, match in rows}) > 1:
        return None
    if all(match["item"] is not None for _, match in rows):
        return List(tuple(_scalar(match["item"], number) for number, match in rows), first)
    if all(match["value"] is not None for _, match in rows):
        return Map(tuple((Scalar(m["key"], True, n), _scalar(m["value"], n)) for n, m in rows), first)
    return None


def _scalar(written: str, line: int) -> Scalar:
    quoted = written[0] in "\"'"
    return Scalar(written[1:-1] if quoted else written, not quoted, line)
