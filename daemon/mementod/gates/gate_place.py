"""The work trees that files belong to, as the gates need them: fast, and by where a link leads as well."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mementod.vcs.git import Git, GitError, text
from mementod.vcs.repository_key import common_of, key_of

OID_BYTES = {"sha1": 20, "sha256": 32}
_NO_REPOSITORY = ("not a git repository", "must be run in a work tree")


@dataclass(frozen=True, slots=True)
class Place:
    """A work tree."""

    git: Git
    git_dir: Path
    oid_bytes: int

    @property
    def root(self) -> Path:
        return self.git.root

    @property
    def key(self) -> str:
        """As that of `vcs.repository.Repository`."""
        return key_of(common_of(self.git_dir))


class Places:
    """The work trees that one call is about: git is asked once about each, as a process of it takes milliseconds."""

    def __init__(self) -> None:
        self._found: dict[Path, Place | None] = {}

    def around(self, folder: Path) -> Place | None:
        """As `find_place`."""
        if folder not in self._found:
            place = self._found[folder] = find_place(folder)
            if place:
                self._found[place.root] = place
        return self._found[folder]

    def of_files(self, files: Iterable[Path], listed: Mapping[Path, Sequence[str]]) -> list[tuple[Place, list[str]]]:
        """The files by repository, relative to its root; a link counts as itself and as what it leads to.

        `listed` are such names already, by the top of their repository. Raises GitError as `find_place`.
        """
        found: dict[Path, dict[str, None]] = {}
        for file in files:
            link = Path(os.path.realpath(file.parent)) / file.name
            for path in dict.fromkeys((link, Path(os.path.realpath(file)))):
                top = next((folder for folder in path.parents if os.path.lexists(folder / ".git")), None)
                place = self.around(top) if top else None
                if top and place and path.is_relative_to(place.root):
                    found.setdefault(top, {})[text(os.fsencode(path.relative_to(place.root)))] = None
        for top, names in listed.items():
            found.setdefault(top, {}).update(dict.fromkeys(names))
        return [(place, list(names)) for top, names in found.items() if (place := self.around(top))]


def find_place(start: Path) -> Place | None:
    """The work tree around a folder; None where there is none. Raises GitError when it cannot be opened."""
    asked = ("--show-object-format", "--absolute-git-dir", "--show-toplevel")
    try:
        lines = text(Git(start).run("rev-parse", *asked))[:-1].split("\n")
        if len(lines) != len(asked):  # a folder with a line end in its name
            lines = [text(Git(start).run("rev-parse", each))[:-1] for each in asked]
    except GitError as error:
        if any(words in str(error) for words in _NO_REPOSITORY):
            _expect_none(start)
            return None
        raise
    algorithm, git_dir, root = lines
    return Place(Git(Path(root)), Path(git_dir), OID_BYTES.get(algorithm, OID_BYTES["sha1"]))


def _expect_none(start: Path) -> None:
    """Raises GitError where there is one that we may not look at."""
    from mementod.vcs.repository import denied_to_us  # rarely needed, and hooks wait for it

    if denied := denied_to_us(start):
        raise GitError(f"{denied} cannot be looked at: Permission denied")
