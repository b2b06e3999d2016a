"""Which file is the decision log of a repository, and what it says. Never follows a link out of the repository."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from mementod.config import Config
from mementod.gates.progress_file import MAX_PROGRESS_BYTES
from mementod.judging.disk import Disk
from mementod.vcs.git import Git, GitError, text
from mementod_parsers.progress.progress_lines import decode

if TYPE_CHECKING:
    from mementod_parsers.decisions.decisions import Decision

LOGS_KEPT = 8  # by a process that stays: a long one takes half a second to read
_NAME = re.compile(r"(?:^|[-_. \d])decisions?(?:[-_. ]?(?:log|records?))?$", re.IGNORECASE)
_CAMEL = re.compile(r"^decisionLog$")
# Decisions with a file each, numbered or dated, in a folder of them.
_FOLDERS = (":(top,icase,glob)**/adr*/*.md", ":(top,icase,glob)**/*decision*/*.md")
_FOLDER = re.compile(r"(?:^|/)(?:adrs?|(?:[\w-]+-)?decisions?(?:-records?)?)/[^/]+$", re.IGNORECASE)
# Where a new one goes: into the memory that is there, else beside the code.
_HOMES = (
    (".agent", ".agent/init.d/04-decision-log.md"),
    ("memory-bank", "memory-bank/decisionLog.md"),
    (".memory-bank", ".memory-bank/decisionLog.md"),
    (".serena/memories", ".serena/memories/decisions.md"),
    (".claude/memory", ".claude/memory/decisions.md"),
)
_DEFAULT = "DECISIONS.md"


def locate(git: Git, config: Config) -> str:
    """The path of the log, also when it is not there yet."""
    return _located(git, config, _listed(git))


def newest_record(git: Git) -> str:
    """The last of the decisions that are files of their own (`docs/adr/0007-queue.md`); empty where none is.

    Of several folders of them the outermost counts.
    """
    from mementod_parsers.code.languages import is_vendored  # an edit does without
    from mementod_parsers.decisions.decision_files import record_name

    listed = [path for path in _listed(git, _FOLDERS) if _FOLDER.search(path) and not is_vendored(path)]
    order = {path: name.order for path in listed if (name := record_name(path.rpartition("/")[2]))}
    return max(order, key=lambda path: (-path.count("/"), order[path], path), default="")


def _located(git: Git, config: Config, listed: Iterable[str]) -> str:
    from mementod.judging.sources import find_notes, notes_on_disk

    disk = Disk(git.root)
    listing = [*listed, *notes_on_disk(git.root)]
    named = [note.path for note in find_notes(listing, config) if is_log(note.path)]
    named += [path for path in listing if "/" not in path and is_log(path)]
    return next(iter(named), None) or next((path for home, path in _HOMES if disk.kind(home) == "dir"), _DEFAULT)


def decisions(git: Git, config: Config) -> tuple[str, tuple[Decision, ...]]:
    """The path of the log and what it holds; nothing where it is not there or cannot be read.

    An edit waits for this: where no file of git's and none at the usual places can be one, no note is looked at.
    """
    usual, listed = (*(path for _, path in _HOMES), _DEFAULT), _listed(git)
    if not any(map(is_log, listed)) and not any(map(Disk(git.root).there, usual)):
        return _DEFAULT, ()
    path = _located(git, config, listed)
    data = Disk(git.root).read(path)
    said = decode(data) if data is not None and len(data) <= MAX_PROGRESS_BYTES else None
    return path, _parsed(said or "")


@lru_cache(maxsize=LOGS_KEPT)
def _parsed(said: str) -> tuple[Decision, ...]:
    from mementod_parsers.decisions.decisions import parse_decisions  # most edits do without

    return parse_decisions(said)


def is_log(path: str) -> bool:
    """Whether a file is called like a decision log."""
    pure = PurePosixPath(path)
    return pure.suffix == ".md" and bool(_NAME.search(pure.stem) or _CAMEL.match(pure.stem))


def _listed(git: Git, specs: Iterable[str] = (":(top,icase,glob)**/*decision*",)) -> list[str]:
    try:
        return [text(field) for field in git.fields("ls-files", "-z", "--", *specs)]
    except GitError:
        return []
