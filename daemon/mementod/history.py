"""What every commit did to every path, from one `git log`, kept in the cache.

Owns the tables commits, paths, changes and lines. Commits are stored once, whatever tip they were reached from; a
line is the order of the commits below one tip, so a switch of branches or `--rev` costs only the commits that are
new. Merges are not listed by git log; a deletion that only a merge made shows in the trees, not here.
"""

from __future__ import annotations

import array
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mementod.cache import Cache
from mementod.git import Git, raw, text

LINES_KEPT = 8  # tips whose order is remembered
COMMIT_MARK = 0x01


@dataclass(frozen=True, slots=True)
class Change:
    """One commit's effect on one path. `position` counts from the tip (0); `blob` is the new one, at D the last."""

    commit: str
    position: int
    status: str  # A, D, M or T
    blob: str


class History:
    """The changes that are reachable from `tip`; empty without one."""

    def __init__(self, cache: Cache, git: Git, tip: str | None) -> None:
        self._cache, self._git, self.tip = cache, git, tip
        self._position: dict[int, int] = {}
        self._oid: dict[int, str] = {}
        self._known: dict[str, tuple[Change, ...]] = {}
        self._named: dict[str, tuple[str, ...]] = {}
        self._every: tuple[str, ...] | None = None
        self._places: dict[str, int | None] = {}
        if tip:
            self._load(tip)

    def __len__(self) -> int:
        return len(self._position)

    def changes(self, path: str) -> tuple[Change, ...]:
        """Oldest first."""
        if path not in self._known:
            rows = self._cache.db.execute(
                'SELECT c."commit", c.status, c.blob FROM changes c JOIN paths p ON p.id = c.path WHERE p.path = ?',
                (raw(path),),
            )
            self._known[path] = self._ordered(rows)
        return self._known[path]

    def named(self, base: str) -> tuple[str, ...]:
        """Every path, file or folder, of that base name that any known commit held; sorted."""
        if base not in self._named:
            rows = self._cache.db.execute("SELECT path FROM paths WHERE base = ?", (raw(base),))
            self._named[base] = tuple(sorted(text(path) for (path,) in rows))
        return self._named[base]

    def under(self, folder: str, limit: int) -> tuple[str, ...]:
        """Files that any known commit held below a folder; sorted, at most `limit`."""
        low, high = raw(folder + "/"), raw(folder + "0")  # "0" follows "/"
        rows = self._cache.db.execute(
            "SELECT path FROM paths WHERE path > ? AND path < ? AND dir = 0 ORDER BY path LIMIT ?",
            (low, high, limit),
        )
        return tuple(text(path) for (path,) in rows)

    def every_file(self) -> tuple[str, ...]:
        """Every file that any known commit held; sorted."""
        if self._every is None:
            rows = self._cache.db.execute("SELECT path FROM paths WHERE dir = 0 ORDER BY path")
            self._every = tuple(text(path) for (path,) in rows)
        return self._every

    def position(self, commit: str) -> int | None:
        """How many commits are before it in the line of the tip; None when it is no ancestor."""
        if commit not in self._places:
            row = self._cache.db.execute("SELECT id FROM commits WHERE oid = ?", (commit,)).fetchone()
            self._places[commit] = self._position.get(row[0]) if row else None
        return self._places[commit]

    def at(self, time: int) -> str | None:
        """The newest commit of the line that is not younger than `time` (seconds since 1970)."""
        rows = self._cache.db.execute(
            "SELECT id, oid FROM commits WHERE time <= ? ORDER BY time DESC, id", (time,)
        )
        return next((oid for number, oid in rows if number in self._position), None)

    def date(self, commit: str) -> int | None:
        """Committer time, seconds since 1970."""
        row = self._cache.db.execute("SELECT time FROM commits WHERE oid = ?", (commit,)).fetchone()
        return row[0] if row else None

    def _ordered(self, rows: Iterable[tuple[int, str, bytes]]) -> tuple[Change, ...]:
        found = [
            Change(self._commit(number), self._position[number], status, blob.hex())
            for number, status, blob in rows
            if number in self._position
        ]
        return tuple(sorted(found, key=lambda c: -c.position))

    def _commit(self, number: int) -> str:
        if number not in self._oid:
            self._oid[number] = self._cache.db.execute(
                "SELECT oid FROM commits WHERE id = ?", (number,)
            ).fetchone()[0]
        return self._oid[number]

    # filling

    def _load(self, tip: str) -> None:
        row = self._cache.db.execute("SELECT ids FROM lines WHERE tip = ?", (tip,)).fetchone()
        if row is None:
            self._read(tip)
            row = (self._line(tip),)
        ids = array.array("I", zlib.decompress(row[0]))
        self._position = {number: place for place, number in enumerate(ids)}

    def _read(self, tip: str) -> None:
        known = [oid for (oid,) in self._cache.db.execute("SELECT tip FROM lines")]
        exclude = [f"^{oid}" for oid in known if self._git.one("cat-file", "-t", oid) == "commit"]
        fields = self._git.stream(
            "log", "--topo-order", "--raw", "--no-renames", "--no-abbrev", "--no-ext-diff", "--no-textconv", "--root",
            "-z", "--format=%x01%H %ct", tip, *exclude, "--",
        )  # fmt: skip
        Filling(self._cache.db).take(fields)

    def _line(self, tip: str) -> bytes:
        oids = self._git.run("rev-list", "--topo-order", tip, "--").decode().split()
        numbers = dict(self._cache.db.execute("SELECT oid, id FROM commits"))
        ids = zlib.compress(array.array("I", (numbers[o] for o in oids if o in numbers)).tobytes(), 1)
        with self._cache.db as db:
            db.execute("INSERT OR REPLACE INTO lines VALUES (?, ?)", (tip, ids))
            db.execute(
                "DELETE FROM lines WHERE rowid NOT IN (SELECT rowid FROM lines ORDER BY rowid DESC LIMIT ?)",
                (LINES_KEPT,),
            )
        return ids


