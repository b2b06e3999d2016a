"""Messages to plain values and back; shapes are checked, for the other side may be older."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable
from functools import cache
from typing import Literal, cast, get_args, get_origin, get_type_hints

from mementod.watcher.messages import BadMessage, Command, Report


def encode(message: Command | Report) -> tuple[object, ...]:
    """The value that a frame carries."""
    return (type(message).__name__, *_plain(message))


def command(value: object) -> Command:
    """The command in a frame; raises BadMessage."""
    return cast(Command, _decode(value, Command))


def report(value: object) -> Report:
    """The report in a frame; raises BadMessage."""
    return cast(Report, _decode(value, Report))


def _plain(message: object) -> tuple[object, ...]:
    values = [getattr(message, field.name) for field in dataclasses.fields(cast(type, message))]
    return tuple(
        tuple(_plain(v) if dataclasses.is_dataclass(v) else v for v in value) if isinstance(value, tuple) else value
        for value in values
    )


def _decode(value: object, messages: types.UnionType) -> object:
    kinds = {kind.__name__: kind for kind in get_args(messages)}
    if not isinstance(value, tuple) or not value or not isinstance(value[0], str) or value[0] not in kinds:
        raise BadMessage(f"no such message: {str(value)[:80]}")
    return _reader(kinds[value[0]])(value[1:])


@cache
def _reader(hint: object) -> Callable[[object], object]:
    """Reads a value of this type; raises BadMessage for any other."""
    match get_origin(hint) or hint:
        case kind if isinstance(kind, type) and dataclasses.is_dataclass(kind):
            return _fields(kind)
        case kind if kind is tuple:
            return _many(_reader(get_args(hint)[0]))
        case kind if kind is Literal:
            return _plainly(lambda value: isinstance(value, str) and value in get_args(hint), hint)
        case kind if kind is types.UnionType:
            return _plainly(lambda value: value is None or _is_text(value), hint)
        case kind if kind is dict:
            return _plainly(_counts, hint)
        case kind if kind is str:
            return _plainly(_is_text, hint)
        case kind:
            return _plainly(lambda value: type(value) is kind, hint)


def _fields(kind: type) -> Callable[[object], object]:
    hints = get_type_hints(kind)
    readers = [_reader(hints[field.name]) for field in dataclasses.fields(kind)]

    def read(value: object) -> object:
        if not isinstance(value, tuple) or len(value) != len(readers):
            raise BadMessage(f"{kind.__name__} has {len(readers)} fields")
        return kind(*(reader(item) for reader, item in zip(readers, value, strict=True)))

    return read


def _many(reader: Callable[[object], object]) -> Callable[[object], object]:
    def read(value: object) -> object:
        if not isinstance(value, tuple):
            raise BadMessage("a list is missing")
        return tuple(map(reader, value))

    return read


def _plainly(fits: Callable[[object], bool], hint: object) -> Callable[[object], object]:
    def read(value: object) -> object:
        if not fits(value):
            raise BadMessage(f"{str(value)[:80]!r} is no {getattr(hint, '__name__', hint)}")
        return value

    return read


def _is_text(value: object) -> bool:
    """A NUL ends a path for the kernel, and so would hide its rest."""
    return type(value) is str and "\0" not in value


def _counts(value: object) -> bool:
    return isinstance(value, dict) and all(type(k) is str and type(v) is int for k, v in value.items())
