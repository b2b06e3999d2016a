"""Every name that today's code and configuration hold, and in which files: what a misspelt name is held against.

Kept in the cache as one answer, in parts of neighbouring files by their content, so that a change costs its own part.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Sequence, Set
from functools import cached_property, partial

from mementod.judging.contents import Contents
from mementod.judging.resources import Resources
from mementod.judging.snapshot import Snapshot
from mementod.parsing.facts import Wanted
from mementod.parsing.table import Table, scanned
from mementod.parsing.word_index import groups
from mementod_parsers.code.languages import is_code, is_test
from mementod_parsers.continuity.spelling import corrected

FILES_CAP = 40_000  # of a larger tree no name is corrected: its names take longer to read than anybody waits
HOLDERS_CAP = 24  # files holding one name, of a part, that are told apart; a name in more stands for no file
TOPIC = "vocabulary"
_MANY = "*"

Places = tuple[list[str], str]  # files of a part, and their numbers as text, or _MANY


class Vocabulary:
    """The names of one tree."""

    def __init__(self, resources: Resources, now: Snapshot) -> None:
        self._now, self._cache, self._facts = now, resources.cache, resources.facts
        self.contents = Contents(now, resources.root, self._cache, resources.repository.algorithm)
        self._table = Table(now, self.contents, self._cache, self._facts)
        self._paths = sorted(path for path in now.files if scanned(path))
        if self._is_small:
            self.contents.prepare(self._paths)

    @property
    def is_whole(self) -> bool:
        """Whether a name that is not in it is in no file: all were read."""
        unread = (path for path in self._paths if self.contents.oid(path) is None)
        return self._is_small and all(self._now.leads_nowhere(path) for path in unread)

    @property
    def _is_small(self) -> bool:
        return len(self._paths) <= FILES_CAP

    @property
    def words(self) -> Set[str]:
        return self._places.keys()

    def holders(self, name: str) -> list[str] | None:
        """The files that hold a name; None where they are many."""
        found = self._places.get(name, [])
        if any(numbers == _MANY for _, numbers in found):
            return None
        return sorted(files[int(number)] for files, numbers in found for number in numbers.split(","))

    def together(self, names: Sequence[str]) -> list[str] | None:
        """The files that hold all of these; None where they are many."""
        found = [set(files) for name in names if (files := self.holders(name)) is not None]
        return sorted(set[str].intersection(*found)) if found else None

    def meant(self, name: str) -> str | None:
        """The name, or the one that it misspells; None where it is none or several."""
        return name if name in self.words else corrected(name, self.words)

    def home(self, name: str) -> str | None:
        """The one file that defines a name, or else the one that holds it; tests come after all others."""
        files = self.holders(name) or []
        files = [path for path in files if not is_test(path)] or files
        if 1 < len(files) <= HOLDERS_CAP:
            files = self._defining(name, files)
        return files[0] if len(files) == 1 else None

    def defines(self, name: str) -> bool:
        """Whether one of the few files that hold a name defines it; where they are many, nobody looks."""
        files = self.holders(name) or []
        return bool(self._defining(name, files[:HOLDERS_CAP]))

    def _defining(self, name: str, files: Sequence[str]) -> list[str]:
        known = [(path, oid) for path in files if is_code(path) and (oid := self.contents.oid(path))]
        self._facts.prepare(Wanted(path, oid, partial(self.contents.read, path)) for path, oid in known)
        return [path for path, oid in known if self._facts.defined(path, oid, (name,))]

    @cached_property
    def _places(self) -> dict[str, list[Places]]:
        found: dict[str, list[Places]] = {}
        for files, text in self._parts() if self._is_small else ():
            for line in text.split("\n") if text else ():
                word, _, numbers = line.partition(" ")
                found.setdefault(word, []).append((files, numbers))
        return found

    def _parts(self) -> Iterable[tuple[list[str], str]]:
        """The words of neighbouring files, a line each: the word, and the numbers of the files that hold it."""
        before = self._cache.fetch(TOPIC, "")
        known = dict(before) if isinstance(before, dict) else {}
        live: dict[str, bytes] = {}
        parts = []
        for files in groups(self._paths):
            held = "\n".join(self.contents.oid(path) or "" for path in files)
            key = hashlib.sha256(f"{HOLDERS_CAP}\n{held}".encode()).hexdigest()
            kept = known.get(key)
            live[key] = data = kept if isinstance(kept, bytes) else _squeezed(self._read(files))
            parts.append((files, zlib.decompress(data).decode("utf-8", "surrogateescape")))
        if live.keys() != known.keys():
            self._cache.keep(TOPIC, "", live)
            self._cache.flush()
        return parts

    def _read(self, files: Sequence[str]) -> str:
        numbers = {path: number for number, path in enumerate(files)}
        held: dict[str, list[int]] = {}
        for path, text in self._table.words(files):
            for word in text.split("\n"):
                held.setdefault(word, []).append(numbers[path])
        rows = ((word, _MANY if len(at) > HOLDERS_CAP else ",".join(map(str, at))) for word, at in held.items())
        return "\n".join(f"{word} {at}" for word, at in rows if word)


def _squeezed(text: str) -> bytes:
    return zlib.compress(text.encode("utf-8", "surrogateescape"), 1)
