"""Which names much of the code holds: a rule that names one of them is about no edit in particular."""

from __future__ import annotations

from collections.abc import Collection

from mementod.vcs.git import Git, GitError, text

FILES_MAX = 12  # that hold a name which still says something
GREP_LIMIT_S = 2.0  # of one look; a tree that takes longer has no common names
NAMES_CAP = 300
_GREP = ("grep", "--no-textconv", "--no-line-number", "--no-column", "--no-color", "-I", "-z", "-o", "-w", "-F")


def common(git: Git, names: Collection[str]) -> frozenset[str]:
    """Those of some words that more than FILES_MAX tracked files hold, as they lie on disk."""
    wanted = sorted(names)[:NAMES_CAP]
    if not wanted:
        return frozenset()
    files: dict[str, set[str]] = {}
    for path, name in _found(git, wanted):
        files.setdefault(name, set()).add(path)
    return frozenset(name for name, held in files.items() if len(held) > FILES_MAX)


def _found(git: Git, names: Collection[str]) -> list[tuple[str, str]]:
    """Each place at which one of them stands, as path and name."""
    try:
        out, is_whole = git.within(GREP_LIMIT_S, *_GREP, *(part for name in names for part in ("-e", name)))
    except GitError:
        return []
    rows = (text(line).split("\0") for line in set(out.split(b"\n") if is_whole else ()))
    return [(row[0], row[1]) for row in rows if len(row) == 2]
