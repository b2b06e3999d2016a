"""Every name that today's code and configuration hold, and in which files: what a misspelt name is held against.

Kept in the cache as one answer, in parts of neighbouring files by their content, so that a change costs its own part.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from functools import cached_property, partial

from mementod.judging.contents import Contents
from mementod.judging.resources import Resources
from mementod.judging.snapshot import Snapshot
from mementod.parsing.facts import Wanted
from mementod.parsing.file_words import FileWords
from mementod.parsing.occurrences import scanned
from mementod.parsing.word_index import groups
from mementod.stores.packing import squeezed
from mementod.vcs.git import raw, text
from mementod_parsers.code.languages import is_code, is_test
from mementod_parsers.continuity.spelling import corrected, respelt

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
        self._file_words = FileWords(self.contents, self._cache)
        self._found: dict[str, list[Places]] = {}
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

    def holds(self, name: str) -> bool:
        return bool(self._places(name))

    def holders(self, name: str) -> list[str] | None:
        """The files that hold a name; None where they are many."""
        found = self._places(name)
        if any(numbers == _MANY for _, numbers in found):
            return None
        return sorted(files[int(number)] for files, numbers in found for number in numbers.split(","))

    def together(self, names: Sequence[str]) -> list[str] | None:
        """The files that hold all of these; None where they are many."""
        found = [set(files) for name in names if (files := self.holders(name)) is not None]
        return sorted(set[str].intersection(*found)) if found else None

    def meant(self, name: str) -> str | None:
        """The name, or the one that it misspells; None where it is none or several."""
        return name if self.holds(name) else corrected(name, self._words)

    def respelt(self, name: str) -> str | None:
        """The one name that code defines and that differs from this one, which no code holds, in case and `_` alone."""
        found = None if self.holds(name) else respelt(name, self._words)
        return found if found and self.defines(found) else None

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

    def _places(self, name: str) -> list[Places]:
        """Looked for in the texts: few names are asked for, and one of each word costs as much as all of these."""
        if name not in self._found:
            line = b"\n%b " % raw(name)
            held = ((files, words, words.find(line) + len(line)) for files, words in self._parts)
            ends = ((files, words[at : words.index(b"\n", at)]) for files, words, at in held if at >= len(line))
            self._found[name] = [(files, numbers.decode()) for files, numbers in ends]
        return self._found[name]

    @cached_property
    def _words(self) -> frozenset[str]:
        lines = (line for _, words in self._parts for line in words.split(b"\n"))
        return frozenset(text(line.partition(b" ")[0]) for line in lines if line)

    @cached_property
    def _parts(self) -> list[tuple[list[str], bytes]]:
        """The words of neighbouring files, a line each: the word, and the numbers of the files that hold it."""
        before = self._cache.fetch(TOPIC, "") if self._is_small else None
        known = dict(before) if isinstance(before, dict) else {}
        live: dict[str, bytes] = {}
        parts = []
        for files in groups(self._paths) if self._is_small else ():
            held = "\n".join(self.contents.oid(path) or "" for path in files)
            key = hashlib.sha256(f"{HOLDERS_CAP}\n{held}".encode()).hexdigest()
            kept = known.get(key)
            live[key] = data = kept if isinstance(kept, bytes) else squeezed(self._read(files))
            parts.append((files, b"\n%b\n" % zlib.decompress(data)))
        if live.keys() != known.keys():
            self._cache.keep(TOPIC, "", live)
            self._cache.flush()
        return parts

    def _read(self, files: Sequence[str]) -> str:
        numbers = {path: number for number, path in enumerate(files)}
        held: dict[str, list[int]] = {}
        for path, words in self._file_words.of(files):
            for word in words.split("\n") if words is not None else ():
                held.setdefault(word, []).append(numbers[path])
        rows = ((word, _MANY if len(at) > HOLDERS_CAP else ",".join(map(str, at))) for word, at in held.items())
        return "\n".join(f"{word} {at}" for word, at in rows if word)
