"""What one run, or one repository of the daemon, holds open: git, both stores, parser workers.

Everything is opened on first use and closed together. Owns no answer and no state that a question could change.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from mementod.config import Config, load_config
from mementod.errors import UserError
from mementod.paths import Paths
from mementod.stores.cache import BUSY_TIMEOUT_S, Cache
from mementod.vcs.repository import Repository, find

if TYPE_CHECKING:  # what an answer of the daemon's needs nothing of
    from mementod.parsing.facts import Facts
    from mementod.parsing.workers import Workers
    from mementod.stores.ledger import Ledger
    from mementod.stores.ledger_rows import Observed
    from mementod.vcs.objects import Objects

LASTING_TREE_ENTRIES = 15_000  # 4 MB; what one look asks for is near together

Progress = Callable[[str, int, int], None]


class Resources:
    """Use as a context manager. Raises UserError when `start` is in no repository or folder that can be judged."""

    def __init__(
        self,
        start: Path,
        paths: Paths,
        progress: Progress | None = None,
        index_file: Path | None = None,
        cache_wait_s: float = BUSY_TIMEOUT_S,
        is_lasting: bool = False,
        is_checked: bool = False,
    ) -> None:
        """`is_lasting`: a process that stays, and holds little between two looks: it calls `rest` after each.

        `is_checked`: as in `Cache`.
        """
        self._cache_wait_s, self._is_lasting, self._is_checked = cache_wait_s, is_lasting, is_checked
        self._start, self._paths, self._index_file = start, paths, index_file
        self._progress = progress or (lambda what, done, total: None)
        self._stack = ExitStack()
        self.refresh()

    def refresh(self) -> None:
        """Ask again where HEAD is and what the configuration says."""
        self.repository: Repository = find(self._start, self._index_file)
        self.root: Path = self.repository.root
        self.config: Config = load_config(self.root, self._paths)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @cached_property
    def cache(self) -> Cache:
        place = self._paths.of_repository(self.repository.key) / "cache.db"
        return self._stack.enter_context(Cache(place, self._cache_wait_s, self._is_lasting, self._is_checked))

    @cached_property
    def ledger(self) -> Ledger:
        from mementod.stores.ledger import Ledger

        return self._stack.enter_context(Ledger(self._paths.state_dir() / "ledger.db"))

    @cached_property
    def objects(self) -> Objects:
        from mementod.vcs.objects import TREE_ENTRIES, Objects

        oid_bytes = 32 if self.repository.algorithm == "sha256" else 20
        tree_entries = LASTING_TREE_ENTRIES if self._is_lasting else TREE_ENTRIES
        return self._stack.enter_context(Objects(self.repository.git, oid_bytes, tree_entries))

    @cached_property
    def workers(self) -> Workers:
        from mementod.parsing.workers import Workers

        return self._stack.enter_context(Workers())

    @cached_property
    def facts(self) -> Facts:
        from mementod.parsing.facts import Facts

        return Facts(self.cache, self.workers)

    @property
    def claude(self) -> Path | None:
        """Claude Code's own folder of this user."""
        return self._paths.claude

    def observed(self) -> dict[tuple[str, str], Observed]:
        """What the daemon saw lines of notes mean when they were written; by note and text."""
        try:
            return self.ledger.observed(self.repository.key)
        except UserError:  # as for what was vouched for: a weaker answer, never a wrong one
            return {}

    def problems(self) -> tuple[str, ...]:
        """What went wrong with the stores that were used, a line each."""
        used = (self.__dict__[name] for name in ("cache", "ledger") if name in self.__dict__)
        return tuple(store.problem for store in used if store.problem)

    def rest(self) -> None:
        """Write what was learnt, and let go of what can be read again."""
        self.cache.flush()
        if not self.cache.problem:  # else nobody else holds it
            self.facts.rest()

    def leave_cache(self, error: Exception) -> None:
        """Go on without a cache that turned out to be damaged, and without what was read from it."""
        self.cache.leave(error if isinstance(error, sqlite3.Error) else sqlite3.DatabaseError(str(error)))
        self.__dict__.pop("facts", None)

    def close_later(self, call: Callable[[], None]) -> None:
        self._stack.callback(call)

    def tell(self, what: str, done: int = 0, total: int = 0) -> None:
        """Report progress on long work."""
        self._progress(what, done, total)
