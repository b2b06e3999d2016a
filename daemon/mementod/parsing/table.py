"""The symbol table of one snapshot, as far as its notes need it.

Tokens of every text file are cheap and say which files can matter; only those are parsed. Owns the table tokens.
"""

from __future__ import annotations

import zlib
from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from mementod.judging.contents import Contents
from mementod.judging.snapshot import Snapshot
from mementod.parsing.facts import Facts, Wanted
from mementod.stores.cache import Cache, squeeze
from mementod_parsers.languages import is_code, is_config, is_doc, is_vendored
from mementod_parsers.model import FileFacts
from mementod_parsers.resolve import base_name
from mementod_parsers.tokens import identifiers, norm
from mementod_parsers.world import Definition, Use

PARSED_PER_NAME = 40  # files holding one name that are parsed; a name in more files is in use
NEAREST = 6  # files that are parsed first for one name
TOKENS_EVERY = 400  # files whose tokens are written in one transaction

Enough = Callable[[str, Sequence[Definition]], bool]
Near = Callable[[str], frozenset[str]]
_NOTHING: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())


class Table:
    """Answers about names of now. `prepare` first: one pass over all tokens for all names."""

    def __init__(self, snapshot: Snapshot, contents: Contents, cache: Cache, facts: Facts) -> None:
        self._snapshot, self._contents, self._cache, self._facts = snapshot, contents, cache, facts
        self._wanted: set[str] = set()
        self._spelled: dict[str, set[str]] = {}  # normalised -> as cited
        self._held: dict[str, tuple[frozenset[str], frozenset[str]]] = {}  # path -> what of both it holds
        self._hits: dict[str, list[str]] = {}  # name -> files that hold it, sorted
        self._alike: dict[str, list[str]] = {}  # normalised name -> code that holds it
        self._settings: Counter[str] = Counter()  # normalised names that configuration holds: in how many files
        self.unread: set[str] = set()  # code whose names we do not know
        self._near: dict[str, list[str]] = {}  # names that the files near their citations define
        self._uses: dict[str, Use] = {}
        self._definitions: dict[str, list[Definition]] = {}

    def prepare(self, names: Iterable[str], near: Near, enough: Enough) -> None:
        """Find every file that holds one of the names, or one that differs only in case, `_` or `-`.

        `near`: for a name the base names of files that its notes cite. Those and its namesakes are parsed first;
        where what they define is `enough` for all who cite the name, the other files that hold it are not.
        """
        fresh = {n for n in names if n} - self._wanted
        if fresh:
            self._wanted |= fresh
            for name in fresh:
                self._spelled.setdefault(norm(name), set()).add(name)
            self._scan([p for p in sorted(self._snapshot.files) if scanned(p)], fresh)
            self.settle(fresh, near, enough)

    def renew(self, paths: Iterable[str]) -> frozenset[str]:
        """Read the tokens of changed files again; the names, normalised, that these hold or held. `settle` then."""
        changed = sorted({p for p in paths if scanned(p)})
        lost = [self._drop(path) for path in changed]
        self._scan([p for p in changed if p in self._snapshot.files], self._wanted)
        found = [self._held.get(path, _NOTHING) for path in changed]
        return frozenset().union(*(alike for _, alike in (*lost, *found)))

    def settle(self, names: Iterable[str], near: Near, enough: Enough) -> None:
        """Have those files parsed that decide about the names, however spelled."""
        fresh = {n for name in names for n in self._spelled.get(norm(name), ())}
        for name in fresh:
            for kept in (self._near, self._uses, self._definitions):
                kept.pop(name, None)
        self._near |= {n: self._nearest(n, near(n)) for n in fresh}
        self._facts.prepare(self._want(p) for p in sorted({p for n in fresh for p in self._near[n]}))
        open_ = [n for n in fresh if not self._near[n] or not enough(n, self._found(n, self._near[n]))]
        for name in open_:
            del self._near[name]
        self._facts.prepare(self._want(p) for p in sorted({p for n in open_ for p in self._parsed(n)}))

    def _nearest(self, name: str, bases: frozenset[str]) -> list[str]:
        wanted = norm(name)
        files = [p for p in self._hits.get(name, ()) if _source(p)]
        near = [p for p in files if base_name(p) in bases or norm(base_name(p).partition(".")[0]) == wanted]
        return near[:NEAREST]

    def _found(self, name: str, paths: Iterable[str]) -> list[Definition]:
        known = ((p, oid) for p in paths if (oid := self._contents.oid(p)))
        return [Definition(p, s) for p, oid in known for s in self._facts.defined(p, oid, (name,))]

    def files(self, name: str) -> Sequence[str]:
        """Code and configuration files that hold the name as a whole identifier."""
        return self._hits.get(name, ())

    def defined(self, name: str) -> list[Definition]:
        """Its definitions in the repository's own code."""
        if name not in self._definitions:
            self._definitions[name] = self._found(name, self._parsed(name))
        return self._definitions[name]

    def use(self, name: str) -> Use:
        if name not in self._uses:
            self._uses[name] = self._use(name)
        return self._uses[name]

    def _use(self, name: str) -> Use:
        if name in self._near:
            return Use.CODE  # it is defined
        files = [p for p in self._hits.get(name, ()) if _source(p)]
        if len(files) > PARSED_PER_NAME or len(files) < len(self._hits.get(name, ())):
            return Use.CODE  # in use everywhere, or a setting names it
        for path in files:
            facts = self._of(path)
            if facts is None or facts.damaged or name in facts.code:
                return Use.CODE
        return Use.TEXT if self._hits.get(name) else Use.NONE

    def in_config(self, name: str) -> bool:
        return self._settings[norm(name)] > 0

    def imported(self, name: str) -> bool:
        return any((facts := self._of(p)) and name in facts.imported for p in self._parsed(name))

    def alike(self, name: str) -> tuple[str, ...]:
        """Other symbols, defined now, of the same letters and digits."""
        paths = self._alike.get(norm(name), [])[:PARSED_PER_NAME]
        self._facts.prepare(self._want(p) for p in paths)
        wanted = norm(name)
        found = {s.name for p in paths if (facts := self._of(p)) for s in facts.symbols if norm(s.name) == wanted}
        return tuple(sorted(found - {name}))

    def _parsed(self, name: str) -> list[str]:
        """The files that are parsed for a name: those that are named like it first."""
        if name in self._near:
            return self._near[name]
        files = [p for p in self._hits.get(name, ()) if _source(p)]
        if len(files) <= PARSED_PER_NAME:
            return files
        wanted = norm(name)
        return sorted(files, key=lambda p: (wanted not in norm(p), len(p), p))[:PARSED_PER_NAME]

    def _of(self, path: str) -> FileFacts | None:
        oid = self._contents.oid(path)
        return self._facts.of(path, oid) if oid else None

    def _want(self, path: str) -> Wanted:
        return Wanted(path, self._contents.oid(path) or "", lambda: self._contents.read(path))

    def _scan(self, paths: Sequence[str], names: set[str]) -> None:
        """Note which of the names these files hold."""
        normed = {norm(n) for n in names}
        known = self._known_tokens(paths)
        fresh: list[tuple[object, ...]] = []
        for path in paths:
            words = self._tokens(path, known, fresh)
            if words is None:
                if not self._snapshot.leads_nowhere(path):
                    self.unread.add(path)
                continue
            self._note(path, words, names, normed)
        self._cache.write("INSERT OR REPLACE INTO tokens VALUES (?, ?)", fresh)
        self._contents.flush()

    def _tokens(self, path: str, known: Mapping[str, bytes], fresh: list[tuple[object, ...]]) -> bytes | None:
        """The tokens of one file, compressed; None when it cannot be read. What was read is put to `fresh`."""
        oid = self._contents.oid(path)
        if oid is None or oid in known:
            return known.get(oid or "")
        data = self._contents.read(path)
        if data is None:
            return None
        words = squeeze(identifiers(data))
        fresh.append((oid, words))
        if len(fresh) >= TOKENS_EVERY:
            self._cache.write("INSERT OR REPLACE INTO tokens VALUES (?, ?)", fresh)
            fresh.clear()
        return words

    def _known_tokens(self, paths: Sequence[str]) -> dict[str, bytes]:
        oids = {oid for p in paths if (oid := self._contents.oid(p))}
        rows = self._cache.pick("SELECT oid, words FROM tokens WHERE oid IN ({})", oids)
        return {str(oid): words for oid, words in rows if isinstance(words, bytes)}

    def _note(self, path: str, words: bytes, names: set[str], normed: set[str]) -> None:
        text = zlib.decompress(words).decode("utf-8", "surrogateescape")
        held = names.intersection(text.split("\n"))
        alike = normed.intersection(text.lower().replace("_", "").split("\n"))
        if not held and not alike:
            return
        before = self._held.get(path, _NOTHING)
        self._held[path] = (before[0] | held, before[1] | alike)
        for name in held:
            insort(self._hits.setdefault(name, []), path)
        if not _source(path):
            self._settings.update(alike - before[1])
            return
        for name in alike - before[1]:
            insort(self._alike.setdefault(name, []), path)

    def _drop(self, path: str) -> tuple[frozenset[str], frozenset[str]]:
        """Forget what a file holds, and say what it was."""
        self.unread.discard(path)
        held, alike = self._held.pop(path, _NOTHING)
        for name in held:
            self._hits[name].remove(path)
        if not _source(path):
            self._settings.subtract(alike)
            return held, alike
        for name in alike:
            self._alike[name].remove(path)
        return held, alike


@lru_cache(maxsize=200_000)
def _source(path: str) -> bool:
    return is_code(path)


@lru_cache(maxsize=200_000)
def scanned(path: str) -> bool:
    """Whether a path's tokens count: the repository's own code and configuration, not documents, not vendored."""
    return (is_code(path) or is_config(path)) and not is_doc(path) and not is_vendored(path)
