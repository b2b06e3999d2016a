"""Which file systems keep changes to themselves, so that they have to be polled."""

from __future__ import annotations

import os
import re
from enum import Enum
from pathlib import Path

_REMOTE = frozenset(
    (
        *("9p", "afs", "ceph", "cifs", "drvfs", "fuse", "fuseblk", "gfs2", "glusterfs", "lustre", "nfs", "nfs4"),
        *("ocfs2", "prl_fs", "smb3", "smbfs", "vboxsf", "virtiofs"),
    )
)
_LAYERED = frozenset(("overlay", "aufs"))
_ESCAPE = re.compile(r"\\([0-7]{3})")
MOUNTS = Path("/proc/self/mountinfo")


class Telling(Enum):
    """What a file system tells of changes."""

    ALL = "all"
    OURS = "ours"  # not what others change beneath it: watch, and poll too
    NOTHING = "nothing"  # others change it from elsewhere: poll


def telling(root: bytes) -> tuple[Telling, str]:
    """What the file system of a folder tells, and its type; ALL where nobody says what it is."""
    try:
        lines = MOUNTS.read_bytes().split(b"\n")
    except OSError:  # no Linux
        return Telling.ALL, ""
    kind = _kind(os.path.realpath(root), lines)
    if kind in _REMOTE or kind.startswith("fuse."):
        return Telling.NOTHING, kind
    return (Telling.OURS if kind in _LAYERED else Telling.ALL), kind


def _kind(path: bytes, lines: list[bytes]) -> str:
    """The type of the mount with the longest path around this one; of several at one place the last is seen."""
    best, kind = -1, ""
    for line in lines:
        left, _, right = line.partition(b" - ")
        fields = left.split(b" ")
        if len(fields) < 5 or not right:
            continue
        place = _plain(fields[4]).rstrip(b"/")
        if len(place) >= best and (path == place or path.startswith(place + b"/")):
            best, kind = len(place), right.split(b" ")[0].decode("ascii", "replace")
    return kind


def _plain(field: bytes) -> bytes:
    return _ESCAPE.sub(lambda m: chr(int(m[1], 8)), field.decode("latin-1")).encode("latin-1")
