"""Where what is remembered of a repository lies, and that it is up to date when it is asked."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from mementod.continuity.episodes import Episodes, Imported
from mementod.continuity.memory_file import MemoryFile
from mementod.continuity.record_store import RecordStore
from mementod.errors import UserError
from mementod.paths import Paths

if TYPE_CHECKING:
    from mementod.judging.engine import Engine
    from mementod.judging.resources import Resources
    from mementod_parsers.continuity.record import Item

IMPORT_LIMIT_S = 2.0  # of one question; a longer history comes with the next ones


@contextmanager
def memory_of(resources: Resources, paths: Paths) -> Iterator[MemoryFile]:
    """What is remembered of a repository. Raises UserError when it cannot be used."""
    with MemoryFile(paths.of_repository(resources.repository.key) / "memory.db") as file:
        yield file


@contextmanager
def memory_or_none(resources: Resources, paths: Paths) -> Iterator[MemoryFile]:
    """As `memory_of`; of what cannot be used an empty one that nobody keeps, whose `problem` says why."""
    with ExitStack() as stack:
        try:
            file = stack.enter_context(memory_of(resources, paths))
        except UserError as error:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="mementod-")))
            file = stack.enter_context(MemoryFile(folder / "memory.db"))
            file.problem = str(error)
        yield file


def record_of(engine: Engine, file: MemoryFile, paths: Paths) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """The record of now, and problems; where nothing can be written it is as it was kept last."""
    from mementod.continuity.engram import update

    try:
        problems = catch_up(Episodes(file), engine, paths).problems
        return update(engine, file), problems
    except UserError as error:
        return RecordStore(file).items(), (str(error),)


def catch_up(log: Episodes, resources: Resources, paths: Paths) -> Imported:
    """Read what agents kept since the last time, as far as the user's `import` allows and time suffices."""
    agents = resources.config.imports
    if not agents:
        return Imported(0, True)
    from mementod.continuity.importing import import_until

    return import_until(time.monotonic() + IMPORT_LIMIT_S, log, resources.root, agents, paths)
