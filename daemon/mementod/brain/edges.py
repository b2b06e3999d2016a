"""What the brain may do to the world outside, and what it takes from it: handed in, so that it owns none of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mementod.brain.home import Home
from mementod.brain.patrol import Patrol
from mementod.brain.watching import Watching
from mementod.notices.keeper import Keeper


@dataclass(frozen=True, slots=True)
class Edges:
    """See above."""

    watching: Watching
    log: Callable[..., None]  # a level, an event, its values
    clock: Callable[[], float]  # monotonic seconds
    today: Callable[[], str]  # ISO time, UTC
    notices: Keeper  # of what was published
    mark: Callable[[Home], None]  # the notes that need it
    is_managed: bool  # whoever started us starts us again when we end with ExitCode.AGAIN
    is_outdated: Callable[[], bool]  # whether the program on disk is another than the one that runs
    patrol: Patrol  # looks at what no event tells
