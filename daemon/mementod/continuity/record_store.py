"""The record of one repository, as it is stored: statements are added, marked as gone or revoked, and never removed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from enum import StrEnum

from mementod.continuity.memory_file import MemoryFile, storable
from mementod_parsers.continuity.record import Class, Item

_COLUMNS = "class, text, origin, at, head, successor, revoked"


class Step(StrEnum):
    """What is made of the log, each at its own pace."""

    HEARD = "heard"  # what binds, what was stressed, the goal
    NAMED = "named"  # the names in it, which takes a judgement


class RecordStore:
    """The record in an open file."""

    def __init__(self, file: MemoryFile) -> None:
        self._file, self._db = file, file.db

    def items(self) -> tuple[Item, ...]:
        """All statements, in the order they were added."""
        rows = self._db.execute(f"SELECT {_COLUMNS} FROM record ORDER BY id")
        return tuple(Item(Class(kind), *rest) for kind, *rest in rows)

    def hear(self, items: Iterable[Item], replaced: Mapping[str, str], read: int) -> None:
        """Add what was said, and how far the log was read for it. What is said again is as new."""
        with self._file.writing() as db:
            for item in items:
                db.execute("DELETE FROM record WHERE class = ? AND text = ?", (item.kind, item.text))
                self._insert(db, item)
            sql = "UPDATE record SET successor = ? WHERE class = ? AND text = ?"
            db.executemany(sql, [(new, Class.CONSTRAINTS, old) for old, new in replaced.items()])
            self._seen(db, Step.HEARD, read)

    def name(self, items: Iterable[Item], read: int | None) -> None:
        """Add names, and how far the log was read for them. A name is either there or gone, whichever came last."""
        with self._file.writing() as db:
            for item in items:
                other = Class.IDENTIFIERS if item.kind is Class.GONE else Class.GONE
                db.execute("DELETE FROM record WHERE class = ? AND text = ?", (other, item.text))
                self._insert(db, item)
            if read is not None:
                self._seen(db, Step.NAMED, read)

    def revoke(self, text: str, at: str) -> int:
        """Take back the statements that read so, or that begin so; how many."""
        text = storable(text)
        with self._file.writing() as db:
            sql = "UPDATE record SET revoked = ? WHERE revoked IS NULL AND substr(text, 1, ?) = ?"
            return db.execute(sql, (at, len(text), text)).rowcount

    def read(self, step: Step) -> int:
        """The last line of the log that a step has seen."""
        return int(self._file.value(step) or 0)

    def _insert(self, db: sqlite3.Connection, item: Item) -> None:
        db.execute(
            f"INSERT INTO record({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT(class, text) DO UPDATE SET successor = excluded.successor",
            (item.kind, item.text, item.origin, item.at, item.head, item.successor, item.revoked),
        )

    def _seen(self, db: sqlite3.Connection, step: Step, line: int) -> None:
        db.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (step, line))
