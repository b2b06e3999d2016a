"""Which lines of the log answer a query, by the index of their words: quick however many there are.

Reads only; owns no line. Whoever asks holds the database at one moment.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import islice

from mementod_parsers.continuity.search_terms import Group, groups, holds
from mementod_parsers.continuity.transcripts.episode import Actor

GROUPS_CAP = 12  # words of a query that count
DROPPED_CAP = 6  # words that are left out, the shortest first, before a search gives up
DENSITY_LINES = 64  # the newest ones that hold a word; they tell how often it comes
COMMON = 0.25  # of all lines; a word that comes more often is not looked for beside a rarer one
LOOKED_CAP = 400  # lines looked into for the words that were not looked for


class Search:
    """The index in an open database."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def found(self, query: str, limit: int) -> list[int]:
        """The newest lines that hold all words of a query, then those that hold the longest ones; at most `limit`."""
        asked = groups(query)[:GROUPS_CAP]
        near = self._density({term for group in asked for way in group for term in way})
        possible = [tuple(way for way in group if near.keys() >= set(way)) for group in asked]
        wanted: list[Group] = [group for group in possible if group and self._matching([group], 1, near)]
        wanted.sort(key=lambda group: -len(group[0][0]))  # a longer word says more
        found: dict[int, None] = {}
        for kept in range(len(wanted), max(len(wanted) - DROPPED_CAP, 1) - 1, -1):
            for ways in ([group[:1] for group in wanted[:kept]], wanted[:kept]):
                if len(found) < limit:
                    found |= dict.fromkeys(self._matching(ways, limit, near))
        return list(found)[:limit]

    def _density(self, words: Set[str]) -> dict[str, float]:
        """In which part of the newest lines each word comes; a word that no line holds is not there."""
        last = self._db.execute("SELECT max(id) FROM lines").fetchone()[0] or 0
        found = {}
        for word in words:
            if rows := list(self._rows([((word,),)], DENSITY_LINES)):
                found[word] = len(rows) / (last - rows[-1] + 1) if len(rows) == DENSITY_LINES else 0.0
        return found

    def _matching(self, wanted: Sequence[Group], limit: int, near: Mapping[str, float]) -> list[int]:
        """The newest lines that hold all of `wanted`, those that people said before those that only tell of work.

        The index has to read the whole list of a word that nearly every line holds. Beside a rarer word that is
        dearer than to look into the few lines that hold the rarer one.
        """
        lean, cap = _lean(wanted, near), max(limit, LOOKED_CAP)
        rows = self._people_first(list(self._rows(lean, cap)), limit)
        held = rows if lean == list(wanted) else (row for row in rows if self._holds(row, wanted))
        found = sorted(islice(held, limit), reverse=True)
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
        return holds(self._db.execute("SELECT text FROM lines WHERE id = ?", (row,)).fetchone()[0], wanted)

    def _rows(self, wanted: Sequence[Group], limit: int) -> Iterator[int]:
        sql = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?"
        for (row,) in self._db.execute(sql, (_match(wanted), limit)):
            yield row


def _lean(wanted: Sequence[Group], near: Mapping[str, float]) -> list[Group]:
    """The same without words that come so often, as far as rarer ones are left."""
    rare = [tuple(tuple(term for term in way if near[term] < COMMON) for way in group) for group in wanted]
    kept = [group for group in rare if all(group)]
    return kept or list(wanted)


def _match(wanted: Sequence[Group]) -> str:
    return " AND ".join(f"({' OR '.join(_all(way) for way in group)})" for group in wanted)


def _all(way: tuple[str, ...]) -> str:
    return "(" + " AND ".join(f'"{term}"' for term in way) + ")"
