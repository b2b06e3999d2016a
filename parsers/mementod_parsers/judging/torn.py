"""A file in the middle of a merge proves nothing about the names that it held: neither side of it is the file yet."""

from __future__ import annotations

from mementod_parsers.judging.findings import unchecked
from mementod_parsers.model import GONE, Finding, Kind, Reason
from mementod_parsers.world import World

_NAMES = (Kind.SYMBOL, Kind.COMMAND, Kind.CONFIG, Kind.ENV)
_OURS, _THEIRS = "<<<<<<< ", ">>>>>>> "


def torn(found: Finding, world: World) -> Finding:
    """The finding; unchecked where the file that held the name has conflict markers now."""
    if found.verdict not in GONE or found.citation.kind not in _NAMES or found.stamp is None or not found.stamp.path:
        return found
    starts = {line[: len(_OURS)] for line in world.text_now(found.stamp.path) or () if line[:1] in "<>"}
    if not {_OURS, _THEIRS} <= starts:
        return found
    return unchecked(found.citation, Reason.UNREADABLE, "conflict markers", found.stamp, found.resolved)
