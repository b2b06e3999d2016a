"""Which files hold the names that are asked for: an index of just these names, kept true while files change."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain, islice

from mementod.judging.contents import Contents
from mementod.judging.snapshot import Snapshot
from mementod.parsing.file_words import FileWords
from mementod.parsing.word_index import WordIndex
from mementod.stores.cache import Cache
from mementod_parsers.code.languages import is_code, is_config, is_doc, is_vendored
from mementod_parsers.code.tokens import norm

MENDED_CAP = 2000  # paths of one change that are put into the list of all; after more it is made anew
PORTION = 400  # files whose words are read, and written, at once


class Occurrences:
    """`add` names first. Of a name as it is spelled; `norm` of one also finds what differs only in case, `_` or `-`."""

    def __init__(self, snapshot: Snapshot, contents: Contents, cache: Cache) -> None:
        self._snapshot, self._contents = snapshot, contents
        self._words = FileWords(contents, cache)
        self._index = WordIndex(cache, contents.oid, self._texts)
        self.names: set[str] = set()  # that are asked for
        self.unread: set[str] = set()  # code whose names we do not know
        self._spelled: dict[str, set[str]] = {}  # normalised -> as asked for
        self._held: dict[str, tuple[str, ...]] = {}  # path -> which normalised names it holds
        self._hits: dict[str, list[str]] = {}  # name -> files that hold it, sorted
        self._alike: dict[str, list[str]] = {}  # normalised name -> code that holds it
        self._settings: dict[str, list[str]] = {}  # normalised name -> configuration that holds it
        self._paths: list[str] | None = None  # all that are scanned, sorted

    def add(self, names: Iterable[str]) -> set[str]:
        """Find every file that holds one of the names; those that were not asked for before."""
        fresh = {n for n in names if n} - self.names
        if fresh:
            self.names |= fresh
            for name in fresh:
                self._spelled.setdefault(norm(name), set()).add(name)
            likely = self._index.likely(map(norm, fresh))
            self._scan(self._scanned() if likely is None else filter(self._snapshot.files.__contains__, likely), fresh)
        return fresh

    def renew(self, paths: Iterable[str]) -> frozenset[str]:
        """Read changed files again; the names, normalised, that these hold or held."""
        changed = sorted({p for p in paths if scanned(p)})
        self._renew_paths(changed)
        lost = [self._drop(path) for path in changed]
        self._scan([p for p in changed if p in self._snapshot.files], self.names)
        return frozenset(chain(*lost, *(self._held.get(path, ()) for path in changed)))

    def index(self) -> Iterator[None]:
        """Make what makes the next `add` cheap, in short steps, when it is time to."""
        if self._index.is_worn:
            yield from self._index.build(list(self._scanned()))

    def keep(self, names: Set[str]) -> set[str]:
        """Forget all other names; which these were."""
        gone = self.names - names
        for name in gone:
            self.names.discard(name)
            self._hits.pop(name, None)
            spelled = self._spelled[norm(name)]
            spelled.discard(name)
            if not spelled:
                self._forget(norm(name))
        return gone

    def holding(self, name: str) -> Sequence[str]:
        """Code and configuration files that hold the name as a whole identifier."""
        return self._hits.get(name, ())

    def code_holding(self, normed: str) -> Sequence[str]:
        return self._alike.get(normed, ())

    def settings_holding(self, normed: str) -> Sequence[str]:
        return self._settings.get(normed, ())

    def spelled(self, names: Iterable[str]) -> set[str]:
        """The names that are asked for and differ from one of these only in case, `_` or `-`."""
        return {n for name in names for n in self._spelled.get(norm(name), ())}

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

    def _forget(self, name: str) -> None:
        """A normalised name of which no spelling is asked for."""
        del self._spelled[name]
        for path in (*self._alike.pop(name, ()), *self._settings.pop(name, ())):
            self._held[path] = tuple(held for held in self._held[path] if held != name)
            if not self._held[path]:
                del self._held[path]

    def _scan(self, paths: Iterable[str], names: set[str]) -> None:
        """Note which of the names these files hold."""
        normed = {norm(n) for n in names}
        left = iter(paths)
        while part := list(islice(left, PORTION)):
            for path, words in self._words.keep(part):
                if words is not None:
                    self._note(path, words, names, normed)
                elif not self._snapshot.leads_nowhere(path):
                    self.unread.add(path)
        self._contents.flush()

    def _texts(self, paths: Sequence[str]) -> Iterator[str]:
        """The normalised words of files, a line each."""
        return (_normalised(words) for _, words in self._words.of(paths) if words is not None)

    def _note(self, path: str, words: str, names: set[str], normed: set[str]) -> None:
        alike = normed.intersection(_normalised(words).split("\n"))
        if not alike:
            return
        for name in names.intersection(words.split("\n")):
            insort(self._hits.setdefault(name, []), path)
        before = self._held.get(path, ())
        fresh = [name for name in sorted(alike) if name not in before]
        self._held[path] = (*before, *fresh)
        holders = self._alike if is_code(path) else self._settings
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


def scanned(path: str) -> bool:
    """Whether a path's words count: the repository's own code and configuration, not documents, not vendored."""
    return (is_code(path) or is_config(path)) and not is_doc(path) and not is_vendored(path)


def _normalised(words: str) -> str:
    return words.lower().replace("_", "")


def _take(paths: list[str], path: str) -> None:
    """Take a path out of a sorted list, if it is there."""
    at = bisect_left(paths, path)
    if at < len(paths) and paths[at] == path:
        del paths[at]
