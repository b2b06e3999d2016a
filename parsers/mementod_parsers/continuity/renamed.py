"""What a parameter or a key is called since a change: told by the lines that are the same but for its name."""

from __future__ import annotations

import re

LINES_CAP = 200  # that held it, of one file
FRESH_CAP = 1_000  # lines that are new in it; one with more was written anew, and tells nothing


def renamed_to(name: str, before: str, after: str) -> str | None:
    """The one name that stands in its place in the lines of `after`, and stood nowhere before; else None."""
    whole = _whole(name)
    old = [line.strip() for line in before.splitlines()]
    held = [line for line in old if whole.search(line)][:LINES_CAP]
    fresh = {line.strip() for line in after.splitlines()}.difference(old)
    if len(fresh) > FRESH_CAP:
        return None
    found = {new for line in held for each in fresh if (new := _in_place(line, each, whole))}
    return next((new for new in found if not _whole(new).search(before)), None) if len(found) == 1 else None


def _in_place(line: str, other: str, whole: re.Pattern[str]) -> str | None:
    """The name that makes one line of the other."""
    first, *rest = whole.split(line)
    if not other.startswith(first) or not (match := re.match(r"[A-Za-z_$][\w$]*", other[len(first) :])):
        return None
    return match[0] if other == first + "".join(match[0] + part for part in rest) else None


def _whole(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])")
