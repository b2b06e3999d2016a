"""The symbol table of one snapshot, as far as its notes need it.

Tokens of every text file are cheap and say which files can matter; only those are parsed. Owns the table tokens.
"""

from __future__ import annotations

import re
import zlib
from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, islice

from mementod.judging.contents import Contents
from mementod.judging.snapshot import Snapshot
from mementod.parsing.facts import Facts, Wanted
from mementod.parsing.word_index import WordIndex
from mementod.stores.cache import Cache, squeeze
from mementod_parsers.code.languages import is_code, is_config, is_doc, is_test, is_vendored
from mementod_parsers.code.tokens import identifiers, norm
from mementod_parsers.model import FileFacts
from mementod_parsers.resolve import base_name
from mementod_parsers.world import Definition, Use

PARSED_PER_NAME = 40  # files holding one name that are parsed; a name in more files is in use
PARSED_FOR_ONE = 2_000  # files that are parsed when a person asks for one name
SETTINGS_READ = 12  # settings holding one name that are looked into; a name in more is in use
NEAREST = 6  # files that are parsed first for one name
MENDED_CAP = 2000  # paths of one change that are put into the list of all; after more it is made anew
PORTION = 400  # files whose tokens are read, and written, at once

Enough = Callable[[str, Sequence[Definition]], bool]
Near = Callable[[str], frozenset[str]]


