"""The daemon's reading of agents' sessions (opt-in), and of the rules of notes: one thread, for enrolled repositories.

It holds nothing open between two rounds and nothing that needs an end: what it was in the middle of is read again. A
failure is said once and tried again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from mementod.config import load_config
from mementod.continuity.engram import hear
from mementod.continuity.episodes import Episodes
from mementod.continuity.importing import import_new
from mementod.continuity.memory_file import MemoryFile
from mementod.continuity.rule_keeper import RuleKeeper
from mementod.continuity.transcript_files import Homes
from mementod.errors import UserError
from mementod.paths import Paths
from mementod.vcs.repository_key import key_of

ROUND_S = 5.0  # between two looks at the agents' folders
ROUND_LIMIT_S = 1.0  # of one repository; a long history comes in rounds
Say = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Place:
    """An enrolled repository: its root, and the git directory that its linked work trees share."""

    root: Path
    common: Path


class Importer:
    """Starts with `start`; its thread ends with the process."""

    def __init__(self, paths: Paths, places: Callable[[], Iterable[Place]], say: Say) -> None:
        self._paths, self._places, self._say = paths, places, say
        self._said: set[str] = set()
        self._rules = RuleKeeper()

    def start(self) -> None:
        threading.Thread(target=self._run, name="importer", daemon=True).start()

    def _run(self) -> None:
        while True:
            try:
                for place in self._places():
                    self._look(place)
            except Exception as error:  # nothing of this may end the daemon
                self._tell(f"{type(error).__name__}: {error!s:.200}")
            time.sleep(ROUND_S)

    def _look(self, place: Place) -> None:
        try:
            agents = load_config(place.root, self._paths).imports
            if agents:
                round_of(self._paths, place, agents, self._say)
            if self._rules.look(_folder(self._paths, place) / "cache.db", place.root):
                self._say("info", "rules read", repository=place.root)
        except UserError as error:
            self._tell(str(error))

    def _tell(self, why: str) -> None:
        if why not in self._said:
            self._said.add(why)
            self._say("warning", "sessions not read", why=why)


def round_of(paths: Paths, place: Place, agents: Iterable[str], say: Say) -> int:
    """One round for one repository; the number of lines that are new. Raises UserError."""
    end = time.monotonic() + ROUND_LIMIT_S
    with MemoryFile(_folder(paths, place) / "memory.db") as file:
        found = import_new(Episodes(file), place.root, tuple(agents), Homes.of(paths), lambda: time.monotonic() < end)
        hear(file)  # also what a hook that was stopped had read and not heard
        if found.lines:
            say("info", "sessions read", repository=place.root, lines=found.lines)
    return found.lines


def _folder(paths: Paths, place: Place) -> Path:
    return paths.state_dir() / "repositories" / key_of(place.common)
