"""Globs as files of rules write them, and which paths they mean.

Generous, so that no rule is lost: a pattern without a folder means any, a folder all that is in it, and one that
cannot be read everything. In brackets may stand any one character, or a name as of a route: `app/[id]/page.tsx`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

from mementod_parsers.globs import starred

MAX_CHARS = 400
MAX_STARS = 8
MAX_NAMES = 4  # in brackets, each of which may be one character
MAX_CHOICES = 64  # that the braces of one make
CACHED = 512
_ALL = frozenset({"", ".", "*", "**", "**/*", "*.*", "**/*.*", "**/**"})
_BRACES = re.compile(r"\{([^{}]*)\}")
_ONE = re.compile(r"(?:\{[^{}]*\}|[^,])+")  # of a line, between commas
_FOLDERS = re.compile(r"((?<![^/])\*\*/|\*\*+)")
_PART = re.compile(r"\[[^\[\]/]+\]|[^?\[]+|.", re.DOTALL)


def is_all(glob: str) -> bool:
    """Whether it means every file."""
    return _bare(glob) in _ALL


def matches(globs: Iterable[str], path: str) -> bool:
    """Whether one of them means a path, or a folder above it; paths from where the globs begin."""
    expressions = map(_expression, globs)
    return any(each is None or each.fullmatch(path) is not None for each in expressions)


def split_globs(text: str) -> list[str]:
    """Those of a line with commas, of which some may stand between braces."""
    return [found for part in _ONE.findall(text) if (found := part.strip().strip("\"'"))]


@lru_cache(maxsize=CACHED)
def _expression(glob: str) -> re.Pattern[str] | None:
    """None for one that means every file, or that cannot be read."""
    bare = re.sub(r"(?:\*\*/)+", "**/", _bare(glob))
    if bare in _ALL or len(bare) > MAX_CHARS or bare.count("*") > MAX_STARS or bare.count("[") > MAX_NAMES:
        return None
    choices = list(islice(_choices(bare if "/" in bare else f"**/{bare}"), MAX_CHOICES + 1))
    if len(choices) > MAX_CHOICES:
        return None
    meant = "|".join(starred(each, _FOLDERS, _plain) for each in choices)
    return re.compile(f"(?:{meant})(?:/.*)?", re.DOTALL)


def _choices(glob: str) -> Iterator[str]:
    """What it says without braces."""
    if not (braces := _BRACES.search(glob)):
        yield glob
        return
    for one in braces[1].split(","):
        yield from _choices(f"{glob[: braces.start()]}{one}{glob[braces.end() :]}")


def _plain(text: str) -> str:
    return "".join(map(_one, _PART.findall(text)))


def _one(part: str) -> str:
    if part == "?":
        return "[^/]"
    return f"(?:[^/]|{re.escape(part)})" if part[0] == "[" and len(part) > 1 else re.escape(part)


def _bare(glob: str) -> str:
    return glob.strip().removeprefix("./").strip("/")
