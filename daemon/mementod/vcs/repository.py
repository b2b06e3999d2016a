"""Which repository a folder belongs to, and what kind of repository that is."""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from mementod.errors import UserError
from mementod.vcs.git import Git, GitError, GitMissing, text
from mementod.vcs.repository_key import key_of
from mementod_parsers.model import Reason

_FLAGS = ("--is-shallow-repository", "--show-object-format")
_ABSOLUTE = ("--path-format=absolute",)
_PLACES = ("--git-common-dir", "--show-toplevel")
_HEAD = ("HEAD^{commit}", "--symbolic-full-name", "HEAD")
_DUBIOUS = re.compile(r"dubious ownership(?: in repository at '(.*)')?")


@dataclass(frozen=True, slots=True)
class Repository:
    """A work tree, or a plain folder when `tracked` is false. `head` is None before the first commit."""

    root: Path
    git: Git
    tracked: bool
    common: Path
    main_root: Path  # the main work tree's root, also for a linked one
    head: str | None
    shallow: bool
    algorithm: str  # of object ids: sha1 or sha256
    branch: str | None = None  # None when HEAD is detached
    problems: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Names this repository's cache; linked work trees share it."""
        return key_of(self.common)

    @property
    def gap(self) -> Reason | None:
        """Why history cannot prove that something never was."""
        if not self.tracked or self.head is None:
            return Reason.NO_HISTORY
        return Reason.SHALLOW if self.shallow else None


def find(start: Path, index_file: Path | None = None) -> Repository:
    """The repository around `start`. Raises UserError for a bare one and for one that git refuses to open."""
    probe = Git(start)
    try:
        shallow, algorithm, common, root, head, branch = _at_once(probe) or _one_by_one(probe)
    except GitMissing as error:
        raise UserError(str(error)) from error
    except GitError as error:
        return _without_git(start, probe, str(error))
    if algorithm not in ("sha1", "sha256"):
        raise UserError("this needs git 2.31 or newer: install one, and look at `git --version`")
    if not start.resolve().is_relative_to(root):
        raise UserError(f"the work tree of {start} is elsewhere, at {root}: run this there")
    git = Git(root, _own_index(probe, index_file))
    main = common.parent if common.name == ".git" else root
    problems = []
    if shallow:
        problems.append("this clone is shallow: `git fetch --unshallow` lets history be asked")
    if head is None and git.one("rev-parse", "--verify", "-q", "HEAD") is not None:
        problems.append(
            "HEAD names a commit that is not there (see `git fsck`): nothing can be called deleted or moved"
        )
    return Repository(root, git, True, common, main, head, shallow, algorithm, branch, tuple(problems))


_Found = tuple[bool, str, Path, Path, str | None, str | None]


def _at_once(probe: Git) -> _Found | None:
    """What nearly every repository answers to one call; None for a path with a line end, and without a commit."""
    try:
        lines = text(probe.run("rev-parse", *_FLAGS, *_ABSOLUTE, *_PLACES, *_HEAD)).split("\n")
    except GitMissing:
        raise
    except GitError:
        return None
    if len(lines) != len(_FLAGS) + len(_PLACES) + 3:
        return None
    shallow, algorithm, common, root, head, ref, _ = lines
    return shallow == "true", algorithm, Path(common), Path(root), head, _branch(ref)


def _one_by_one(probe: Git) -> _Found:
    """Each asked for apart: only the answer to one question may hold line ends of its own."""
    flags = text(probe.run("rev-parse", *_FLAGS)).split("\n")
    common, root = (Path(text(probe.run("rev-parse", *_ABSOLUTE, what))[:-1]) for what in _PLACES)
    head = probe.one("rev-parse", "--verify", "-q", "HEAD^{commit}")
    return flags[0] == "true", flags[1], common, root, head, _branch(probe.one("symbolic-ref", "-q", "HEAD") or "")


def _branch(ref: str) -> str | None:
    return ref.removeprefix("refs/heads/") if ref.startswith("refs/heads/") else None


def _own_index(probe: Git, index_file: Path | None) -> Path | None:
    """The index that we were given, unless it is another repository's: hooks pass theirs on to all they start."""
    if index_file is None or not index_file.exists():
        return None
    folder = index_file.parent.resolve()
    of_a_repository = (folder / "HEAD").exists()
    return None if of_a_repository and str(folder) != probe.one("rev-parse", "--absolute-git-dir") else index_file


def commit_id(repository: Repository, revision: str) -> str:
    """The commit that a revision names; raises UserError when it names none."""
    found = (
        None
        if revision.startswith(("-", "^"))  # `^A` is a revision to git, but names no commit
        else repository.git.one("rev-parse", "--verify", "-q", "--end-of-options", f"{revision}^{{commit}}")
    )
    if not found:
        raise UserError(f"{revision}: no such commit in {repository.root}")
    return found


def _without_git(start: Path, probe: Git, error: str) -> Repository:
    owned = _DUBIOUS.search(error)
    if owned:
        place = owned.group(1) or str(start)
        trust = f"git config --global --add safe.directory {shlex.quote(place)}"
        raise UserError(f"git does not trust {place}, another user owns it: if you do, run `{trust}`")
    if probe.one("rev-parse", "--is-bare-repository") == "true":
        raise UserError(f"{start} is a bare repository: run this in a work tree of it")
    if denied := denied_to_us(start):
        raise UserError(f"{denied} cannot be looked at: Permission denied")
    broken = _broken(start)
    if "not a git repository" not in error or broken:
        raise UserError(f"git cannot read the repository at {broken or start}: {error}")
    root = start.resolve()
    problem = f"{root} is no git repository: without history nothing can be called deleted or moved"
    return Repository(root, probe, False, root, root, None, False, "sha1", problems=(problem,))


def denied_to_us(start: Path) -> Path | None:
    """What nobody may look at of the git directory around a folder, so that git takes it for no repository."""
    broken = _broken(start)
    return _denied(broken / ".git") if broken else None


def _broken(start: Path) -> Path | None:
    """The folder of a repository that git no longer knows for one, so that nobody takes it for a plain folder."""
    for folder in (start.resolve(), *start.resolve().parents):
        inside = folder / ".git"
        try:
            if inside.is_file() or any((inside / name).exists() for name in ("objects", "HEAD")):
                return folder
        except PermissionError:
            return folder  # it is there, and nobody may look
        except OSError:
            continue
    return None


def _denied(inside: Path) -> Path | None:
    """What of a git directory nobody may look at, and git takes it for no repository then."""
    if inside.is_dir() and not os.access(inside, os.R_OK | os.X_OK):
        return inside
    needed = (inside / name for name in ("HEAD", "refs", "objects"))
    return next((path for path in needed if path.exists() and not os.access(path, os.R_OK)), None)
