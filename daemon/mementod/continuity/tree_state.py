"""What the names of a record rest on, in a few bytes: the files as they lie there, and what was said.

While it stays, no name can have become another; then nothing need be judged again.
"""

from __future__ import annotations

from collections.abc import Iterable

from mementod.judging.answers import signature
from mementod.judging.resources import Resources
from mementod.vcs.git import GitError, text
from mementod_parsers.continuity.record import Class, Item


def tree_of(resources: Resources) -> str | None:
    """The files; None where that cannot be told: one is too young, or git knows nothing."""
    repository = resources.repository
    if not repository.tracked:
        return None
    try:
        rows = repository.git.fields("ls-files", "-z", "-s", "-c", "-o", "--exclude-standard", "--", ":/")
    except GitError:
        return None
    parts = [str(repository.root), repository.head or "", repr(resources.config), *map(text, rows)]
    listed = [text(row.partition(b"\t")[2] or row) for row in rows]  # with its id and stage where the index has it
    return signature(repository.root, listed, parts)


def rests_on(resources: Resources, tree: str | None, items: Iterable[Item]) -> str | None:
    """The files as they were told before, and what was said; None as there. Then everything is judged."""
    items = list(items)
    ignored = [item.text.partition(":")[0] for item in items if item.kind in (Class.IDENTIFIERS, Class.GONE)]
    said = signature(resources.root, ignored, map(repr, items)) if tree else None
    return f"{tree} {said}" if said else None


def tree_in(state: str | int | None) -> str | None:
    """The files of what `rests_on` told."""
    return str(state).partition(" ")[0] if state else None
