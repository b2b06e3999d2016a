"""Reading files that others named, and replacing files whole.

Must never block on a pipe or a device, read more than its limit, or leave a half-written file behind.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path


class NotReadable(Exception):
    """The file is there but is no regular file, is too large, or may not be read; the message says which."""


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
    temporary = _beside(path, data, mode=None)
    try:
        os.link(temporary, path)  # unlike rename, this refuses to replace
    finally:
        temporary.unlink(missing_ok=True)


def replace(path: Path, data: bytes) -> None:
    """Put `data` in the place of a file in one step; its permissions stay, and so does a link to it.

    OSError when something else than a file is there: a device would be gone for everybody.
    """
    path = Path(os.path.realpath(path))
    try:
        about = path.stat()
    except FileNotFoundError:
        mode = None
    else:
        if not stat.S_ISREG(about.st_mode):
            raise OSError(errno.EINVAL, "is no regular file", str(path))
        mode = stat.S_IMODE(about.st_mode)
    temporary = _beside(path, data, mode)
    try:
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def _beside(path: Path, data: bytes, mode: int | None) -> Path:
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o644 & ~_umask() if mode is None else mode)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    return temporary


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
