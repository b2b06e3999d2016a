"""The files that a call of an agent is about to write: what it names, made absolute, folders and patterns expanded.

Looks at the index of git for what is in a folder: only what git has can be a core file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mementod.vcs.git import Git, GitError, text
from mementod_hooks.agents.call import Target

PATTERN = frozenset("*?[")
LISTED_CAP = 50_000  # names of one folder or pattern


@dataclass(frozen=True, slots=True)
class Targets:
    """`files` as named; `listed`: by the top of a repository, what git has below the folders and patterns."""

    files: tuple[Path, ...] = ()
    listed: Mapping[Path, tuple[str, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.files or self.listed)


def expand(targets: tuple[Target, ...], cwd: Path, home: Path | None) -> Targets:
    """What is written and may need a reason. What git restores does not."""
    files: dict[Path, None] = {}
    listed: dict[Path, dict[str, None]] = {}
    for target in targets:
        if target.restored:
            continue
        path = _absolute(target.path, cwd, home)
        if not target.pattern:
            files[path] = None
        if target.pattern or (target.below and os.path.isdir(path)):  # noqa: PTH112 (Path.is_dir raises for a long name)
            for top, rest in _tops(path, target.pattern, cwd):
                listed.setdefault(top, {}).update(dict.fromkeys(_names(top, rest, target.pattern)))
    return Targets(tuple(files), {top: tuple(names) for top, names in listed.items() if names})


def _absolute(path: str, cwd: Path, home: Path | None) -> Path:
    if home and (path == "~" or path.startswith("~/")):
        return home / path[2:]
    return cwd / path


def _tops(path: Path, is_pattern: bool, cwd: Path) -> Iterator[tuple[Path, str]]:
    """The repositories that a folder or a pattern reaches, with the rest of it from their top."""
    whole = os.path.normpath(path)
    fixed = Path(whole)
    while is_pattern and PATTERN.intersection(str(fixed)):
        fixed = fixed.parent
    real = Path(os.path.realpath(fixed))
    rest = os.path.relpath(whole, fixed)
    top = top_of(real)
    if top is not None:
        yield top, os.path.normpath(real.relative_to(top) / rest)
    elif (around := top_of(Path(os.path.realpath(cwd)))) is not None and around.is_relative_to(real):
        yield around, "."  # a folder above the repository


def top_of(path: Path) -> Path | None:
    """The nearest folder above that git works in."""
    return next((folder for folder in (path, *path.parents) if os.path.lexists(folder / ".git")), None)


def _names(top: Path, rest: str, is_pattern: bool) -> list[str]:
    """What git has there, relative to the top."""
    spec = f":(top,{'glob' if is_pattern and rest != '.' else 'literal'}){'' if rest == '.' else rest}"
    try:
        found = Git(top).fields("ls-files", "-z", "--full-name", "--", spec if rest != "." else ":/")
    except GitError:
        return []
    return [text(name) for name in found[:LISTED_CAP]]
