"""What names a repository in our own folders."""

from __future__ import annotations

import os
from _blake2 import blake2b  # that of hashlib, which loads OpenSSL first: as long as git takes for an answer
from pathlib import Path


def key_of(common: Path) -> str:
    """Of the git directory that linked work trees share."""
    return blake2b(str(common).encode("utf-8", "surrogateescape"), digest_size=10).hexdigest()


def common_of(git_dir: Path) -> Path:
    """The git directory that all linked work trees of a repository share, by that of one of them."""
    try:
        common = git_dir / (git_dir / "commondir").read_text(encoding="utf-8").strip()
    except OSError:
        common = git_dir
    return Path(os.path.realpath(common))
