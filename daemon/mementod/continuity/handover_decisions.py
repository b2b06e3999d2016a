"""The decisions of a hand-over that is being drafted: handed over, written down, made for a reason, or only said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from mementod.continuity.episodes import Episodes, Line
from mementod.gates.decision_log import decisions
from mementod.judging.engine import Engine
from mementod_parsers.continuity.budget import cut
from mementod_parsers.continuity.record import Item, was_decided
from mementod_parsers.continuity.rejections import REJECTED
from mementod_parsers.continuity.rejections import WORDS as REJECTING
from mementod_parsers.continuity.transcripts.episode import Actor
from mementod_parsers.decisions.decision_state import State
from mementod_parsers.decisions.decisions import Decision
from mementod_parsers.progress.progress_entry import Entry, Status
from mementod_parsers.progress.progress_lines import split_lines

LATEST_CAP = 10  # of those that are written down
HEARD_CAP = 5  # decisions that were only said
HANDED_CAP = 20  # decisions of hand-overs; a section has 60 lines
LINE_TOKENS = 60
PEOPLE = (Actor.USER, Actor.NOTE)
_BOX = re.compile(r"\s*(?:[-*+•]|\d{1,4}[.)、])\s+\[[ xX~/-]\]\s")
_PURPOSE = re.compile(r"(?:to|for|and|so that|in order)\b|避免|防止|以便|为了|為了", re.IGNORECASE)
_DECIDED = re.compile(
    rf"\b(?:we|I)(?:'ve| have)? (?:decided|chose|rejected)\b|决定|选择了|{REJECTED.pattern}", re.IGNORECASE
)
# What the log is searched for, for that.
_DECIDING = ("decided", "chose", *REJECTING, "决定", "选择")


def in_a_line(entry: Entry) -> str:
    """What an entry is about; a line of a hand-over is one line, and more of it is in the progress file."""
    return entry.title if not entry.what or "\n" in entry.what else entry.what


def handed_over(record: Sequence[Item]) -> list[str]:
    """What was decided in hand-overs, the newest last."""
    told = [item.text for item in record if was_decided(item)]
    left = len(told) - HANDED_CAP
    return [*([f"{left} older decisions: `mementod engram --all`."] if left > 0 else []), *told[-HANDED_CAP:]]


def decided(engine: Engine, entries: Sequence[Entry], progress: str, log: Episodes) -> list[str]:
    """What the decision log says, with what was rejected, else what progress gives reasons for; and what was said."""
    written = decisions(engine.repository.git, engine.config)[1] if engine.repository.tracked else ()
    found = [_decision(each) for each in written[-LATEST_CAP:] if each.state is not State.SUPERSEDED]
    if not found:
        told = _reasoned(entries, progress)[-LATEST_CAP:]
        found = [f"{cut(e.what.rstrip(' .:'), LINE_TOKENS)} (why: {cut(e.why, LINE_TOKENS)})" for e in told]
    return [*found, *(f'The user said: "{cut(line.text.strip(), LINE_TOKENS)}"' for line in _said(log))]


def _reasoned(entries: Sequence[Entry], progress: str) -> list[Entry]:
    """What was done for a reason of its own: a list of tasks under one reason decides nothing."""
    lines = split_lines(progress)
    made = (entry for entry in entries if entry.what and entry.why and entry.status is not Status.OPEN)
    own = (entry for entry in made if _is_own(entry, lines[entry.first - 1 : entry.last]))
    return [replace(entry, what=in_a_line(entry)) for entry in own]


def _is_own(entry: Entry, lines: Sequence[str]) -> bool:
    """Whether its reason stands in its own lines, and no list that people tick."""
    if entry.status is Status.DONE and _PURPOSE.match(entry.why):  # "tests to avoid surprises" is a task
        return False
    return not any(map(_BOX.match, lines[1:])) and any(entry.why.partition("\n")[0] in line for line in lines)


def _said(log: Episodes) -> list[Line]:
    """What the user said of decisions, in his own words, oldest first."""
    found = {line.id: line for word in _DECIDING for line in log.search(word, HEARD_CAP)}
    said = [line for line in found.values() if line.actor in PEOPLE and _DECIDED.search(line.text)]
    return sorted(said, key=lambda line: line.id)[-HEARD_CAP:]


def _decision(each: Decision) -> str:
    why = f" (why: {cut(each.why, LINE_TOKENS)})" if each.why else ""
    against = "".join(f"; not {r.name}" + (f": {cut(r.why, LINE_TOKENS)}" if r.why else "") for r in each.rejected)
    return f"{cut(each.chosen or each.title, LINE_TOKENS)}{why}{against}"
