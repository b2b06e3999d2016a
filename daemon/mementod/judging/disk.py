"""Files below one folder, looked at without ever leaving it.

Invariants: nothing is written, no link is followed out of the root, nothing blocks on a pipe or a device, and what
may not be looked at counts as there, never as gone.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

from mementod.vcs.git import raw, text

READ_CAP_BYTES = 8 << 20
FOLDERS_CAP = 200  # empty ones below one that are looked into
_LEFT_BEHIND = (b".pyc", b".pyo", b".DS_Store", b"Thumbs.db")
LINKS_CAP = 40  # followed for one path, as the kernel does
_ABSENT = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ})
_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NOCTTY


class Disk:
    """One look at the files below `root`; make a new one for a later look."""

    def __init__(self, root: Path) -> None:
        self._roots = tuple(dict.fromkeys((os.fsencode(root), os.path.realpath(os.fsencode(root)))))
        self._plain: set[str] = set()  # folders that are no links

    def there(self, path: str) -> bool:
        """Whether something is at a path, be it a link that leads nowhere."""
        try:
            os.lstat(self._full(path))
        except (OSError, ValueError) as error:
            return not _is_absence(error)
        return True

    def kind(self, path: str) -> str | None:
        """`file`, `dir` or None, links followed; what is behind a link out of the root is there."""
        if not path or path.startswith("/") or ".." in (parts := path.split("/")) or parts[0] == ".git":
            return None
        try:
            real = self.real(path)
            if real is None:
                return "file"
            if not stat.S_ISDIR(os.lstat(self._full(real)).st_mode):
                return "file"
            return "dir" if self._is_kept(self._full(real)) else None
        except (OSError, ValueError) as error:
            return None if _is_absence(error) else "file"

    def read(self, path: str) -> bytes | None:
        """A regular file; None when there is none, it is too large, out of the root, or unreadable."""
        try:
            real = self.real(path)
            if real is None or not stat.S_ISREG(os.lstat(self._full(real)).st_mode):
                return None
            handle = os.open(self._full(real), _FLAGS)
        except (OSError, ValueError):
            return None
        try:
            about = os.fstat(handle)
            if not stat.S_ISREG(about.st_mode) or about.st_size > READ_CAP_BYTES:
                return None
            with os.fdopen(handle, "rb", closefd=False) as file:
                data = file.read(READ_CAP_BYTES + 1)
        except OSError:
            return None
        finally:
            os.close(handle)
        return data if len(data) <= READ_CAP_BYTES else None

    def stat(self, path: str) -> os.stat_result | None:
        """About a file itself; None for a link, whose own dates say nothing of what it leads to."""
        try:
            about = os.lstat(self._full(path))
        except (OSError, ValueError):
            return None
        return None if stat.S_ISLNK(about.st_mode) else about

    def is_link(self, path: str) -> bool:
        try:
            return stat.S_ISLNK(os.lstat(self._full(path)).st_mode)
        except (OSError, ValueError):
            return False

    def hidden(self, path: str) -> bool:
        """Whether a path is there, or may be, and cannot be read."""
        try:
            if stat.S_ISREG(os.lstat(self._full(path)).st_mode):
                os.close(os.open(self._full(path), _FLAGS))
        except (OSError, ValueError) as error:
            return not _is_absence(error)
        return False

    def _is_kept(self, folder: bytes) -> bool:
        """Whether a folder holds a file that no tool left behind: git removes files, not the folders around them."""
        for looked, (_, names, leaves) in enumerate(os.walk(folder)):
            if looked >= FOLDERS_CAP or any(not leaf.endswith(_LEFT_BEHIND) for leaf in leaves):
                return True
            names[:] = [n for n in names if n != b"__pycache__"]
        return not os.access(folder, os.R_OK | os.X_OK)

    def is_bare(self) -> bool:
        """Whether there is nothing in the root."""
        try:
            return set(os.listdir(self._roots[0])) <= {b".git"}  # noqa: PTH208 (bytes)
        except OSError as error:
            return _is_absence(error)

    def _full(self, path: str) -> bytes:
        return self._roots[0] + b"/" + raw(path)

    def real(self, path: str) -> str | None:
        """A path without links; None when it leads out of the root."""
        return follow(path, self._target, self._plain)

    def _target(self, path: str) -> str | None:
        """What a link says, from the root when it is absolute; None for anything else."""
        try:
            target = os.readlink(self._full(path))  # noqa: PTH115 (bytes)
        except OSError:
            return None
        if not target.startswith(b"/"):
            return text(target)
        inside = next((target[len(r) :] for r in self._roots if (target + b"/").startswith(r + b"/")), None)
        return "/.." if inside is None else "/" + text(inside)


def follow(path: str, target: Callable[[str], str | None], plain: set[str]) -> str | None:
    """A path without links; None when it leads out of the root or in circles.

    `target` gives what the link at a path says; an absolute one starts at the root. `plain` remembers folders.
    """
    done, links = "", 0
    left = path.split("/")[::-1]
    while left:
        part = left.pop()
        if part in ("", "."):
            continue
        if part == "..":
            if not done:
                return None
            done = done.rpartition("/")[0]
            continue
        here = f"{done}/{part}" if done else part
        said = None if here in plain else target(here)
        if said is None:
            if left:
                plain.add(here)
            done = here
            continue
        links += 1
        if links > LINKS_CAP:
            return None
        done = "" if said.startswith("/") else done
        left += said.split("/")[::-1]
    return done


def walk(root: Path, cap: int) -> list[str]:
    """Every file below a folder that is no repository, about `cap` at most."""
    found: list[str] = []
    base = os.fsencode(root)
    for folder, names, leaves in os.walk(base):
        names[:] = sorted(n for n in names if n not in (b".git", b"node_modules", b".venv"))
        prefix = text(folder[len(base) :].lstrip(b"/"))
        found += [f"{prefix}/{text(leaf)}" if prefix else text(leaf) for leaf in sorted(leaves)]
        if len(found) > cap:
            break
    return found


def _is_absence(error: OSError | ValueError) -> bool:
    return not isinstance(error, OSError) or error.errno in _ABSENT
