"""What is new in a session file, in parts that can be kept one by one. Owns no store.

A file that was cut back, replaced or begun anew is read from its start again; what was kept of it is known by its keys.
A line without an end is left for the next time: the agent may be in the middle of it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from hashlib import blake2b
from io import BufferedReader
from pathlib import Path

from mementod.continuity.episodes import FileRead
from mementod.continuity.transcript_files import Read
from mementod_parsers.continuity.transcripts.episode import Episode, Place

HEAD_BYTES = 256  # at both ends of what was read tell whether it is the same still
LINE_CAP_BYTES = 64 << 20  # of a longer line nothing is kept
PART_EPISODES = 1_000
PART_BYTES = 8 << 20  # of lines that hold nothing for us: who has little time goes on behind them

Part = tuple[tuple[Episode, ...], FileRead]


def parts(read: Read, path: Path, root: Path, known: FileRead | None) -> Iterator[Part]:
    """Episodes about the repository at `root`, each with how far the file is read. Raises OSError."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            return
        at = _start(file, str(path), about.st_ino, about.st_size, known)
        if at.read < about.st_size:
            file.seek(at.read)
            yield from _object(read, file, root, at) if path.suffix == ".json" else _lines(read, file, root, at)


def _start(file: BufferedReader, path: str, ino: int, size: int, known: FileRead | None) -> FileRead:
    """Where to go on: behind what is known of this very file, or at its beginning."""
    if known and known.ino == ino and known.read <= size and _head(file, known.read) == known.head:
        return known
    return FileRead(path, ino, b"", 0)


def _lines(read: Read, file: BufferedReader, root: Path, at: FileRead) -> Iterator[Part]:
    place, done, kept, told = Place(at.session, at.cwd), at.read, list[Episode](), at.read
    while (line := file.readline(LINE_CAP_BYTES)) and (line.endswith(b"\n") or len(line) == LINE_CAP_BYTES):
        place, found = read(line.lstrip(b"\0"), place)  # a crash leaves zeros where the agent goes on
        kept += [episode for episode in found if _is_ours(episode, root)]
        done += len(line)
        if len(kept) >= PART_EPISODES or done - told >= PART_BYTES:
            yield tuple(kept), _until(file, at, done, place)
            kept.clear()
            told = done
    if done > told:
        yield tuple(kept), _until(file, at, done, place)


def _object(read: Read, file: BufferedReader, root: Path, at: FileRead) -> Iterator[Part]:
    """A file that is one object is written anew at each change, which its beginning or its length tells."""
    file.seek(0)
    text = file.read(LINE_CAP_BYTES)
    place, found = read(text, Place(cwd=str(root)))
    if found:  # else the agent may be in the middle of writing it
        yield found, _until(file, at, len(text), place)


def _until(file: BufferedReader, at: FileRead, done: int, place: Place) -> FileRead:
    return FileRead(at.path, at.ino, _head(file, done), done, place.session, place.cwd)


def _head(file: BufferedReader, read: int) -> bytes:
    """A hash of both ends of what was read; the place in the file stays."""
    share = min(read, HEAD_BYTES)
    data = os.pread(file.fileno(), share, 0) + os.pread(file.fileno(), share, read - share)
    return blake2b(data, digest_size=8).digest() if data else b""


def _is_ours(episode: Episode, root: Path) -> bool:
    return Path(episode.cwd).is_relative_to(root)
