"""What the names of a record rest on, in a few bytes: the work tree as git sees it, and what was said.

While it stays, no name can have become another; then nothing need be judged again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

from mementod.judging.resources import Resources
from mementod.vcs.git import GitError
from mementod_parsers.record import Class, Item

VERSION = 1  # raise it when the same names are judged otherwise


def state_of(resources: Resources, items: Iterable[Item]) -> str | None:
    """None where git cannot tell: then everything is judged."""
    repository = resources.repository
    if not repository.tracked:
        return None
    digest = blake2b(f"{VERSION} {repository.root} {repository.head} {resources.config!r}".encode(), digest_size=16)
    try:
        rows = repository.git.fields(
            "status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--ignore-submodules=dirty"
        )
    except GitError:
        return None
    for row in rows:
        digest.update(b"%b %b\0" % (row, _stat(os.path.join(os.fsencode(repository.root), row[3:]))))
    for item in items:
        digest.update("\0".join((item.kind, item.text, item.at, item.head or "", item.revoked or "")).encode("utf-8", "surrogatepass"))
        if item.kind in (Class.IDENTIFIERS, Class.GONE):  # git does not tell of what it ignores
            digest.update(_stat(os.path.join(os.fsencode(repository.root), os.fsencode(item.text.split(":")[0]))))
    return digest.hexdigest()


def _stat(path: bytes) -> bytes:
    try:
        about = os.lstat(path)
    except (OSError, ValueError):
        return b"-"
    return b"%d %d %d" % (about.st_size, about.st_mtime_ns, about.st_mode)
