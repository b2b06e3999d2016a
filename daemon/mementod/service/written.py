"""Files of ours that a service manager reads: sealed with a hash, so that we know what somebody changed since.

Must never replace what was edited, or what we did not write.
"""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path

from mementod import files
from mementod.errors import UserError

FILE_CAP_BYTES = 1 << 16
SEAL_DIGITS = 16
_SEAL = re.compile(rb"^.*Written by mementod \S+ \(`mementod service install`\), seal ([0-9a-f]{16})\..*\n", re.M)


class Standing(StrEnum):
    """How a file stands to what we would write."""

    ABSENT = "absent"
    SAME = "as written"
    OLDER = "of another version"  # or of other settings; nobody edited it
    EDITED = "edited"
    FOREIGN = "not written by mementod"


def sealed(text: str, version: str, advice: str, marks: tuple[str, str], line: int = 0) -> bytes:
    """The text with our seal as its line number `line`, a comment between `marks`. `advice` is one sentence."""
    lines = text.splitlines(keepends=True)
    digest = hashlib.sha256(text.encode()).hexdigest()[:SEAL_DIGITS]
    seal = f"Written by mementod {version} (`mementod service install`), seal {digest}. {advice}"
    return "".join([*lines[:line], f"{marks[0]}{seal}{marks[1]}\n", *lines[line:]]).encode()


def standing(path: Path, wanted: bytes) -> Standing:
    """UserError when it cannot be read."""
    found = content(path)
    if found is None:
        return Standing.ABSENT
    if found == wanted:
        return Standing.SAME
    seal = _SEAL.search(found)
    if seal is None:
        return Standing.FOREIGN
    digest = hashlib.sha256(_unsealed(found)).hexdigest()[:SEAL_DIGITS]
    return Standing.OLDER if digest == seal.group(1).decode() else Standing.EDITED


def content(path: Path) -> bytes | None:
    """What a file holds; None for none. UserError for what is no file of ours to read."""
    if path.is_symlink():
        target = path.readlink()
        cure = f"`systemctl --user unmask {path.name}`" if str(target) == "/dev/null" else "remove the link"
        raise UserError(f"{path} leads to {target}: {cure}, and do this again")
    try:
        return files.read_limited(path, FILE_CAP_BYTES)
    except FileNotFoundError:
        return None
    except files.NotReadable as error:
        raise UserError(f"{path} {error}") from error


def changes(wanted: Mapping[Path, bytes]) -> tuple[Path, ...]:
    """The files that have to be written. UserError, naming the line, when one was edited or is not ours."""
    found = {path: standing(path, data) for path, data in wanted.items()}
    for path, how in found.items():
        if how is Standing.FOREIGN:
            raise UserError(f"{path} was not written by mementod and stays: move it away, and do this again")
        if how is Standing.EDITED:
            line = "; ".join(edits(path, wanted[path])[:2])
            raise UserError(f"{path} was edited and stays as it is ({line}): move it away, and do this again")
    return tuple(path for path, how in found.items() if how is not Standing.SAME)


def edits(path: Path, wanted: bytes) -> list[str]:
    """What a file has more (`+`) and less (`-`) than what we would write, the additions first."""
    theirs, ours = (_unsealed(data).decode("utf-8", "replace").splitlines() for data in (content(path) or b"", wanted))
    found = [line for line in difflib.unified_diff(ours, theirs, n=0, lineterm="") if line[:3] not in ("---", "+++")]
    return sorted((line for line in found if line[:1] in "+-"), key=lambda line: line[:1] == "-")


def write(wanted: Mapping[Path, bytes], paths: Iterable[Path]) -> None:
    """UserError when the folder is read-only, or the disk full."""
    for path in paths:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            files.replace(path, wanted[path])
            path.chmod(0o644)
        except OSError as error:
            raise UserError(f"{path} cannot be written: {error.strerror}") from error


def remove(path: Path) -> None:
    """A file or link, and the folders above it that are empty then, up to two. UserError when it cannot be removed."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(f"{path} cannot be removed: {error.strerror}") from error
    with contextlib.suppress(OSError):
        for folder in path.parents[:2]:
            folder.rmdir()


def _unsealed(data: bytes) -> bytes:
    return _SEAL.sub(b"", data, count=1)
