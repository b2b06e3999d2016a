"""Values as the cache keeps them: questions, answers with a checksum, compressed texts.

Names and lines of notes may hold bytes that are no UTF-8, as surrogates.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Iterable, Iterator

import msgpack


def coded(question: str) -> bytes:
    return question.encode("utf-8", "surrogatepass")


def decoded(question: bytes) -> str:
    return question.decode("utf-8", "surrogatepass")


def packed(answer: object) -> bytes:
    data: bytes = msgpack.packb(answer, unicode_errors="surrogatepass")
    return data + zlib.crc32(data).to_bytes(4, "big")


def unpacked(rows: Iterable[tuple[bytes, bytes]]) -> Iterator[tuple[str, object]]:
    """Questions and answers; a damaged one is left out."""
    for question, answer in rows:
        with contextlib.suppress(ValueError, TypeError, AttributeError, msgpack.exceptions.UnpackException):
            yield decoded(question), _unpacked(answer)


def squeezed(text: str) -> bytes:
    """A text, compressed."""
    return zlib.compress(text.encode("utf-8", "surrogateescape"), 1)


def spread(data: bytes) -> str:
    """What was `squeezed`. Raises zlib.error."""
    return zlib.decompress(data).decode("utf-8", "surrogateescape")


def _unpacked(data: bytes) -> object:
    if zlib.crc32(data[:-4]).to_bytes(4, "big") != data[-4:]:
        raise ValueError("damaged")
    return msgpack.unpackb(data[:-4], use_list=False, unicode_errors="surrogatepass")
