"""The identifiers that files hold, read once for each content. Owns the table tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mementod.judging.contents import Contents
from mementod.stores.cache import Cache
from mementod.stores.packing import spread, squeezed
from mementod_parsers.code.tokens import identifiers


class FileWords:
    """Of the files of one tree, as they are written, a line each; None of a file that cannot be read."""

    def __init__(self, contents: Contents, cache: Cache) -> None:
        self._contents, self._cache = contents, cache

    def of(self, paths: Sequence[str]) -> Iterator[tuple[str, str | None]]:
        """Each path with its words. What the cache does not hold is read, and forgotten again."""
        return self._read(paths, {})

    def keep(self, paths: Sequence[str]) -> Iterator[tuple[str, str | None]]:
        """As `of`, and what was read is in the cache at the end."""
        fresh: dict[str, bytes] = {}
        yield from self._read(paths, fresh)
        self._cache.write("INSERT OR REPLACE INTO tokens VALUES (?, ?)", fresh.items())

    def _read(self, paths: Sequence[str], fresh: dict[str, bytes]) -> Iterator[tuple[str, str | None]]:
        self._contents.prepare(paths)
        known = self._known(paths)
        for path in paths:
            words = self._words(path, known, fresh)
            yield path, None if words is None else spread(words)

    def _known(self, paths: Sequence[str]) -> dict[str, bytes]:
        oids = {oid for p in paths if (oid := self._contents.oid(p))}
        rows = self._cache.pick("SELECT oid, words FROM tokens WHERE oid IN ({})", oids)
        return {str(oid): words for oid, words in rows if isinstance(words, bytes)}

    def _words(self, path: str, known: Mapping[str, bytes], fresh: dict[str, bytes]) -> bytes | None:
        """Those of one file, compressed. What was read is put to `fresh`."""
        oid = self._contents.oid(path)
        if oid is None or oid in known:
            return known.get(oid or "")
        data = self._contents.read(path)
        if data is None:
            return None
        words = fresh[oid] = squeezed("\n".join(identifiers(data)))
        return words
