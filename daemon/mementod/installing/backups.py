"""What files held before us, kept in the state directory under the names of their hashes."""

from __future__ import annotations

import hashlib
from pathlib import Path

from mementod.files import NotReadable, read_limited, replace

FILE_BYTES = 4 << 20  # a larger settings file is no work of people
BACKUPS = "backups"  # the folder in the state directory
_PRIVATE = 0o600


def keep(data: bytes | None, state: Path) -> str:
    """Keep a copy under the name of its hash, and return that; the empty name for no file."""
    name = digest(data)
    if data is None:
        return name
    folder = state / BACKUPS
    folder.mkdir(mode=0o700, exist_ok=True)
    copy = folder / name
    if not copy.exists():
        replace(copy, data)
        copy.chmod(_PRIVATE)
    return name


def kept(name: str, state: Path) -> tuple[bytes | None, bool]:
    """What was kept under a name, None for no file, and whether that is known: the copy may be gone or damaged."""
    if not name:
        return None, True
    try:
        data = read_limited(state / BACKUPS / name, FILE_BYTES)
    except (FileNotFoundError, NotReadable):
        return b"", False
    return (data, True) if digest(data) == name else (b"", False)


def digest(data: bytes | None) -> str:
    """Its name; empty for no file."""
    return "" if data is None else hashlib.sha256(data).hexdigest()
