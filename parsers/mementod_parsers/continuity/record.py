"""The record that survives a compaction: classes of short statements, merged by adding, shown within a budget.

Nothing in it is ever dropped: what is revoked or gone is marked, and what does not fit is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from mementod_parsers.continuity.budget import tokens, whole_sentences

CLASS_TOKENS = 200  # shown of one class
NOTED_TOKENS = 80  # of them at least for what the notes ask, as far as they ask for it; the user's words come first
RULE_TOKENS = 50  # of one rule of a note: its line says where all of it is; one of a longer sentence comes last
NAMED_CAP = 3  # places of one rule, and globs
HANDED_OVER = "hand-over"  # the origin of what an agent wrote into one


class Class(StrEnum):
    """What a statement is for the next agent."""

    CONSTRAINTS = "hard_constraints"
    IDENTIFIERS = "identifiers"
    GOAL = "current_goal"
    EMPHASIS = "user_emphasis"
    GONE = "gone"


NAMES = (Class.IDENTIFIERS, Class.GONE)  # the classes whose text is a name alone


@dataclass(frozen=True, slots=True)
class Item:
    """One statement. `text` is verbatim; `origin` says who said it where, `at` when (ISO 8601).

    `head` is the commit at which its names were last known to hold; `successor` is what a name is called now, or the
    later statement that took the place of this one; `revoked` the time at which somebody took it back. `force` (a kind
    of constraint) and `subject` say which statements replace each other, both empty where that is not known. Of a rule
    that stands in a note `note` and `line` are its place and `under` are the headings over it. `file` is the one file
    that a name of the code stands for, where there is one. `now` says which names in it are others by now, or gone.
    `also` are the other places of notes where a rule stands, `globs` the files that it is for, none: all.
    """

    kind: Class
    text: str
    origin: str
    at: str
    head: str | None = None
    successor: str | None = None
    revoked: str | None = None
    force: str = ""
    subject: str = ""
    note: str = ""
    line: int = 0
    under: str = ""
    file: str = ""
    now: str = ""
    also: tuple[str, ...] = ()
    globs: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Where it stands, for people."""
        limits = f" for {few(self.globs)}" if self.globs else ""
        return f"{few((self.origin, *self.also))}{limits}"

    @property
    def log_line(self) -> int:
        """The line of the log that it was taken from; 0 where that is not known."""
        line = self.origin.rpartition(" ")[2]
        return int(line) if line.isdecimal() else 0


def few(names: Sequence[str]) -> str:
    """Some of them, and how many more there are."""
    more = f" and {len(names) - NAMED_CAP} more" if len(names) > NAMED_CAP else ""
    return f"{', '.join(names[:NAMED_CAP])}{more}"


@dataclass(frozen=True, slots=True)
class Shown:
    """What fits of one class, the newest first, and how many more there are."""

    items: tuple[Item, ...]
    more: int


def seconds(at: str) -> float | None:
    """Since 1970, of the time of a statement; None for what is no time."""
    try:
        return datetime.fromisoformat(at).timestamp()
    except (ValueError, OverflowError):
        return None


def is_binding(item: Item) -> bool:
    """Whether it is a constraint that binds today."""
    return item.kind is Class.CONSTRAINTS and not item.revoked and not item.successor


def was_decided(item: Item) -> bool:
    """Whether it is what a hand-over says of a decision, and nobody took it back."""
    return item.kind is Class.EMPHASIS and item.origin == HANDED_OVER and not item.revoked


def given_goal(record: Sequence[Item]) -> Item | None:
    """The goal that somebody gave last; what an agent handed over is none."""
    given = (item for item in reversed(record) if item.kind is Class.GOAL and item.origin != HANDED_OVER)
    return next((item for item in given if not item.revoked), None)


def shown(items: Sequence[Item], limit: int = CLASS_TOKENS) -> dict[Class, Shown]:
    """What to put before an agent, what holds first. `items` in the order they were added."""
    return {kind: _fitting(_ordered(items, kind), limit) for kind in Class}


