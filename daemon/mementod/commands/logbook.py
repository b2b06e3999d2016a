"""Writing into a file that people keep as well: a progress file, a decision log. Every other byte of it stays.

Raises UserError for what cannot be read, is in conflict, or cannot be written; then nothing is changed. Of several who
write at once each sees what the one before him wrote.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path, PurePosixPath

from mementod import files
from mementod.errors import UserError
from mementod.hooks.hook_files import locked
from mementod_parsers.progress.progress_lines import has_conflict, split_lines

MAX_TEXT_CHARS = 1_000  # of one option: an entry is for reading
TURN_TRIES = 2_000  # of waiting until others have written: 10 s, and one takes at most half a second
CHANGED_TRIES = 5  # of beginning again because an editor saved the file meanwhile
ENTRIES_CAP = 10_000  # of a folder

Made = tuple[str, str]  # a file's name and its text


def one_line(option: str, value: str) -> str:
    """What a person gave for an option, on one line and without control characters."""
    plain = " ".join("".join(c if c.isprintable() else " " for c in value).split())
    if len(plain) > MAX_TEXT_CHARS:
        raise UserError(f"{option} is longer than {MAX_TEXT_CHARS:,} characters: shorten it")
    return plain


def write_into(
    root: Path, path: str, new_file: str, limit_bytes: int, change: Callable[[str], str | None], refused: str
) -> int:
    """Change a text; the line at which it begins to differ. `refused` says why `change` gave None."""
    full = _inside(root, path)
    with _turn(root):
        for _ in range(CHANGED_TRIES):
            before = _read(full, path, limit_bytes)
            old = new_file if before is None else _text(path, before)
            new = change(old)
            if new is None:
                raise UserError(refused)
            if _read(full, path, limit_bytes) == before:
                _put(full, path, new.encode("utf-8"), is_new=before is None)
                return _first_new(old.splitlines(), new.splitlines())
    raise UserError(f"{path} is being written by another program all the time: run this again")


def write_beside(
    root: Path, path: str, limit_bytes: int, newest_of: Callable[[list[str]], str], next_: Callable[[str, str], Made]
) -> str:
    """A new file in the folder of another one; its path. `next_` makes it of the newest one's name and text."""
    folder = _inside(root, path).parent
    with _turn(root):
        try:
            newest = newest_of([entry.name for entry in islice(os.scandir(folder), ENTRIES_CAP)])
        except OSError as error:
            raise UserError(f"the folder of {path} cannot be read: {error.strerror}") from error
        if not newest:
            raise UserError(f"{path} is gone, and none like it is beside it: take it out of git too, or bring it back")
        like = (PurePosixPath(path).parent / newest).as_posix()
        name, made = next_(newest, _text(like, _read(_inside(root, like), like, limit_bytes) or b""))
        new = (PurePosixPath(path).parent / name).as_posix()
        _put(folder / name, new, made.encode("utf-8"), is_new=True)
    return new


def _inside(root: Path, path: str) -> Path:
    """Where a file lies. Raises UserError for a link out of the repository."""
    full = root / path
    if not full.resolve().is_relative_to(root.resolve()):
        raise UserError(f"{path} is a link out of the repository: write into {full.resolve()} yourself")
    return full


@contextlib.contextmanager
def _turn(root: Path) -> Iterator[None]:
    """Among those who write so below a folder. Where locks are not to be had nobody waits."""
    try:
        descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        yield
        return
    try:
        is_ours = True
        with contextlib.suppress(OSError):
            is_ours = locked(descriptor, TURN_TRIES)
        if not is_ours:
            raise UserError(f"another mementod is writing in {root}: run this again")
        yield
    finally:
        os.close(descriptor)


def _read(full: Path, path: str, limit_bytes: int) -> bytes | None:
    """None where there is no such file."""
    try:
        return files.read_limited(full, limit_bytes)
    except FileNotFoundError:
        return None
    except files.NotReadable as error:
        raise UserError(f"{path} {error}") from error


def _first_new(old: list[str], new: list[str]) -> int:
    pairs = zip(old, new, strict=False)
    at = next((number for number, (a, b) in enumerate(pairs) if a != b), len(old))
    return next((n for n, line in enumerate(new[at:], start=at + 1) if line.strip()), at + 1)


def _put(full: Path, path: str, data: bytes, is_new: bool) -> None:
    try:
        if is_new:
            full.parent.mkdir(parents=True, exist_ok=True)
            files.write_new(full, data)
        else:
            files.replace(full, data)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from error


def _text(path: str, data: bytes) -> str:
    try:
        old = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise UserError(f"{path}, line {line}: not UTF-8; save it as UTF-8, or write the entry by hand") from error
    if "\0" in old:
        raise UserError(f"{path} is no text: write the entry by hand")
    if has_conflict(split_lines(old)):
        raise UserError(f"{path} holds conflict markers: settle them first")
    return old
