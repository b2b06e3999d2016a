"""What to judge: notes, and the tree that they are held against."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Request:
    """What to judge. `notes` empty means all; paths relative to the root, absolute outside it."""

    root_hint: Path
    notes: tuple[str, ...] = ()
    rev: str | None = None
    staged: bool = False
    range: str | None = None
