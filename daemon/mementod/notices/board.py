"""What notices are on the screen, as far as we know, and which are on their way there: one of each kind at most."""

from __future__ import annotations

from collections.abc import Callable, Collection, Set

from mementod.notices.notice import Close, Kind, Notice, Order, Show
from mementod.stores.ledger_rows import ConcernKey


class Board:
    """`put` hands an order to the desk."""

    def __init__(self, put: Callable[[Order], object]) -> None:
        self._put = put
        self._tried: dict[Kind, Notice] = {}  # in the last order, or in one before that is not answered
        self._flying: set[Kind] = set()
        self._open: dict[Kind, set[ConcernKey]] = {}

    @property
    def flying(self) -> Set[Kind]:
        """Those that the desk has said nothing of yet."""
        return self._flying

    def unread(self, kind: Kind) -> Collection[ConcernKey]:
        """What a notice on the screen is about."""
        return self._open.get(kind, ())

    def show(self, made: Notice) -> None:
        self._tried[made.kind] = made
        self._flying.add(made.kind)
        self._put(Show(made))

    def landed(self, kind: Kind) -> Notice | None:
        """The desk showed it: which one that was, if we know."""
        self._flying.discard(kind)
        return self._tried.pop(kind, None)

    def put_off(self, kind: Kind) -> None:
        """The desk did not show it."""
        self._flying.discard(kind)

    def open(self, kind: Kind, keys: Set[ConcernKey]) -> None:
        """It is on the screen, and true of these; of none when that healed while it was on its way."""
        self._open[kind] = set(keys)
        if not keys:
            self._close(kind)

    def closed(self, kind: Kind) -> None:
        """Somebody read it."""
        self._open.pop(kind, None)

    def heal(self, key: ConcernKey) -> None:
        """Of a notice that says nothing true any more nothing is left on the screen."""
        kind = Kind(key[1])
        if key in self.unread(kind):
            self._open[kind].discard(key)
            if not self._open[kind]:
                self._close(kind)

    def take_down(self, repositories: Collection[str]) -> set[ConcernKey]:
        """What is on the screen about these goes; "" stands for all of them. What that was about."""
        shown = {key for keys in self._open.values() for key in keys}
        keys = {key for key in shown if "" in repositories or key[0] in repositories}
        for kind in [kind for kind, held in self._open.items() if held & keys]:
            self._close(kind)
        return keys

    def _close(self, kind: Kind) -> None:
        del self._open[kind]
        self._put(Close(kind))
