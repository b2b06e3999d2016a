"""Citations and a world in, findings out.

Owns the rule that decides precision: resolved then and not now is stale; never resolved is not ours to call stale.
A loose match of today may confirm what was meant, never rescue it. Pure: everything it knows comes through `World`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from mementod_parsers.globs import is_glob
from mementod_parsers.judging import judge_changed, judge_lines, judge_paths, judge_symbols, judge_words
from mementod_parsers.judging.alternatives import unclaimed
from mementod_parsers.judging.carried import quieted
from mementod_parsers.judging.departed import departed
from mementod_parsers.judging.mapped import mapped
from mementod_parsers.judging.owned import owned
from mementod_parsers.judging.templates import drawn
from mementod_parsers.judging.torn import torn
from mementod_parsers.model import (
    GONE,
    MEMORY,
    Citation,
    Finding,
    Force,
    Genre,
    Kind,
    Level,
    Note,
    NoteReport,
    Reason,
    Style,
    Verdict,
)
from mementod_parsers.world import World

_PLACES = frozenset({Kind.PATH, Kind.DIR, Kind.LINK})
_OPEN = re.compile(r"[^\w.@+-]|YYYY|XX|NN|xxx|[Yy]our|^path$")
_YOURS = re.compile(r"your[-_]\w", re.IGNORECASE)  # `your_finance_app/` may be what somebody called it
_WHOLE = re.compile(r"(?:<[\w -]{1,40}>|\{[\w -]{1,40}\})(?:/|$)")  # one name, not a part of one
_QUIET_GENRES = frozenset({Genre.RECORD, Genre.PLAN})


def judge(note: Note, world: World) -> NoteReport:
    """Every citation of a note with its verdict; a loose one that never meant anything is left out."""
    return reported(note, (judge_one(note, citation, world) for citation in note.citations))


def reported(note: Note, findings: Iterable[Finding | None]) -> NoteReport:
    """What is said of a note, given the verdict on each of its citations: some are of no weight beside others."""
    found = [f for f in findings if f is not None]
    return NoteReport(note, tuple(owned(note, drawn(unclaimed(quieted(found))))))


def judge_one(note: Note, citation: Citation, world: World) -> Finding | None:
    """The verdict on one citation; None when it turns out to claim nothing."""
    if citation.reason is not None:
        found = _above_placeholder(note, citation, world)
        return found or Finding(citation, Verdict.UNCHECKED, Level.NONE, reason=citation.reason)
    if citation.force is Force.EXAMPLE:
        return _example(note, citation, world)
    if citation.force is not Force.ASSERTS:
        if citation.loose:
            return None
        return Finding(citation, Verdict.UNCHECKED, Level.NONE, reason=Reason.NO_CLAIM, detail=citation.force.value)
    return _asserted(note, citation, world)


def _above_placeholder(note: Note, citation: Citation, world: World) -> Finding | None:
    """`src/modules/<name>/a.ts` is wrong, whatever the name, when `src/modules/` is gone."""
    if citation.reason is not Reason.PLACEHOLDER or citation.force is not Force.ASSERTS:
        return None
    if _YOURS.match(citation.name) and _was_there(note, citation, world):
        found = _asserted(note, replace(citation, reason=None), world)
        return found and replace(found, citation=citation)
    if citation.loose or citation.style is Style.TREE or citation.kind not in _PLACES:
        return None
    fixed, opened = _fixed_part(citation.name)
    if fixed.count("/") < 1 or not _WHOLE.match(opened):
        return None
    folder = replace(citation, kind=Kind.DIR, name=fixed, reason=None)
    found = judge_paths.judge(note, folder, world)
    if found is None or found.verdict not in GONE:
        return None
    target = found.target and f"{found.target}/{opened}"
    return levelled(replace(found, citation=citation, target=target), note)


def _was_there(note: Note, citation: Citation, world: World) -> bool:
    """Whether a path that reads like a gap to be filled in was one of the repository when the line was written."""
    path = citation.name.strip("/")
    return any(moment.tree.kind(path) is not None for moment in world.moments(note.path, citation))


def _fixed_part(name: str) -> tuple[str, str]:
    """The folders in front of the first part that the reader fills in, and the rest."""
    parts = name.split("/")
    at = next((i for i, part in enumerate(parts) if _OPEN.search(part)), len(parts))
    return "/".join(parts[:at]), "/".join(parts[at:])


def _asserted(note: Note, citation: Citation, world: World) -> Finding | None:
    found = _by_kind(note, citation, world)
    if found is None:
        return None
    found = torn(mapped(note, judge_changed.compared(note, found, world), world), world)
    return levelled(departed(note, found, world), note)


def _example(note: Note, citation: Citation, world: World) -> Finding | None:
    """An example claims nothing, unless it was taken from this repository when it was written."""
    found = _asserted(note, citation, world)
    if found is not None and found.verdict in GONE:
        return _with_level(found, Level.INFO)  # the rule that it illustrates may stand without it
    if citation.loose:
        return None
    return Finding(citation, Verdict.UNCHECKED, Level.NONE, reason=Reason.NO_CLAIM, detail=citation.force.value)


def levelled(found: Finding, note: Note) -> Finding:
    """The finding at the level that its verdict and the note's genre give it."""
    level = level_of(found, note)
    return found if level is found.level else _with_level(found, level)


