"""What programs and developers make for themselves: gone today, it may be there again tomorrow."""

from __future__ import annotations

import re
from itertools import takewhile

from mementod_parsers.code.languages import is_code, is_vendored
from mementod_parsers.globs import glob_pattern
from mementod_parsers.judging.gitignore import ignores
from mementod_parsers.model import Citation, Kind, Reason
from mementod_parsers.names import MADE_FOLDERS
from mementod_parsers.resolve import Reading, base_name
from mementod_parsers.world import Moment, World

# Files that each developer, or each run, has of its own.
_OWN = re.compile(r"^\.env|local|secret|credential|\.(?:log|pid|db|sqlite3?|tmp|bak|key|pem|cache|lock)$", re.I)

# What a program writes, and writes again with the next run.
_WRITTEN = re.compile(r"(?:^|[-_/.])(?:report|results?|coverage|output)s?\.(?:json|html|xml|csv|txt)$", re.I)
_DOCUMENTS = (".md", ".mdx", ".rst", ".adoc")


def looks_generated(name: str) -> bool:
    made = any(part in MADE_FOLDERS for part in name.strip("/").split("/"))
    return made or name.endswith((".log", ".pyc", ".tmp")) or looks_written(name)


def looks_written(name: str) -> bool:
    """Whether a file looks like a report or a result, which a program writes again with the next run."""
    return _WRITTEN.search(name) is not None


def made_by_runs(citation: Citation, then: Reading, world: World, moment: Moment) -> tuple[Reason, str] | None:
    """Why a folder may be absent: git ignores today every file that it held."""
    held = moment.tree.matching(glob_pattern(f"{then.places[0]}/**")) if citation.kind is Kind.DIR else ()
    excuses = list(takewhile(bool, map(world.excuse, held)))  # one that has none decides: git is asked about each
    return excuses[0] if excuses and len(excuses) == len(held) else None


def was_kept(reason: Reason, path: str, world: World, moment: Moment) -> bool:
    """Whether git ignores today what the repository kept on purpose when the line was written.

    Only code and documents are surely that: data that a program writes, or a developer's own settings, may have been
    kept by mistake and are there again after the next run.
    """
    if reason is not Reason.IGNORED or looks_generated(path) or _OWN.search(base_name(path)):
        return False
    held = moment.tree.matching(glob_pattern(path))
    if not any(_is_by_hand(p, moment) for p in held):
        return False
    return not ignores(path, lambda file: world.text_then(file, moment))


def _is_by_hand(path: str, moment: Moment) -> bool:
    """A document, or code that no program made: a bundle stands beside its map."""
    is_written = is_code(path) and not is_vendored(path) and moment.tree.kind(f"{path}.map") is None
    return is_written or path.endswith(_DOCUMENTS)
