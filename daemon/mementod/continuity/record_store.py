"""The record of one repository, as it is stored: statements are added, marked as gone or revoked, and never removed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from mementod.continuity.memory_file import MemoryFile, storable
from mementod_parsers.continuity.record import NAMES, Class, Item

_COLUMNS = "class, text, origin, at, head, successor, revoked"


class Step(StrEnum):
    """What is made of the log, each at its own pace."""

    HEARD = "heard"  # what binds, what was stressed, the goal
    NAMED = "named"  # the names in it, which takes a judgement


def beginning(items: Iterable[Item], text: str) -> tuple[Item, ...]:
    """The statements that read so, or else those that begin so, as far as they were not taken back."""
    text = storable(text)
    found = tuple(item for item in items if not item.revoked and item.text.startswith(text))
    return tuple(item for item in found if item.text == text) or found


def is_said(db: sqlite3.Connection, text: str, besides: int = 0) -> bool:
    """Whether a person said it, in another line than that one: an agent that says it may have it from him."""
    sql = (
        "SELECT 1 FROM lines JOIN messages ON messages.id = message"
        " WHERE actor IN ('user', 'note') AND lines.id <> ? AND instr(text, ?) LIMIT 1"
    )
    return db.execute(sql, (besides, text)).fetchone() is not None


def taken_back(items: Iterable[Item]) -> tuple[list[str], list[str]]:
    """What was said and is revoked, and what was said and holds."""
    statements = [item for item in items if item.kind not in NAMES]
    revoked = [item.text for item in statements if item.revoked]
    return revoked, [item.text for item in statements if not item.revoked]


class RecordStore:
    """The record in an open file."""

    def __init__(self, file: MemoryFile) -> None:
        self._file, self._db = file, file.db

    def items(self) -> tuple[Item, ...]:
        """All statements, in the order in which they were made."""
        rows = self._db.execute(
            f"SELECT {_COLUMNS}, ifnull(force, ''), ifnull(subject, ''), ifnull(file, '') FROM record"
            " LEFT JOIN subjects USING(text) LEFT JOIN places USING(text) ORDER BY at, id"
        )
        return tuple(
            Item(Class(kind), text, origin, at, head, successor, revoked, force, subject, file=file)
            for kind, text, origin, at, head, successor, revoked, force, subject, file in rows
        )

    def hear(self, items: Iterable[Item], replaced: Mapping[str, str], read: int) -> None:
        """Add what was said, and how far the log was read for it. What is said again is as new.

        `replaced`: which constraint another statement took the place of (old -> new).
        """
        with self._file.writing() as db:
            for item in items:
                db.execute("DELETE FROM record WHERE class = ? AND text = ?", (item.kind, item.text))
                self._insert(db, item)
            sql = "UPDATE record SET successor = ? WHERE class = ? AND text = ?"
            db.executemany(sql, [(new, Class.CONSTRAINTS, old) for old, new in replaced.items()])
            self._seen(db, Step.HEARD, read)

    def add(self, items: Iterable[Item]) -> None:
        """Add statements that were not said in the log."""
        with self._file.writing() as db:
            for item in items:
                self._insert(db, item)

    def name(self, items: Iterable[Item], read: int | None) -> None:
        """Add names, and how far the log was read for them. A name is either there or gone, whichever came last."""
        with self._file.writing() as db:
            for item in items:
                other = Class.IDENTIFIERS if item.kind is Class.GONE else Class.GONE
                db.execute("DELETE FROM record WHERE class = ? AND text = ?", (other, item.text))
                self._insert(db, item)
            if read is not None:
                self._seen(db, Step.NAMED, read)

    def revoke(self, statements: Sequence[Item], at: str) -> None:
        """Take back statements, and the names that stand in no other. One of a note is kept as what was taken back."""
        taken = {(item.kind, item.text) for item in statements}
        left = [item for item in self.items() if not item.revoked and (item.kind, item.text) not in taken]
        told = [item.text for item in left if item.kind not in NAMES]
        origins = {item.origin for item in statements}
        names = (item for item in left if item.kind in NAMES and item.origin in origins)
        bare = [item for item in names if not any(item.text in text for text in told) and not self._is_named(item)]
        with self._file.writing() as db:
            for item in statements:
                if item.note:
                    self._insert(db, item)
            rows = [(at, item.kind, item.text) for item in (*statements, *bare)]
            db.executemany("UPDATE record SET revoked = ? WHERE class = ? AND text = ?", rows)

    def read(self, step: Step) -> int:
        """The last line of the log that a step has seen."""
        return int(self._file.value(step) or 0)

    def _is_named(self, name: Item) -> bool:
        """Whether a person named it in another line of the log than the one it was taken from."""
        return is_said(self._db, name.text, name.log_line)

    def _insert(self, db: sqlite3.Connection, item: Item) -> None:
        db.execute(
            f"INSERT INTO record({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT(class, text) DO UPDATE SET successor = excluded.successor, revoked = excluded.revoked",
            (item.kind, item.text, item.origin, item.at, item.head, item.successor, item.revoked),
        )
        if item.subject:
            db.execute("INSERT OR REPLACE INTO subjects VALUES (?, ?, ?)", (item.text, item.force, item.subject))
        if item.kind is Class.IDENTIFIERS:
            db.execute("INSERT OR REPLACE INTO places VALUES (?, ?)", (item.text, item.file))

    def _seen(self, db: sqlite3.Connection, step: Step, line: int) -> None:
        db.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (step, line))
