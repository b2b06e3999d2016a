"""One pass over `git log --raw` into the tables of the history."""

from __future__ import annotations

import sqlite3
from binascii import unhexlify
from collections.abc import Iterator

from mementod.vcs.raw_log import Commit, entries

ROWS_AT_ONCE = 10_000


class Filling:
    """One pass over `git log --raw -z` into the tables, within the caller's transaction.

    A commit that is there is there with all its changes, so what is read twice is stored once.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._paths: dict[bytes, int] = {}
        self._folders: set[bytes] = set()  # of these, the ones that were never a file
        for number, path, folder in db.execute("SELECT id, path, dir FROM paths"):
            self._paths[path] = number
            if folder:
                self._folders.add(path)
        self._next = max(self._paths.values(), default=0) + 1
        self._new: list[tuple[int, bytes, bytes]] = []
        self._known_folders = frozenset(self._folders)

    def take(self, fields: Iterator[bytes]) -> None:
        rows: list[tuple[int, int, str, bytes]] = []
        for row in self._changes(fields):
            rows.append(row)
            if len(rows) >= ROWS_AT_ONCE:
                self._store(rows)
        self._store(rows)
        new = ((number, path, base, path in self._folders) for number, path, base in self._new)
        self._db.executemany("INSERT INTO paths VALUES (?, ?, ?, ?)", new)
        became = ((path,) for path in self._known_folders - self._folders)
        self._db.executemany("UPDATE paths SET dir = 0 WHERE path = ?", became)

    def _store(self, rows: list[tuple[int, int, str, bytes]]) -> None:
        self._db.executemany("INSERT INTO changes VALUES (?, ?, ?, ?)", rows)
        rows.clear()

    def _changes(self, fields: Iterator[bytes]) -> Iterator[tuple[int, int, str, bytes]]:
        commit: int | None = None
        for entry in entries(fields):
            if isinstance(entry, Commit):
                commit = self._commit(entry)
            elif commit is not None:
                blob = entry.before if entry.status == "D" else entry.after
                yield self._file(entry.path), commit, entry.status, unhexlify(blob)

    def _commit(self, found: Commit) -> int | None:
        """The number of a new commit; None for one that is stored."""
        row = self._db.execute("INSERT INTO commits(oid, time) VALUES (?, ?) ON CONFLICT(oid) DO NOTHING", found)
        return row.lastrowid if row.rowcount == 1 else None

    def _file(self, path: bytes) -> int:
        self._folders.discard(path)
        number = self._paths.get(path)
        if number is None:
            number = self._add(path)
            parent = path.rpartition(b"/")[0]
            while parent and parent not in self._paths:
                self._folders.add(parent)
                self._add(parent)
                parent = parent.rpartition(b"/")[0]
        return number

    def _add(self, path: bytes) -> int:
        number = self._paths[path] = self._next
        self._next += 1
        self._new.append((number, path, path.rpartition(b"/")[2]))
        return number
