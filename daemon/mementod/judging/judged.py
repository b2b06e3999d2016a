"""Whether a judgement of a work tree would read most of it: a mark in the cache, set when one came to its end.

A run that was killed, or that was asked about a few notes, leaves a part of what the next one needs, which nothing
else tells.
"""

from __future__ import annotations

from mementod import __version__
from mementod.judging import answers, note_store
from mementod.judging.resources import Resources
from mementod.vcs.history import unread
from mementod_parsers.code import codec, symbols

UNREAD_COMMITS = 200  # of the history: so many are much
TOPIC = "judged"
BY = f"{__version__} {answers.VERSION} {note_store.VERSION} {symbols.VERSION} {codec.FORMAT}"  # others' is void


def mark(resources: Resources) -> None:
    """All notes of the work tree were judged; it is kept with the next `flush`."""
    if not _is_marked(resources):
        resources.cache.remember(TOPIC, str(resources.root), BY)


def is_cold(resources: Resources) -> bool:
    """Whether most of the tree or of the history is to be read. Raises GitError.

    Not so of a cache in memory: what another process reads does not come here, it has to be read here.
    """
    cache, repository = resources.cache, resources.repository
    if not cache.is_kept:
        return False
    is_far = repository.tracked and unread(cache, repository.git, UNREAD_COMMITS) >= UNREAD_COMMITS
    return is_far or not _is_marked(resources)


def _is_marked(resources: Resources) -> bool:
    return resources.cache.recall(TOPIC, str(resources.root)) == BY
