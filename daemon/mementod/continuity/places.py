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
from mementod.judging.disk import Disk
from mementod.paths import Paths

if TYPE_CHECKING:
    from mementod.judging.engine import Engine
    from mementod.judging.resources import Resources
    from mementod_parsers.continuity.record import Item

IMPORT_LIMIT_S = 2.0  # of one question; a longer history comes with the next ones


@contextmanager
def memory_of(resources: Resources, paths: Paths) -> Iterator[MemoryFile]:
    """What is remembered of a repository, also where it may only be read. Raises UserError when it cannot be used."""
    with MemoryFile(_path(paths, resources.repository.key)) as file:
        yield file


@contextmanager
def memory_to_keep(resources: Resources, paths: Paths) -> Iterator[MemoryFile]:
    """As `memory_of`, for what shall stay. Raises UserError also where nothing would be kept after this run."""
    paths.state_dir()
    if paths.is_temporary:
        raise UserError(f"nothing can be remembered: {'; '.join(paths.problems)}")
    with memory_of(resources, paths) as file:
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


def _path(paths: Paths, key: str) -> Path:
    """Where it lies; in a state directory that we may not write it may be read nevertheless."""
    path = paths.of_repository(key) / "memory.db"
    if paths.is_temporary and paths.known_state is not None:
        below = f"repositories/{key}/memory.db"
        return paths.known_state / below if Disk(paths.known_state).there(below) else path
    return path


def record_of(engine: Engine, file: MemoryFile, paths: Paths) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """The record of now, and problems; where nothing can be written it is as it was kept last."""
    problems = catch_up(Episodes(file), engine, paths).problems
    record, more = kept_record(engine, file)
    return record, tuple(dict.fromkeys((*problems, *more)))


def kept_record(engine: Engine, file: MemoryFile) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """The record with what the log holds by now, and problems; where nothing can be written as it was kept last."""
    from mementod.continuity.engram import update

    try:
        return update(engine, file), ()
    except UserError as error:
        return RecordStore(file).items(), (str(error),)


def catch_up(log: Episodes, resources: Resources, paths: Paths) -> Imported:
    """Read what agents kept since the last time, as far as the user's `import` allows and time suffices.

    What cannot be written is a problem of it: what is remembered is an answer too.
    """
    agents = resources.config.imports
    if not agents:
        return Imported(0, True)
    from mementod.continuity.importing import import_until

    try:
        return import_until(time.monotonic() + IMPORT_LIMIT_S, log, resources.root, agents, paths)
    except UserError as error:
        return Imported(0, True, (str(error),))
