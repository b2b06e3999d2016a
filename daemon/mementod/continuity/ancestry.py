"""Whether what was written on one commit is about what is checked out now."""

from __future__ import annotations

from mementod.vcs.repository import Repository


def leads_here(repository: Repository, commit: str | None) -> bool:
    """Whether a commit is checked out, or came before what is. None: there was none yet."""
    if commit in (None, repository.head):
        return True
    asked = ("merge-base", "--is-ancestor", commit or "", repository.head or "")
    return repository.git.one(*asked) is not None
