"""Evidence that texts hold for a question: the lines of notes, of other files and of the kept hand-over.

Reads files within the repository, and the notes of a report wherever they are. Owns no store.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mementod.continuity.handover_store import Stored
from mementod.files import NotReadable, read_limited
from mementod.gates.decision_log import is_log
from mementod.judging.disk import Disk
from mementod_parsers.continuity.decision_answers import answers
from mementod_parsers.continuity.passages import Passage, passages
from mementod_parsers.continuity.search_terms import Group
from mementod_parsers.model import Finding, Level, Report

NOTE_CAP_BYTES = 1 << 20
HITS = 8  # of the log, of the record, and of texts
_BAD = frozenset({Level.ERROR, Level.WARNING})
HANDOVER = "handoff"  # the source of its lines, as the command is called


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
    revoked: str | None = None  # the statement in it that somebody took back
    is_decision: bool = False  # it is a line of one, and `before` tells what was chosen and why


@dataclass(frozen=True, slots=True)
class _Text:
    source: str
    text: str
    findings: Sequence[Finding] = ()
    at: str | None = None


def in_texts(wanted: Sequence[Group], report: Report, files: Sequence[str], handover: Stored | None) -> list[Hit]:
    """The lines that hold the most of what is asked, by themselves if they can, then rare words; at most `HITS`."""
    found = [(text, one) for text in _texts(report, files, handover) for one in _read(text, wanted)]
    often = Counter(word for _, one in found for word in one.held)
    found.sort(key=lambda pair: _worth(pair[1], often), reverse=True)
    return [_hit(text, one) for text, one in found[:HITS]]


def _read(text: _Text, wanted: Sequence[Group]) -> list[Passage]:
    """Of a decision log whole decisions; what stands around them only where none answers."""
    return (is_log(text.source) and answers(text.text, wanted)) or passages(text.text, wanted)


def _worth(one: Passage, often: Mapping[int, int]) -> tuple[int, int, float]:
    return len(one.held), len(one.own), sum(1 / often[word] for word in one.held)


def said(finding: Finding) -> str:
    """What became of a name that a note cites, as a line."""
    told = f"{finding.citation.text} is {finding.verdict.value}"
    return f"{told}: use {finding.target}" if finding.target else told


def _texts(report: Report, files: Sequence[str], handover: Stored | None) -> Iterator[_Text]:
    root = Path(report.root)
    noted = {note.note.path: note.findings for note in report.notes}
    if handover:
        yield _Text(HANDOVER, handover.text, at=handover.at)
    for path, findings in noted.items():
        yield _Text(path, _decoded(_note(root / path)), findings)
    for path in files:
        if path not in noted:
            yield _Text(path, _decoded(Disk(root).read(path) or b""))


def _decoded(data: bytes) -> str:
    return data[:NOTE_CAP_BYTES].decode("utf-8", "replace")


def _note(path: Path) -> bytes:
    try:
        return read_limited(path, NOTE_CAP_BYTES, follow=True)
    except (OSError, NotReadable):
        return b""


def _hit(text: _Text, one: Passage) -> Hit:
    first, last = one.entry or (one.number, one.number)
    bad = (f for f in text.findings if first <= f.citation.line <= last and f.level in _BAD)
    stale, place = tuple(map(said, bad)), str(one.number)
    return Hit(text.source, place, one.text, one.before, one.after, text.at, None, stale, is_decision=bool(one.entry))
