"""What differs from the last commit, told without git's own look into files, which may run a repository's filters.

The index says how each file looked when its content was last known; only those that look different since, or that the
index is too young to tell of, are compared by content.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from mementod.continuity import session_context
from mementod.gates.core_changes import changed
from mementod.judging.resources import Resources
from mementod.vcs.git import Git, text

CHANGED_CAP = 2_000  # files that are compared by content; of more, nobody reads the list
TICK_NS = 20_000_000  # two files written within it may bear the same time
_SECOND_NS = 1_000_000_000
_LOW = 0xFFFFFFFF  # of a number, what the index keeps
_LINES = 5  # that `ls-files --debug` prints below a path
_LEFT_ALONE = 0x4000_8000  # flags: not checked out, or said to be as it was


def uncommitted(resources: Resources) -> list[str]:
    """Changed, new and deleted files, from the root; not the one that hooks write. Raises GitError."""
    git = resources.repository.git
    new = ["ls-files", "-z", "--others", "--exclude-standard", "--directory", "--no-empty-directory"]
    if resources.repository.head is None:
        return [text(row) for row in git.fields(*new, "--cached", "--", ":/")]
    staged = {text(row) for row in git.fields("diff-index", "-z", "--name-only", "--no-renames", "HEAD", "--")}
    doubtful = [name for name in _touched(git) if name not in staged]
    found = changed(git, resources.objects, doubtful[:CHANGED_CAP]) if doubtful else []
    return sorted({*staged, *found, *(text(row) for row in git.fields(*new, "--", ":/"))} - {session_context.NAME})


def _touched(git: Git) -> Iterator[str]:
    """Files that do not look as the index knows them, or were written when it was."""
    written = _written_at(git)
    path, *blocks = git.run("ls-files", "-z", "--debug", "--", ":/").split(b"\0")
    root = os.fsencode(git.root) + b"/"
    for block in blocks:
        *lines, following = block.split(b"\n", _LINES)
        if not _is_as_known(root + path, lines, written):
            yield text(path)
        path = following


def _written_at(git: Git) -> int:
    """When the index was, in ns; 0 where nobody can tell, so that each file is doubtful."""
    index = git.index_file or git.one("rev-parse", "--path-format=absolute", "--git-path", "index")
    try:
        return os.lstat(index).st_mtime_ns if index else 0
    except OSError:
        return 0


def _is_as_known(path: bytes, lines: list[bytes], written: int) -> bool:
    """Whether size and both times are those of the index. False where its lines are in a form that we do not know."""
    try:
        (_, changed_at), (_, modified_at), _, _, (_, size, _, flags) = (line.split() for line in lines)
        if int(flags, 16) & _LEFT_ALONE:
            return True
        about = os.lstat(path)
        is_sized = int(size) == about.st_size & _LOW
        is_timed = _is_time(changed_at, about.st_ctime_ns) and _is_time(modified_at, about.st_mtime_ns)
    except (OSError, ValueError):
        return False
    safe_ns = written // _SECOND_NS * _SECOND_NS if modified_at.endswith(b":0") else written - TICK_NS
    return is_sized and is_timed and about.st_mtime_ns < safe_ns


def _is_time(known: bytes, ns: int) -> bool:
    """Whether a time of the index, `seconds:nanoseconds`, is this one; some programs keep no nanoseconds."""
    seconds, _, part = known.partition(b":")
    return int(seconds) == ns // _SECOND_NS & _LOW and int(part) in (0, ns % _SECOND_NS)
