"""What the ledger holds of notices: written at once, or as soon as it can be."""

from __future__ import annotations

from collections.abc import Callable

from mementod.errors import UserError
from mementod.notices.concerns import Changes
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import LastNotice

SAVE_RETRY_S = 30.0  # after a ledger that could not be written


class Book:
    """`seen`: what somebody saw last, written with the next changes."""

    def __init__(self, ledger: Ledger, log: Callable[..., None]) -> None:
        self._ledger, self._log = ledger, log
        self.seen: LastNotice | None = None
        self._unsaved: Changes = {}
        self._save_at = 0.0

    def save(self, changes: Changes, now: float) -> None:
        self._unsaved |= changes
        if not self._unsaved:
            return
        try:
            self._ledger.concern(self._unsaved, self.seen)
            self._unsaved = {}
        except UserError as error:
            self._save_at = now + SAVE_RETRY_S
            self._log("error", "notices not kept", why=str(error))

    def save_again(self, now: float) -> None:
        """What could not be written, if it is time to."""
        if now >= self._save_at:
            self.save({}, now)
