"""The cold start in one text: what is wrong first, then what must hold, then the notes, within a budget."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mementod.continuity.handover_store import Stored
from mementod.continuity.start_files import NOTE_CAP_BYTES, StartFile
from mementod_parsers.continuity.record import Item, as_lines, shown
from mementod_parsers.continuity.start_roles import WEIGHT, Role
from mementod_parsers.continuity.telling import Asked, size, telling, tells_state
from mementod_parsers.model import Level, NoteReport, Report

BUDGET_BYTES = 8_192
WRONG_CAP = 20  # lines; the rest is counted
WRONG_PART = 5  # one in so many bytes of the budget
LINE_CAP_CHARS = 120  # of a commit
CHANGED_CAP = 8  # names of files that are not committed
PLACES_CAP = 3  # of one thing that is gone
SHARE_MIN_BYTES = 300  # of a note that is shown; with less room the first ones alone are
GUIDE_CAP_BYTES = 900
NAMES_PART = 10  # as WRONG_PART, for the names of other notes
_GUIDES = (Role.GUIDE, Role.README)
_ASKED = {
    Role.BRIEF: Asked.GOAL,
    Role.GUIDE: Asked.GOAL_ALONE,
    Role.README: Asked.GOAL_ALONE,
}  # what a file is read for; others for the state
QUESTIONS = (
    "Answer from this, in your own words, before you act; do not repeat the notes:",
    "1. What is the goal, and what ends the work?",
    "2. Where does the work stand?",
    "3. What is the smallest next step?",
)


@dataclass(frozen=True, slots=True)
class Start:
    """All that a start is made from."""

    report: Report
    behind: Sequence[str]  # where the progress file and the code disagree, a line each
    record: Sequence[Item]
    handover: Stored | None
    where: str  # branch and commit of now, and whether they are those of the hand-over
    commits: Sequence[str] = ()  # the last ones, a line each
    changed: Sequence[str] = ()  # files that are not committed
    files: Sequence[StartFile] = ()  # what is read at a start, in its order
    problem: str | None = None  # why some of it may be of the last time


def text(start: Start, budget: int = BUDGET_BYTES) -> str:
    """The start as an agent reads it. What does not fit is named, the questions always fit."""
    room = _Room(budget - size(QUESTIONS))
    room.put([start.where], whole=False)
    room.put(_work(start))
    room.put(_within(_behind(start.behind), budget // WRONG_PART))
    room.put(_within(_stale(start), budget // WRONG_PART))
    room.put(as_lines(shown(start.record)))
    room.put([f"Hand-over of {start.handover.at}:", *start.handover.text.splitlines()] if start.handover else [])
    others = _others(start, budget // NAMES_PART)
    room.left -= (kept := size([others]))
    read = {file.path for file, lines in _shares(start.files, room.left) if room.put([_title(file), *lines])}
    room.left += kept
    left_out = [file.path for file in start.files if file.path not in read]
    room.put([f"Not shown for lack of room: {', '.join(left_out)}."] if left_out else [])
    room.put([others] if others else [])
    return "\n".join((*room.lines, *QUESTIONS)) + "\n"


class _Room:
    """Lines within a number of bytes."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.lines: list[str] = []

    def put(self, lines: Sequence[str], whole: bool = True) -> bool:
        """Add a block if it fits, or as much of it as fits; whether nothing was left out."""
        if not lines or (whole and size(lines) + 1 > self.left):
            return not lines
        for line in (*lines, ""):
            if size([line]) > self.left:
                return False
            self.left -= size([line])
            self.lines.append(line)
        return True


def _work(start: Start) -> list[str]:
    """What was done last, as git knows it: notes may be behind it."""
    commits = [f"- {line if len(line) <= LINE_CAP_CHARS else line[:LINE_CAP_CHARS] + '…'}" for line in start.commits]
    names = ", ".join(start.changed[:CHANGED_CAP])
    more = len(start.changed) - CHANGED_CAP
    changed = [f"Not committed: {names}{f' and {more} more' if more > 0 else ''}."] if start.changed else []
    return [*(["The last commits:"] if commits else []), *commits, *changed]


