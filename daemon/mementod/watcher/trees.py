"""The watched trees of one repository: its work tree, and the folders elsewhere that its notes come from."""

from __future__ import annotations

from collections.abc import Iterator

from mementod.vcs.git import text
from mementod.watcher.messages import Changed, Row, Watch
from mementod.watcher.notices import Notices
from mementod.watcher.polling import Polling
from mementod.watcher.rules import Rules
from mementod.watcher.settle import PAUSE_S
from mementod.watcher.table import KINDS, fields, kind
from mementod.watcher.tree import Tree


class Trees:
    """`main` is the work tree, under the rules; in the others every name counts, and paths are told in full."""

    def __init__(self, wanted: Watch, notices: Notices, rules: Rules) -> None:
        self.main = Tree(wanted.root, notices, rules)
        free = Rules(wanted.root, False)
        self._all = [self.main, *(Tree(folder, notices, free) for folder in dict.fromkeys(wanted.folders))]
        self._polling = [Polling(tree, tree is not self.main) for tree in self._all]
        self.check()

    def __iter__(self) -> Iterator[Tree]:
        return iter(self._all)

    @property
    def is_moved(self) -> bool:
        """Whether a root may have come or gone."""
        return any(tree.root.moved for tree in self)

    @property
    def is_unlisted(self) -> bool:
        """Whether there are folders to list."""
        return any(tree.todo for tree in self)

    @property
    def is_hinted(self) -> bool:
        return any(tree.hints for tree in self)

    @property
    def is_doubtful(self) -> bool:
        """Whether something was missed once."""
        return any(tree.suspects for tree in self)

    @property
    def is_untold(self) -> bool:
        """Whether something is to be told, or may be."""
        return any(tree.root.here and (tree.table.touched or tree.table.overfull or tree.suspects) for tree in self)

    def confirms_at(self) -> float | None:
        """When what was missed first is looked at again."""
        missed = [since for tree in self if (since := tree.suspects.first()) is not None]
        return min(missed) + PAUSE_S if missed else None

    def take_hints(self) -> int:
        """How many hints came since the last call."""
        return sum(tree.take_hints() for tree in self)

    def take_news(self) -> bool:
        """Whether a root came, went, or is in trouble since the last call."""
        news = any(tree.news or tree.watches.troubles.news for tree in self)
        for tree in self:
            tree.news = tree.watches.troubles.news = False
        return news

    def check(self) -> None:
        """Look whether the roots are there."""
        for tree in self:
            tree.check()

    def poll(self, now: float) -> None:
        """Look at what no notice tells of, if it is time to."""
        for polling in self._polling:
            polling.turn(now)

    def poll_all(self) -> None:
        for polling in self._polling:
            polling.all()

    def look(self) -> None:
        """Look at all that was hinted at."""
        for tree in self:
            tree.look()

    def work(self, until: float) -> None:
        """List folders until then (monotonic)."""
        for tree in self:
            tree.work(until)

    def confirm(self, before: float) -> None:
        """Look again at what was missed by then."""
        for tree in self:
            tree.confirm(before)

    def reconcile(self) -> None:
        """Look at everything."""
        for tree in self:
            tree.reconcile()

    def begin(self) -> None:
        """What was seen so far is told as a whole."""
        for tree in self:
            tree.first = False
            tree.table.take()

    def take(self) -> tuple[list[Changed], bool]:
        """What changed since the last call, and whether it was too much to be told apart.

        Of a root that is gone nothing is said until it is back.
        """
        changed: list[Changed] = []
        full = False
        for tree in self:
            if tree.root.here:
                touched, overfull = tree.table.take()
                full |= overfull
                changed.extend(self._changes(tree, touched))
        return changed, full

    def rows(self) -> list[Row]:
        """All that is known."""
        return [row for tree in self for row in self._rows(tree)]

    def rewatch(self, notices: Notices) -> None:
        """The notices are new ones and know of no watch."""
        for tree in self:
            tree.rewatch(notices)

    def close(self) -> None:
        for tree in self:
            tree.close()

    def _changes(self, tree: Tree, touched: dict[bytes, bool]) -> Iterator[Changed]:
        """What came and went between two batches is left out."""
        for path, existed in touched.items():
            seen = tree.table.stamp(path)
            if seen is not None:
                yield Changed(self._name(tree, path), KINDS[kind(seen)], existed)
            elif existed:
                yield Changed(self._name(tree, path), "gone", existed)

    def _rows(self, tree: Tree) -> Iterator[Row]:
        for path, seen in tree.table.rows():
            what, *numbers = fields(seen)
            yield Row(self._name(tree, path), KINDS[what], *numbers)

    def _name(self, tree: Tree, path: bytes) -> str:
        return text(path if tree is self.main else tree.root.full(path))
