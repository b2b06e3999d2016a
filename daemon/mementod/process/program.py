"""The program on disk: an upgrade replaces its files under a daemon that goes on."""

from __future__ import annotations

from pathlib import Path

import mementod
import mementod_parsers

Stamps = frozenset[tuple[str, int, int]]  # path, time of change, size


def stamps() -> Stamps:
    """Of all our source files; another program has others."""
    found = set()
    for package in (mementod, mementod_parsers):
        for path in Path(package.__path__[0]).rglob("*.py"):
            try:
                about = path.stat()
            except OSError:
                continue  # it is being replaced just now
            found.add((str(path), about.st_mtime_ns, about.st_size))
    return frozenset(found)
