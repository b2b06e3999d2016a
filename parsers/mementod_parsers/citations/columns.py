"""What the title of a table column says of the cells under it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from mementod_parsers.citations.routes import is_route_header
from mementod_parsers.citations.surroundings import mentions_config
from mementod_parsers.force.arrows import tells_of_renaming
from mementod_parsers.force.labels import SUCCESSOR_TITLE, label_force
from mementod_parsers.force.provenance import is_source_label
from mementod_parsers.model import Force

CACHED_TITLES = 1_024

_GOVERNING = (Force.PAST, Force.NEGATED, Force.PLANNED, Force.EXAMPLE)


@dataclass(frozen=True, slots=True)
class Column:
    """The force, if any, and the subject of a column."""

    force: Force | None = None
    config: bool = False
    routes: bool = False
    successor: bool = False  # names what took the place of something, so that it is not gone
    sourced: bool = False  # names evidence
    renamed: bool = False  # tells of renamings


@lru_cache(maxsize=CACHED_TITLES)
def column_of(title: str) -> Column:
    """Read the title of a column."""
    if not title:
        return Column()
    force = label_force(title)
    return Column(
        force if force in _GOVERNING else None,
        mentions_config(title),
        is_route_header(title),
        bool(SUCCESSOR_TITLE.search(title)),
        is_source_label(title),
        tells_of_renaming(title),
    )
