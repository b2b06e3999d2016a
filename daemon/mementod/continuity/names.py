"""What became of the names in a text, by the very judge that judges notes.

A text is judged as a note outside the repository that was written at a known time: what it cites and was there then
is looked up today. Owns only the folder of these notes beside the log. Each is named by what it says and when, so that
two processes never write another text into one, and an answer is used again.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from _blake2 import blake2b  # see repository_key
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from mementod.errors import UserError
from mementod.judging.engine import Engine, Request
from mementod.stores.sqlite_file import private_folder
from mementod.vcs.git import Git, GitError, text
from mementod_parsers.continuity.record import seconds
from mementod_parsers.model import Finding, Kind

if TYPE_CHECKING:
    from mementod.judging.snapshot import Snapshot

FOLDER = "said"
AGE_CAP_S = 7 * 86_400  # of a note of ours that nobody asks for any more
GROUPS_CAP = 40  # times of writing that are told apart; older ones count as one
_NAMED = frozenset({Kind.PATH, Kind.DIR, Kind.SYMBOL, Kind.CONFIG, Kind.ENV, Kind.COMMAND})


@dataclass(frozen=True, slots=True)
class Said:
    """A line, and when it was said (ISO 8601; empty: now), or better the commit that was checked out then."""

    text: str
    at: str
    head: str | None = None


def judged(engine: Engine, lines: Sequence[Said], now: Snapshot | None = None) -> tuple[tuple[Finding, ...], ...]:
    """The findings on each line; `now` as in `Engine.judge`. Raises UserError where nothing can be written."""
    if not lines:
        return ()
    folder = engine.cache.path.parent / FOLDER
    try:
        private_folder(folder)
        places = dict(_written(folder.resolve(), _timed(engine, lines)))
        _tidy(folder, {path.name for path in places})
    except OSError as error:
        raise UserError(f"{folder} cannot be written ({error.strerror}); free the disk, then try again") from error
    report = engine.judge(Request(engine.root, tuple(str(path) for path in places)), now)
    found: list[list[Finding]] = [[] for _ in lines]
    for note in report.notes:
        numbers = places.get(Path(note.note.path), ())
        for finding in note.findings:
            if finding.citation.kind in _NAMED:
                found[numbers[finding.citation.line - 1]].append(finding)
    return tuple(tuple(one) for one in found)


def forget(engine: Engine) -> None:
    """Remove every text that was judged, and what was learnt of it: it is made again when it is asked for."""
    folder = engine.cache.path.parent / FOLDER
    with contextlib.suppress(FileNotFoundError):
        for entry in os.scandir(folder):
            with contextlib.suppress(FileNotFoundError):
                Path(entry.path).unlink()
    engine.cache.db.execute("PRAGMA secure_delete = ON")
    engine.cache.write("DELETE FROM memo", [()])  # its words stand in questions of many kinds
    engine.cache.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _timed(engine: Engine, lines: Sequence[Said]) -> list[Said]:
    """The lines with the time of their commit, which a wrong clock cannot change."""
    heads = sorted({line.head for line in lines if line.head})
    found = _times(engine.repository.git, heads) if heads else {}
    return [replace(line, at=found.get(line.head or "", line.at)) for line in lines]


def _times(git: Git, commits: Sequence[str]) -> dict[str, str]:
    """When commits were made, of those that git knows."""
    try:
        rows = git.fields("log", "--no-walk", "--ignore-missing", "-z", "--format=%H %cI", *commits, "--")
    except GitError:
        return {}
    return {commit: time for commit, _, time in (text(row).partition(" ") for row in rows)}


def _written(folder: Path, lines: Sequence[Said]) -> Iterator[tuple[Path, list[int]]]:
    """One file a time of writing; with it, which of the lines each of its lines is."""
    times = sorted({line.at for line in lines}, reverse=True)
    last = times[min(len(times), GROUPS_CAP) - 1]
    groups: dict[str, list[int]] = {}
    for number, line in enumerate(lines):
        groups.setdefault(max(line.at, last), []).append(number)
    for at, numbers in groups.items():
        said = "\n\n".join(" ".join(lines[number].text.split()) for number in numbers)
        yield _put(folder, said, at), [number for number in numbers for _ in range(2)]


def _put(folder: Path, said: str, at: str) -> Path:
    """A note of this text and time: whole, or not there."""
    data = said.encode("utf-8", "replace")
    path = folder / f"{blake2b(at.encode() + data, digest_size=12).hexdigest()}.md"
    if path.exists():
        return path
    descriptor, draft = tempfile.mkstemp(dir=folder)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
    if (when := seconds(at)) is not None:
        os.utime(draft, (when, when))
    return Path(draft).replace(path)


def _tidy(folder: Path, used: Collection[str]) -> None:
    for entry in os.scandir(folder):
        with contextlib.suppress(OSError):
            if entry.name not in used and time.time() - entry.stat().st_ctime > AGE_CAP_S:
                Path(entry.path).unlink()
