"""Which files of a tree may hold a word, without reading the words of all: of many files together at a time.

Owns the table word_sets: the hashed words of some hundred neighbouring files, by the content of these. A file that
changed since is always looked at, so what is said is never too little.
"""

from __future__ import annotations

import hashlib
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence

from mementod.stores.cache import Cache

VERSION = 1  # of what is hashed, and of the hash
TOGETHER = 256  # files of one set, about
LOOSE_CAP = 1000  # changed files that are looked at one by one before the sets are made anew
SPARE = 3  # sets of other contents are thrown away when they are so many times more

Texts = Callable[[Sequence[str]], Iterator[str]]


class WordIndex:
    """`build` once, `renew` what changes, and ask for what is `likely`; words are normalised (`tokens.norm`)."""

    def __init__(self, cache: Cache, oid: Callable[[str], str | None], texts: Texts) -> None:
        """`texts`: the normalised words of files, a line each."""
        self._cache, self._oid, self._texts = cache, oid, texts
        self._sets: list[tuple[bytes, list[str]]] | None = None
        self._loose: set[str] = set()

    @property
    def is_worn(self) -> bool:
        """Whether it is time to build it (again)."""
        return self._sets is None or len(self._loose) > LOOSE_CAP

    def build(self, paths: Iterable[str]) -> Iterator[None]:
        """Of all files there are, sorted, in short steps; what is known of their contents is not made again."""
        sets: list[tuple[bytes, list[str]]] = []
        for group in groups(paths):
            key = self._key(group)
            sets.append((key, group))
            if self._hashes(key) is None:
                hashes = array("I", sorted(_hashed(w for text in self._texts(group) for w in text.split("\n"))))
                self._cache.write("INSERT OR REPLACE INTO word_sets VALUES (?, ?)", [(key, hashes.tobytes())])
            yield
        self._sets, self._loose = sets, set()
        self._tidy()

    def renew(self, paths: Iterable[str]) -> None:
        """These came, went, or hold something else."""
        if self._sets is not None:
            self._loose.update(paths)

    def likely(self, words: Iterable[str]) -> list[str] | None:
        """Files that may hold one of the words, gone ones too; None when it is not built."""
        if self._sets is None:
            return None
        wanted = _hashed(words)
        found = set(self._loose)
        for key, group in self._sets:
            held = self._hashes(key)
            if held is None or any(_holds(held, word) for word in wanted):
                found.update(group)
        return sorted(found)

    def _key(self, group: Sequence[str]) -> bytes:
        contents = "\n".join(self._oid(path) or "" for path in group)
        return hashlib.sha256(f"{VERSION}\n{contents}".encode()).digest()

    def _hashes(self, key: bytes) -> Sequence[int] | None:
        row = self._cache.db.execute("SELECT hashes FROM word_sets WHERE key = ?", (key,)).fetchone()
        if row is None or not isinstance(row[0], bytes) or len(row[0]) % 4:
            return None
        return memoryview(row[0]).cast("I")

    def _tidy(self) -> None:
        live = {key for key, _ in self._sets or ()}
        held = {key for (key,) in self._cache.db.execute("SELECT key FROM word_sets")}
        if len(held) > SPARE * len(live):
            self._cache.write("DELETE FROM word_sets WHERE key = ?", [(key,) for key in held - live])


def groups(paths: Iterable[str]) -> Iterator[list[str]]:
    """Neighbours; where a group ends is told by its last path alone, so that a new file changes one group."""
    group: list[str] = []
    for path in paths:
        group.append(path)
        if zlib.crc32(path.encode("utf-8", "surrogatepass")) % TOGETHER == 0:
            yield group
            group = []
    if group:
        yield group


def _hashed(words: Iterable[str]) -> set[int]:
    return {zlib.crc32(word.encode("utf-8", "surrogatepass")) for word in words}


def _holds(hashes: Sequence[int], wanted: int) -> bool:
    at = bisect_left(hashes, wanted)
    return at < len(hashes) and hashes[at] == wanted
