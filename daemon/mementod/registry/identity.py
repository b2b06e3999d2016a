"""The id of a repository in its git configuration: read, written, and taken out again without a trace.

Owns the key `mementod.id` of the configuration that linked work trees share. Writing goes through git, which knows
how to change such a file while others do.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from pathlib import Path

from mementod.files import NotReadable, read_limited
from mementod.vcs.git import Git

KEY = "mementod.id"
CONFIG_BYTES = 1 << 20  # a larger configuration is no work of people
_BYTES = 8
_ID = re.compile(r"[0-9a-f]{16}")


def new() -> str:
    """Sixteen random hexadecimal digits."""
    return os.urandom(_BYTES).hex()


def of_path(path: Path) -> str:
    """The id of a place that can keep none: made from its path, so that it is not known again when it moves."""
    return hashlib.blake2b(os.fsencode(path), digest_size=_BYTES).hexdigest()


def of_linked(family: str, git_dir: Path) -> str:
    """The id of a linked work tree: `git worktree move` keeps the name of its git directory."""
    return f"{family}-{hashlib.blake2b(os.fsencode(git_dir.name), digest_size=4).hexdigest()}"


def family(identity: str) -> str:
    """What the ids of all work trees of one repository share: the id in the configuration."""
    return identity.partition("-")[0]


def read(common: Path) -> str | None:
    """The id in the configuration of a git directory; None without one, or where another hand wrote nonsense."""
    found = Git(common).one("config", "--file", str(common / "config"), "--get", KEY)
    return found if found and _ID.fullmatch(found) else None


def write(common: Path, identity: str) -> None:
    """Put the id in, in the place of another; raises GitError where the configuration cannot be written."""
    Git(common).run("config", "--file", str(common / "config"), KEY, identity)


def mentions(common: Path, identity: str) -> bool:
    """Whether it is worth to ask git for the id of this directory."""
    return identity.encode() in (_bytes(common) or b"")


def digest(common: Path) -> str:
    """What `take_out` must give back; empty where the configuration cannot be read."""
    data = _bytes(common)
    return "" if data is None else hashlib.sha256(data).hexdigest()


def take_out(common: Path, identity: str, before: str) -> None:
    """Remove the id. Gives back the very bytes of digest `before`, unless the file was edited since.

    Raises GitError or OSError where the configuration cannot be written.
    """
    if read(common) != identity:
        return
    config = common / "config"
    data = _bytes(common)
    old = _without(data, identity, before) if data else None
    if data is None or old is None or not _exchange(Path(os.path.realpath(config)), data, old):
        Git(common).run("config", "--file", str(config), "--unset-all", KEY)


def _bytes(common: Path) -> bytes | None:
    try:
        return read_limited(common / "config", CONFIG_BYTES)
    except (FileNotFoundError, NotReadable):
        return None


def _without(config: bytes, identity: str, before: str) -> bytes | None:
    """The bytes that git added the id to: it may have begun a section, and ended a last line that had no end."""
    line = f"\tid = {identity}\n".encode()
    head, _, tail = config.rpartition(b"[mementod]\n" + line)
    tries = (head + tail, head.removesuffix(b"\n") + tail, config.replace(line, b"", 1))
    return next((data for data in tries if hashlib.sha256(data).hexdigest() == before), None)


def _exchange(config: Path, seen: bytes, data: bytes) -> bool:
    """Replace the file under git's own lock for it; False when it is no longer what was seen."""
    lock = config.with_name(f"{config.name}.lock")
    mode = stat.S_IMODE(config.stat().st_mode)
    descriptor = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        lock.chmod(mode)
        if config.read_bytes() != seen:
            return False
        lock.replace(config)
    finally:
        lock.unlink(missing_ok=True)
    return True
