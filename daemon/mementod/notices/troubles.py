"""What is wrong with mementod, or with its view of a repository, that a person should hear of.

A trouble has to last TROUBLE_S: much passes by itself, such as a store that is locked or a disk that is being mounted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mementod.brain.home import Home

TROUBLE_S = 60.0
LOOK_S = 5.0  # between two looks


class Troubles:
    """Remembers since when (monotonic) each has been there."""

    def __init__(self) -> None:
        self._since: dict[tuple[str, str], float] = {}

    def lasting(self, homes: Iterable[Home], whole: dict[str, str], now: float) -> dict[str, dict[str, str]]:
        """Repository -> name -> words, of those that lasted; `whole`: those of the daemon itself, under ''."""
        found = {home.row.id: dict(of(home)) for home in homes} | {"": whole}
        there = {(repository, name) for repository, names in found.items() for name in names}
        self._since = {key: self._since.get(key, now) for key in there}
        return {
            repository: {n: words for n, words in names.items() if now - self._since[repository, n] >= TROUBLE_S}
            for repository, names in found.items()
        }


def of(home: Home) -> Iterator[tuple[str, str]]:
    """Names, as in `wording.TROUBLES`, with what is said of them. A repository that is away is no trouble of ours."""
    state = home.state
    if home.problem:
        yield "failing", home.problem
    if home.untold:
        yield "untold", home.untold
    if state and state.problem and not home.is_gone:
        polled = f" ({state.polled:,} folders are looked at from time to time instead)" if state.polled else ""
        yield "blind", f"{state.problem}{polled}"
    if state and state.lost_changes:
        yield "lost", f"{state.lost_changes:,} changes were found only by looking at everything again"
    quarantined = home.resident.resources.facts.quarantined if home.resident else ()
    if quarantined:
        yield "quarantine", f"{len(quarantined):,} of its files are known by their words alone"
