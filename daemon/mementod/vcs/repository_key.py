"""What names a repository in our own folders."""

from __future__ import annotations

from _blake2 import blake2b  # that of hashlib, which loads OpenSSL first: as long as git takes for an answer
from pathlib import Path


def key_of(common: Path) -> str:
    """Of the git directory that linked work trees share."""
    return blake2b(str(common).encode("utf-8", "surrogateescape"), digest_size=10).hexdigest()
