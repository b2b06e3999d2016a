"""Questions about one repository and their answers: check, explain, verify, symbols, refs.

Owns nothing that lasts. The command line, hooks and the daemon call this and get the same answer, given the same
repository and the same ledger.
"""

from __future__ import annotations

import re
import sqlite3
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from mementod.errors import UserError
from mementod.judging.request import Request
from mementod.judging.resources import Progress, Resources
from mementod.paths import Paths
from mementod.vcs.repository import Repository
from mementod_parsers.model import Citation, Finding, How, NoteReport, Report, Stamp, Verdict

if TYPE_CHECKING:
    from mementod.judging.judgement import Judgement  # with all that judges: an answer of the daemon's needs none of it
    from mementod.judging.snapshot import Snapshot
    from mementod.parsing.table import Table
    from mementod.stores.ledger_rows import Observed, Vouched

__all__ = ["Engine", "Request", "SymbolRow"]

_HOLDS = frozenset({Verdict.OK, Verdict.CHANGED})
STORE_TRIES = 2  # with a store that turns out to be damaged


@dataclass(frozen=True, slots=True)
class SymbolRow:
    """One definition of now."""

    path: str
    qual: str
    kind: str
    line: int


class Elsewhere(Protocol):
    """Who may have an answer ready: the daemon. None: it has not, or nobody is there. What it says is what we would."""

    def report(self, root: Path, request: Request) -> Report | None: ...

    def symbols(self, root: Path, name: str) -> list[SymbolRow] | None: ...

    def verify(self, root: Path, notes: Sequence[str]) -> int | None: ...


class Engine(Resources):
    """Answers questions about one repository. Use as a context manager."""

    def __init__(
        self,
        start: Path,
        paths: Paths,
        progress: Progress | None = None,
        index_file: Path | None = None,
        elsewhere: Elsewhere | None = None,
        is_checked: bool = False,
    ) -> None:
        """Raises UserError when `start` is in no repository or folder that can be judged."""
        super().__init__(start, paths, progress, index_file, is_checked=is_checked)
        self._elsewhere = elsewhere

    def check(self, request: Request) -> Report:
        """Judge the notes of one tree, or what a range of commits made worse."""
        if request.range is not None:
            return self._range(request)
        if self._elsewhere and (found := self._elsewhere.report(self.root, request)):
            return found
        return self._kept(request, self.judge(request))

    def judge(self, request: Request, now: Snapshot | None = None) -> Report:
        """As `check` of one tree (`now`, where it was listed), by ourselves, and nothing of it is kept for hooks."""
        for _ in range(STORE_TRIES):
            try:
                return self._judgement(request, now).report()
            except (sqlite3.DatabaseError, zlib.error) as error:  # damage that only use shows
                self.leave_cache(error)
        return self._judgement(request, now).report()

    def work_tree(self) -> Snapshot:
        """The files of now, for several questions about one moment. Raises UserError where git cannot tell."""
        return self._judgement(Request(self.root, ())).now

    def explain(self, note: str, line: int) -> NoteReport | None:
        """The citations of one note: of those of a line that hold too what was vouched for, or seen."""
        report = next(iter(self.check(Request(self.root, (note,))).notes), None)
        if report is None:
            return None
        path = report.note.path
        findings = (self._stamped(path, f) if f.citation.line == line else f for f in report.findings)
        return replace(report, findings=tuple(findings))

    def _stamped(self, note: str, finding: Finding) -> Finding:
        """The finding with the moment that the ledger holds, where no judgement asked for one."""
        if finding.stamp or finding.verdict is not Verdict.OK:
            return finding
        place = (note, finding.citation.text)
        if vouched := self._vouched.get(place):
            return replace(finding, stamp=Stamp(vouched.how, vouched.commit, self._day(vouched.commit), None))
        if seen := self._seen.get(place):
            return replace(finding, stamp=Stamp(How.OBSERVED, seen.commit, seen.at[:10], None))
        return finding

    def _day(self, commit: str) -> str | None:
        return self.repository.git.one("show", "-s", "--format=%cs", commit)

    @cached_property
    def _vouched(self) -> Mapping[tuple[str, str], Vouched]:
        return self.ledger.vouched(self.repository.key)

    @cached_property
    def _seen(self) -> Mapping[tuple[str, str], Observed]:
        return self.observed()

    def verify(self, notes: Sequence[str]) -> int:
        """Stamp every citation that holds with the commit of now, the number of stamps; what does not hold stays."""
        if self._elsewhere and (count := self._elsewhere.verify(self.root, notes)) is not None:
            return count
        report = self.check(Request(self.root, tuple(notes)))
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return self.ledger.vouch(self.repository.key, stamped(self.repository, report.notes), now)

    def symbols(self, name: str) -> list[SymbolRow]:
        """Where a name, qualified or not, is defined now."""
        if self._elsewhere and (rows := self._elsewhere.symbols(self.root, name)) is not None:
            return rows
        world = self._judgement(Request(self.root, ())).world_for({})
        return defined(world.table, name)

    def refs(self, name: str) -> list[tuple[str, Citation]]:
        """Which notes cite a path or a name."""
        wanted = name.strip("/")
        report = self.check(Request(self.root, ()))
        return [(n.note.path, f.citation) for n in report.notes for f in n.findings if _cites(f, wanted)]

    def _judgement(self, request: Request, now: Snapshot | None = None) -> Judgement:
        from mementod.judging.judgement import Judgement

        return Judgement(self, request, now)

    def _kept(self, request: Request, report: Report) -> Report:
        """Hooks without a daemon say what was judged last."""
        from mementod.hooks.hook_kept import keep

        if not (request.rev or request.staged):
            keep(self.cache, self.root, {note.note.path: note for note in report.notes})
        return report

    def _range(self, request: Request) -> Report:
        old, dots, new = (request.range or "").partition("..")
        if not dots or not old:
            raise UserError(f"--range {request.range}: write it as A..B")
        before = self._judgement(replace(request, range=None, rev=old)).report()
        after = self._judgement(replace(request, range=None, rev=new.lstrip(".") or "HEAD")).report()
        known = {_identity(n, f) for n in before.notes for f in n.findings if f.verdict not in _HOLDS}
        return replace(after, notes=tuple(_without(n, known) for n in after.notes))


