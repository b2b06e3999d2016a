"""Hand-overs of one repository, as they are stored: each one stays, the last one counts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mementod.continuity.memory_file import MemoryFile, storable
from mementod.continuity.record_store import RecordStore, taken_back
from mementod_parsers.continuity.taken_back import without_revoked

PASSED = "check passed"  # the value that says when an agent last knew where it was


@dataclass(frozen=True, slots=True)
class Stored:
    """A hand-over as it was written. `at` is ISO 8601; `head` and `branch` are those of then, None without."""

    at: str
    session: str
    head: str | None
    branch: str | None
    text: str


class HandoverStore:
    """The hand-overs in an open file."""

    def __init__(self, file: MemoryFile) -> None:
        self._file, self._db = file, file.db

    def last(self) -> Stored | None:
        """As it is shown: without the lines that the user took back since; one that says more is marked."""
        sql = "SELECT at, session, head, branch, text FROM handovers ORDER BY id DESC LIMIT 1"
        row = self._db.execute(sql).fetchone()
        if not row:
            return None
        last = Stored(*row)
        return replace(last, text=without_revoked(last.text, *taken_back(RecordStore(self._file).items())))

    def add(self, handover: Stored) -> None:
        """Raises UserError, then nothing is kept."""
        branch = storable(handover.branch) if handover.branch else handover.branch
        row = (handover.at, storable(handover.session), handover.head, branch, storable(handover.text))
        with self._file.writing() as db:
            db.execute("INSERT INTO handovers(at, session, head, branch, text) VALUES (?, ?, ?, ?, ?)", row)
