"""What lies in a git directory, looked at without a lock. Raises OSError for what cannot be looked at."""

from __future__ import annotations

import os
import stat

READ_CAP_BYTES = 64 << 20  # of packed-refs
ABSENT = (FileNotFoundError, NotADirectoryError, ValueError)  # the last: HEAD names what no file can be called

Stamp = tuple[int, int, int, int]


def listed(path: bytes) -> list[tuple[bytes, bool]]:
    """The names in a folder without locks, and which are folders; none where there is no such folder."""
    try:
        with os.scandir(path) as entries:
            return [(e.name, e.is_dir(follow_symlinks=False)) for e in entries if not e.name.endswith(b".lock")]
    except ABSENT:
        return []


def place_of(path: bytes) -> tuple[int, int] | None:
    """Device and inode of a folder; None where there is none."""
    try:
        about = os.stat(path)  # noqa: PTH116 (bytes)
    except ABSENT:
        return None
    return (about.st_dev, about.st_ino) if stat.S_ISDIR(about.st_mode) else None


def stamp(path: bytes, follow: bool = False) -> Stamp | None:
    """None for what is not there."""
    try:
        about = os.stat(path, follow_symlinks=follow)  # noqa: PTH116 (bytes)
    except ABSENT:
        return None
    return about.st_mtime_ns, about.st_ctime_ns, about.st_size, about.st_ino


def read(path: bytes) -> bytes:
    """A small file; empty when there is none or it is no file."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except ABSENT:
        return b""
    try:
        return os.read(handle, READ_CAP_BYTES) if stat.S_ISREG(os.fstat(handle).st_mode) else b""
    finally:
        os.close(handle)