def defined(table: Table, name: str) -> list[SymbolRow]:
    """The definitions of a name, qualified or not, in one tree."""
    from mementod_parsers.judging.qualified import leaf_of, matching, owner_of

    name = re.sub(r"::|#|->", ".", name)
    table.prepare([leaf_of(name)], lambda _name: frozenset(), lambda _name, _found: False)
    found = matching(table.everywhere(leaf_of(name)), owner_of(name))
    return [SymbolRow(d.path, d.symbol.qual, d.symbol.kind.value, d.symbol.line) for d in found]


def stamped(repository: Repository, notes: Iterable[NoteReport]) -> list[tuple[str, str, str]]:
    """What holds in these notes, as rows to vouch for: note, text, commit. Raises UserError without a commit."""
    head = repository.head
    if head is None:
        raise UserError(f"{repository.root} has no commit yet: there is nothing to verify against")
    rows = ((n.note.path, f.citation.text, head) for n in notes for f in n.findings if f.verdict in _HOLDS)
    return list(dict.fromkeys(rows))


def _identity(note: NoteReport, finding: Finding) -> tuple[str, str, str]:
    return note.note.path, finding.citation.text, finding.citation.name


def _without(note: NoteReport, known: set[tuple[str, str, str]]) -> NoteReport:
    return replace(note, findings=tuple(f for f in note.findings if _identity(note, f) not in known))


def _cites(finding: Finding, wanted: str) -> bool:
    names = (finding.citation.name, finding.resolved or "", finding.target or "")
    return any(
        n == wanted
        or n.startswith(wanted + ":")
        or n.partition(":")[2] == wanted
        or n.endswith(("/" + wanted, "." + wanted))
        for n in names
    )
