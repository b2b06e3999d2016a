"""What people were told about one repository's citations, what holds now, and when the difference is due.

Pure: told and seen in, transitions out. Invariants: what is gone is told at the second look, one settle window after
the first; one cause that touches many notes is one batch; what was told is not told again, across restarts too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mementod.reports.places import old_place
from mementod.reports.report import ids
from mementod.stores.ledger_rows import Told, Transition
from mementod_parsers.model import GONE, Finding, Level, NoteReport, Verdict

CONFIRM_S = 0.3  # between the two looks: an editor that removes and writes again is done by then
_GONE = GONE | {Verdict.SHIFTED}
_PLAIN = frozenset({Verdict.OK, Verdict.UNCHECKED})
_HELD = _GONE | {Verdict.CHANGED}  # verdicts that say of a citation that it once held
_LOUD = frozenset({Level.ERROR, Level.WARNING})
BASELINE = ""  # the id of no citation: its row says that the repository was told of once


@dataclass(frozen=True, slots=True)
class Difference:
    """One transition that nobody was told of yet, and since when (monotonic) it has been so."""

    since: float
    row: Transition


class Publisher:
    """One repository's. `see` after each look; what is `pending` and `due` is written down, and then `published`."""

    def __init__(self, told: Mapping[str, Told]) -> None:
        self._told = dict(told)
        self._seen: dict[str, dict[str, Finding]] = {}  # note -> id -> finding, the plain ones too
        self._is_waking = True  # until the first look, which finds what happened while nobody looked
        self._open: dict[str, Difference] = {}
        self._silent: dict[str, Told | None] = {}  # told without a word, and not written down yet

    @property
    def is_first(self) -> bool:
        """Whether this repository was never told of: what is stale on the first day is no news."""
        return BASELINE not in self._told

    def see(self, notes: Mapping[str, NoteReport | None], now: float, at: str, switched: bool = False) -> None:
        """Take in the notes that changed; None is one that is gone, and may come back as it was.

        `switched`: HEAD moved; citations that nobody saw before, and what is only information, are no news then.
        """
        for path, report in notes.items():
            before = self._seen.pop(path, {})
            if report is None:
                for identity in before:
                    self._open.pop(identity, None)
                continue
            found = self._seen[path] = dict(zip(ids(report), report.findings, strict=True))
            for identity in before.keys() | found.keys():
                self._compare(identity, path, before.get(identity), found.get(identity), now, at, switched)
        self._is_waking = False

    @property
    def told(self) -> Mapping[str, Told]:
        """Citation id -> the state that counts as told, written down or not."""
        return self._told

    def begin(self) -> None:
        """All that holds now counts as told."""
        self._hush(BASELINE, Told(Verdict.OK, None, Level.NONE))
        for found in self._seen.values():
            for identity, finding in found.items():
                if state := _state(finding):
                    self._hush(identity, state)

    def due(self) -> float | None:
        """When (monotonic) the next differences are due."""
        if self._silent and not self._open:
            return 0.0
        moments = [d.since + (CONFIRM_S if _is_gone(d.row) else 0.0) for d in self._open.values()]
        return max(moments, default=None)

    def doubtful(self) -> frozenset[str]:
        """Places whose disappearance is not told yet: look at them once more."""
        found = (self._finding(i) for i, d in self._open.items() if _is_gone(d.row))
        return frozenset(f.resolved.partition(":")[0] for f in found if f and f.resolved)

    def pending(self) -> tuple[list[Transition], dict[str, Told | None]]:
        """All differences, to be published together, and the rows that say so."""
        rows = [d.row for d in self._open.values()]
        return rows, self._silent | {row.citation: _state(self._finding(row.citation)) for row in rows}

    def published(self, told: Mapping[str, Told | None]) -> None:
        """These rows are kept: nothing of them is told again."""
        for identity, state in told.items():
            self._hush(identity, state)
            self._silent.pop(identity)

    def _hush(self, identity: str, state: Told | None) -> None:
        """From now on this counts as told, also while it cannot be written down."""
        self._open.pop(identity, None)
        self._silent[identity] = state
        if state:
            self._told[identity] = state
        else:
            self._told.pop(identity, None)

    def _compare(
        self, identity: str, note: str, was: Finding | None, found: Finding | None, now: float, at: str, switched: bool
    ) -> None:
        told = self._told.get(identity)
        state = _state(found)
        if (told and (told.verdict, told.target)) == (state and (state.verdict, state.target)):
            self._open.pop(identity, None)
            return
        about = found or was
        if about is None:  # told of before a restart, and its line is gone since
            return
        open_ = self._open.get(identity)
        before = open_.row.before if open_ else told.verdict if told else was.verdict if was else None
        if found is None and (told is None or told.level not in _LOUD):
            return
        if before is None and found is not None and (found.level not in _LOUD or found.verdict is Verdict.UNVERIFIED):
            return
        if told is None and open_ is None and _state(was) == state:  # seen before, and no news then
            return
        loud = any(s and s.level in _LOUD for s in (told, state))
        if switched and open_ is None and (before is None or not loud):
            self._hush(identity, state)
            return
        if before is None and self._is_waking and found is not None and found.verdict in _HELD:
            before = Verdict.OK  # what holds is not written down as told, and what is gone did hold
        row = _row(identity, note, about, before, found, at)
        same = open_ is not None and (open_.row.after, open_.row.target) == (row.after, row.target)
        self._open[identity] = Difference(open_.since if open_ and same else now, row)

    def _finding(self, identity: str) -> Finding | None:
        return next((found[identity] for found in self._seen.values() if identity in found), None)


def _is_gone(row: Transition) -> bool:
    return row.after in _GONE


def _state(finding: Finding | None) -> Told | None:
    """What is worth to be remembered as told."""
    if finding is None or finding.verdict in _PLAIN:
        return None
    return Told(finding.verdict, finding.target, finding.level)


def _row(
    identity: str, note: str, about: Finding, before: Verdict | None, found: Finding | None, at: str
) -> Transition:
    after = found.verdict if found else None
    level, target = (found.level, found.target) if found else (Level.NONE, None)
    evidence = (found.evidence or "") if found else ""
    citation = about.citation
    place = old_place(about)
    return Transition(
        identity, note, citation.line, citation.text, before, after, level, target, evidence, at, place=place
    )
