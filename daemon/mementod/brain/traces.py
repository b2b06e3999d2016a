"""Which citations a change can touch: the index from question to the citations that asked it.

A citation is judged again only when the answer to something it asked may differ. Another configuration is no change of
this kind: it has everything judged anew.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable

from mementod.brain.question import GLOB, NAMED, Change, questions_of
from mementod_parsers.code.tokens import norm
from mementod_parsers.resolve import base_name

STALE_SHARE = 4  # the index is made anew when it holds this many times more ids than live ones


class Traces:
    """From questions to the citations that asked them."""

    def __init__(self) -> None:
        self._askers: dict[str, array[int]] = {}
        self._globs: dict[str, re.Pattern[str]] = {}
        self._places: dict[int, tuple[str, int]] = {}  # id -> note, number of the citation in it
        self._ids: dict[str, list[int]] = {}
        self._next = 0
        self._held = 0

    def forget(self, note: str) -> None:
        for number in self._ids.pop(note, ()):
            self._places.pop(number, None)

    def keep(self, note: str, number: int, asked: Iterable[str], globs: Iterable[re.Pattern[str]]) -> None:
        """Remember what one citation asked."""
        identity = self._next
        self._next += 1
        self._places[identity] = (note, number)
        self._ids.setdefault(note, []).append(identity)
        for pattern in globs:
            self._globs[GLOB + pattern.pattern] = pattern
        for question in (*asked, *(GLOB + p.pattern for p in globs)):
            self._askers.setdefault(question, array("I")).append(identity)
            self._held += 1

    def touched(self, change: Change) -> set[tuple[str, int]]:
        """The citations, as note and number, whose verdict may be another one after the change."""
        questions = set(questions_of(change))
        questions |= {key for key, pattern in self._globs.items() if any(map(pattern.match, change.came))}
        ids = (i for q in questions for i in self._askers.get(q, ()))
        return {self._places[i] for i in ids if i in self._places}

    def asks(self, path: str) -> bool:
        """Whether a citation asked for something of this base name."""
        return any(i in self._places for i in self._askers.get(NAMED + norm(base_name(path)), ()))

    def drop(self, citations: Iterable[tuple[str, int]]) -> None:
        """Forget what these asked: they are judged again."""
        wanted: dict[str, set[int]] = {}
        for note, number in citations:
            wanted.setdefault(note, set()).add(number)
        for note, numbers in wanted.items():
            kept: list[int] = []
            gone: list[int] = []
            for identity in self._ids.get(note, ()):
                (gone if self._places[identity][1] in numbers else kept).append(identity)
            self._ids[note] = kept
            for identity in gone:
                del self._places[identity]
        self._compact()

    def _compact(self) -> None:
        """Throw out the ids of citations that were judged again since."""
        if self._next < STALE_SHARE * (len(self._places) + 1000):
            return
        kept = {q: array("I", (i for i in ids if i in self._places)) for q, ids in self._askers.items()}
        self._askers = {q: ids for q, ids in kept.items() if ids}
        self._globs = {q: p for q, p in self._globs.items() if q in self._askers}
        self._renumber()

    def _renumber(self) -> None:
        fresh = {old: new for new, old in enumerate(sorted(self._places))}
        self._askers = {q: array("I", (fresh[i] for i in ids)) for q, ids in self._askers.items()}
        self._places = {fresh[old]: place for old, place in self._places.items()}
        self._ids = {note: [fresh[i] for i in ids] for note, ids in self._ids.items()}
        self._next = len(fresh)