def _behind(found: Sequence[str]) -> list[str]:
    title = "The progress file is behind the code. Revise this before you act:"
    return [title, *(f"- {line}" for line in found)] if found else []


def _stale(start: Start) -> list[str]:
    """One line a thing that is gone, those of what is shown below first."""
    rank = {file.path: number for number, file in enumerate(start.files)}
    notes = sorted(start.report.notes, key=lambda note: rank.get(note.note.path, len(rank)))
    places: dict[str, list[str]] = {}
    for note in notes:
        for what, line in _of_note(note):
            places.setdefault(what, []).append(f"{note.note.path}:{line}")
    lines = [f"- {what} [{', '.join(at[:PLACES_CAP])}{', …' * (len(at) > PLACES_CAP)}]" for what, at in places.items()]
    return ["What the notes say and does not hold any more:", *lines] if lines else []


def _of_note(note: NoteReport) -> Iterator[tuple[str, int]]:
    for finding in note.findings:
        if finding.level is Level.ERROR:
            how = f" ({finding.evidence})" if finding.evidence else ""
            use = f": use `{finding.target}`" if finding.target else ""
            yield f"`{finding.citation.text}` no longer holds{how}{use}", finding.citation.line


def _within(lines: Sequence[str], limit: int) -> list[str]:
    """A block of findings, and how many more there are."""
    ends = itertools.accumulate(size([line]) for line in lines[: WRONG_CAP + 1])
    kept = [line for line, end in zip(lines, ends, strict=False) if end <= limit][:WRONG_CAP]
    more = len(lines) - max(len(kept), 1)
    return [*kept, f"- and {more} more: mementod check"] if len(kept) > 1 and more else kept


def _shares(files: Sequence[StartFile], room: int) -> Iterator[tuple[StartFile, list[str]]]:
    """Each file with what of it is shown: whole where it is short, else by the weight of its role."""
    files = files[: max(room // SHARE_MIN_BYTES, 1)]
    needs = {file.path: _need(file) for file in files}
    given: dict[str, int] = {}
    left, weights = room, sum(_weight(file) for file in files)
    for file in sorted(files, key=lambda file: needs[file.path] / _weight(file)):
        given[file.path] = min(needs[file.path], left * _weight(file) // weights)
        left, weights = left - given[file.path], weights - _weight(file)
    for file in files:  # what one leaves goes to the next
        share = min(given[file.path] + left, _cap(file))
        lines = telling(file.text, share - size([_title(file)]) - 1, _ASKED.get(file.role, Asked.STATE))
        if lines:
            left += given[file.path] - size([_title(file), *lines]) - 1
            yield file, lines


def _need(file: StartFile) -> int:
    whole = size([_title(file), *file.text.splitlines()]) + 1
    return min(whole, _cap(file))


def _weight(file: StartFile) -> int:
    is_state = file.role is Role.GUIDE and tells_state(file.text)
    return WEIGHT[Role.PROGRESS] if is_state else WEIGHT.get(file.role, 1)


def _cap(file: StartFile) -> int:
    """Of instructions and of a README only a little is shown; more where they say how the work stands."""
    return GUIDE_CAP_BYTES * _weight(file) if file.role in _GUIDES else NOTE_CAP_BYTES


def _title(file: StartFile) -> str:
    about = (file.age, "" if file.is_judged else "not judged")
    return f"--- {file.path} ({', '.join(filter(None, (f'{file.text.count(chr(10)) + 1} lines', *about)))})"


def _others(start: Start, limit: int) -> str:
    """The notes that are not read at a start, by name and number of lines."""
    shown_ones = {file.path for file in start.files}
    names = [f"{n.note.path} {n.note.lines}" for n in start.report.notes if n.note.path not in shown_ones]
    ends = itertools.accumulate(size([name]) + 1 for name in names)
    named = [name for name, end in zip(names, ends, strict=True) if end <= limit]
    more = f" and {len(names) - len(named)} more" if len(names) > len(named) else ""
    return f"Other notes, with their lines: {', '.join(named)}{more}." if names else ""
