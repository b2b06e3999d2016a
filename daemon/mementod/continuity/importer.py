"""The daemon's reading of agents' sessions (opt-in), and of the rules of notes: one thread, for enrolled repositories.

It holds nothing open between two rounds and nothing that needs an end: what it was in the middle of is read again. A
failure is said once and tried again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mementod.config import load_config
from mementod.continuity.engram import hear_all
from mementod.continuity.memory_file import MemoryFile
from mementod.continuity.rule_keeper import RuleKeeper
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
            ours, agents = self._paths.of_repository(key_of(place.common)), load_config(place.root, self._paths).imports
            if agents and (lines := _round(ours / "memory.db", place.root, agents, self._paths)):
                self._say("info", "sessions read", repository=place.root, lines=lines)
            if self._rules.look(ours / "cache.db", place.root):
                self._say("info", "rules read", repository=place.root)
        except UserError as error:
            self._tell(str(error))

    def _tell(self, why: str) -> None:
        if why not in self._said:
            self._said.add(why)
            self._say("warning", "sessions not read", why=why)


def _round(path: Path, root: Path, agents: Sequence[str], paths: Paths) -> int:
    """One round for one repository; the number of lines that are new. Raises UserError."""
    until = time.monotonic() + ROUND_LIMIT_S
    with MemoryFile(path) as file:
        return hear_all(file, root, agents, paths, until)  # also what a hook that was stopped had read and not heard
