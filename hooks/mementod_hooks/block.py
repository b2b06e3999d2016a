"""Our lines in a file of somebody else: a block between two marker lines, put in and taken out again.

For all that has `#` comments: shell scripts, TOML, git's configuration. Works on bytes, for a script may hold any.
"""

from __future__ import annotations

import re

_BEGIN = b"# >>> mementod"
_END = b"# <<< mementod\n"
_BLOCK = re.compile(rb"^# >>> mementod[^\n]*\n(?:.*?\n)??# <<< mementod[^\n]*(?:\n|\Z)", re.MULTILINE | re.DOTALL)


def block(body: str, remover: str) -> bytes:
    """The lines to put in; `remover` is the command that takes them out again."""
    return _BEGIN + f" (managed; `{remover}` removes these lines)\n{body}".encode() + _END


def has_block(data: bytes) -> bool:
    return _BLOCK.search(data) is not None


def append(data: bytes, lines: bytes) -> bytes:
    """The block at the end, instead of one that is there."""
    data = take_out(data)
    return data + (b"\n" if data and not data.endswith(b"\n") else b"") + lines


def after_first_line(data: bytes, lines: bytes) -> bytes:
    """The block behind the first line, which names the interpreter: what a script does at its end is its own affair."""
    first, rest = _first_line(take_out(data))
    return first + lines + rest


def take_out(data: bytes) -> bytes:
    """The file without our lines; as it is when they are not there."""
    return _BLOCK.sub(b"", data)


def _first_line(data: bytes) -> tuple[bytes, bytes]:
    end = data.find(b"\n") + 1
    return (data[:end], data[end:]) if end else (data + b"\n" if data else b"", b"")
