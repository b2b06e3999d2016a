"""What became of the names in a text, by the very judge that judges notes.

A text is judged as a note outside the repository that was written at a known time: what it cites and was there then
is looked up today. Owns only a scratch folder beside the log, which it empties.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from mementod.judging.engine import Engine, Request
from mementod_parsers.model import Finding, Kind

GROUPS_CAP = 40  # times of writing that are told apart; older ones count as one
_NAMED = frozenset({Kind.PATH, Kind.DIR, Kind.SYMBOL, Kind.CONFIG, Kind.ENV, Kind.COMMAND})


@dataclass(frozen=True, slots=True)
class Said:
    """A line, and when it was said (ISO 8601; empty: now), or better the commit that was checked out then."""

    text: str
    at: str
    head: str | None = None


def judged(engine: Engine, lines: Sequence[Said]) -> tuple[tuple[Finding, ...], ...]:
    """The findings on each line."""
    if not lines:
        return ()
    with _folder(engine) as folder:
        places = dict(_written(folder, _timed(engine, lines)))
        report = engine.check(Request(engine.root, tuple(str(path) for path in places)))
    found: list[list[Finding]] = [[] for _ in lines]
    for note in report.notes:
        numbers = places.get(Path(note.note.path), ())
        for finding in note.findings:
            if finding.citation.kind in _NAMED:
                found[numbers[finding.citation.line - 1]].append(finding)
    return tuple(tuple(one) for one in found)


def _timed(engine: Engine, lines: Sequence[Said]) -> list[Said]:
    """The lines with the time of their commit, which a wrong clock cannot change."""
    heads = {line.head for line in lines if line.head}
    found: dict[str | None, str] = {}
    for head in heads:
        if time := engine.repository.git.one("show", "-s", "--format=%cI", f"{head}^{{commit}}", "--"):
            found[head] = time
    return [replace(line, at=found.get(line.head, line.at)) for line in lines]


def _written(folder: Path, lines: Sequence[Said]) -> Iterator[tuple[Path, list[int]]]:
    """One file a time of writing; with it, which of the lines each of its lines is."""
    times = sorted({line.at for line in lines}, reverse=True)
    last = times[min(len(times), GROUPS_CAP) - 1]
    groups: dict[str, list[int]] = {}
    for number, line in enumerate(lines):
        groups.setdefault(max(line.at, last), []).append(number)
    for name, (at, numbers) in enumerate(groups.items()):
        path = folder / f"{name}.md"
        path.write_text("\n\n".join(" ".join(lines[number].text.split()) for number in numbers), encoding="utf-8")
        if (when := _seconds(at)) is not None:
            os.utime(path, (when, when))
        yield path, [number for number in numbers for _ in range(2)]


@contextmanager
def _folder(engine: Engine) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="mementod-names-"))
    try:
        yield folder.resolve()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _seconds(at: str) -> float | None:
    try:
        return datetime.fromisoformat(at).timestamp()
    except (ValueError, OverflowError):
        return None
