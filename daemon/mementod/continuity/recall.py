"""`recall`: evidence for a question, from the log and from the notes, with what became of the names in it.

Returns lines, not pages. Owns no store; asks the log and one report.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mementod.continuity.episodes import Episodes, Line
from mementod.files import NotReadable, read_limited
from mementod_parsers.budget import cut, tokens
from mementod_parsers.model import Level, NoteReport, Report
from mementod_parsers.search_terms import Group, groups, terms

NOTE_CAP_BYTES = 1 << 20
HITS = 8  # of the log, and of the notes
HIT_TOKENS = 250  # of one hit, its neighbours included
BUDGET_TOKENS = 1_500
_BAD = frozenset({Level.ERROR, Level.WARNING})


@dataclass(frozen=True, slots=True)
class Hit:
    """One piece of evidence. `source` is a note or an agent, `place` the line of the note or of the log."""

    source: str
    place: str
    text: str
    before: str | None = None
    after: str | None = None
    at: str | None = None
    who: str | None = None
    stale: tuple[str, ...] = ()  # one line for each name in it that does not hold any more


@dataclass(frozen=True, slots=True)
class Recalled:
    """What was found, notes first; `left_out` counts hits beyond the budget."""

    hits: tuple[Hit, ...]
    left_out: int


def recall(query: str, log: Episodes | None, report: Report, budget: int = BUDGET_TOKENS) -> Recalled:
    """Evidence for a query within a budget of tokens: what the notes say, then what was said and done, newest first."""
    found = [*_in_notes(groups(query), report), *_in_log(query, log, report)]
    return _within(found, budget)


def _in_log(query: str, log: Episodes | None, report: Report) -> list[Hit]:
    gone = _gone(report)
    return [_of_line(line, gone) for line in log.search(query, HITS)] if log else []


def _of_line(line: Line, gone: dict[str, str]) -> Hit:
    stale = tuple(said for name, said in gone.items() if name in line.text)
    return Hit(line.source, str(line.id), line.text, line.before, line.after, line.at, line.actor.value, stale)


def _in_notes(wanted: Sequence[Group], report: Report) -> list[Hit]:
    found: list[Hit] = []
    for note in report.notes:
        found += _in_note(note, wanted, Path(report.root))
        if len(found) >= HITS:
            break
    return found[:HITS]


def _in_note(note: NoteReport, wanted: Sequence[Group], root: Path) -> Iterator[Hit]:
    try:
        text = read_limited(root / note.note.path, NOTE_CAP_BYTES, follow=True).decode("utf-8", "replace")
    except (OSError, NotReadable):
        return
    if not wanted or not _holds(text, wanted):
        return
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if _holds(line, wanted):
            stale = tuple(
                _said(f.citation.text, f.verdict.value, f.target)
                for f in note.findings
                if f.citation.line == number and f.level in _BAD
            )
            yield Hit(note.note.path, str(number), line, _at(lines, number - 2), _at(lines, number), stale=stale)


def _holds(text: str, wanted: Sequence[Group]) -> bool:
    held = set(terms(text))
    return all(any(held.issuperset(way) for way in group) for group in wanted)


def _gone(report: Report) -> dict[str, str]:
    """What the notes cite and is not there any more, by its text."""
    found = (f for note in report.notes for f in note.findings if f.level is Level.ERROR)
    return {f.citation.text: _said(f.citation.text, f.verdict.value, f.target) for f in found}


def _said(text: str, verdict: str, target: str | None) -> str:
    return f"{text} is {verdict}: use {target}" if target else f"{text} is {verdict}"


def _at(lines: Sequence[str], index: int) -> str | None:
    return lines[index] if 0 <= index < len(lines) and lines[index].strip() else None


def _within(hits: Sequence[Hit], budget: int) -> Recalled:
    kept: list[Hit] = []
    left = budget
    for hit in hits:
        short = _shortened(hit)
        left -= tokens(" ".join((short.text, short.before or "", short.after or "", *short.stale)))
        if left < 0 and kept:
            break
        kept.append(short)
    return Recalled(tuple(kept), len(hits) - len(kept))


def _shortened(hit: Hit) -> Hit:
    """The line itself counts most; its neighbours get what it leaves."""
    text = cut(hit.text.strip(), HIT_TOKENS)
    each = max((HIT_TOKENS - tokens(text)) // 2, 0)
    before = cut(hit.before.strip(), each) if hit.before and each else None
    after = cut(hit.after.strip(), each) if hit.after and each else None
    return replace(hit, text=text, before=before, after=after)
