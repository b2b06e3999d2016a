"""Facts as bytes and back, for the pipe from the worker and for the cache.

Invariant: `unpack(pack(facts)) == facts`; damaged bytes raise `ValueError`, nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgpack

from mementod_parsers.model import FileFacts, Symbol, SymbolKind

FORMAT = 1  # of these bytes; raise it when they change
FIELDS = 11
_KINDS = tuple(SymbolKind)
_UNREADABLE = (msgpack.UnpackException, ValueError, TypeError, KeyError, IndexError, AttributeError)
_NUMBERS = {kind: number for number, kind in enumerate(_KINDS)}


def pack(facts: FileFacts) -> bytes:
    """Names are joined by line breaks: one long string costs far less than many short ones."""
    rows = facts.symbols
    body = (
        FORMAT,
        facts.language,
        facts.damaged,
        _join(facts.code),
        _join(facts.imported),
        "\n".join(row.name for row in rows),
        "\n".join(row.qual for row in rows),
        bytes(_NUMBERS[row.kind] for row in rows),
        [number for row in rows for number in (row.line, row.end_line, row.size)],
        b"".join(row.fp or _NONE for row in rows),
        b"".join(row.sfp or _NONE for row in rows),
    )
    packed: bytes = msgpack.packb(body)
    return packed


_NONE = bytes(8)  # no hash has this value in practice, and reading it as "no identity" would be safe


def unpack(data: bytes) -> FileFacts:
    """The facts that `pack` made these bytes from."""
    body = _body(data)
    try:
        return FileFacts(body[1], tuple(_rows(body)), _split(body[3]), _split(body[4]), body[2])
    except _UNREADABLE as error:
        raise ValueError(f"these bytes are no facts: {error}") from error


def symbols_named(data: bytes, names: Collection[str]) -> list[Symbol]:
    """Those symbols of packed facts that bear one of the names: most questions are about one in a hundred."""
    body = _body(data)
    try:
        own = body[5].split("\n")
        return _rows(body, [i for i, name in enumerate(own) if name in names]) if body[7] else []
    except _UNREADABLE as error:
        raise ValueError(f"these bytes are no facts: {error}") from error


def _body(data: bytes) -> Any:
    try:
        body = msgpack.unpackb(data)
        if len(body) == FIELDS and body[0] == FORMAT:
            return body
    except _UNREADABLE as error:
        raise ValueError(f"these bytes are no facts: {error}") from error
    raise ValueError("these bytes are facts of another format, or none")


def _rows(body: Any, wanted: Iterable[int] | None = None) -> list[Symbol]:
    """The symbols at these places; all without them."""
    kinds, numbers, fps, sfps = body[7], body[8], body[9], body[10]
    names, quals = body[5].split("\n"), body[6].split("\n")
    if kinds and not len(names) == len(quals) == len(kinds) == len(numbers) // 3 == len(fps) // 8 == len(sfps) // 8:
        raise ValueError("facts cut short")
    return [
        Symbol(
            names[i],
            quals[i],
            _KINDS[kinds[i]],
            numbers[3 * i],
            numbers[3 * i + 1],
            numbers[3 * i + 2],
            _hash(fps[8 * i : 8 * i + 8]),
            _hash(sfps[8 * i : 8 * i + 8]),
        )
        for i in (range(len(kinds)) if wanted is None else wanted)
    ]


def _hash(raw: bytes) -> bytes | None:
    return None if raw == _NONE else raw


def _join(names: frozenset[str]) -> str:
    return "\n".join(sorted(names))


def _split(names: str) -> frozenset[str]:
    return frozenset(names.split("\n")) if names else frozenset()
