"""The cold start in one text: what is wrong first, then what must hold, then the notes, within a budget."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mementod.continuity.handover_store import Stored
from mementod.files import NotReadable, read_limited
from mementod_parsers.continuity.record import Item, as_lines, shown
from mementod_parsers.model import Level, NoteReport, Report, Source

BUDGET_BYTES = 8_192
NOTE_CAP_BYTES = 1 << 20
STALE_CAP = 20  # lines; the rest is counted
NOTES_NAMED_CAP = 40
QUESTIONS = (
    "Answer from this, in your own words, before you act; do not repeat the notes:",
    "1. What is the goal, and what ends the work?",
    "2. Where does the work stand?",
    "3. What is the smallest next step?",
)
# What is read whole at a start, in this order; of other notes the names are enough.
_WHOLE = (Source.AGENT_INIT, Source.MEMORY_BANK)


@dataclass(frozen=True, slots=True)
class Start:
    """All that a start is made from."""

    report: Report
    behind: Sequence[str]  # where the progress file and the code disagree, a line each
    record: Sequence[Item]
    handover: Stored | None
    where: str  # branch and commit of now, and whether they are those of the hand-over
    problem: str | None = None  # why some of it may be of the last time


def text(start: Start, budget: int = BUDGET_BYTES) -> str:
    """The start as an agent reads it. What does not fit is named, the questions always fit."""
    room = _Room(budget - _size("\n".join(QUESTIONS)) - 1)
    room.put([start.where])
    room.put(_behind(start.behind))
    room.put(_stale(start.report))
    room.put(as_lines(shown(start.record)))
    room.put([f"Hand-over of {start.handover.at}:", *start.handover.text.splitlines()] if start.handover else [])
    left_out = [path for path, lines in _notes(start.report) if not room.put([f"--- {path}", *lines])]
    room.put(_named(left_out), whole=False)
    return "\n".join((*room.lines, *QUESTIONS)) + "\n"


class _Room:
    """Lines within a number of bytes."""

    def __init__(self, left: int) -> None:
        self._left = left
        self.lines: list[str] = []

    def put(self, lines: Sequence[str], whole: bool = True) -> bool:
        """Add a block if it fits, or as much of it as fits; whether anything was left out."""
        size = sum(_size(line) + 1 for line in lines) + 1
        if not lines or (whole and size > self._left):
            return not lines
        for line in (*lines, ""):
            if _size(line) + 1 > self._left:
                return False
            self._left -= _size(line) + 1
            self.lines.append(line)
        return True


def _behind(found: Sequence[str]) -> list[str]:
    lines = [f"- {line}" for line in found]
    return ["The progress file is behind the code. Revise this before you act:", *_capped(lines)] if lines else []


def _stale(report: Report) -> list[str]:
    lines = [line for note in report.notes for line in _of_note(note)]
    return ["What the notes say and does not hold any more:", *_capped(list(dict.fromkeys(lines)))] if lines else []


def _of_note(note: NoteReport) -> Iterator[str]:
    for finding in note.findings:
        if finding.level is Level.ERROR:
            what = f"`{finding.citation.text}` no longer holds"
            how = f" ({finding.evidence})" if finding.evidence else ""
            use = f": use `{finding.target}`" if finding.target else ""
            yield f"- {what}{how}{use} [{note.note.path}:{finding.citation.line}]"


def _capped(lines: Sequence[str]) -> list[str]:
    more = len(lines) - STALE_CAP
    return [*lines[:STALE_CAP], *([f"- and {more} more: mementod check"] if more > 0 else [])]


def _notes(report: Report) -> Iterator[tuple[str, list[str]]]:
    order = sorted(report.notes, key=lambda note: _rank(note.note.source))
    for note in order:
        if note.note.source in _WHOLE and (lines := _read(Path(report.root), note.note.path)):
            yield note.note.path, lines
    for note in order:
        if note.note.source not in _WHOLE:
            yield note.note.path, [f"({note.note.lines} lines)"]


def _rank(source: Source) -> int:
    return _WHOLE.index(source) if source in _WHOLE else len(_WHOLE)


def _read(root: Path, path: str) -> list[str]:
    try:
        return read_limited(root / path, NOTE_CAP_BYTES, follow=True).decode("utf-8", "replace").splitlines()
    except (OSError, NotReadable):
        return []


def _named(paths: Sequence[str]) -> list[str]:
    more = f" and {len(paths) - NOTES_NAMED_CAP} more" if len(paths) > NOTES_NAMED_CAP else ""
    return [f"Not shown for lack of room: {', '.join(paths[:NOTES_NAMED_CAP])}{more}."] if paths else []


def _size(line: str) -> int:
    return len(line.encode("utf-8", "replace"))
