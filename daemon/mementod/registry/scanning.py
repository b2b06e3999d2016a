"""Repositories below a folder, found by their `.git`.

Looks, never asks git: nothing that a repository holds can run here. Does not follow links.
"""

from __future__ import annotations

import os
from collections import deque
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from mementod.files import NotReadable, read_limited
from mementod.judging.sources import VENDORED
from mementod.vcs.git import text

DEPTH_CAP = 6  # folders below the one that was named
FOLDERS_CAP = 20_000
FOUND_CAP = 500
_LINK_FILE_BYTES = 8 << 10


class Form(StrEnum):
    """How a work tree belongs to its repository."""

    REPOSITORY = "repository"
    LINKED = "linked work tree"
    SUBMODULE = "submodule"


@dataclass(frozen=True, slots=True)
class Seen:
    """A work tree. `path` is absolute."""

    path: Path
    form: Form


@dataclass(slots=True)
class Scan:
    """What was found, in the order of its paths, and one line for each thing that was not looked at."""

    found: list[Seen] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def scan(folder: Path) -> Scan:
    """The work trees at and below a folder, hidden and vendored folders left out."""
    result = Scan()
    queue = deque([(folder.resolve(), 0)])
    looked = 0
    while queue:
        here, depth = queue.popleft()
        looked += 1
        if looked > FOLDERS_CAP or len(result.found) >= FOUND_CAP:
            result.problems.append(f"{folder} holds too much to be looked at in whole: name a folder below it")
            break
        below = _below(here, result)
        if depth < DEPTH_CAP:
            queue.extend((path, depth + 1) for path in below)
    result.found.sort(key=lambda seen: os.fsencode(seen.path))
    return result


def _below(folder: Path, result: Scan) -> list[Path]:
    """The folders to go on with; what `folder` itself is goes into the result."""
    try:
        with os.scandir(folder) as entries:
            listed = sorted(entries, key=lambda entry: os.fsencode(entry.name))
            names = [e.name for e in listed if e.is_dir(follow_symlinks=False)]
    except OSError as error:
        result.problems.append(f"{folder} cannot be looked into: {error.strerror}")
        return []
    form = _form(folder / ".git") if any(entry.name == ".git" for entry in listed) else None
    if form:
        result.found.append(Seen(folder, form))
    return [folder / name for name in names if name not in VENDORED and not name.startswith(".")]


def _form(git: Path) -> Form | None:
    if git.is_dir():
        return Form.REPOSITORY if (git / "HEAD").exists() else None
    try:
        said = text(read_limited(git, _LINK_FILE_BYTES))
    except (FileNotFoundError, NotReadable):
        return None
    if not said.startswith("gitdir:"):
        return None
    target = Path(os.path.normpath(git.parent / said.removeprefix("gitdir:").strip()))
    if target.parent.name == "worktrees":
        return Form.LINKED
    _, _, inside = str(target).partition("/.git/")
    return Form.SUBMODULE if "modules" in inside.split("/") else Form.REPOSITORY
