"""Whether the code that a live citation describes is still what it was: comments and layout aside.

Asked only for snapshot notes and for what somebody vouched for; for others the day a line was written says little
about how much of the file its sentence meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from mementod_parsers.judging import judge_paths
from mementod_parsers.judging.findings import stamp_of
from mementod_parsers.judging.qualified import leaf_of, matching, owner_of
from mementod_parsers.model import Citation, Finding, Genre, Kind, Level, Note, Verdict
from mementod_parsers.world import Definition, Moment, World

_COMMENT = re.compile(r"^(#|//|/\*|\*|--|;|<!--|\"\"\"|''')")
_WORD = re.compile(r"[A-Za-z_]\w{3,}|\d+(?:\.\d+)?")


def compared(note: Note, found: Finding, world: World) -> Finding:
    """The finding, as `changed` when its code differs from the stamp."""
    if found.verdict is not Verdict.OK or found.citation.kind not in (Kind.PATH, Kind.LINK, Kind.SYMBOL):
        return found
    if not (_asked(note, found.citation) or world.vouched(note.path, found.citation)):
        return found
    moments = world.moments(note.path, found.citation)
    pair = _symbol(found, world, moments) if found.citation.kind is Kind.SYMBOL else _file(note, found, world, moments)
    if pair is None:
        return found
    then, now, moment, place = pair
    gone, new = set(_code(then)) - set(_code(now)), set(_code(now)) - set(_code(then))
    if not gone and not new:
        return found
    return _changed(found, gone, len(new), moment, place)


def _asked(note: Note, citation: Citation) -> bool:
    return Genre.SNAPSHOT in (note.genre, citation.genre)


Pair = tuple[Sequence[str], Sequence[str], Moment, str]


def _file(note: Note, found: Finding, world: World, moments: Sequence[Moment]) -> Pair | None:
    reading, moment = judge_paths.first_reading(note, found.citation, world, moments)
    if moment is None or len(reading.places) != 1 or found.resolved is None:
        return None
    then, now = world.text_then(reading.places[0], moment), world.text_now(found.resolved)
    return (then, now, moment, reading.places[0]) if then is not None and now is not None else None


def _symbol(found: Finding, world: World, moments: Sequence[Moment]) -> Pair | None:
    leaf, owner = leaf_of(found.citation.name), owner_of(found.citation.name)
    now = matching(world.defined_now(leaf), owner)
    for moment in moments:
        then = matching(world.defined_then(leaf, moment), owner)
        if len(now) == len(then) == 1:
            old, new = world.text_then(then[0].path, moment), world.text_now(now[0].path)
            if old is not None and new is not None:
                return _span(old, then[0]), _span(new, now[0]), moment, then[0].path
    return None


def _span(lines: Sequence[str], definition: Definition) -> Sequence[str]:
    return lines[definition.symbol.line - 1 : definition.symbol.end_line]


def _code(lines: Sequence[str]) -> list[str]:
    stripped = (" ".join(line.split()) for line in lines)
    return [line for line in stripped if line and not _COMMENT.match(line)]


def _changed(found: Finding, gone: set[str], new: int, moment: Moment, place: str) -> Finding:
    cited = set(_WORD.findall(found.citation.text))
    said = set(_WORD.findall(found.citation.sentence)) - cited
    touched = sorted(
        {
            w
            for line in gone
            for w in _WORD.findall(line)
            if w in said and (w[0].isdigit() or "_" in w or w != w.lower())
        }
    )
    evidence = f"{len(gone)} line{'s' * (len(gone) != 1)} gone and {new} new since {moment.at or moment.commit[:7]}"
    if touched:
        evidence += f", among them {', '.join(touched[:3])}"
    level = Level.WARNING if touched else Level.INFO
    return replace(
        found,
        verdict=Verdict.CHANGED,
        level=level,
        evidence=evidence,
        stamp=stamp_of(moment, place),
    )
