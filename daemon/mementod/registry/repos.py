"""Enrolled repositories: which one a place is, where each of them is now, and how their registry changes.

A repository is known by the id in its git configuration, so it may move; a folder without git, or one whose
configuration cannot be written, is known by its path. Every change of the registry is a `Change`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from mementod.errors import UserError
from mementod.registry import identity
from mementod.stores.ledger import Ledger
from mementod.stores.ledger_rows import Enrolled, Installed
from mementod.vcs.git import GitError, text
from mementod.vcs.repository import Repository
from mementod.vcs.repository import find as find_repository

BESIDE_CAP = 200  # folders beside the old place of a repository that are looked at


class State(StrEnum):
    """Where an enrolled repository is now."""

    HERE = "here"
    MOVED = "moved"
    GONE = "gone"
    UNREADABLE = "unreadable"  # nobody may look: this proves nothing


class Standing(StrEnum):
    """What a place is to the registry."""

    NEW = "new"
    KNOWN = "known"
    MOVED = "moved"  # a known one, at another place than we knew
    COPIED = "copied"  # has the id of one that is still where it was


@dataclass(frozen=True, slots=True)
class Place:
    """A work tree as it is on disk. `id` is None while it has none in its git configuration."""

    repository: Repository
    git_dir: Path | None  # None without git
    id: str | None

    @property
    def root(self) -> Path:
        return self.repository.root


@dataclass(frozen=True, slots=True)
class Match:
    """A place and the row of the registry that it is; for a copy the row of its original."""

    place: Place
    standing: Standing
    row: Enrolled | None


# what changes the registry: a closed set


@dataclass(frozen=True, slots=True)
class Put:
    """Keep a repository."""

    row: Enrolled


@dataclass(frozen=True, slots=True)
class Move:
    """A repository is at another place; `key` are the old and the new name of its stores."""

    id: str
    root: Path
    common: Path
    key: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Drop:
    """Forget a repository."""

    id: str


@dataclass(frozen=True, slots=True)
class Carry:
    """All files that carry our hooks, for an agent or a repository, from now on."""

    whose: str
    rows: tuple[Installed, ...]


Change = Put | Move | Drop | Carry


def apply(ledger: Ledger, change: Change) -> None:
    """Only who owns the ledger calls this."""
    match change:
        case Put(row):
            ledger.enrol(row)
        case Move(id=known, root=root, common=common, key=key):
            ledger.move(known, root, common, key)
        case Drop(id=known):
            ledger.unenrol(known)
        case Carry(whose, rows):
            ledger.install(whose, rows)


# which one a place is


def look(start: Path) -> Place:
    """The work tree around `start`. Raises UserError where there is none that git opens."""
    repository = find_repository(start)
    if not repository.tracked:
        return Place(repository, None, None)
    try:
        git_dir = Path(text(repository.git.run("rev-parse", "--absolute-git-dir")[:-1]))
    except GitError as error:
        raise UserError(f"git cannot read the repository at {repository.root}: {error}") from error
    family = identity.read(repository.common)
    place = Place(repository, git_dir, None)
    return replace(place, id=id_of_work_tree(family, place)) if family else place


def match(place: Place, rows: Iterable[Enrolled]) -> Match:
    """By id, else by path."""
    rows = tuple(rows)
    known = next((row for row in rows if row.id == place.id), None)
    if known is None:
        by_path = next((row for row in rows if row.root == place.root and place.id is None), None)
        return Match(place, Standing.KNOWN if by_path else Standing.NEW, by_path)
    if known.root == place.root:
        return Match(place, Standing.KNOWN, known)
    return Match(place, Standing.COPIED if _may_still_be(known) else Standing.MOVED, known)


def find(start: Path, ledger: Ledger) -> Enrolled | None:
    """The enrolled repository around `start`, as it is now; None when it is not enrolled, or is a copy.

    Changes nothing: a moved one has its new place in the answer only. Raises UserError as `look` does.
    """
    found = match(look(start), ledger.enrolled())
    if found.row is None or found.standing is Standing.COPIED:
        return None
    return replace(found.row, root=found.place.root, common=found.place.repository.common)


def state(row: Enrolled) -> tuple[State, Path | None]:
    """Where an enrolled repository is now, and its new place when it moved within its folder."""
    try:
        row.root.stat()
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError:
        return State.UNREADABLE, None
    else:
        if _id_at(row.root) in (row.id, None):  # one without an id is known by its path
            return State.HERE, None
    beside = next((path for path in _beside(row) if _id_at(path) == row.id), None)
    return (State.MOVED, beside) if beside else (State.GONE, None)


def id_of_work_tree(family: str, place: Place) -> str:
    """The id that a work tree has when this is the one in its configuration."""
    is_linked = place.git_dir and place.git_dir != place.repository.common
    return identity.of_linked(family, place.git_dir) if is_linked and place.git_dir else family


def _may_still_be(row: Enrolled) -> bool:
    """Whether a repository is where it was, or nobody may look."""
    return _id_at(row.root) == row.id or state(row)[0] is State.UNREADABLE


def _id_at(root: Path) -> str | None:
    """The id of the work tree whose root this is."""
    try:
        place = look(root)
    except (UserError, OSError):
        return None
    return place.id if place.root == root.resolve() else None


def _beside(row: Enrolled) -> Iterator[Path]:
    """Folders beside the old place that may be the repository."""
    family = identity.family(row.id)
    try:
        with os.scandir(row.root.parent) as entries:
            folders = [Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False)][:BESIDE_CAP]
    except OSError:
        return
    for folder in folders:
        git = folder / ".git"
        if git.is_file() or identity.mentions(git, family):
            yield folder
