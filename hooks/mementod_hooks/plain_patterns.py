"""Patterns as in .gitignore, of the kinds that nearly everybody writes, without the library that knows them all.

Pure. Every edit of an agent waits for it. Law: an answer that is not None is the library's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_NAME = r"(?:[A-Za-z0-9_-]|\.(?=[A-Za-z0-9_-]))[A-Za-z0-9_.-]*"
_SURE = re.compile(rf"(?:\*\*/)?/?(?:{_NAME}|\*|\*\.[A-Za-z0-9_]+)(?:/(?:{_NAME}|\*|\*\.[A-Za-z0-9_]+))*(?:/|/\*\*)?")
_PLAIN = re.compile(rf"(?P<root>/?)(?P<path>{_NAME}(?:/{_NAME})*)(?P<end>/|/\*\*)?")
_SPECIAL = re.compile(r"[*?\[\\]")


def is_sure(pattern: str) -> bool:
    """Whether a text is a pattern, without asking the library."""
    return _SURE.fullmatch(pattern) is not None


def matches(patterns: Sequence[str], path: str) -> bool | None:
    """Whether one of the patterns matches a file; None where only the library knows."""
    answers = [_matches(pattern, path) for pattern in patterns]
    if any(pattern[:1] in ("!", "") for pattern in patterns):
        return None
    return True if True in answers else None if None in answers else False


def _matches(pattern: str, path: str) -> bool | None:
    found = _PLAIN.fullmatch(pattern)
    if found is None:
        return _unless_elsewhere(pattern, path)
    name, end = found["path"], found["end"]
    if found["root"] or "/" in name or end == "/**":
        return path.startswith(f"{name}/") or (not end and path == name)
    names = path.split("/")
    return name in (names[:-1] if end else names)


def _unless_elsewhere(pattern: str, path: str) -> bool | None:
    """False for a pattern that is tied to a folder which the file is not in."""
    if pattern[:1] in ("#", "\\", " ") or "/" not in pattern.strip()[:-1]:
        return None
    fixed = _SPECIAL.split(pattern.strip().removeprefix("/"), maxsplit=1)[0]
    return None if path.startswith(fixed.rpartition("/")[0]) else False
