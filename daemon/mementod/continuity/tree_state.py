"""What the names of a record rest on, in a few bytes: the files as they lie there, and what was said.

While it stays, no name can have become another; then nothing need be judged again.
"""

from __future__ import annotations

from collections.abc import Iterable

from mementod.judging.answers import signature
from mementod.judging.resources import Resources
from mementod.vcs.git import GitError, text
from mementod_parsers.continuity.record import Class, Item


def state_of(resources: Resources, items: Iterable[Item]) -> str | None:
    """None where that cannot be told: a file is too young, or git knows nothing. Then everything is judged."""
    repository = resources.repository
    if not repository.tracked:
        return None
    try:
        rows = repository.git.fields("ls-files", "-z", "-s", "-c", "-o", "--exclude-standard", "--", ":/")
    except GitError:
        return None
    items = list(items)
    parts = [str(repository.root), repository.head or "", repr(resources.config), *map(text, rows), *map(repr, items)]
    listed = [text(row.partition(b"\t")[2] or row) for row in rows]  # with its id and stage where the index has it
    ignored = [item.text.partition(":")[0] for item in items if item.kind in (Class.IDENTIFIERS, Class.GONE)]
    return signature(repository.root, (*listed, *ignored), parts)