class Filling:
    """One pass over `git log --raw -z` into the tables; one transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._paths: dict[bytes, int] = {p: i for i, p in db.execute("SELECT id, path FROM paths")}
        self._new: list[tuple[int, bytes, bytes, int]] = []
        self._next = max(self._paths.values(), default=0) + 1

    def take(self, fields: Iterator[bytes]) -> None:
        with self._db as db:
            db.execute("CREATE INDEX IF NOT EXISTS changes_path ON changes(path)")
            db.executemany("INSERT INTO changes VALUES (?, ?, ?, ?)", self._changes(fields))
            db.executemany("INSERT INTO paths VALUES (?, ?, ?, ?)", self._new)

    def _changes(self, fields: Iterator[bytes]) -> Iterator[tuple[int, int, str, bytes]]:
        commit = 0
        for field in fields:
            head = field.lstrip(b"\n")
            if not head:
                continue
            if head[0] == COMMIT_MARK:
                commit = self._commit(head)
            elif head[:1] == b":":
                _, _, old, new, status = head.split(b" ")
                path = next(fields)
                yield (
                    self._path(path),
                    commit,
                    status[:1].decode(),
                    bytes.fromhex((old if status == b"D" else new).decode()),
                )

    def _commit(self, head: bytes) -> int:
        oid, time = head[1:].split(b" ")
        row = self._db.execute(
            "INSERT INTO commits(oid, time) VALUES (?, ?) ON CONFLICT(oid) DO UPDATE SET time = time RETURNING id",
            (oid.decode(), int(time)),
        ).fetchone()
        number: int = row[0]
        return number

    def _path(self, path: bytes, folder: int = 0) -> int:
        number = self._paths.get(path)
        if number is None:
            parent, slash, base = path.rpartition(b"/")
            if slash:
                self._path(parent, 1)
            number = self._paths[path] = self._next
            self._next += 1
            self._new.append((number, path, base, folder))
        return number
