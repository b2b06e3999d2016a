"""The findings that every kind of verdict says in the same way: unchecked, still on a branch; and their stamps."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mementod_parsers.code.tokens import norm
from mementod_parsers.model import Citation, Finding, Level, Note, Reason, Stamp, Verdict
from mementod_parsers.world import Moment, World

SHORTEST_CONSTANT = 6  # characters of a name that hardly another one has
_NUMBER = re.compile(r"\d+")
_CONSTANT = re.compile(r"\b[A-Z][A-Z0-9_]+\b")


def stamp_of(moment: Moment, path: str | None, symbol: str | None = None) -> Stamp:
    return Stamp(moment.how, moment.commit, moment.at, path, symbol)


def stamped_at(note: Note, found: Finding, world: World) -> Moment | None:
    """The moment that the stamp of a finding is of."""
    commit = found.stamp.commit if found.stamp else None
    return next((m for m in world.moments(note.path, found.citation) if m.commit == commit), None) if commit else None


def unchecked(
    citation: Citation, reason: Reason, detail: str = "", stamp: Stamp | None = None, path: str | None = None
) -> Finding:
    return Finding(citation, Verdict.UNCHECKED, Level.NONE, resolved=path, reason=reason, detail=detail, stamp=stamp)


def respelled(name: str, world: World) -> str | None:
    """Where the one symbol of today stands that differs from a name only in case, `_` or `-`, as `path:symbol`."""
    twins = world.similar_symbol(name)
    found = world.defined_now(twins[0]) if len(twins) == 1 else ()
    return f"{found[0].path}:{found[0].symbol.qual}" if len(found) == 1 else None


def respelled_in(place: str, name: str, world: World) -> str | None:
    """The one constant of a file of today that differs only in `_`, or in its numbers, as `path:constant`."""
    if not name.isupper() or len(name) < SHORTEST_CONSTANT:
        return None
    words = sorted({w for line in world.text_now(place) or () for w in _CONSTANT.findall(line)})
    alike = [w for w in words if norm(w) == norm(name)] or [w for w in words if _same_but_number(w, name)]
    return f"{place}:{alike[0]}" if len(alike) == 1 else None


def _same_but_number(one: str, other: str) -> bool:
    """`MODEL_4_5`, `MODEL_4_6`: the next version of one thing."""
    return one != other and _NUMBER.search(other) is not None and _NUMBER.sub("0", one) == _NUMBER.sub("0", other)


def name_gone(citation: Citation, world: World, place: str, resolved: str, moment: Moment) -> Finding:
    """The finding on a name that `place` held and nothing holds any more."""
    stamp = stamp_of(moment, place, citation.name)
    if elsewhere := on_branch(citation, world, [place], stamp, citation.name):
        return elsewhere
    target = respelled(citation.name, world) or respelled_in(place, citation.name, world)
    fate = world.word_fate(citation.name.rpartition(".")[2], place, moment)
    when = "now it is spelt differently" if target else fate.evidence or "nothing does now"
    return Finding(
        citation,
        Verdict.RENAMED if target else Verdict.DELETED,
        Level.ERROR,
        resolved=resolved,
        target=target,
        evidence=f"{place} named it on {moment.at}, {when}",
        evidence_commit=fate.commit,
        stamp=stamp,
    )


def on_branch(
    citation: Citation, world: World, paths: Iterable[str], stamp: Stamp, name: str = "", path: str | None = None
) -> Finding | None:
    """The finding on what another local branch still has, in the first of `paths` that one has; else None."""
    branch = next((b for p in paths if (b := world.branch_with(p, name))), None)
    return unchecked(citation, Reason.ON_BRANCH, branch, stamp, path) if branch else None