def level_of(found: Finding, note: Note) -> Level:
    """DESIGN section 4: in records and plans a dead citation is information at most."""
    match found.verdict:
        case Verdict.DELETED | Verdict.MOVED | Verdict.RENAMED:
            level = Level.ERROR
        case Verdict.SHIFTED | Verdict.MISSPELT:
            level = Level.WARNING
        case Verdict.CHANGED:
            level = Level.WARNING if note.genre is Genre.SNAPSHOT else found.level
        case Verdict.UNVERIFIED:
            level = Level.INFO
        case Verdict.OK | Verdict.UNCHECKED:
            return Level.NONE
        case never:
            assert_never(never)
    quiet = found.citation.genre in _QUIET_GENRES or _between_notes(found, note) or _is_kind_of_file(found.citation)
    return Level.INFO if quiet else level


def _is_kind_of_file(citation: Citation) -> bool:
    """`**/*.py`: a pattern that begins with a wildcard speaks of a kind of file, whether there is one or not."""
    return citation.kind in _PLACES and is_glob(citation.name.partition("/")[0])


def _between_notes(found: Finding, note: Note) -> bool:
    """What points from one memory note to another claims nothing about code; dead ones are a matter of tidiness."""
    if note.source not in MEMORY or found.citation.kind not in _PLACES or not found.resolved:
        return False
    home = note.path.split("/")[:2]
    return len(home) == 2 and found.resolved.split("/")[:2] == home


def _by_kind(note: Note, citation: Citation, world: World) -> Finding | None:
    match citation.kind:
        case Kind.PATH | Kind.DIR | Kind.LINK:
            return _path(note, citation, world)
        case Kind.LINE_REF:
            return judge_lines.judge(note, citation, world)
        case Kind.SYMBOL:
            return judge_symbols.judge(note, citation, world)
        case Kind.COMMAND | Kind.CONFIG | Kind.ENV | Kind.COMMIT:
            return judge_words.judge(note, citation, world)
        case never:
            assert_never(never)


def _path(note: Note, citation: Citation, world: World) -> Finding | None:
    found = judge_paths.judge(note, citation, world)
    symbol = judge_symbols.as_symbol(citation)
    if symbol is None or (found is not None and found.verdict is not Verdict.UNVERIFIED):
        return found
    other = judge_symbols.judge(note, symbol, world)
    return replace(other, citation=citation) if other else found


def _with_level(found: Finding, level: Level) -> Finding:
    return replace(found, level=level)
