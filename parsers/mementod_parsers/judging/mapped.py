"""`old_auth` -> `new_auth`: a line that is a pair of names alone says that the left one became the right one.

It does where the right one was not yet there when the left one was; of two that stood side by side one leads to the
other, and the line claims both.
"""

from __future__ import annotations

from dataclasses import replace

from mementod_parsers.force.arrows import is_pair
from mementod_parsers.judging.findings import stamped_at
from mementod_parsers.judging.qualified import leaf_of
from mementod_parsers.model import GONE, Citation, Finding, Force, Kind, Level, Note, Reason, Verdict
from mementod_parsers.resolve import base_name, ends_with
from mementod_parsers.world import Moment, World


def mapped(note: Note, found: Finding, world: World) -> Finding:
    """The finding; no claim where it is the old name of such a pair."""
    old = found.citation
    if found.verdict not in GONE or (new := _behind(note, old)) is None:
        return found
    at = stamped_at(note, found, world)
    if at is None or _was_there(new, at, world):
        return found
    return replace(
        found,
        verdict=Verdict.UNCHECKED,
        level=Level.NONE,
        target=None,
        evidence="",
        evidence_commit=None,
        reason=Reason.NO_CLAIM,
        detail=Force.PAST.value,
    )


def _behind(note: Note, old: Citation) -> Citation | None:
    """The other name of the pair that a citation is the left one of."""
    if not any(sign in old.sentence for sign in "\u2192>\u21d2\u279c"):
        return None
    right = (c for c in note.citations if c.line == old.line and c.column >= old.end_column)
    new = min(right, key=lambda c: c.column, default=None)
    return new if new and is_pair(old.sentence, old.text, new.text) else None


def _was_there(new: Citation, at: Moment, world: World) -> bool:
    if new.kind not in (Kind.PATH, Kind.DIR):
        return bool(world.defined_then(leaf_of(new.name), at))
    name = new.name.strip("/")
    return any(ends_with(path, name) for path in at.tree.named(base_name(name)))
