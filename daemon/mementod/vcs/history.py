"""What every commit did to every path, from one `git log`, kept in the cache.

Owns the tables commits, paths, changes and lines. Commits are stored once, whatever tip they were reached from; a
line is the order of the commits below one tip, so a switch of branches or `--rev` costs only the commits that are
new. Merges are not listed by git log; a deletion that only a merge made shows in the trees, not here.
"""

from __future__ import annotations

import array
import hashlib
import os
import re
import sqlite3
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from mementod.stores.cache import HISTORY_TABLES, Cache
from mementod.vcs.filling import Filling
from mementod.vcs.git import Git, raw, text
from mementod.vcs.raw_log import ARGS

ROWS_HELD = 3000  # of each kind, from one look at a repository to the next
LINES_KEPT = 8  # tips whose order is remembered
_STATES = ("shallow", "promised")  # by which `depend` knows what `_gaps` gives


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
        self._matching: dict[re.Pattern[str], tuple[str, ...]] = {}
        self._dates: dict[str, int | None] = {}
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

    def matching(self, pattern: re.Pattern[str]) -> tuple[str, ...]:
        """Every file that any known commit held and that matches; sorted."""
        if pattern not in self._matching:
            self._matching[pattern] = tuple(filter(pattern.match, self.every_file()))
        return self._matching[pattern]

    def position(self, commit: str) -> int | None:
        """How many commits are before it in the line of the tip; None when it is no ancestor."""
        if commit not in self._places:
            row = self._cache.db.execute("SELECT id FROM commits WHERE oid = ?", (commit,)).fetchone()
            self._places[commit] = self._position.get(row[0]) if row else None
        return self._places[commit]

    def at(self, time: int) -> str | None:
        """The newest commit of the line that is not younger than `time` (seconds since 1970)."""
        rows = self._cache.db.execute("SELECT id, oid FROM commits WHERE time <= ? ORDER BY time DESC, id", (time,))
        return next((oid for number, oid in rows if number in self._position), None)

    def date(self, commit: str) -> int | None:
        """Committer time, seconds since 1970."""
        if commit not in self._dates:
            row = self._cache.db.execute("SELECT time FROM commits WHERE oid = ?", (commit,)).fetchone()
            self._dates[commit] = row[0] if row else None
        return self._dates[commit]

    def rest(self) -> None:
        """Let go of what can be read again, where it is much."""
        self._every = None
        self._matching.clear()
        for held in (self._oid, self._known, self._named, self._dates, self._places):
            if len(held) > ROWS_HELD:
                held.clear()

    def _ordered(self, rows: Iterable[tuple[int, str, bytes]]) -> tuple[Change, ...]:
        found = [
            Change(self._commit(number), self._position[number], status, blob.hex())
            for number, status, blob in rows
            if number in self._position
        ]
        return tuple(sorted(found, key=lambda c: -c.position))

    def _commit(self, number: int) -> str:
        if number not in self._oid:
            self._oid[number] = self._cache.db.execute("SELECT oid FROM commits WHERE id = ?", (number,)).fetchone()[0]
        return self._oid[number]

    # filling

    def _load(self, tip: str) -> None:
        for left in (2, 1, 0):  # in the file, in a new file, in memory
            try:
                self._position = self._stored_or_filled(tip)
            except (sqlite3.Error, zlib.error) as error:
                if not left:
                    raise
                self._cache.leave(error if isinstance(error, sqlite3.Error) else sqlite3.DatabaseError(str(error)))
            else:
                return

    def _stored_or_filled(self, tip: str) -> dict[int, int]:
        shallow, promised = _gaps(self._git)
        # Rows of a shallow clone say that its oldest commits made everything; answers given without the blobs
        # that a partial clone lacks are too weak. When more is there, both are asked for again.
        for what, state, tables in zip(_STATES, (shallow, promised), (HISTORY_TABLES, ()), strict=True):
            self._cache.depend(what, state, (*tables, "memo"))
        ids = self._stored(tip)
        if ids is None:
            with self._cache.db as db:  # one transaction: a run that is killed leaves nothing half filled
                db.execute("BEGIN IMMEDIATE")
                ids = self._stored(tip)  # another run may have filled it while this one waited
                if ids is None:
                    self._read(tip)
                    ids = self._line(tip)
        return {number: place for place, number in enumerate(ids)}

    def _stored(self, tip: str) -> array.array[int] | None:
        row = self._cache.db.execute("SELECT ids FROM lines WHERE tip = ?", (tip,)).fetchone()
        return array.array("I", zlib.decompress(row[0])) if row else None

    def _read(self, tip: str) -> None:
        how = ("--topo-order", "--ignore-submodules=none")
        Filling(self._cache.db).take(self._git.stream(*ARGS, *how, tip, *self._known_tips(), "--"))

    def _known_tips(self) -> list[str]:
        """Whose commits need not be read again, as git is told; one that is gone would be an error there."""
        tips = [oid for (oid,) in self._cache.db.execute("SELECT tip FROM lines")]
        if not tips:
            return []
        answer = self._git.run("cat-file", "--batch-check", data="\n".join(tips).encode() + b"\n")
        return [f"^{line.split()[0].decode()}" for line in answer.splitlines() if b" commit " in line]

    def _line(self, tip: str) -> array.array[int]:
        db = self._cache.db
        oids = self._git.run("rev-list", "--topo-order", tip, "--").decode().split()
        numbers = dict(db.execute("SELECT oid, id FROM commits"))
        ids = array.array("I", (numbers[o] for o in oids if o in numbers))
        db.execute("INSERT OR REPLACE INTO lines VALUES (?, ?)", (tip, zlib.compress(ids.tobytes(), 1)))
        db.execute(
            "DELETE FROM lines WHERE rowid NOT IN (SELECT rowid FROM lines ORDER BY rowid DESC LIMIT ?)",
            (LINES_KEPT,),
        )
        return ids


def unread(cache: Cache, git: Git, limit: int) -> int:
    """How many commits of HEAD no line holds, `limit` at most. 0 before the first commit; GitError as `History`."""
    states = zip(_STATES, _gaps(git), strict=True)
    is_void = any(cache.recall("state", what) not in (None, state) for what, state in states)  # see `depend`
    tips = () if is_void else (f"^{oid}" for (oid,) in cache.db.execute("SELECT tip FROM lines"))
    found = git.one("rev-list", "--ignore-missing", "--count", f"--max-count={limit}", "HEAD", *tips, "--")
    return int(found or 0)


def _gaps(git: Git) -> tuple[str, str]:
    """What this clone lacks, as two states: the ends of a shallow history, and the packs of promised objects."""
    common = Path(text(git.run("rev-parse", "--path-format=absolute", "--git-common-dir")).removesuffix("\n"))
    try:
        shallow = (common / "shallow").read_bytes()
    except OSError:
        shallow = b""
    try:
        packs = sorted(path.name for path in (common / "objects" / "pack").glob("*.promisor"))
    except OSError:
        packs = []
    return hashlib.sha256(shallow).hexdigest(), hashlib.sha256(os.fsencode("\n".join(packs))).hexdigest()
