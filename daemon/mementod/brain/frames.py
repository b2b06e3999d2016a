"""Frames on a pipe: a length (4 bytes, big endian) and a msgpack value.

Text that is not UTF-8 survives as surrogate escapes, as paths do everywhere here. Nothing here reads or writes.
"""

from __future__ import annotations

import struct

import msgpack

FRAME_LIMIT_BYTES = 128 << 20  # 20,000 changed paths, each as long as the kernel allows
INCOMPLETE = object()
_HEADER = struct.Struct(">I")


class FrameError(Exception):
    """What came is no frame. The next may be one, unless `Frames.broken`."""


def pack(value: object) -> bytes:
    """One frame; raises FrameError for a value that no frame can hold."""
    try:
        body: bytes = msgpack.packb(value, unicode_errors="surrogateescape")
    except (TypeError, ValueError, OverflowError) as error:
        raise FrameError(str(error)) from error
    if len(body) > FRAME_LIMIT_BYTES:
        raise FrameError(f"a frame of {len(body)} bytes")
    return _HEADER.pack(len(body)) + body


class Frames:
    """Cuts what a pipe delivers into values; lists come as tuples. `broken`: no more frames can be found."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self.broken = False

    def feed(self, data: bytes) -> None:
        self._rest += data

    def next(self) -> object:
        """The next value, or INCOMPLETE; raises FrameError for a frame without one, and goes on behind it."""
        if self.broken or len(self._rest) < _HEADER.size:
            return INCOMPLETE
        (size,) = _HEADER.unpack_from(self._rest)
        if size > FRAME_LIMIT_BYTES:
            self.broken = True
            raise FrameError(f"a frame of {size} bytes")
        end = _HEADER.size + size
        if len(self._rest) < end:
            return INCOMPLETE
        body = bytes(self._rest[_HEADER.size : end])
        del self._rest[:end]
        return _value(body)


def _value(body: bytes) -> object:
    try:
        value: object = msgpack.unpackb(body, unicode_errors="surrogateescape", use_list=False, strict_map_key=False)
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as error:
        raise FrameError(f"a frame that is no msgpack value: {error}") from error
    return value
