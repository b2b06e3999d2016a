"""What enrolling a place takes, and what leaving takes: rows of the registry and the id in git's configuration."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from mementod.errors import UserError
from mementod.registry import identity
from mementod.registry.repos import Change, Match, Move, Place, Put, Standing, id_of_work_tree
from mementod.stores.ledger_rows import Enrolled


class Trust(StrEnum):
    """Why we may work in a repository."""

    OWNER = "owner"  # it is ours
    GRANTED = "granted"  # another user's, and git's safe.directory names it


@dataclass(frozen=True, slots=True)
class Plan:
    """How a place is enrolled: the row it has from then on, what changes in the registry, and the id to write."""

    row: Enrolled
    changes: tuple[Change, ...]
    write: str | None  # into the git configuration, after the registry has it


def trust(place: Place) -> Trust:
    """Raises UserError for a folder of another user that nobody vouches for."""
    if {path.stat().st_uid for path in (place.root, place.repository.common)} == {os.getuid()}:
        return Trust.OWNER
    if place.git_dir:  # git opened it: the user's own configuration says that it may
        return Trust.GRANTED
    raise UserError(f"{place.root} belongs to another user: only your own folders can be enrolled")


def plan(found: Match, rows: Iterable[Enrolled], now: str) -> Plan:
    """What enrolling a place takes. Raises UserError for what cannot be enrolled."""
    place, row = found.place, found.row
    common = place.repository.common
    if found.standing is Standing.COPIED and row and row.common == common:
        raise UserError(f"{place.root} is a copy of {row.root} with the same git directory: `git worktree add` one")
    if row and found.standing is not Standing.COPIED and (place.id or not place.git_dir):
        now_at = replace(row, root=place.root, common=common)
        return Plan(now_at, () if now_at == row else (_moving(row, place),), None)
    rows = tuple(rows)
    known = _new_id(found, rows)
    kept = Enrolled(known, place.root, common, trust(place), _before(found, rows), now)
    is_written = place.id == known or not place.git_dir
    return Plan(kept, (Put(kept),), None if is_written else identity.family(known))


def forget(row: Enrolled, rows: Iterable[Enrolled]) -> None:
    """Take the id out of the git configuration, unless another work tree of the repository stays enrolled.

    Call it with the rows that are left. Raises GitError or OSError where the configuration cannot be written.
    """
    family = identity.family(row.id)
    if not any(identity.family(other.id) == family for other in rows) and row.common.is_dir():
        identity.take_out(row.common, family, row.config)


def _moving(row: Enrolled, place: Place) -> Move:
    old = replace(place.repository, common=row.common)
    return Move(row.id, place.root, place.repository.common, (old.key, place.repository.key))


def _new_id(found: Match, rows: Sequence[Enrolled]) -> str:
    place = found.place
    if found.row and found.standing is Standing.KNOWN:  # its configuration lost the id
        return found.row.id
    if place.id and found.standing is Standing.NEW:
        return place.id
    by_path = identity.of_path(place.root)
    if not place.git_dir and all(row.id != by_path for row in rows):
        return by_path
    return id_of_work_tree(identity.new(), place)


def _before(found: Match, rows: Sequence[Enrolled]) -> str:
    """The digest of the configuration without our id: somebody who has the id already knows it."""
    place = found.place
    if place.git_dir and place.id is None:
        return identity.digest(place.repository.common)
    family = identity.family(place.id or "")
    return next((row.config for row in rows if row.config and identity.family(row.id) == family), "")
