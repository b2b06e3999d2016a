"""What a session begins with where there is something to begin from: the whole start, else where it is to be had."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from mementod.config import REPOSITORY_FILE
from mementod.hooks.hook_targets import top_of
from mementod.vcs.repository_key import key_of
from mementod_parsers.text.printable import clean

if TYPE_CHECKING:
    from mementod.hooks.hook_asked import Asked
    from mementod.paths import Paths

START_BYTES = 7_400  # what every agent takes in, with what may be said beside it
# Notes that no agent loads by itself.
_FOLDERS = (".agent/init.d", "memory-bank", ".memory-bank")
_STORES = ("memory.db", "cache.db")
POINTER = "Run `mementod boot` before you act: it tells what binds, what does not hold, and where the work stands."


def is_due(ask: Asked) -> bool:
    """Whether there are start-up notes where it begins."""
    place = ask.place
    return place is not None and has_notes(place.root)


def start(ask: Asked) -> str | None:
    """The text of `mementod boot`; None where it is not to be had in time."""
    text = ask.judge.knows.start(ask.cwd, START_BYTES) if ask.judge.knows else None
    return None if text is None else "\n".join(map(clean, text.splitlines()))


def has_notes(root: Path) -> bool:
    """Whether there are start-up notes."""
    return any(_holds_notes(root / folder) for folder in _FOLDERS)


def is_known(cwd: Path, paths: Paths) -> bool:
    """Whether there may be something to tell; asks nobody, for when there is no time for more."""
    top = top_of(Path(os.path.realpath(cwd)))
    if top is None:
        return False
    folder = paths.of_repository(key_of(top / ".git"))
    return has_notes(top) or (top / REPOSITORY_FILE).is_file() or any((folder / name).exists() for name in _STORES)


def _holds_notes(folder: Path) -> bool:
    try:
        return any(name.endswith(".md") for name in os.listdir(folder))  # noqa: PTH208 (names are enough)
    except OSError:
        return False
