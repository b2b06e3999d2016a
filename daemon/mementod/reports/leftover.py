"""What `fix` leaves to a person, grouped by cause as `check` does: a line a cause, with its places counted.

Pure. Must never lose a finding: what `check` tells once because another line of it says the same is counted by its
place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mementod.reports.causes import Cause, causes
from mementod.reports.fixes import Skipped
from mementod.reports.places import old_place
from mementod.reports.report import Located, located
from mementod.reports.titles import title
from mementod.reports.words import plural
from mementod_parsers.model import Level, Report

PLACES_SHOWN = 3  # of one cause; `check -v` lists all


def leftover(report: Report, skipped: Sequence[Skipped]) -> Iterator[str]:
    """The lines, the worst and largest cause first."""
    whys = {id(each.finding): each.why for each in skipped}
    for cause in causes(located(report), (Level.ERROR, Level.WARNING)):
        groups: dict[tuple[str, str], list[Located]] = {}
        for item in cause.items:
            if (why := whys.get(id(item.finding))) is not None:
                groups.setdefault((why, _thing(cause, item)), []).append(item)
        for (why, _), items in groups.items():
            what = title(items) if cause.is_apart else cause.title
            yield f"{what}{f' ({why})' if why else ''}: {_places(items)}"


def _thing(cause: Cause, item: Located) -> str:
    """What parts the items of a cause: in a block of small ones each thing has a story of its own."""
    return old_place(item.finding) if cause.is_apart else ""


def _places(items: Sequence[Located]) -> str:
    """`CLAUDE.md:3`, or how many there are and the first of them."""
    places = list(dict.fromkeys(item.place for item in items))
    shown = ", ".join(places[:PLACES_SHOWN])
    if len(places) == 1:
        return shown
    left = len(places) - PLACES_SHOWN
    counted = f"{plural(len(places), 'place')} in {plural(len({item.path for item in items}), 'note')}"
    return f"{counted}, {shown}{f' and {left:,} more' if left > 0 else ''}"
