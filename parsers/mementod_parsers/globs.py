"""Shell patterns over paths, with `**`, as notes cite them.

Strict, unlike those of files of rules (text/globs.py): a brace or a bracket is a plain character, and a pattern
without a folder stands at the root.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

PATTERNS_KEPT = 4096
_OVER_FOLDERS = re.compile(r"(\*\*/|\*\*)")
_PLAIN = re.compile(r"\?|[^?]+")


def is_glob(name: str) -> bool:
    return any(c in name for c in "*?[") or "/.../" in name


@lru_cache(maxsize=PATTERNS_KEPT)
def glob_pattern(name: str) -> re.Pattern[str]:
    """A compiled shell pattern with `**`; anchored at both ends."""
    while "**/**/" in name:
        name = name.replace("**/**/", "**/")
    return re.compile(f"{_sieve(name)}{starred(name, _OVER_FOLDERS, _plain)}(?:/.*)?\\Z")


def starred(glob: str, over_folders: re.Pattern[str], plain: Callable[[str], str]) -> str:
    """The expression for a text with stars: `over_folders` splits at those that cross folders, `plain` reads the rest.

    What stands between two stars is looked for once, at its first place: it is of one length, so that a later place
    leads nowhere that the first one does not. Without this each star multiplies the time.
    """
    first, *others = over_folders.split(glob)
    found = _in_folder(first, plain, is_open=not others or _goes_on(first, others[0]))
    for at in range(0, len(others), 2):
        over, text = others[at], others[at + 1]
        is_open = at + 2 == len(others) or _goes_on(text, others[at + 2], is_first=False)
        rest = ("(?:[^/]*/)*?" if over.endswith("/") else ".*?") + _in_folder(text, plain, is_open)
        found += rest if is_open else f"(?>{rest})"
    return found


def _goes_on(text: str, over: str, is_first: bool = True) -> bool:
    """Whether the very next character counts: `b**/c` may be `bc`, which no later place of `b` may miss."""
    return over.endswith("/") and not text.endswith("/") and not (is_first and not text)


def _in_folder(text: str, plain: Callable[[str], str], is_open: bool) -> str:
    """Without what means several folders. `is_open`: what follows the last star tells which place is meant."""
    first, *others = text.split("*")
    found = plain(first)
    for number, each in enumerate(others, 1):
        rest = f"[^/]*?{plain(each)}"
        found += rest if is_open and number == len(others) else f"(?>{rest})"
    return found


def _plain(text: str) -> str:
    return "".join("[^/]" if part == "?" else re.escape(part) for part in _PLAIN.findall(text))


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
