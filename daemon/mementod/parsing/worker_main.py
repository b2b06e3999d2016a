"""The disposable worker process: source bytes in, facts out, one frame at a time.

It is the only place where grammars, native code that can hang, crash or eat memory, are loaded. Frames on
stdin and stdout are a length (4 bytes, big endian) and a msgpack value: in `[language, source]`, out
`[done, packed facts or reason]`. It ends at the end of its input and dies with its parent.

Invariant: it opens no file, writes nothing but answers and never decides what a failure means.
"""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import signal
import struct
import sys
from typing import BinaryIO

import msgpack

from mementod.process.orphans import end_with_parent
from mementod_parsers.code import codec, grammars, symbols

NICE = 10
FRAME_LIMIT_BYTES = 16 << 20
ORPHAN_LIMIT_S = 15  # of one parse; the parent kills sooner, if there is still a parent
GC_THRESHOLD = 200_000
HEADER = struct.Struct(">I")


def main() -> int:
    """Answer until the input ends. Arguments: the parent's process id, the limit of our memory in bytes."""
    parent, memory_bytes = int(sys.argv[1]), int(sys.argv[2])
    _settle(parent, memory_bytes)
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)  # a parse makes many objects and no cycles
    source, sink = os.fdopen(0, "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever native code prints must not look like an answer
    _write(sink, (True, b""))  # ready
    while (frame := _read(source)) is not None:
        language, data = msgpack.unpackb(frame)
        signal.alarm(ORPHAN_LIMIT_S)
        answer = _answer(language, data)
        signal.alarm(0)
        _write(sink, answer)
    return 0


def _settle(parent: int, memory_bytes: int) -> None:
    """Low priority, bounded memory, no core dumps, no life without the parent."""
    with contextlib.suppress(OSError):
        os.nice(NICE)
    for limit, value in ((resource.RLIMIT_AS, memory_bytes), (resource.RLIMIT_CORE, 0)):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(limit, (value, value))
    end_with_parent()
    if os.getppid() != parent:  # it died before we asked to be told
        os._exit(0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when a Ctrl-C is meant for us
    os.closerange(3, 256)


def _answer(language: str, data: bytes) -> tuple[bool, bytes | str]:
    if grammars.grammar(language) is not None and grammars.load(language) is None:
        return False, "no-grammar"
    try:
        return True, codec.pack(symbols.facts(language, data))
    except MemoryError:
        return False, "memory"
    except Exception:  # a fault of ours in one file costs that file, not the process
        return False, "crash"


def _write(sink: BinaryIO, answer: tuple[bool, bytes | str]) -> None:
    frame = msgpack.packb(answer)
    sink.write(HEADER.pack(len(frame)) + frame)
    sink.flush()


def _read(source: BinaryIO) -> bytes | None:
    header = source.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    size = HEADER.unpack(header)[0]
    frame = source.read(size) if size <= FRAME_LIMIT_BYTES else b""
    return frame if len(frame) == size else None


if __name__ == "__main__":
    sys.exit(main())