def lines_of(items: Sequence[Item], kind: Class) -> list[str]:
    """All that holds of one class, a line each, in the order of `shown`."""
    return list(_lines(kind, _ordered(items, kind), whole=False))


def as_lines(record: dict[Class, Shown], whole: bool = False) -> list[str]:
    """The record as a few lines for an agent; none when there is nothing. `whole`: no rule of a note is cut."""
    found: list[str] = []
    for kind, part in record.items():
        if part.items:
            found.append(f"{TITLES[kind]}:")
            found += _lines(kind, part.items, whole)
        if part.more:
            found.append(f"- ({part.more} more: mementod engram --all)")
    return found


TITLES = {
    Class.CONSTRAINTS: "Hard constraints (verbatim)",
    Class.IDENTIFIERS: "Names that hold",
    Class.GOAL: "Goal",
    Class.EMPHASIS: "Stressed or decided",
    Class.GONE: "Names that are gone",
}


def _lines(kind: Class, items: Sequence[Item], whole: bool) -> Iterator[str]:
    for number, item in enumerate(items):
        is_over = kind is Class.GOAL and _is_over(item, items[:number])
        yield f"- {'superseded: ' if is_over else ''}{_line(item, whole)}"


def _is_over(goal: Item, newer: Sequence[Item]) -> bool:
    """Of goals the one that somebody gave last holds, and beside it what an agent made of it since."""
    return any(each.origin != HANDED_OVER or goal.origin == HANDED_OVER for each in newer)


def _line(item: Item, whole: bool = False) -> str:
    if item.kind is Class.GONE:
        return f"{item.text}: use {item.successor}" if item.successor else f"{item.text}: nothing took its place"
    if item.kind is Class.IDENTIFIERS:
        more = [item.file] if item.file else []
        more += [f"written `{item.text}`"] if item.successor else []
        return f"{item.successor or item.text} ({', '.join(more)})" if more else item.text
    said = _plainly(item) if item.note else item.text
    text = whole_sentences(said, RULE_TOKENS) if item.note and not whole else said
    now = f" ({item.now})" if item.now else ""
    return f"{'superseded: ' if item.successor else ''}{text}{now} [{item.place}]"


def _plainly(rule: Item) -> str:
    from mementod_parsers.continuity.forbidden import plainly  # a hook that tells no rule does without

    return plainly(rule).text


def _ordered(items: Sequence[Item], kind: Class) -> list[Item]:
    """The newest first; a statement that a later one replaced comes behind those that hold."""
    found = [item for item in reversed(items) if item.kind is kind and not item.revoked]
    if kind is Class.IDENTIFIERS:
        ends = {end for item in found for end in _ends(item.successor or item.text)}
        return [item for item in found if item.successor or item.text not in ends]
    return sorted(found, key=lambda item: kind is Class.CONSTRAINTS and item.successor is not None)


def _ends(path: str) -> Iterator[str]:
    """The ways to write a path without its first folders."""
    parts = path.split("/")
    return ("/".join(parts[at:]) for at in range(1, len(parts)))


def _fitting(items: Sequence[Item], limit: int) -> Shown:
    """What was said, then what the notes ask: neither takes all of the room."""
    rules = sorted((item for item in items if item.note), key=_is_long)
    first = rules[:NOTED_TOKENS]  # no line is shorter than a token
    reserved = min(sum(tokens(_line(item)) for item in first), NOTED_TOKENS)
    said = _within([item for item in items if not item.note], limit - reserved)
    left = limit - sum(tokens(_line(item)) for item in said)
    kept = (*said, *_within(rules, left))
    return Shown(kept, len(items) - len(kept))


def _is_long(item: Item) -> bool:
    """Whether a rule of a note begins with a sentence that would push out others."""
    return tokens(whole_sentences(item.text, RULE_TOKENS)) > RULE_TOKENS


def _within(items: Sequence[Item], limit: int) -> list[Item]:
    """As many as there is room for, one at least."""
    kept: list[Item] = []
    left = limit
    for item in items:
        left -= tokens(_line(item))
        if left < 0 and kept:
            break
        kept.append(item)
    return kept
