"""What the notes say of files, for a hook that no daemon answers: from what was kept, or judged here and now.

An `hook_answers.Knows`. Invariant: nothing is judged where nothing was judged before, for that takes minutes; and a
judgement that does not end in its share of the hook's time leaves no answer, rather than half of one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mementod.errors import UserError
from mementod.gates.gate_place import Place, Places
from mementod.hooks.hook_budget import Budget, OutOfShare
from mementod.judging.note_names import TEXT_SUFFIXES
from mementod.paths import Paths
from mementod.vcs.git import GitError

if TYPE_CHECKING:
    from mementod.hooks.hook_cited import Cited
    from mementod_parsers.model import NoteReport

Found = TypeVar("Found")
CACHE_WAIT_S = 0.1
ROWS_CAP = 300  # of one answer


@dataclass(frozen=True, slots=True)
class Alone:
    """For one hook."""

    paths: Paths
    budget: Budget | None = None  # without one nothing is judged
    places: Places = field(default_factory=Places)

    def touching(self, folder: Path, files: Sequence[Path], now: bool) -> list[Cited] | None:
        """With the verdicts of now, or as last judged, which is much faster."""
        place = self._place(folder)
        if place is None:
            return []
        cache = self._cache(place)
        if not cache.exists():  # most hooks run where nobody ever judged: they load no more than this
            return None
        from mementod.hooks.hook_cited import about
        from mementod.hooks.hook_kept import edited, kept

        names = [str(file.relative_to(place.root)) for file in files if file.is_relative_to(place.root)]
        notes = kept(cache, place.root, names)
        if notes is None:
            return None
        if not now:
            return [row for note in notes if note.is_as_judged for row in about(note.rows, names)][:ROWS_CAP]
        if all(name.endswith(TEXT_SUFFIXES) for name in names):  # what they hold is no matter of a note's
            chosen = dict.fromkeys(note.note for note in notes if about(note.rows, names))
        else:
            chosen = dict.fromkeys([*(note.note for note in notes), *edited(cache, place.root)])
        there = [note for note in chosen if os.path.lexists(place.root / note)]
        return self._judged(place, there, lambda reports: _touching(reports, names)) if there else []

    def stale(self, folder: Path) -> list[Cited] | None:
        """None also where nothing was ever judged."""
        place = self._place(folder)
        return self._judged(place, (), _stale) if place and self._cache(place).exists() else None

    def start(self, folder: Path, budget_bytes: int) -> str | None:
        """None also where nothing was ever judged: then it takes long."""
        place = self._place(folder)
        if place is None or not self._cache(place).exists():
            return None
        return self._in_share(lambda: _start(place.root, self.paths, budget_bytes))

    def _place(self, folder: Path) -> Place | None:
        try:
            return self.places.around(folder)
        except (GitError, OSError):
            return None

    def _cache(self, place: Place) -> Path:
        return self.paths.of_repository(place.key) / "cache.db"

    def _judged(
        self, place: Place, notes: Sequence[str], take: Callable[[Iterable[NoteReport]], list[Cited]]
    ) -> list[Cited] | None:
        """What is taken from the verdicts on these notes, or on all."""

        def judge() -> list[Cited] | None:
            reports = _reports(place.root, self.paths, notes)
            return None if reports is None else take(reports)

        return self._in_share(judge)

    def _in_share(self, part: Callable[[], Found | None]) -> Found | None:
        """None where it takes longer than its share, or cannot be made."""
        import sqlite3
        import zlib

        if self.budget is None:
            return None
        try:
            with self.budget.share():
                return part()
        except OutOfShare:
            return None
        except (UserError, GitError, OSError, sqlite3.Error, zlib.error):
            return None


def _touching(reports: Iterable[NoteReport], names: Sequence[str]) -> list[Cited]:
    from mementod.hooks.hook_notes import touching

    return touching(reports, names)


def _stale(reports: Iterable[NoteReport]) -> list[Cited]:
    from mementod.hooks.hook_notes import stale

    return stale(reports)


def _reports(root: Path, paths: Paths, notes: Sequence[str]) -> tuple[NoteReport, ...] | None:
    """The verdicts on these notes, or on all; None where nothing is known of the history yet, so that it takes long."""
    from mementod.hooks.hook_kept import keep
    from mementod.judging.judgement import Judgement
    from mementod.judging.request import Request
    from mementod.judging.resources import Resources

    with Resources(root, paths, cache_wait_s=CACHE_WAIT_S) as resources:
        if not resources.cache.holds_history():
            return None
        reports = Judgement(resources, Request(root, tuple(notes))).report().notes
        keep(resources.cache, root, {report.note.path: report for report in reports})
        return reports


def _start(root: Path, paths: Paths, budget_bytes: int) -> str | None:
    """As `mementod boot` says it; None where nothing is known of the history yet."""
    from mementod.continuity.texts import text_of
    from mementod.judging.engine import Engine

    with Engine(root, paths) as engine:
        known = engine.cache.holds_history()
        return text_of(engine, paths, "boot", {"budget": budget_bytes}).text if known else None
