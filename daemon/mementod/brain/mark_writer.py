"""Puts the new bytes of a marked note in the place of the old ones, or leaves the note alone and says why.

Must never lose what somebody else writes at the same time, write while git is in the middle of something, follow a
link out of its folder, or make a note look newer than its words: its time of change stays.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from mementod.vcs.git_states import BUSY

TEMPORARY = ".mementod-mark-"  # what a kill left behind is known by it
NOTE_BYTES = 8 << 20
# Locks are told by their ending; a bisection ends with another commit than the one that is judged.
UNFINISHED = {name for name in BUSY if not name.endswith(".lock")} | {"BISECT_LOG"}
_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NOCTTY


class NotMarked(Exception):
    """The note stays as it is; the message says why, in words that follow its path."""


def write(note: Path, seen: bytes, new: bytes, inside: Path, git_dirs: Sequence[Path]) -> None:
    """Exchange the bytes of a note, in one step.

    `seen`: what it held when it was judged; `inside`: the folder that the file behind a link has to be in;
    `git_dirs`: of its work tree, and the one that linked work trees share. Raises NotMarked.
    """
    try:
        _write(_real(note, inside), seen, new, git_dirs)
    except OSError as error:
        raise NotMarked(f"cannot be written: {error.strerror}") from error


def unfinished(git_dirs: Sequence[Path]) -> str | None:
    """The name of the lock, or of the state, that says that git is busy; None when it is not."""
    for folder in git_dirs:
        with os.scandir(folder) as entries:
            names = {entry.name for entry in entries}
        found = next((name for name in sorted(names) if name.endswith(".lock") or name in UNFINISHED), None)
        if found:
            return found
    return None


def _write(real: Path, seen: bytes, new: bytes, git_dirs: Sequence[Path]) -> None:
    _expect_rest(git_dirs)
    _sweep(real.parent)
    with _opened(real) as old:
        about = _expect_plain(old)
        _expect_same(old, seen)
        with _beside(real, new, old, about) as temporary:
            _expect_rest(git_dirs)
            _expect_same(old, seen)
            if not os.path.samestat(about, real.lstat()):
                raise NotMarked("was replaced meanwhile")
            temporary.replace(real)
        theirs = os.pread(old, NOTE_BYTES, 0)
        if theirs != seen:  # somebody had it open, and wrote into the file that is no longer there
            with _beside(real, theirs, old, os.fstat(old)) as temporary:
                temporary.replace(real)
            raise NotMarked("changed meanwhile")


def _real(note: Path, inside: Path) -> Path:
    real = Path(os.path.realpath(note, strict=True))
    if not real.is_relative_to(os.path.realpath(inside)):
        raise NotMarked("is a link that leads elsewhere")
    return real


@contextmanager
def _opened(real: Path) -> Iterator[int]:
    descriptor = os.open(real, _FLAGS)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _expect_rest(git_dirs: Sequence[Path]) -> None:
    state = unfinished(git_dirs)
    if state:
        raise NotMarked(f"waits for git ({state})")


def _expect_plain(old: int) -> os.stat_result:
    about = os.fstat(old)
    if not stat.S_ISREG(about.st_mode):
        raise NotMarked("is no regular file")
    if about.st_nlink > 1:
        raise NotMarked("has a second name, which would lose it")
    if not about.st_mode & stat.S_IWUSR:
        raise NotMarked("is read-only")
    return about


def _expect_same(old: int, seen: bytes) -> None:
    if os.pread(old, NOTE_BYTES + 1, 0) != seen:
        raise NotMarked("changed meanwhile")


def _sweep(folder: Path) -> None:
    """Remove what a killed writer left; there is one writer, so nobody else's is among it."""
    for leftover in folder.glob(TEMPORARY + "*"):
        with contextlib.suppress(OSError):
            leftover.unlink()


@contextmanager
def _beside(real: Path, data: bytes, old: int, about: os.stat_result) -> Iterator[Path]:
    """A file with this content and all else of the old one; it is gone afterwards unless it took its place."""
    descriptor, name = tempfile.mkstemp(prefix=TEMPORARY, dir=real.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            _become(descriptor, old, about)
            os.fsync(descriptor)
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def _become(new: int, old: int, about: os.stat_result) -> None:
    """Owner, attributes with access lists, mode, and the time of change: a mark does not make a note newer."""
    mine = os.fstat(new)
    if (mine.st_uid, mine.st_gid) != (about.st_uid, about.st_gid):
        os.fchown(new, about.st_uid, about.st_gid)
    if hasattr(os, "listxattr"):  # Linux
        _copy_attributes(new, old)
    os.fchmod(new, stat.S_IMODE(about.st_mode))
    os.utime(new, ns=(about.st_atime_ns, about.st_mtime_ns))


def _copy_attributes(new: int, old: int) -> None:
    """As far as the system lets us: some belong to it alone."""
    with contextlib.suppress(OSError):
        names = os.listxattr(old)
        for name in set(os.listxattr(new)) - set(names):  # from the folder's default access list
            with contextlib.suppress(OSError):
                os.removexattr(new, name)
        for name in names:
            with contextlib.suppress(OSError):
                os.setxattr(new, name, os.getxattr(old, name))
