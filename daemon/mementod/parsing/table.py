"""The symbol table of one snapshot, as far as its notes need it.

Which files hold a name says which can matter; only those are parsed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set

from mementod.judging.contents import Contents
from mementod.judging.snapshot import Snapshot
from mementod.parsing.facts import Facts, Wanted
from mementod.parsing.occurrences import Occurrences
from mementod.stores.cache import Cache
from mementod_parsers.code.languages import is_code, is_test
from mementod_parsers.code.tokens import norm
from mementod_parsers.model import FileFacts
from mementod_parsers.resolve import base_name
from mementod_parsers.world import Definition, Use

PARSED_PER_NAME = 40  # files holding one name that are parsed; a name in more files is in use
PARSED_FOR_ONE = 2_000  # files that are parsed when a person asks for one name
SETTINGS_READ = 12  # settings holding one name that are looked into; a name in more is in use
NEAREST = 6  # files that are parsed first for one name

Enough = Callable[[str, Sequence[Definition]], bool]
Near = Callable[[str], frozenset[str]]


class Table:
    """Answers about names of now. `prepare` first: one pass over all files for all names."""

    def __init__(self, snapshot: Snapshot, contents: Contents, cache: Cache, facts: Facts) -> None:
        self._contents, self._facts = contents, facts
        self._names = Occurrences(snapshot, contents, cache)
        self._near: dict[str, list[str]] = {}  # names that the files near their citations define
        self._close: dict[str, list[str]] = {}  # files near the citations of a name, whatever they define
        self._uses: dict[str, Use] = {}
        self._definitions: dict[str, list[Definition]] = {}

    @property
    def unread(self) -> Set[str]:
        """Code whose names we do not know."""
        return self._names.unread

    def prepare(self, names: Iterable[str], near: Near, enough: Enough) -> None:
        """Find every file that holds one of the names, or one that differs only in case, `_` or `-`.

        `near`: for a name the base names of files that its notes cite. Those and its namesakes are parsed first;
        where what they define is `enough` for all who cite the name, the other files that hold it are not.
        """
        if fresh := self._names.add(names):
            self.settle(fresh, near, enough)

    def renew(self, paths: Iterable[str]) -> frozenset[str]:
        """Read changed files again; the names, normalised, that these hold or held. `settle` then."""
        return self._names.renew(paths)

    def index(self) -> Iterator[None]:
        """Make what makes the next `prepare` cheap, in short steps, when it is time to."""
        return self._names.index()

    def keep(self, names: Set[str]) -> None:
        """Forget all other names: nobody cites them any more."""
        for name in self._names.keep(names):
            for kept in (self._near, self._close, self._uses, self._definitions):
                kept.pop(name, None)

    def settle(self, names: Iterable[str], near: Near, enough: Enough) -> None:
        """Have those files parsed that decide about the names, however spelled."""
        fresh = self._names.spelled(names)
        for name in fresh:
            for kept in (self._near, self._uses, self._definitions):
                kept.pop(name, None)
        self._near |= {n: self._nearest(n, near(n)) for n in fresh}
        self._close |= {n: self._near[n] for n in fresh}
        self._parse({p for n in fresh for p in self._near[n]})
        open_ = [n for n in fresh if not self._near[n] or not enough(n, self._found(n, self._near[n]))]
        for name in open_:
            del self._near[name]
        self._parse({p for n in open_ for p in self._parsed(n)})

    def files(self, name: str) -> Sequence[str]:
        """Code and configuration files that hold the name as a whole identifier."""
        return self._names.holding(name)

    def defined(self, name: str) -> list[Definition]:
        """Its definitions in the repository's own code; also of a name that is spelt like one that was prepared."""
        if name not in self._names.names:
            return self._found(name, self._names.code_holding(norm(name))[:PARSED_PER_NAME])
        if name not in self._definitions:
            self._definitions[name] = self._found(name, self._parsed(name))
        return self._definitions[name]

    def everywhere(self, name: str) -> list[Definition]:
        """As `defined`, in all files that hold the name: for a person, who waits for one name."""
        files = self._code(name)[:PARSED_FOR_ONE]
        self._parse(files)
        return self._found(name, files)

    def use(self, name: str) -> Use:
        if name not in self._uses:
            self._uses[name] = self._use(name)
        return self._uses[name]

    def in_config(self, name: str) -> bool:
        return bool(self._names.settings_holding(norm(name)))

    def imported(self, name: str) -> bool:
        return any((facts := self._of(p)) and name in facts.imported for p in self._parsed(name))

    def alike(self, name: str) -> tuple[str, ...]:
        """Other symbols, defined now, of the same letters and digits."""
        wanted = norm(name)
        paths = self._names.code_holding(wanted)[:PARSED_PER_NAME]
        self._parse(paths)
        found = {s.name for p in paths if (facts := self._of(p)) for s in facts.symbols if norm(s.name) == wanted}
        return tuple(sorted(found - {name}))

    def _use(self, name: str) -> Use:
        if name in self._near:
            return Use.CODE  # it is defined
        hits, files = self.files(name), self._code(name)
        settings = [p for p in hits if not is_code(p)]
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

    def _code(self, name: str) -> list[str]:
        return [path for path in self.files(name) if is_code(path)]

    def _nearest(self, name: str, bases: frozenset[str]) -> list[str]:
        wanted = norm(name)
        files = self._code(name)
        near = [p for p in files if base_name(p) in bases or norm(base_name(p).partition(".")[0]) == wanted]
        return near[:NEAREST]

    def _parsed(self, name: str) -> list[str]:
        """The files that are parsed for a name: those near its citations, then those that are named like it."""
        if name in self._near:
            return self._near[name]
        files = self._code(name)
        if len(files) <= PARSED_PER_NAME:
            return files
        wanted, close = norm(name), self._close.get(name, ())
        return sorted(files, key=lambda p: (p not in close, wanted not in norm(p), len(p), p))[:PARSED_PER_NAME]

    def _found(self, name: str, paths: Iterable[str]) -> list[Definition]:
        known = ((p, oid) for p in paths if (oid := self._contents.oid(p)))
        return [Definition(p, s) for p, oid in known for s in self._facts.defined(p, oid, (name,))]

    def _of(self, path: str) -> FileFacts | None:
        oid = self._contents.oid(path)
        return self._facts.of(path, oid) if oid else None

    def _parse(self, paths: Iterable[str]) -> None:
        self._facts.prepare(self._want(path) for path in sorted(paths))

    def _want(self, path: str) -> Wanted:
        return Wanted(path, self._contents.oid(path) or "", lambda: self._contents.read(path))
