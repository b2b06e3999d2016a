"""Where the daemon's socket is, and how it comes to be there: made by us, or handed over by the service manager.

Who the daemon is was decided by the lock before. Must never take the place of a socket that somebody listens at, of
anything that is no socket, or of what another user owns.
"""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import stat
import sys
from collections.abc import MutableMapping
from dataclasses import dataclass
from pathlib import Path

from mementod.errors import UserError

SOCKET_NAME = "control.sock"
SUN_PATH_BYTES = 103 if sys.platform == "darwin" else 107  # sockaddr_un.sun_path less its end
BACKLOG = 512  # connections that the kernel keeps for us; the system may cut it (somaxconn)
FIRST_HANDED = 3  # SD_LISTEN_FDS_START
PRIVATE = 0o700


@dataclass(frozen=True, slots=True)
class Listener:
    """A listening socket. `made` is the file's identity if we made it: it goes with us, if it is still that one."""

    socket: socket.socket
    path: str
    made: tuple[int, int] | None = None

    def is_found(self) -> bool:
        """Whether who looks for the socket finds this one; one that was handed over is its owner's business."""
        try:
            return self.made is None or _identity(self.path) == self.made
        except OSError:
            return False

    def close(self) -> None:
        self.socket.close()
        with contextlib.suppress(OSError):
            if self.made and _identity(self.path) == self.made:
                Path(self.path).unlink()


def place(runtime: str | None, state: Path) -> Path:
    """Below $XDG_RUNTIME_DIR (`runtime`) when that is a folder of ours, else below the state directory.

    UserError when the path would be too long for a socket.
    """
    folders = [state / "run"]
    if runtime and runtime.startswith("/") and _is_ours(Path(runtime)):
        folders.insert(0, Path(runtime) / "mementod")
    for folder in folders:
        if len(os.fsencode(folder / SOCKET_NAME)) <= SUN_PATH_BYTES:
            return folder / SOCKET_NAME
    raise UserError(f"{folders[0]} is too long for a socket: set XDG_RUNTIME_DIR to a folder with a shorter path")


def listen(path: Path) -> Listener:
    """Make the socket, private, in a private folder. UserError when the place is taken or cannot be ours."""
    _private_folder(path.parent)
    _clear(path)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listening.bind(str(path))
        path.chmod(0o600)
        listening.listen(BACKLOG)
        listening.setblocking(False)
        return Listener(listening, str(path), _identity(str(path)))
    except OSError as error:
        listening.close()
        raise UserError(f"cannot listen at {path}: {error.strerror}") from error


def handed(environ: MutableMapping[str, str], pid: int) -> Listener | None:
    """The socket that the service manager opened for us (LISTEN_FDS), if it did. Takes the variables out of `environ`.

    UserError when it is no listening Unix socket.
    """
    meant, count = environ.pop("LISTEN_PID", ""), environ.pop("LISTEN_FDS", "")
    environ.pop("LISTEN_FDNAMES", None)
    if meant != str(pid) or not count.isdigit() or int(count) < 1:
        return None
    try:
        listening = socket.socket(fileno=FIRST_HANDED)
    except OSError as error:
        raise UserError(f"the service manager handed over no socket: {error.strerror}") from error
    if listening.family != socket.AF_UNIX or not listening.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        listening.close()
        raise UserError("the service manager handed over something else than a listening Unix socket")
    path = listening.getsockname()
    if not isinstance(path, str) or not path.startswith("/"):
        listening.close()
        raise UserError("the service manager handed over a socket without a path")
    listening.set_inheritable(False)
    listening.setblocking(False)
    return Listener(listening, path)


def _private_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        if not _is_ours(folder):
            raise UserError(f"{folder} is not a folder of yours: remove it, or set XDG_RUNTIME_DIR to one that is")
        if folder.stat().st_mode & 0o077:
            folder.chmod(PRIVATE)
    except OSError as error:
        raise UserError(f"{folder} cannot be made: {error.strerror}") from error


def _is_ours(folder: Path) -> bool:
    try:
        about = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(about.st_mode) and about.st_uid == os.getuid()


def _clear(path: Path) -> None:
    """Remove the socket of a daemon that is dead."""
    try:
        about = path.lstat()
    except FileNotFoundError:
        return
    if about.st_uid != os.getuid() or not stat.S_ISSOCK(about.st_mode):
        raise UserError(f"{path} is no socket of yours: remove it")
    if not _is_dead(path):
        cure = "`mementod service stop` stops a service, else set XDG_RUNTIME_DIR to another folder"
        raise UserError(f"another process listens at {path}: {cure}")
    path.unlink(missing_ok=True)


def _is_dead(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as knock:
        knock.setblocking(False)  # a full backlog is a sign of life
        return knock.connect_ex(str(path)) in (errno.ECONNREFUSED, errno.ENOENT)


def _identity(path: str) -> tuple[int, int]:
    about = Path(path).lstat()
    return about.st_dev, about.st_ino
