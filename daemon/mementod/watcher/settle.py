"""When to look at what may have changed, and when to tell. Pure: the time is an argument, seconds, monotonic.

A single save is told after a moment; a burst when it pauses; while git works, when git is done.
"""

from __future__ import annotations

import math

CALM_S = 0.5  # silence after which a few notices are a save, not a burst
FEW = 8
QUICK_S = 0.020
PAUSE_S = 0.050
LONGEST_S = 0.500
RELEASE_S = 0.250  # after git's last lock; the longest pause within a rebase was 87 ms
HOLD_LIMIT_S = 10.0
HELD_LOOK_S = 1.0  # how often to look whether git still works, should a notice be missing
STORM = 3  # overflows within HOLD_LIMIT_S: wait for silence before looking


class Settle:
    """The times of what is not told yet, of one repository."""

    def __init__(self) -> None:
        self._first = self._last = self._told = -math.inf
        self._paths = 0
        self._pending = self._calm = False
        self._held_since: float | None = None
        self._free_at = 0.0  # math.inf while git works
        self._lost: list[float] = []

    def touch(self, now: float, paths: int = 1) -> None:
        """So many more paths may have changed."""
        if not self._pending:
            self._pending, self._first, self._paths = True, now, 0
            self._calm = now - self._told >= CALM_S
        self._last = now
        self._paths += paths

    def remind(self, now: float) -> None:
        """Something is to be told, though no notice told of it."""
        if not self._pending:
            self.touch(now)

    @property
    def held(self) -> bool:
        """Whether git, or a storm, is or was just now waited for."""
        return self._held_since is not None

    def quiet(self, now: float, seconds: float) -> bool:
        """Whether nothing happened for so long."""
        return not self._pending and not self.held and now - max(self._last, self._told) >= seconds

    def lost(self, now: float) -> None:
        """Notices were lost; when that happens again and again, wait for silence."""
        self.touch(now, FEW + 1)
        self._lost = [at for at in self._lost if now - at < HOLD_LIMIT_S] + [now]
        if len(self._lost) >= STORM:
            self._held_since = self._held_since or now
            self._free_at = max(self._free_at, now + RELEASE_S) if self._free_at < math.inf else math.inf

    def git(self, now: float, busy: bool, locked: bool) -> None:
        """Whether git is busy now, and whether a lock came or went since the last call."""
        if not (busy or locked or self._held_since is not None):
            return
        if self._held_since is None:
            self._held_since = now
        if busy:
            self._free_at = math.inf
        elif locked or self._free_at == math.inf:
            self._free_at = now + RELEASE_S
        elif now >= self._free_at:
            self._held_since = None

    def due(self, now: float) -> float:
        """When to tell; infinity for nothing to tell."""
        if not self._pending:
            return math.inf
        if self._calm and self._paths <= FEW:
            at = self._first + QUICK_S
        else:
            at = min(self._last + PAUSE_S, self._first + LONGEST_S)
        if self._held_since is None:
            return at
        return min(max(at, self._free_at), max(at, self._held_since + HOLD_LIMIT_S))

    def wake(self, now: float) -> float:
        """When to come back at the latest; earlier than `due` while git is waited for."""
        return math.inf if self._held_since is None else now + HELD_LOOK_S

    def told(self, now: float) -> None:
        if self._pending:
            self._told, self._pending = now, False
