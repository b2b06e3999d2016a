"""ledger.db: what cannot be computed again.

Holds what people vouched for (`verify`), the enrolled repositories, what was seen when a line was written, every
verdict that became another one, and the state that was last told. One that cannot be written is still read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple
from pathlib import Path
from types import TracebackType

from mementod.errors import UserError
from mementod.stores import ledger_concerns, ledger_transitions
from mementod.stores.ledger_access import Access, put
from mementod.stores.ledger_file import LOCK_WAIT_S, LedgerFile
from mementod.stores.ledger_rows import (
    Concern,
    ConcernKey,
    Enrolled,
    Installed,
    LastNotice,
    Observed,
    Snooze,
    Told,
    Transition,
    Vouched,
    installed_of,
    installed_row,
    stored,
)
from mementod.stores.ledger_transitions import PAGE
from mementod_parsers.model import How, Kind, Level, Verdict

REPOSITORIES_CAP = 1_000
OBSERVED_CAP = 200_000  # of one repository; the oldest go first
_HOWS = {how.value: how for how in How}
# Tables whose rows are named by the key of a repository's place, as a check without an id needs them, and by its id.
_OF_PLACE = ("vouched", "observed")
_OF_ID = ("transitions", "published", "snoozes", "concerns")


class Ledger:
    """Opened on first use: a check in a repository that nobody vouched in creates nothing.

    Except for `vouched`, what cannot be read or kept is a UserError; then nothing of the call was kept.
    """

    def __init__(self, path: Path, wait_s: float = LOCK_WAIT_S) -> None:
        """`wait_s`: for a lock of another process, before what was asked is given up."""
        self.path, self._file = path, LedgerFile(path, wait_s)
        self._access = Access(self._file)

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    @property
    def problem(self) -> str | None:
        """What went wrong so far without being raised, one line."""
        return self._file.problem

    def is_written_elsewhere(self) -> bool:
        """Whether another process wrote since this was last asked; False where that cannot be asked. Makes no file."""
        return self._access.is_written_elsewhere()

    # what people vouched for

    def vouched(self, repository: str) -> dict[tuple[str, str], Vouched]:
        """(note, text) -> what it was vouched to mean. `repository` is the key that its place gives it."""
        try:
            rows = self._access.rows('SELECT note, text, "commit", how FROM vouched WHERE repository = ?', repository)
            return {(n, cited): Vouched(c, _HOWS[how]) for n, cited, c, how in rows if how in _HOWS}
        except (sqlite3.Error, OSError) as error:
            self._file.problem = (
                f"{self.path} cannot be read now ({error}): what was verified does not count in this run"
            )
        except UserError as error:
            self._file.problem = f"{error}; until then what was verified does not count"
        return {}

    def vouch(self, repository: str, rows: Iterable[tuple[str, str, str]], at: str) -> int:
        """Write (note, text, commit) as verified; the number of rows."""
        full = [(repository, n, cited, commit, How.VERIFIED.value, at) for n, cited, commit in rows]
        with self._access.writing("nothing was verified") as db:
            put(db, "vouched", full)
        return len(full)

    # repositories

    def enrolled(self) -> tuple[Enrolled, ...]:
        """Every enrolled repository, by root."""
        rows = self._access.asked("SELECT id, root, common, trust, config, enrolled_at FROM repositories ORDER BY root")
        return tuple(Enrolled(i, Path(root), Path(common), *rest) for i, root, common, *rest in rows)

    def enrol(self, row: Enrolled) -> None:
        """Keep a repository, in the place of what was known of its id."""
        with self._access.writing("nothing was enrolled") as db:
            others = db.execute("SELECT count(*) FROM repositories WHERE id != ?", (row.id,)).fetchone()[0]
            if others >= REPOSITORIES_CAP:
                raise UserError(f"{REPOSITORIES_CAP:,} repositories are enrolled and no more can be: unenrol some")
            put(db, "repositories", [astuple(row)])

    def unenrol(self, repository: str) -> None:
        """Forget a repository and what was told of it; what its lines meant stays."""
        with self._access.writing("nothing was changed") as db:
            db.execute("DELETE FROM repositories WHERE id = ?", (repository,))
            for table in _OF_ID:
                db.execute(f"DELETE FROM {table} WHERE repository = ?", (repository,))

    def move(self, repository: str, root: Path, common: Path, key: tuple[str, str]) -> None:
        """A repository is at another place. What its lines meant goes from the old key to the new one: (old, new)."""
        with self._access.writing("nothing was changed") as db:
            place = (stored(root), stored(common), repository)
            db.execute("UPDATE repositories SET root = ?, common = ? WHERE id = ?", place)
            for table in _OF_PLACE:
                db.execute(f"UPDATE OR IGNORE {table} SET repository = ? WHERE repository = ?", key[::-1])

    # what was seen when a line was written

    def observe(self, repository: str, rows: Iterable[Observed]) -> None:
        """Keep stamps, each in the place of an older one of its note and text; `repository` is a key."""
        with self._access.writing("nothing was kept") as db:
            put(db, "observed", [(repository, *astuple(row)) for row in rows])
            held = db.execute("SELECT count(*) FROM observed WHERE repository = ?", (repository,)).fetchone()[0]
            oldest = "SELECT note, text FROM observed WHERE repository = ?1 ORDER BY at LIMIT ?2"
            drop = f"DELETE FROM observed WHERE repository = ?1 AND (note, text) IN ({oldest})"
            if held > OBSERVED_CAP:
                db.execute(drop, (repository, held - OBSERVED_CAP))

    def observed(self, repository: str) -> dict[tuple[str, str], Observed]:
        """(note, text) -> what was seen."""
        names = 'note, text, "commit", kind, path, symbol, fingerprint, at'
        rows = self._access.asked(f"SELECT {names} FROM observed WHERE repository = ?", repository)
        return {
            (note, cited): Observed(note, cited, commit, Kind(kind), path or None, symbol or None, mark or None, at)
            for note, cited, commit, kind, path, symbol, mark, at in rows
        }

    # what became another verdict

    def publish(
        self,
        repository: str,
        rows: Sequence[Transition],
        told: Mapping[str, Told | None],
        concerns: Mapping[ConcernKey, Concern | None] | None = None,
    ) -> int:
        """Transitions, the state that is told from now on, and what notices are due, in one transaction.

        `told` and `concerns` hold what changed; None is what is no more. Returns the batch number: the `seq` of the
        first transition, 0 when there is none.
        """
        with self._access.writing("nothing was published") as db:
            first = ledger_transitions.append(db, repository, rows)
            gone = [(repository, citation) for citation, state in told.items() if state is None]
            db.executemany("DELETE FROM published WHERE repository = ? AND citation = ?", gone)
            put(db, "published", [(repository, citation, *astuple(s)) for citation, s in told.items() if s])
            ledger_concerns.keep(db, concerns or {})
        return first if rows else 0

    def published(self, repository: str) -> dict[str, Told]:
        """Citation id -> the state that was last told."""
        question = "SELECT citation, verdict, target, level FROM published WHERE repository = ?"
        rows = self._access.asked(question, repository)
        return {c: Told(Verdict(verdict), target or None, Level(level)) for c, verdict, target, level in rows}

    def transitions(self, repository: str, since: int = 0, limit: int = PAGE) -> tuple[Transition, ...]:
        """Those with a `seq` above `since`, oldest first; ask again from the last `seq` for more."""
        rows = self._access.asked(ledger_transitions.SINCE, repository, since, min(limit, PAGE))
        return tuple(map(ledger_transitions.of_row, rows))

    def newest(self, repository: str, limit: int) -> tuple[Transition, ...]:
        """The last ones, newest first."""
        rows = self._access.asked(ledger_transitions.NEWEST, repository, limit)
        return tuple(map(ledger_transitions.of_row, rows))

    # notices

    def concern(self, changes: Mapping[ConcernKey, Concern | None], last: LastNotice | None = None) -> None:
        """Keep what changed of what there is to be told of (None is what is no more), and the last notice."""
        with self._access.writing("nothing was kept") as db:
            ledger_concerns.keep(db, changes)
            if last:
                ledger_concerns.keep_last(db, last)

    def last_notice(self) -> LastNotice | None:
        """What a person saw last; None where nobody saw one since this is kept."""
        return next((ledger_concerns.last_of(*row) for row in self._access.asked(ledger_concerns.LAST)), None)

    def is_first_of(self, version: str) -> bool:
        """Whether another version of the program was the last to ask this."""
        with self._access.writing("nothing was kept") as db:
            return ledger_concerns.is_first_of(db, version)

    def concerns(self) -> dict[ConcernKey, Concern]:
        """All that was told by notices, or is to be."""
        rows = [Concern(*row) for row in self._access.asked(ledger_concerns.ALL)]
        return {row.key: row for row in rows}

    # quiet times

    def snooze(self, row: Snooze, now: str) -> None:
        """Keep a quiet time; those that are over at `now` (ISO time, UTC) go."""
        with self._access.writing("nothing was changed") as db:
            db.execute("DELETE FROM snoozes WHERE until <= ?", (now,))
            put(db, "snoozes", [astuple(row)])

    def snoozes(self, now: str) -> tuple[Snooze, ...]:
        """Those that still hold at `now`."""
        rows = self._access.asked("SELECT repository, citation, until FROM snoozes WHERE until > ?", now)
        return tuple(Snooze(*row) for row in rows)

    # what carries our hooks

    def install(self, whose: str, rows: Iterable[Installed]) -> None:
        """All that carries our part for an agent or a repository from now on."""
        with self._access.writing("nothing was changed") as db:
            db.execute("DELETE FROM installed WHERE whose = ?", (whose,))
            put(db, "installed", [installed_row(row) for row in rows])

    def installed(self) -> tuple[Installed, ...]:
        """Of all agents and repositories."""
        names = "whose, path, real, form, before, after, folders, healed_on, heals"
        rows = self._access.asked(f"SELECT {names} FROM installed ORDER BY whose, path")
        return tuple(map(installed_of, rows))
