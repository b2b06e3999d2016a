"""Which repository a folder belongs to, and what kind of repository that is."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from mementod.errors import UserError
from mementod.git import Git, GitError, text
from mementod_parsers.model import Reason


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
    problems: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Names this repository's cache; linked work trees share it."""
        return hashlib.blake2b(
            str(self.common).encode("utf-8", "surrogateescape"), digest_size=10
        ).hexdigest()

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
        out = probe.run("rev-parse", "--is-bare-repository", "--is-shallow-repository", "--path-format=absolute", "--git-common-dir", "--show-object-format", "--show-toplevel")  # fmt: skip
    except GitError as error:
        return _without_git(start, probe, str(error))
    bare, shallow, common, algorithm, top = text(out).split("\n")[:5]
    if bare == "true":
        raise UserError(f"{start} is a bare repository: run this in a work tree of it")
    root = Path(top)
    git = Git(root, index_file)
    problems = (
        ("this clone is shallow: `git fetch --unshallow` lets history be asked",) if shallow == "true" else ()
    )
    main = Path(common).parent if Path(common).name == ".git" else root
    head = git.one("rev-parse", "--verify", "-q", "HEAD^{commit}")
    return Repository(root, git, True, Path(common), main, head, shallow == "true", algorithm, problems)


def commit_id(repository: Repository, revision: str) -> str:
    """The commit that a revision names; raises UserError when it names none."""
    found = (
        None
        if revision.startswith("-")
        else repository.git.one("rev-parse", "--verify", "-q", "--end-of-options", f"{revision}^{{commit}}")
    )
    if not found:
        raise UserError(f"{revision}: no such commit in {repository.root}")
    return found


def _without_git(start: Path, probe: Git, error: str) -> Repository:
    if "dubious ownership" in error:
        raise UserError(
            f"git does not trust {start}, another user owns it: if you do, run `git config --global --add safe.directory {start}`"
        )
    inside = probe.one("rev-parse", "--git-dir")
    if inside is not None:
        if probe.one("rev-parse", "--is-bare-repository") == "true":
            raise UserError(f"{start} is a bare repository: run this in a work tree of it")
        raise UserError(f"git cannot read the repository at {start}: {error}")
    if "not a git repository" not in error:
        raise UserError(f"git cannot read the repository at {start}: {error}")
    root = start.resolve()
    problem = f"{root} is no git repository: without history nothing can be called deleted or moved"
    return Repository(root, probe, False, root, root, None, False, "sha1", (problem,))
