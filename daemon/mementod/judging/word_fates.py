"""Which commit took a word out of a file: of keys, variables, flags, scripts and targets, which no parser follows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mementod.judging.fates import Fates
from mementod.stores.cache import Cache
from mementod.vcs.history import Change, History
from mementod.vcs.objects import Objects
from mementod_parsers.model import Verdict
from mementod_parsers.world import Fate, Moment

VERSIONS_CAP = 60  # of one file that are read, the latest


class WordFates:
    """Answers about words of one snapshot."""

    def __init__(self, objects: Objects, history: History, cache: Cache, fates: Fates) -> None:
        self._objects, self._history, self._cache, self._fates = objects, history, cache, fates

    def fate(self, word: str, path: str, moment: Moment) -> Fate:
        """What took a word out of a file that held it at a moment; no evidence where nobody can tell."""
        position = self._history.position(moment.commit)
        newer = [c for c in self._history.changes(path) if position is None or c.position < position]
        commit = self._removing(word, path, newer[-VERSIONS_CAP:])
        if commit:
            return Fate(Verdict.DELETED, None, f"removed in {self._fates.name(commit)}", commit)
        is_open = not newer or self._holds(word, newer[-1])
        return Fate(Verdict.DELETED, None, "removed, not committed yet" if is_open else "", None)

    def _removing(self, word: str, path: str, newer: Sequence[Change]) -> str:
        question = f"{self._history.tip}\0{path}\0{word}\0{newer[0].commit if newer else ''}"
        found = self._cache.recall("dropped", question)
        if found is None:
            found = self._search(word, newer)
            self._cache.remember("dropped", question, found)
        return str(found)

    def _search(self, word: str, newer: Sequence[Change]) -> str:
        """The oldest of the changes after which the file never held the word again; empty for none."""
        removing = ""
        for change in reversed(newer):
            if change.status != "D" and self._holds(word, change):
                break
            removing = change.commit
        return removing

    def _holds(self, word: str, change: Change) -> bool:
        data = self._objects.blob(change.blob)
        return data is not None and re.search(rb"(?<![\w-])%s(?![\w-])" % re.escape(word.encode()), data) is not None
