"""Reads files of a work tree whose paths others wrote: none that lies elsewhere by way of a link."""

from __future__ import annotations

from pathlib import Path

from mementod.files import NotReadable, read_limited


def read_inside(root: Path, path: str, cap_bytes: int) -> bytes:
    """The content of a file below the root; empty for what is larger, cannot be read or lies elsewhere."""
    try:
        if not (root / path).resolve().is_relative_to(root.resolve()):
            return b""
        return read_limited(root / path, cap_bytes)
    except (OSError, NotReadable, RuntimeError):
        return b""
