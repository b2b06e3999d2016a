"""Looks, in a thread of its own, at what no event tells the brain: changes past the gate, and our hooks.

A repository is looked at a moment after it was judged, and again from time to time. What is found goes to the brain as
an event. Whatever fails is left for the next time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from mementod.brain.events import Patrolled
from mementod.errors import UserError
from mementod.gates.gates import Gates
from mementod.gates.uncovered import uncovered
from mementod.installing.hook_places import HookPlaces
from mementod.paths import Paths
from mementod.stores.ledger_rows import Enrolled
from mementod.vcs.git_states import BUSY

GAP_S = 2.0  # between two looks at one repository
AGAIN_S = 600.0  # tools put their hooks in the place of ours without a change of the work tree
HELD_RETRY_S = 10.0  # git is in the middle of something


@dataclass(frozen=True, slots=True)
class Guard:
    """What a patrol does in one repository."""

    paths: Paths
    places: HookPlaces | None  # None: there is no home for the script that hooks call

    def look(self, row: Enrolled) -> Patrolled | None:
        """None while git works there."""
        if row.root == row.common or any((row.common / name).exists() for name in BUSY):
            return None
        since = datetime.fromisoformat(row.enrolled_at).timestamp()
        return Patrolled(row.id, uncovered(row.root, Gates(self.paths), since), self._healed(row))

    def _healed(self, row: Enrolled) -> tuple[str, ...]:
        try:
            return self.places.heal(row, datetime.now(UTC).date().isoformat()) if self.places else ()
        except (UserError, OSError) as error:
            return (str(error),)


class Patrol:
    """`put` takes what was found. A look that is under way at the end holds nothing that would have to be closed."""

    def __init__(self, look: Callable[[Enrolled], Patrolled | None], put: Callable[[Patrolled], object]) -> None:
        self._look, self._put = look, put
        self._due: dict[str, tuple[float, Enrolled]] = {}  # id -> when (monotonic) to look at it
        self._looked: dict[str, float] = {}
        self._changed = threading.Condition()
        self._is_over = False
        threading.Thread(target=self._run, name="patrol", daemon=True).start()

    def ask(self, row: Enrolled) -> None:
        """Look at a repository soon."""
        with self._changed:
            self._due[row.id] = max(time.monotonic(), self._looked.get(row.id, 0.0) + GAP_S), row
            self._changed.notify()

    def leave(self, identity: str) -> None:
        with self._changed:
            self._due.pop(identity, None)
            self._looked.pop(identity, None)

    def close(self) -> None:
        with self._changed:
            self._is_over = True
            self._changed.notify()

    def _run(self) -> None:
        while (row := self._next()) is not None:
            try:
                found = self._look(row)
            except Exception as error:  # ours: it is said, and the repository keeps what was known
                found = Patrolled(row.id, None, (f"not looked at: {type(error).__name__}: {error}",))
            if found:
                self._put(found)
            with self._changed:
                if row.id in self._looked and row.id not in self._due:
                    self._due[row.id] = time.monotonic() + (AGAIN_S if found else HELD_RETRY_S), row

    def _next(self) -> Enrolled | None:
        """The one that is due first, once it is; None at the end."""
        with self._changed:
            while not self._is_over:
                at, row = min(self._due.values(), key=lambda each: each[0], default=(None, None))
                left = None if at is None else at - time.monotonic()
                if row is not None and left is not None and left <= 0:
                    del self._due[row.id]
                    self._looked[row.id] = time.monotonic()
                    return row
                self._changed.wait(left)
            return None
