"""The whole answer of the last run, used again while nothing it rests on has changed.

An answer rests on the listed files (by their stat), the tip, the other branches, the notes, what was vouched for, the
configuration, and on what was asked of the disk and of git's ignore rules on the way; the last two are asked again.
Anything else gives a new judgement, so a reused answer is the one that a new judgement would give.
"""

from __future__ import annotations

import os
import time
from _blake2 import blake2b  # see repository_key
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mementod.vcs.git import raw
from mementod_parsers.model import Citation, Finding, How, Level, Note, NoteReport, Reason, Stamp, Verdict

if TYPE_CHECKING:
    from mementod.stores.cache import Cache

VERSION = 13  # of the judgement: raise it when the same inputs give another answer
RACY_NS = 2_000_000_000  # a file this young may change again without a trace in its stat


def signature(root: Path, paths: Iterable[str], parts: Iterable[str]) -> str | None:
    """Names the inputs of one answer; None when a file is too young to be known by its stat."""
    digest = blake2b(digest_size=20)
    base, limit = os.fsencode(root), time.time_ns() - RACY_NS
    for path in paths:
        try:
            about = os.lstat(base + b"/" + raw(path) if path[:1] != "/" else raw(path))
        except OSError:
            digest.update(raw(path) + b"\0?\n")
            continue
        if about.st_ctime_ns > limit:
            return None
        digest.update(
            b"%b\0%d %d %d %d\n" % (raw(path), about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino)
        )
    for part in parts:
        digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
    return f"{VERSION}:{digest.hexdigest()}"


class Answers:
    """Answers of earlier runs, one for each selection of notes and tree."""

    def __init__(self, cache: Cache, selection: str, signed: str | None) -> None:
        """`signed` None: nothing is reused and nothing kept."""
        self._cache, self._selection, self._signed = cache, selection, signed

    def recall(
        self, notes: Sequence[Note], probe: Callable[[str], str | None], ignored: Callable[[str], bool]
    ) -> tuple[tuple[NoteReport, ...], tuple[str, ...]] | None:
        """The findings and problems of that run, if the disk and git still answer as they did."""
        known = self._cache.recall("answer", self._selection) if self._signed else None
        if not isinstance(known, tuple) or known[0] != self._signed:
            return None
        _, probes, ignores, findings, problems = known
        if any(probe(p) != k for p, k in probes) or any(ignored(p) != i for p, i in ignores):
            return None
        return tuple(unpacked(n, rows) for n, rows in zip(notes, findings, strict=True)), problems

    def remember(
        self,
        reports: Sequence[NoteReport],
        problems: Sequence[str],
        probes: Mapping[str, str | None],
        ignores: Mapping[str, bool],
    ) -> None:
        if self._signed:
            rows = tuple(packed(n) for n in reports)
            answer = (self._signed, tuple(probes.items()), tuple(ignores.items()), rows, tuple(problems))
            self._cache.remember("answer", self._selection, answer)


def packed(report: NoteReport) -> tuple[tuple[object, ...], ...]:
    numbers = {id(citation): number for number, citation in enumerate(report.note.citations)}
    return tuple(_row(numbers[id(f.citation)], f) for f in report.findings)


def _row(number: int, f: Finding) -> tuple[object, ...]:
    stamp = f.stamp and (
        f.stamp.how.value,
        f.stamp.commit,
        f.stamp.at,
        f.stamp.path,
        f.stamp.symbol,
        f.stamp.fingerprint,
    )
    reason = f.reason.value if f.reason else None
    return (
        number, f.verdict.value, f.level.value, f.resolved, f.target, f.evidence, f.evidence_commit,
        reason, f.detail, stamp, f.candidates,
    )  # fmt: skip


def unpacked(note: Note, rows: Sequence[Sequence[Any]]) -> NoteReport:
    return NoteReport(note, tuple(_finding(note.citations, row) for row in rows))


def _finding(citations: Sequence[Citation], row: Sequence[Any]) -> Finding:
    at, verdict, level, resolved, target, evidence, commit, reason, detail, stamp, candidates = row
    return Finding(
        citations[at],
        Verdict(verdict),
        Level(level),
        resolved,
        target,
        evidence,
        commit,
        Reason(reason) if reason else None,
        detail,
        Stamp(How(stamp[0]), *stamp[1:]) if stamp else None,
        candidates,
    )
