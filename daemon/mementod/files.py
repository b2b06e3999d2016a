"""Reading files that others named, telling whether they are as they were, and replacing files whole.

Must never block on a pipe or a device, read more than its limit, or leave a half-written file in the place of
another. A process that is killed may leave a file beside it, under a name that the next writer recognises.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TEMPORARY_SUFFIX = ".mementod.tmp"


class NotReadable(Exception):
    """The file is there but is no regular file, is too large, or may not be read; the message says which."""


class Look(NamedTuple):
    """How a file looks from outside; times in ns."""

    size: int
    mtime: int
    ctime: int
    inode: int

    @property
    def changed(self) -> float:
        """When it was changed, seconds since 1970."""
        return self.mtime / 1e9


def look_at(root: Path, name: str) -> Look | None:
    """As it is behind a link; None where there is no such file. An absolute `name` stands for itself."""
    try:
        about = os.stat(os.path.join(root, name))  # noqa: PTH116, PTH118 (half the time, and asked of every note)
    except (OSError, ValueError):
        return None
    return Look(about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino)


def is_denied(root: Path, name: str) -> bool:
    """Whether a file is there, as far as anybody can tell, and may not be read."""
    try:
        os.close(os.open(os.path.join(root, name), os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK))  # noqa: PTH118 (as above)
    except OSError as error:
        return error.errno in (errno.EACCES, errno.EPERM)
    except ValueError:
        pass
    return False


def read_limited(path: Path, limit_bytes: int, follow: bool = True) -> bytes:
    """The content of a regular file; FileNotFoundError when there is none, NotReadable for anything else."""
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | (0 if follow else os.O_NOFOLLOW)
    try:
        descriptor = os.open(path, flags)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise FileNotFoundError(error.errno, "no such file", str(path)) from error
    except OSError as error:
        raise NotReadable(f"cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise NotReadable("has a name that no file can have") from error
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotReadable("is no regular file")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            data = file.read(limit_bytes + 1)
    except OSError as error:
        raise NotReadable(f"cannot be read: {error.strerror}") from error
    finally:
        os.close(descriptor)
    if len(data) > limit_bytes:
        raise NotReadable(f"is larger than {limit_bytes:,} bytes")
    return data


def write_new(path: Path, data: bytes) -> None:
    """Create a file; FileExistsError when there is one already, whatever it is."""
    with _beside(path, data, 0o666 & ~_umask()) as temporary:
        os.link(temporary, path)  # unlike rename, this refuses to replace
        temporary.unlink()


def replace(path: Path, data: bytes) -> None:
    """Put `data` in the place of a file in one step; its permissions stay, and so does a link to it.

    OSError when something else than a file is there: a device would be gone for everybody.
    """
    path = Path(os.path.realpath(path))
    try:
        about = path.stat()
    except FileNotFoundError:
        mode = 0o666 & ~_umask()
    else:
        if not stat.S_ISREG(about.st_mode):
            raise OSError(errno.EINVAL, "is no regular file", str(path))
        mode = stat.S_IMODE(about.st_mode)
    with _beside(path, data, mode) as temporary:
        temporary.replace(path)


def clean_up(path: Path) -> None:
    """Remove what a writer of this file left beside it when it was killed; never what one is still writing."""
    temporary = _temporary(Path(os.path.realpath(path)))
    with contextlib.suppress(OSError), _held(temporary, os.O_RDONLY):
        temporary.unlink()


def _temporary(path: Path) -> Path:
    """One name for each file, so that whoever writes it next finds what is left."""
    return path.with_name(f".{path.name}{TEMPORARY_SUFFIX}")


@contextlib.contextmanager
def _beside(path: Path, data: bytes, mode: int) -> Iterator[Path]:
    """The data in a whole file next to `path`, for the caller to take away; gone when he fails."""
    temporary = _temporary(path)
    clean_up(path)
    with _held(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL) as descriptor:
        try:
            with os.fdopen(descriptor, "wb", closefd=False) as file:
                file.write(data)
                file.flush()
                os.fsync(descriptor)
            os.fchmod(descriptor, mode)
            yield temporary
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


@contextlib.contextmanager
def _held(path: Path, flags: int) -> Iterator[int]:
    """An open file that nobody else holds until it is closed; the lock of a process that is killed ends with it.

    OSError when somebody holds it, or when it is no plain file or no longer at that name.
    """
    try:
        descriptor = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
    except FileExistsError as error:
        raise _taken(path) from error
    try:
        if not _is_ours(descriptor, path):
            raise _taken(path)
        yield descriptor
    finally:
        os.close(descriptor)


def _taken(path: Path) -> OSError:
    return OSError(errno.EAGAIN, "another program is writing it", str(path))


def _is_ours(descriptor: int, path: Path) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    held = os.fstat(descriptor)
    try:
        named = path.lstat()
    except FileNotFoundError:  # it was taken away before the lock was ours
        return False
    return stat.S_ISREG(held.st_mode) and (held.st_dev, held.st_ino) == (named.st_dev, named.st_ino)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
