"""A quick look at names alone: which files cannot be notes."""

from __future__ import annotations

TEXT_SUFFIXES = (".md", ".mdc", ".markdown", ".txt", ".rst", ".adoc")


def may_be_known(path: str) -> bool:
    """A quick no for most of a repository's files: no convention knows such a name."""
    return path.endswith(TEXT_SUFFIXES) or "rules" in path
