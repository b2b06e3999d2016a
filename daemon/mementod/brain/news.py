"""What is due to be told of each repository: written into the ledger first, then handed on, then marked on the notes.

Invariant: nothing is told before the ledger holds it, so nothing is told twice.
"""

from __future__ import annotations

from collections.abc import Callable

from mementod.brain.edges import Edges
from mementod.brain.hints import Hints
from mementod.brain.home import Home
from mementod.errors import UserError
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Transition

MARK_RETRY_S = 5.0  # git was busy, or the note was being written
PUBLISH_RETRY_S = 0.5  # after the ledger could not be written; twice as long each time
PUBLISH_RETRY_CAP_S = 30.0


class News:
    """`hand_on` is called with what was published."""

    def __init__(self, ledger: Ledger, edges: Edges, hand_on: Callable[[Home, list[Transition]], None]) -> None:
        self._ledger, self._edges, self._hand_on = ledger, edges, hand_on

    def tell(self, home: Home, now: float) -> float | None:
        """Tell what is due; when (monotonic) there will be more, None when nothing waits."""
        due = home.publisher.due()
        if not home.is_open or (home.has_work and not home.is_part):
            return None
        if due is None:
            return self._mark(home, now)
        due = max(due, home.tell_at, home.held_until(now))
        if now < due:
            return due
        if not home.is_part and not home.is_confirmed and (places := home.publisher.doubtful()):
            home.is_confirmed = True
            home.hint(Hints(paths=places))
        else:
            self._publish(home, now)
        return now

    def _publish(self, home: Home, now: float) -> None:
        rows, told = home.publisher.pending()
        concerns = self._edges.notices.drafts(home.row.id, rows, now)
        try:
            self._ledger.publish(home.row.id, rows, told, concerns)
        except UserError as error:
            if not home.untold:
                self._edges.log("error", "not published", repository=home.row.root, why=str(error))
            home.untold, home.tell_wait = str(error), min(2 * home.tell_wait or PUBLISH_RETRY_S, PUBLISH_RETRY_CAP_S)
            home.tell_at = now + home.tell_wait
            return
        home.untold, home.tell_wait = "", 0.0
        home.publisher.published(told)
        self._edges.notices.keep(concerns, now)
        for row in rows:
            self._edges.log(
                "info", "verdict", repository=home.row.root, note=row.note, line=row.line, text=row.text,
                before=row.before, after=row.after, target=row.target,
            )  # fmt: skip
        if rows:
            self._hand_on(home, rows)

    def _mark(self, home: Home, now: float) -> float | None:
        """Make visible what was told; when to try again what could not be written."""
        if not home.to_mark or home.is_busy:
            return None
        if now >= home.mark_at:
            self._edges.mark(home)
            home.mark_at = now + MARK_RETRY_S if home.to_mark else now
        return home.mark_at if home.to_mark else None
