"""Where what is remembered of a repository lies, and that it is up to date when it is asked."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mementod.continuity.episodes import Episodes, Imported
from mementod.continuity.memory_file import MemoryFile
from mementod.paths import Paths

if TYPE_CHECKING:
    from mementod.judging.resources import Resources

IMPORT_LIMIT_S = 2.0  # of one question; a longer history comes with the next ones


@contextmanager
def memory_of(resources: Resources, paths: Paths) -> Iterator[MemoryFile]:
    """What is remembered of a repository. Raises UserError when it cannot be used."""
    with MemoryFile(paths.of_repository(resources.repository.key) / "memory.db") as file:
        yield file


def catch_up(log: Episodes, resources: Resources, paths: Paths) -> Imported:
    """Read what agents kept since the last time, as far as the user's `import` allows and time suffices."""
    agents = resources.config.imports
    if not agents:
        return Imported(0, True)
    from mementod.continuity.importing import import_until

    return import_until(time.monotonic() + IMPORT_LIMIT_S, log, resources.root, agents, paths)
