"""What each session of an agent was told already, so that nothing is said twice, however often hooks call.

Kept in memory only: after a restart something may be said again. Used from several threads.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

SESSIONS_CAP = 200
TOLD_CAP = 5_000  # keys of one session; then all of it may be said again
REPEAT_S = 2.0  # the same event comes again, from the settings and a plugin, within this time


@dataclass(slots=True)
class _Session:
    began: float
    told: set[str] = field(default_factory=set)
    digest_at: float | None = None


class Memory:
    """Times are of the clock of files, seconds."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sessions: OrderedDict[str, _Session] = OrderedDict()

    def began(self, session: str, now: float) -> float:
        """When this session was first heard of."""
        with self._lock:
            return self._session(session, now).began

    def begins_again(self, session: str, now: float, forgets: bool) -> bool:
        """False for a beginning that comes twice. `forgets`: the agent does not know any more what it was told."""
        with self._lock:
            held = self._session(session, now)
            if held.digest_at is not None and now - held.digest_at < REPEAT_S:
                return False
            held.digest_at = now
            if forgets:
                held.told.clear()
            return True

    def untold(self, session: str, now: float, keys: Iterable[str]) -> frozenset[str]:
        """Those that this session was not told of; from now on it was."""
        with self._lock:
            told = self._session(session, now).told
            new = frozenset(keys) - told
            if len(told) + len(new) > TOLD_CAP:
                told.clear()
            told |= new
            return new

    def _session(self, name: str, now: float) -> _Session:
        held = self._sessions.setdefault(name, _Session(now))
        self._sessions.move_to_end(name)
        while len(self._sessions) > SESSIONS_CAP:
            self._sessions.popitem(last=False)
        return held
