"""`git log --raw`: each commit, and what it did to each path. Asked for in one way, and read in one place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

# Whatever the configuration says. Of a merge nothing is told; a submodule as the caller says.
ARGS = (
    "log", "--raw", "--root", "--no-renames", "--no-abbrev", "--no-diff-merges", "--no-relative", "--no-color",
    "--no-notes", "-z", "--format=%x01%H %ct",
)  # fmt: skip
LAST_SECOND = 253_402_300_799  # of the year 9999; a commit may claim any date
_COMMIT, _TOUCH = b"\x01", b":"


class Commit(NamedTuple):
    """Those that follow are its touches, until the next one."""

    oid: str
    time: int  # seconds since 1970


class Touch(NamedTuple):
    """What a commit did to one path: object ids in hexadecimal, of zeros for nothing."""

    path: bytes
    before: bytes
    after: bytes
    status: str  # A, D, M or T


def entries(fields: Iterator[bytes]) -> Iterator[Commit | Touch]:
    """What the NUL-separated output says, in its order."""
    for field in fields:
        head = field.lstrip(b"\n")
        if head.startswith(_COMMIT):
            oid, _, time = head[1:].partition(b" ")
            yield Commit(oid.decode(), max(0, min(int(time or 0), LAST_SECOND)))
        elif head.startswith(_TOUCH):
            _, _, before, after, status = head.split(b" ")
            yield Touch(next(fields), before, after, status[:1].decode())
