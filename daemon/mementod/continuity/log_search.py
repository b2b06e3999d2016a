"""Which lines of the log answer a query, by the index of their words: quick however many there are.

Reads only; owns no line. Whoever asks holds the database at one moment.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations, islice

from mementod_parsers.continuity.search_terms import Group, groups, most, terms
from mementod_parsers.continuity.transcripts.episode import Actor

CHOICES_CAP = 4  # ways to leave out as many words that are tried, the rarest words kept longest
DENSITY_LINES = 64  # the newest ones that hold a word; they tell how often it comes
COMMON = 0.25  # of all lines; a word that comes more often is not looked for beside a rarer one
LOOKED_CAP = 400  # lines looked into for the words that were not looked for


class Search:
    """The index in an open database."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._terms: dict[int, frozenset[str]] = {}  # of lines that were looked into

    def found(self, query: str, limit: int) -> list[int]:
        """The newest lines that hold all words of a query, then those that hold most of them; at most `limit`.

        Those as written come first; of those that hold as many, those that hold the rarest.
        """
        asked = groups(query)
        near = self._density({term for group in asked for way in group for term in way})
        possible = [tuple(way for way in group if near.keys() >= set(way)) for group in asked]
        wanted: list[Group] = [group for group in possible if group and self._comes(group, near)]
        wanted.sort(key=lambda group: (min(near[term] for term in group[0]), -len(group[0][0])))
        found: dict[int, None] = {}
        for chosen in _choices(wanted, most(len(asked))):
            for ways in ([group[:1] for group in chosen], chosen):
                if len(found) < limit:
                    found |= dict.fromkeys(self._matching(ways, limit, near))
        return list(found)[:limit]

    def _density(self, words: Set[str]) -> dict[str, float]:
        """In which part of the newest lines each word comes; a word that no line holds is not there."""
        last = self._db.execute("SELECT max(id) FROM lines").fetchone()[0] or 0
        found = {}
        for word in words:
            if rows := list(self._rows([((word,),)], DENSITY_LINES)):
                found[word] = len(rows) / (last - rows[-1] + 1 if len(rows) == DENSITY_LINES else last)
        return found

    def _comes(self, group: Group, near: Mapping[str, float]) -> bool:
        return any(len(way) == 1 for way in group) or bool(self._matching([group], 1, near))

    def _matching(self, wanted: Sequence[Group], limit: int, near: Mapping[str, float]) -> list[int]:
        """The newest lines that hold all of `wanted`, those that people said before those that only tell of work.

        The index has to read the whole list of a word that nearly every line holds. Beside a rarer word that is
        dearer than to look into the few lines that hold the rarer one.
        """
        lean, cap = _lean(wanted, near), max(limit, LOOKED_CAP)
        rows = self._people_first(list(self._rows(lean, cap)), limit)
        whole = rows if lean == list(wanted) else (row for row in rows if self._holds(row, wanted))
        found = sorted(islice(whole, limit), reverse=True)
        is_all = len(found) == limit or lean == list(wanted) or len(rows) < cap
        return found if is_all else list(self._rows(wanted, limit))

    def _people_first(self, rows: Sequence[int], limit: int) -> list[int]:
        """What a file was read for a hundred times must not hide what was once said of it."""
        if len(rows) <= limit:
            return list(rows)
        marks = ",".join("?" * len(rows))
        sql = (
            "SELECT lines.id FROM lines JOIN messages ON messages.id = message"
            f" WHERE lines.id IN ({marks}) AND actor IN (?, ?) ORDER BY lines.id DESC LIMIT ?"
        )
        parameters = (*rows, Actor.USER, Actor.NOTE, limit - limit // 4)
        first = dict.fromkeys(row for (row,) in self._db.execute(sql, parameters))
        return [*first, *(row for row in rows if row not in first)]

    def _holds(self, row: int, wanted: Sequence[Group]) -> bool:
        if row not in self._terms:
            text = self._db.execute("SELECT text FROM lines WHERE id = ?", (row,)).fetchone()[0]
            self._terms[row] = frozenset(terms(text))
        return all(any(self._terms[row].issuperset(way) for way in group) for group in wanted)

    def _rows(self, wanted: Sequence[Group], limit: int) -> Iterator[int]:
        sql = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?"
        for (row,) in self._db.execute(sql, (_match(wanted), limit)):
            yield row


def _choices(wanted: Sequence[Group], least: int) -> Iterator[tuple[Group, ...]]:
    """All words, then all but one, and so on; of as many, those with the first ones first."""
    for count in range(len(wanted), least - 1, -1):
        yield from islice(combinations(wanted, count), CHOICES_CAP)


def _lean(wanted: Sequence[Group], near: Mapping[str, float]) -> list[Group]:
    """The same without words that come so often, as far as rarer ones are left."""
    rare = [tuple(tuple(term for term in way if near[term] < COMMON) for way in group) for group in wanted]
    kept = [group for group in rare if all(group)]
    return kept or list(wanted)


def _match(wanted: Sequence[Group]) -> str:
    return " AND ".join(f"({' OR '.join(_all(way) for way in group)})" for group in wanted)


def _all(way: tuple[str, ...]) -> str:
    return "(" + " AND ".join(f'"{term}"' for term in way) + ")"
