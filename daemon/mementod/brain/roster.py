"""The repositories that the daemon serves: those that the ledger names, and the ledger kept as we know it.

Part of the brain, and called from its thread alone. Invariant: what the ledger loses while we run is written again.
"""

from __future__ import annotations

from collections.abc import Iterable

from mementod.brain.edges import Edges
from mementod.brain.hints import Hints
from mementod.brain.home import Home
from mementod.brain.lookout import Lookout
from mementod.brain.publisher import Publisher
from mementod.errors import UserError
from mementod.files import Look, look_at
from mementod.paths import Paths
from mementod.registry.repos import Change, apply
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Enrolled


class Roster:
    """`homes` by the id of a repository. `problem` is what is wrong with the ledger, or empty."""

    def __init__(self, ledger: Ledger, paths: Paths, edges: Edges, lookout: Lookout) -> None:
        self._ledger, self._paths, self._edges, self._lookout = ledger, paths, edges, lookout
        self.homes: dict[str, Home] = {}
        self.problem = ""
        self._config = self._look_at_config()

    def read(self) -> None:
        """The registry changed: take in what came, let go what left. UserError when it cannot be read."""
        if self._is_ledger_gone():
            raise UserError(f"{self._ledger.path} is gone: the registry stays as it is")
        rows = {row.id: row for row in self._ledger.enrolled()}
        for identity in [i for i, home in self.homes.items() if rows.get(i) != home.row]:
            self._leave(identity)
        for identity, row in rows.items():
            if identity not in self.homes:
                self._enter(row)

    def register(self, changes: Iterable[Change]) -> None:
        """Change the registry. Raises UserError where that is not possible; what came before it is kept."""
        try:
            for change in changes:
                apply(self._ledger, change)
        finally:
            self.read()

    def reload(self) -> None:
        """Read the registry and every configuration again, and judge everything."""
        if self._is_ledger_gone():
            self._restore()
        try:
            self.read()
        except UserError as error:
            self._edges.log("error", "registry not read", why=str(error))
        for home in self.homes.values():
            home.hint(Hints(everything=True))
            home.try_again(self._edges.clock(), at_once=True)

    def mind(self) -> None:
        """Take in what others wrote since: into the ledger, into the user's own configuration."""
        self._mind_ledger()
        self._mind_config()

    def _mind_ledger(self) -> None:
        """Take in what another process wrote into the ledger; make good what it lost."""
        is_written = self._ledger.is_written_elsewhere()
        if (problem := self._ledger.problem or "") != self.problem:
            self.problem = problem
            self._edges.log("error", "ledger", why=problem)
            self._restore()
            self.reload()
        elif is_written:
            self._edges.log("info", "ledger written by another process")
            self.reload()

    def _mind_config(self) -> None:
        """Read the user's own configuration again when it was written, made or removed."""
        before, self._config = self._config, self._look_at_config()
        if before != self._config:
            self._edges.log("info", "configuration changed", file=self._paths.config_file)
            self.reload()

    def _look_at_config(self) -> Look | None:
        file = self._paths.config_file
        return look_at(file.parent, file.name) if file else None

    def _enter(self, row: Enrolled) -> None:
        home = self.homes[row.id] = Home(row, self._paths, Publisher(self._ledger.published(row.id)))
        self._edges.log("info", "enrolled", repository=row.root)
        self._lookout.enter(home)

    def _leave(self, identity: str) -> None:
        home = self.homes.pop(identity)
        self._edges.patrol.leave(identity)
        self._lookout.leave(home)
        home.close()

    def _is_ledger_gone(self) -> bool:
        """Whether it was removed; not so before anything was kept."""
        return bool(self.homes) and not self._ledger.path.exists()

    def _restore(self) -> None:
        """Write what we know into a ledger that lost it: it was damaged, or removed while it was in use."""
        try:
            kept = {row.id for row in self._ledger.enrolled()}
            for identity, home in self.homes.items():
                if identity not in kept:
                    self._ledger.enrol(home.row)
                if self._ledger.published(identity) != home.publisher.told:
                    self._ledger.publish(identity, (), home.publisher.told)
        except UserError as error:
            self._edges.log("error", "ledger not filled again", why=str(error))
