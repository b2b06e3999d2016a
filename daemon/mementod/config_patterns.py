"""Lists of patterns in configuration: as in .gitignore, and none that takes long to be matched."""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING

from mementod_hooks.plain_patterns import is_sure

if TYPE_CHECKING:
    from mementod.yaml_table import Table

STARS_LIMIT = 3  # in one name of a pattern, and of `**`: with five, one long file name takes half a minute
_STARS = re.compile(r"\*+")


def patterns(table: Table, name: str) -> tuple[str, ...] | None:
    """Patterns that can be matched, and in bounded time: a regular expression is made of each."""
    found = table.texts(name)
    for pattern in found or ():
        folders = sum(part == "**" for part in pattern.split("/"))
        if folders > STARS_LIMIT or any(len(_STARS.findall(part)) > STARS_LIMIT for part in pattern.split("/")):
            raise table.wrong(name, f"holds {pattern!r}, which has more than {STARS_LIMIT} stars in one name")
        if not is_sure(pattern) and not _is_pattern(pattern):
            raise table.wrong(name, f"holds {pattern!r}, which is no pattern as in .gitignore")
    return found


def _is_pattern(pattern: str) -> bool:
    from pathspec import GitIgnoreSpec  # a gate waits for this, and most people write what needs no library

    try:
        with warnings.catch_warnings(action="error"):  # such as `[[:space:]]`, which would mean something else
            GitIgnoreSpec.from_lines([pattern])
    except (ValueError, re.error, Warning):
        return False
    return True