class Table:
    """Answers about names of now. `prepare` first: one pass over all tokens for all names."""

    def __init__(self, snapshot: Snapshot, contents: Contents, cache: Cache, facts: Facts) -> None:
        self._snapshot, self._contents, self._cache, self._facts = (snapshot, contents, cache, facts)
        self._wanted: set[str] = set()
        self._spelled: dict[str, set[str]] = {}  # normalised -> as cited
        self._held: dict[str, tuple[str, ...]] = {}  # path -> which normalised names it holds
        self._hits: dict[str, list[str]] = {}  # name -> files that hold it, sorted
        self._alike: dict[str, list[str]] = {}  # normalised name -> code that holds it
        self._settings: dict[str, list[str]] = {}  # normalised name -> configuration that holds it
        self._paths: list[str] | None = None  # all that are scanned, sorted
        self._index = WordIndex(cache, contents.oid, self._texts)
        self.unread: set[str] = set()  # code whose names we do not know
        self._near: dict[str, list[str]] = {}  # names that the files near their citations define
        self._close: dict[str, list[str]] = {}  # files near the citations of a name, whatever they define
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
            likely = self._index.likely(map(norm, fresh))
            self._scan(self._scanned() if likely is None else filter(self._snapshot.files.__contains__, likely), fresh)
            self.settle(fresh, near, enough)

    def renew(self, paths: Iterable[str]) -> frozenset[str]:
        """Read the tokens of changed files again; the names, normalised, that these hold or held. `settle` then."""
        changed = sorted({p for p in paths if scanned(p)})
        self._renew_paths(changed)
        lost = [self._drop(path) for path in changed]
        self._scan([p for p in changed if p in self._snapshot.files], self._wanted)
        return frozenset(chain(*lost, *(self._held.get(path, ()) for path in changed)))

    def index(self) -> Iterator[None]:
        """Make what makes the next `prepare` cheap, in short steps, when it is time to."""
        if self._index.is_worn:
            yield from self._index.build(list(self._scanned()))

    def _scanned(self) -> list[str]:
        if self._paths is None:
            self._paths = sorted(p for p in self._snapshot.files if scanned(p))
        return self._paths

    def _renew_paths(self, changed: Sequence[str]) -> None:
        self._index.renew(changed)
        if len(changed) > MENDED_CAP:
            self._paths = None
        if (paths := self._paths) is None:
            return
        for path in changed:
            _take(paths, path)
            if path in self._snapshot.files:
                insort(paths, path)

    def keep(self, names: Set[str]) -> None:
        """Forget all other names: nobody cites them any more."""
        for name in self._wanted - names:
            self._wanted.discard(name)
            for kept in (self._hits, self._near, self._close, self._uses, self._definitions):
                kept.pop(name, None)
            spelled = self._spelled[norm(name)]
            spelled.discard(name)
            if not spelled:
                self._forget(norm(name))

    def _forget(self, name: str) -> None:
        """A normalised name of which no spelling is asked for."""
        del self._spelled[name]
        for path in (*self._alike.pop(name, ()), *self._settings.pop(name, ())):
            self._held[path] = tuple(held for held in self._held[path] if held != name)
            if not self._held[path]:
                del self._held[path]

    def settle(self, names: Iterable[str], near: Near, enough: Enough) -> None:
        """Have those files parsed that decide about the names, however spelled."""
        fresh = {n for name in names for n in self._spelled.get(norm(name), ())}
        for name in fresh:
            for kept in (self._near, self._uses, self._definitions):
                kept.pop(name, None)
        self._near |= {n: self._nearest(n, near(n)) for n in fresh}
        self._close |= {n: self._near[n] for n in fresh}
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
        """Its definitions in the repository's own code; also of a name that is spelt like one that was prepared."""
        if name not in self._wanted:
            return self._found(name, self._alike.get(norm(name), ())[:PARSED_PER_NAME])
        if name not in self._definitions:
            self._definitions[name] = self._found(name, self._parsed(name))
        return self._definitions[name]

    def everywhere(self, name: str) -> list[Definition]:
        """As `defined`, in all files that hold the name: for a person, who waits for one name."""
        files = [path for path in self._hits.get(name, ()) if _source(path)][:PARSED_FOR_ONE]
        self._facts.prepare(self._want(path) for path in files)
        return self._found(name, files)

    def use(self, name: str) -> Use:
        if name not in self._uses:
            self._uses[name] = self._use(name)
        return self._uses[name]

    def _use(self, name: str) -> Use:
        if name in self._near:
            return Use.CODE  # it is defined
        hits = self._hits.get(name, ())
        files = [p for p in hits if _source(p)]
        settings = [p for p in hits if not _source(p)]
        if len(files) > PARSED_PER_NAME or len(settings) > SETTINGS_READ:
            return Use.CODE  # in use everywhere
        found = Use.TEXT if hits else Use.NONE
        for path in files:
            facts = self._of(path)
            if facts is None or facts.damaged:
                return Use.CODE
            if name in facts.code:
                if not is_test(path):
                    return Use.CODE
                found = Use.TESTS
        return Use.CODE if any(self._is_set(name, path) for path in settings) else found  # settings are read anew

    def _is_set(self, name: str, path: str) -> bool:
        """Whether a setting names it otherwise than as the file of its name."""
        data = self._contents.read(path)
        return data is None or re.search(rb"\b%s\b(?!\.\w{1,6}\b)" % re.escape(name.encode()), data) is not None

    def in_config(self, name: str) -> bool:
        return bool(self._settings.get(norm(name)))

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
        """The files that are parsed for a name: those near its citations, then those that are named like it."""
        if name in self._near:
            return self._near[name]
        files = [p for p in self._hits.get(name, ()) if _source(p)]
        if len(files) <= PARSED_PER_NAME:
            return files
        wanted, close = norm(name), self._close.get(name, ())
        return sorted(files, key=lambda p: (p not in close, wanted not in norm(p), len(p), p))[:PARSED_PER_NAME]

    def _of(self, path: str) -> FileFacts | None:
        oid = self._contents.oid(path)
        return self._facts.of(path, oid) if oid else None

    def _want(self, path: str) -> Wanted:
        return Wanted(path, self._contents.oid(path) or "", lambda: self._contents.read(path))

    def _scan(self, paths: Iterable[str], names: set[str]) -> None:
        """Note which of the names these files hold."""
        normed = {norm(n) for n in names}
        left = iter(paths)
        while part := list(islice(left, PORTION)):
            self._contents.prepare(part)
            known, fresh = self._known_tokens(part), dict[str, bytes]()
            for path in part:
                words = self._tokens(path, known, fresh)
                if words is not None:
                    self._note(path, words, names, normed)
                elif not self._snapshot.leads_nowhere(path):
                    self.unread.add(path)
            self._cache.write("INSERT OR REPLACE INTO tokens VALUES (?, ?)", fresh.items())
        self._contents.flush()

    def _tokens(self, path: str, known: Mapping[str, bytes], fresh: dict[str, bytes]) -> bytes | None:
        """The tokens of one file, compressed; None when it cannot be read. What was read is put to `fresh`."""
        oid = self._contents.oid(path)
        if oid is None or oid in known:
            return known.get(oid or "")
        data = self._contents.read(path)
        if data is None:
            return None
        words = fresh[oid] = squeeze(identifiers(data))
        return words

    def words(self, paths: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The words of files as they are written, a line each; what the cache does not hold is read."""
        self._contents.prepare(paths)
        known = self._known_tokens(paths)
        found = ((path, self._tokens(path, known, {})) for path in paths)
        return ((path, _text(words)) for path, words in found if words is not None)

    def _texts(self, paths: Sequence[str]) -> Iterator[str]:
        """The normalised words of files, a line each."""
        return (_normalised(text) for _, text in self.words(paths))

    def _known_tokens(self, paths: Sequence[str]) -> dict[str, bytes]:
        oids = {oid for p in paths if (oid := self._contents.oid(p))}
        rows = self._cache.pick("SELECT oid, words FROM tokens WHERE oid IN ({})", oids)
        return {str(oid): words for oid, words in rows if isinstance(words, bytes)}

    def _note(self, path: str, words: bytes, names: set[str], normed: set[str]) -> None:
        text = _text(words)
        alike = normed.intersection(_normalised(text).split("\n"))
        if not alike:
            return
        for name in names.intersection(text.split("\n")):
            insort(self._hits.setdefault(name, []), path)
        before = self._held.get(path, ())
        fresh = [name for name in sorted(alike) if name not in before]
        self._held[path] = (*before, *fresh)
        holders = self._alike if _source(path) else self._settings
        for name in fresh:
            insort(holders.setdefault(name, []), path)

    def _drop(self, path: str) -> tuple[str, ...]:
        """Forget what a file holds, and say what it was."""
        self.unread.discard(path)
        alike = self._held.pop(path, ())
        for name in alike:
            for spelled in self._spelled[name]:
                _take(self._hits.get(spelled, []), path)
            for holders in (self._alike, self._settings):
                _take(holders.get(name, []), path)
        return alike


def _text(words: bytes) -> str:
    return zlib.decompress(words).decode("utf-8", "surrogateescape")


def _normalised(text: str) -> str:
    return text.lower().replace("_", "")


def _take(paths: list[str], path: str) -> None:
    """Take a path out of a sorted list, if it is there."""
    at = bisect_left(paths, path)
    if at < len(paths) and paths[at] == path:
        del paths[at]


def _source(path: str) -> bool:
    return is_code(path)


def scanned(path: str) -> bool:
    """Whether a path's tokens count: the repository's own code and configuration, not documents, not vendored."""
    return (is_code(path) or is_config(path)) and not is_doc(path) and not is_vendored(path)
