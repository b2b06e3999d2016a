"""A change that was looked at, and whose citations are not all judged yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mementod.brain.hints import Hints
from mementod.brain.look import Difference
from mementod.brain.question import Change


@dataclass(frozen=True, slots=True)
class Owed:
    """`old`: the edited notes, with what they cited before."""

    found: Difference
    old: Mapping[str, frozenset[str]]
    hints: Hints

    def change(self, words: frozenset[str] = frozenset()) -> Change:
        """What it may touch; `words` are the names that the files hold or held, as far as these were read."""
        found, hints = self.found, self.hints
        return Change(found.came, found.written, found.contents, words, hints.history, hints.ignores)
