"""The cold start in one text: what must hold, what is wrong, where the work stands, then the notes, within a budget.

What comes later makes room for what comes first; what does not fit is named in a line that always has room.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mementod.continuity.handover_store import Stored
from mementod.continuity.room import Block, Room, listed
from mementod.continuity.shares import shares
from mementod.continuity.stale import Stale
from mementod.continuity.start_files import StartFile
from mementod_parsers.continuity.forbidden import plainly
from mementod_parsers.continuity.handover import parse
from mementod_parsers.continuity.handover_shown import shown
from mementod_parsers.continuity.note_sections import said_in
from mementod_parsers.continuity.record import TITLES, Class, Item, is_binding, lines_of
from mementod_parsers.continuity.start_roles import Role, role_of
from mementod_parsers.continuity.telling import size
from mementod_parsers.model import Report

BUDGET_BYTES = 8_192
# One in so many bytes of the room that is left, and of the budget.
BINDING_PART, WRONG_REST_PART, WORK_PART = 2, 3, 2
WRONG_PART, OPEN_PART, OPEN_REST_PART = 5, 4, 2
RULES_PART = 8  # what the notes ask, where they are cut
HANDOVER_PART = 0.6  # of the room that is left, where there are notes too
CLASS_BYTES = 800  # of the record, but for what binds: about 200 tokens
NAMES_PART, NAMES_MIN_BYTES = 10, 150  # for each of the two lines that only name things
LINES_MAX = 999  # of a hand-over that may be left out
LINE_CAP_CHARS = 120  # of a commit
CHANGED_CAP = 8  # names of files that are not committed
QUESTIONS = (
    "Answer from this, in your own words, before you act; do not repeat the notes:",
    "1. What is the goal, and what ends the work?",
    "2. Where does the work stand?",
    "3. What is the smallest next step?",
)
_MISSING = "Not shown for lack of room"
_ASKED = "The notes ask, beside what is shown of them below:"
_RECORD, _HANDOVER = "mementod engram --all", "mementod handoff --last"
_LISTS = "git grep -l -F '[ ]'"


@dataclass(frozen=True, slots=True)
class Start:
    """All that a start is made from."""

    report: Report
    stale: Sequence[Stale]
    behind: Sequence[str]  # where the progress file and the code disagree, a line each
    record: Sequence[Item]
    handover: Stored | None
    where: str  # branch and commit of now, and whether they are those of the hand-over
    progress: str = ""  # the path of the progress file
    commits: Sequence[str] = ()  # the last ones, a line each
    changed: Sequence[str] = ()  # files that are not committed
    log: str = ""  # the path of the decision log
    decided: Sequence[str] = ()  # its newest decisions, a line each
    files: Sequence[StartFile] = ()  # what is read at a start, in its order
    others: Sequence[str] = ()  # paths of what is not, though it is for that
    problem: str | None = None  # why some of it may be of the last time
    lists: Sequence[str] = ()  # lists of work and what is open in them, a text each
    unsaid: str = ""  # that nothing says what is next


def text(start: Start, budget: int = BUDGET_BYTES) -> str:
    """The start as an agent reads it. What does not fit is named, the questions always fit."""
    names = max(budget // NAMES_PART, NAMES_MIN_BYTES)
    files = [file for file in start.files if not (start.decided and file.path == start.log)]
    others = listed("Other notes, with their lines", _others(start), budget // NAMES_PART)
    reserved = names + size([others])
    room = Room(budget - size(QUESTIONS) - reserved)
    room.add([start.where])
    said = [item for item in start.record if not item.note]
    above = room.put(_of_class(said, Class.CONSTRAINTS), room.left // BINDING_PART)
    rules = _rules(start.record)
    whole = _asked_of(rules)
    asked = Room(min(room.left, budget // RULES_PART, whole.needs))
    place, room.left = len(room.lines), room.left - asked.left
    _now(room, start, above, budget)
    missing = [*room.missing, *([whole.missing] if rules else []), *(file.path for file in files)]
    room.left += names - size([listed(_MISSING, missing, names)])
    texts = [item.text for item in rules]
    read = {file.path for file, lines in shares(files, room.left, texts) if room.add(lines)}
    below = set(said_in(room.lines, texts))
    asked.put(_asked_of([item for item in rules if item.text not in below]))
    room.lines[place:place] = asked.lines
    missing = [*room.missing, *asked.missing, *(file.path for file in files if file.path not in read)]
    closing = [listed(_MISSING, missing, names), others]
    return "\n".join((*room.lines, *(part for line in closing if line for part in (line, "")), *QUESTIONS)) + "\n"


def _now(room: Room, start: Start, above: Sequence[str], budget: int) -> None:
    """All but what binds and the notes themselves: what is wrong, where the work stands, what is remembered."""
    for block in _wrong(start):
        room.put(block, min(budget // WRONG_PART, room.left // WRONG_REST_PART))
    _hand_over(room, start, [item.text for item in start.record if any(item.text in line for line in above)])
    title = "The last commits:" if start.commits else "Changes:"
    room.put(Block(title, _work(start), "commits", "git log, git status"), room.left // WORK_PART)
    title = "Open in the lists of work:"
    room.put(Block(title, start.lists, "lists of work", _LISTS), min(budget // OPEN_PART, room.left // OPEN_REST_PART))
    room.add([start.unsaid] if start.unsaid else [])
    for block in _remembered(start):
        room.put(block, CLASS_BYTES)
    room.put(Block(f"The newest decisions ({start.log}):", start.decided, "decisions", start.log))


def _rules(record: Sequence[Item]) -> list[Item]:
    """What the notes ask, the last of them the most important: what is read at every start, then the rest."""
    rules = [item for item in record if item.note and is_binding(item)]
    return sorted(rules, key=lambda item: role_of(item.note) in (Role.START, Role.GUIDE))


def _asked_of(rules: Sequence[Item]) -> Block:
    return Block(_ASKED, lines_of(list(map(plainly, rules)), Class.CONSTRAINTS), "what the notes ask", _RECORD)


def _wrong(start: Start) -> Iterator[Block]:
    """Where progress is behind the code, then what else the notes say and is not so any more."""
    told = "\n".join(start.behind)
    of_progress = [each for each in start.stale if start.progress in each.notes and not _names(told, each.name)]
    behind = [*(each.line for each in of_progress), *(f"- {line}" for line in start.behind)]
    title = "The progress file is behind the code. Revise this before you act:"
    yield Block(title, behind, "progress behind the code", "mementod progress check, mementod check")
    others = [each.line for each in start.stale if each not in of_progress and each.notes != {start.progress}]
    yield Block("What the notes say that is not so any more:", others, "what is stale", "mementod check")


def _hand_over(room: Room, start: Start, above: Sequence[str]) -> None:
    """Whole where it fits, else what an agent that goes on cannot do without."""
    if (last := start.handover) is None:
        return
    head = [f"Hand-over of {last.at}:", *_corrected(last, start.record)]
    limit = room.left if not start.files else int(room.left * HANDOVER_PART)
    lines, more = shown(parse(last.text), limit - size([*head, _shortened(LINES_MAX), ""]), above)
    if not lines or not room.add([*head, *lines, *([_shortened(more)] if more else [])]):
        room.missing.append(f"the hand-over ({_HANDOVER})")


def _shortened(count: int) -> str:
    return f"[{count} more line{'s' * (count != 1)}; all of it: {_HANDOVER}]"


def _corrected(last: Stored, record: Sequence[Item]) -> list[str]:
    """Names in it that are others by now."""
    found = [item for item in record if _is_other(item) and _names(last.text, item.text)]
    lines = [line for kind in (Class.GONE, Class.IDENTIFIERS) for line in lines_of(found, kind)]
    return ["Of the names in it, these are gone or misspelt:", *lines] if lines else []


def _is_other(item: Item) -> bool:
    return item.kind is Class.GONE or (item.kind is Class.IDENTIFIERS and item.successor is not None)


def _is_plain(item: Item) -> bool:
    """A word of a command that holds, as `test` does: nobody needs to be told how it is spelled."""
    return item.kind is Class.IDENTIFIERS and not item.successor and item.text.isalpha() and item.text.islower()


def _names(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w/.-]){re.escape(name)}(?![\w-])", text) is not None


def _remembered(start: Start) -> Iterator[Block]:
    """What else must survive; what the hand-over says is not said again."""
    last = start.handover.text if start.handover else ""
    once = [item for item in start.record if not (item.kind in (Class.GOAL, Class.EMPHASIS) and item.text in last)]
    once = [item for item in once if not (_is_other(item) and _names(last, item.text))]
    binding = {item.text for item in start.record if item.kind is Class.CONSTRAINTS}
    once = [item for item in once if not (item.kind is Class.EMPHASIS and item.text in binding)]
    once = [item for item in once if not _is_plain(item)]
    for kind in (Class.GOAL, Class.EMPHASIS, Class.GONE, Class.IDENTIFIERS):
        yield _of_class(once, kind)


def _of_class(record: Sequence[Item], kind: Class) -> Block:
    return Block(f"{TITLES[kind]}:", lines_of(record, kind), kind.replace("_", " "), _RECORD)


def _work(start: Start) -> list[str]:
    """What was done last, as git knows it: notes may be behind it."""
    commits = [f"- {line if len(line) <= LINE_CAP_CHARS else line[:LINE_CAP_CHARS] + '…'}" for line in start.commits]
    names = ", ".join(start.changed[:CHANGED_CAP])
    more = len(start.changed) - CHANGED_CAP
    changed = [f"Not committed: {names}{f' and {more} more' if more > 0 else ''}."] if start.changed else []
    return [*commits, *changed]


def _others(start: Start) -> list[str]:
    """What is not read at a start: notes with their number of lines, and files that are no notes."""
    shown_ones = {file.path for file in start.files}
    notes = {note.note.path: f"{note.note.path} {note.note.lines}" for note in start.report.notes}
    first = [notes.get(path, path) for path in start.others]
    return [*first, *(name for path, name in notes.items() if path not in shown_ones and path not in start.others)]
