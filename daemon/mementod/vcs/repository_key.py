"""What names a repository in our own folders."""

from __future__ import annotations

import hashlib
from pathlib import Path


def key_of(common: Path) -> str:
    """Of the git directory that linked work trees share."""
    return hashlib.blake2b(str(common).encode("utf-8", "surrogateescape"), digest_size=10).hexdigest()
