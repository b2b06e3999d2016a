"""Writing into a file that people keep as well: a progress file, a decision log. Every other byte of it stays.

Raises UserError for what cannot be read, is in conflict, or cannot be written; then nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mementod import files
from mementod.errors import UserError
from mementod_parsers.progress.progress_lines import has_conflict, split_lines

MAX_TEXT_CHARS = 1_000  # of one option: an entry is for reading


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
    full = root / path
    if not full.resolve().is_relative_to(root.resolve()):
        raise UserError(f"{path} is a link out of the repository: write into {full.resolve()} yourself")
    try:
        before = files.read_limited(full, limit_bytes)
    except FileNotFoundError:
        before = None
    except files.NotReadable as error:
        raise UserError(f"{path} {error}") from error
    old = new_file if before is None else _text(path, before)
    new = change(old)
    if new is None:
        raise UserError(refused)
    _put(full, path, new.encode("utf-8"), is_new=before is None)
    return _first_new(old.splitlines(), new.splitlines())


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
