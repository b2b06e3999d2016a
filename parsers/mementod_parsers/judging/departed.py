"""What left for a repository of its own, as the note says: "it now lives in its own repository (a link)".

The sentence came into the note with the commit that took the thing away. Whoever wrote it looked at what else the note
says of that thing, and left it standing for those who use it from there.
"""

from __future__ import annotations

import re

from mementod_parsers.judging.findings import stamped_at, unchecked
from mementod_parsers.model import GONE, Citation, Finding, Note, Reason
from mementod_parsers.world import World

TELLING_CAP = 8  # sentences of one note that are asked since when they stand there
_OWN_HOME = re.compile(
    r"\b(?:lives?|moved|extracted|split|ships?|spun|factored|maintained|published|migrated)\b[^.]{0,80}"
    r"\b(?:own|standalone|stand-alone|separate|dedicated|external)\b(?:[^.]|\.\S){0,160}\b(?:repo(?:sitory|s)?|project)\b"
    r"|(?:独立|单独|單獨)的?[^。]{0,30}(?:仓库|倉庫|项目)|(?:別|独立した)[^。]{0,20}リポジトリ",
    re.I,
)


def departed(note: Note, found: Finding, world: World) -> Finding:
    """The finding; unchecked where what it names left with a commit that told so in this note."""
    if found.verdict not in GONE or not (tellers := _tellers(note)):
        return found
    told = {moments[0].commit for teller in tellers if (moments := world.moments(note.path, teller))}
    if not told or _left_with(note, found, world) not in told:
        return found
    return unchecked(found.citation, Reason.SIBLING_REPO, stamp=found.stamp, path=found.resolved)


def _tellers(note: Note) -> list[Citation]:
    """The links of sentences which tell that something has a repository of its own."""
    links = (c for c in note.citations if c.reason is Reason.URL and _OWN_HOME.search(c.sentence))
    return [link for link, _ in zip(links, range(TELLING_CAP), strict=False)]


def _left_with(note: Note, found: Finding, world: World) -> str | None:
    """The commit that took it away, or the file that held it."""
    if found.evidence_commit or found.stamp is None or not found.stamp.path:
        return found.evidence_commit
    at = stamped_at(note, found, world)
    held = at is not None and at.tree.kind(found.stamp.path) is not None and world.now.kind(found.stamp.path) is None
    return world.fate(found.stamp.path, at).commit if at and held else None
