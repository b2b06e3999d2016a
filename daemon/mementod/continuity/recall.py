"""`recall`: evidence for a question, from the log and from the notes, with what became of the names in it.

Returns lines, not pages. Owns no store; asks the log and one report.
"""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mementod.continuity.episodes import Episodes, Line
from mementod.files import NotReadable, read_limited
from mementod.judging.disk import Disk
from mementod.judging.resources import Resources
from mementod_parsers.continuity.budget import cut, tokens
from mementod_parsers.continuity.record import Class, Item, is_binding
from mementod_parsers.continuity.search_terms import Group, groups, holds
from mementod_parsers.continuity.transcripts.episode import Actor
from mementod_parsers.model import Finding, Level, Report

NOTE_CAP_BYTES = 1 << 20
HITS = 8  # of the log, and of the notes
HIT_TOKENS = 250  # of one hit, its neighbours included
BUDGET_TOKENS = 1_500
_BY_USER = "user, "  # begins the origin of what the user said to an agent
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
    superseded: str | None = None  # the later statement that took the place of what it says


@dataclass(frozen=True, slots=True)
class Recalled:
    """What was found; `left_out` counts hits beyond the budget, `needed` is the one that shows all."""

    hits: tuple[Hit, ...]
    left_out: int
    needed: int


@dataclass(frozen=True, slots=True)
class Sources:
    """Where evidence is looked for: the log, the notes of a report, other files (from the root), and the record."""

    log: Episodes
    report: Report
    files: Sequence[str] = ()
    record: Sequence[Item] = ()


def recall(query: str, sources: Sources, budget: int = BUDGET_TOKENS) -> Recalled:
    """Evidence for a query within a budget of tokens: what binds, then by turns what was said and what notes say.

    What was said comes newest first. A statement that a later one replaced comes right behind it, and says so.
    """
    wanted, gone = groups(query), _gone(sources.report)
    binding = _in_record(wanted, sources, gone)
    places = {hit.place for hit in binding}
    said = [hit for hit in _beside(_in_log(query, sources, gone)) if hit.place not in places]
    newer = [hit.superseded for hit in said if hit.superseded]
    lifted = [hit for hit in said if hit.superseded or any(text in hit.text for text in newer)]
    rest = [hit for hit in said if hit not in lifted]
    turns = itertools.zip_longest(rest, _in_notes(wanted, sources))
    return _within([*binding, *lifted, *(hit for turn in turns for hit in turn if hit)], budget)


def logbooks(resources: Resources) -> tuple[str, ...]:
    """The progress file and the decision log, which need not be notes."""
    from mementod.gates import decision_log, progress_file

    if not resources.repository.tracked:
        return ()
    git, config = resources.repository.git, resources.config
    found = (progress_file.locate(git, config), decision_log.locate(git, config))
    return tuple(path for path in found if progress_file.is_inside(path))


def _in_record(wanted: Sequence[Group], sources: Sources, gone: dict[str, str]) -> list[Hit]:
    """What binds, the newest first, however much was said since."""
    items = [item for item in sources.record if is_binding(item) and wanted and holds(item.text, wanted)]
    return [_of_item(item, gone) for item in reversed(items)][:HITS]


def _of_item(item: Item, gone: dict[str, str]) -> Hit:
    source, _, line = item.origin.removeprefix(_BY_USER).rpartition(" ")
    who = Actor.USER if item.origin.startswith(_BY_USER) else Actor.NOTE
    stale = tuple(said for name, said in gone.items() if name in item.text)
    return Hit(source, line, item.text, at=item.at, who=who.value, stale=stale)


def _in_log(query: str, sources: Sources, gone: dict[str, str]) -> list[Hit]:
    replaced = {item.text: item.successor for item in sources.record if item.kind is Class.CONSTRAINTS}
    return [_of_line(line, gone, replaced) for line in sources.log.search(query, HITS)]


def _of_line(line: Line, gone: dict[str, str], replaced: dict[str, str | None]) -> Hit:
    stale = tuple(said for name, said in gone.items() if name in line.text)
    newer = next((new for old, new in replaced.items() if new and old in line.text), None)
    return Hit(line.source, str(line.id), line.text, line.before, line.after, line.at, line.actor.value, stale, newer)


def _beside(hits: Sequence[Hit]) -> list[Hit]:
    """What contradicts side by side: each hit, and behind it those whose place it took."""
    found: dict[str, Hit] = {}
    for hit in hits:
        found.setdefault(hit.place, hit)
        found |= {old.place: old for old in hits if old.superseded and old.superseded in hit.text}
    return list(found.values())


def _in_notes(wanted: Sequence[Group], sources: Sources) -> list[Hit]:
    found: list[Hit] = []
    root = Path(sources.report.root)
    noted = {note.note.path: note.findings for note in sources.report.notes}
    texts = ((path, _note(root / path), findings) for path, findings in noted.items())
    others = ((path, Disk(root).read(path) or b"", ()) for path in sources.files if path not in noted)
    for path, data, findings in itertools.chain(texts, others):
        found += _in_text(path, data[:NOTE_CAP_BYTES].decode("utf-8", "replace"), findings, wanted)
        if len(found) >= HITS:
            break
    return found[:HITS]


def _note(path: Path) -> bytes:
    try:
        return read_limited(path, NOTE_CAP_BYTES, follow=True)
    except (OSError, NotReadable):
        return b""


def _in_text(path: str, text: str, findings: Sequence[Finding], wanted: Sequence[Group]) -> Iterator[Hit]:
    if not wanted or not holds(text, wanted):
        return
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if holds(line, wanted):
            stale = tuple(
                _said(f.citation.text, f.verdict.value, f.target)
                for f in findings
                if f.citation.line == number and f.level in _BAD
            )
            yield Hit(path, str(number), line, _at(lines, number - 2), _at(lines, number), stale=stale)


def _gone(report: Report) -> dict[str, str]:
    """What the notes cite and is not there any more, by its text."""
    found = (f for note in report.notes for f in note.findings if f.level is Level.ERROR)
    return {f.citation.text: _said(f.citation.text, f.verdict.value, f.target) for f in found}


def _said(text: str, verdict: str, target: str | None) -> str:
    return f"{text} is {verdict}: use {target}" if target else f"{text} is {verdict}"


def _at(lines: Sequence[str], index: int) -> str | None:
    return lines[index] if 0 <= index < len(lines) and lines[index].strip() else None


def _within(hits: Sequence[Hit], budget: int) -> Recalled:
    short = [_shortened(hit) for hit in hits]
    sums = list(itertools.accumulate(map(_tokens, short)))
    count = max(bisect.bisect_right(sums, budget), min(len(short), 1))
    return Recalled(tuple(short[:count]), len(short) - count, sums[-1] if sums else 0)


def _tokens(hit: Hit) -> int:
    return tokens(" ".join((hit.text, hit.before or "", hit.after or "", *hit.stale, hit.superseded or "")))


def _shortened(hit: Hit) -> Hit:
    """The line itself counts most; its neighbours get what it leaves."""
    text = cut(hit.text.strip(), HIT_TOKENS)
    each = max((HIT_TOKENS - tokens(text)) // 2, 0)
    before = cut(hit.before.strip(), each) if hit.before and each else None
    after = cut(hit.after.strip(), each) if hit.after and each else None
    return replace(hit, text=text, before=before, after=after)
