"""Which entries of the progress file name a core file, and which of them count for it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mementod.gates.freshness import Past
from mementod.judging.disk import Disk
from mementod.vcs.git import Git, text
from mementod.vcs.objects import Objects
from mementod_hooks.gate_model import Claim
from mementod_parsers.progress.progress_entry import Entry, Fault, covers, fault, is_newest_first
from mementod_parsers.progress.progress_names import means


class Claims:
    """Answers for several files of one repository. `counted` is the text that counts, `other` one that does not yet."""

    def __init__(self, git: Git, objects: Objects, past: Past, counted: str, other: str = "") -> None:
        self._git, self._objects, self._past = git, objects, past
        self._entries = _newest_first(past.parse(counted))
        known = {entry.key for entry in self._entries}
        later = _newest_first(past.parse(other)) if other != counted else ()
        self._unstaged = tuple(e for e in later if e.key not in known)
        self._later = {entry.key for entry in later}
        self._kept = known | self._later
        self._disk = Disk(git.root)
        self._definitions = Definitions(self._disk, objects)

    def prepare(self, paths: Sequence[str]) -> None:
        """These files will be asked about: look into history once for all that an entry names."""
        self._past.prepare([p for p in paths if any(covers(e, p, _no_symbols) for e in self._entries)])

    def of(self, path: str) -> tuple[Claim, ...]:
        """The entries that name a file, the newest first; those that name a symbol of it when no other one counts."""
        found = [self._claim(e, path) for e in self._entries if covers(e, path, _no_symbols)]
        if not any(claim.fresh and fault(claim.entry) is None for claim in found):
            asked = (e for e in self._entries if e.symbols and not covers(e, path, _no_symbols))
            found += [self._claim(e, path) for e in asked if self._covers(e, path)]
        staged_later = (e for e in self._unstaged if fault(e) is None and self._covers(e, path))
        found += [claim for e in staged_later if (claim := self._claim(e, path, staged=False)).fresh]
        return tuple(found)

    def strays(self) -> tuple[Claim, ...]:
        """Entries that are not in HEAD yet and whose files are nowhere: most likely misspelt."""
        committed = {entry.key for entry in self._past.committed()}
        new = [e for e in self._entries if e.files and e.key not in committed]
        listing = self._git.fields("ls-files", "-z", "--full-name", "--", ":/") if new else []
        paths = [text(field) for field in listing]

        def exists(name: str) -> bool:
            return self._disk.there(name.rstrip("/")) or any(means(name, path) for path in paths)

        return tuple(Claim(e, fresh=True) for e in new if fault(e, exists=exists) is Fault.NOWHERE)

    def _claim(self, entry: Entry, path: str, staged: bool = True) -> Claim:
        kept = self._kept if staged else self._later  # staged too, the old words of what was rewritten are gone
        return Claim(entry, self._past.is_fresh(entry, path, self._definitions.of, kept), staged)

    def _covers(self, entry: Entry, path: str) -> bool:
        return covers(entry, path, lambda _: self._definitions.of(path, entry.symbols))


def _newest_first(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    return tuple(entries) if is_newest_first(entries) else tuple(reversed(entries))


def _no_symbols(path: str) -> Collection[str]:
    return ()


class Definitions:
    """The names that a file defines, in HEAD or in the work tree; a grammar is loaded only where one may fit."""

    def __init__(self, disk: Disk, objects: Objects) -> None:
        self._disk, self._objects = disk, objects
        self._known: dict[str, frozenset[str]] = {}

    def of(self, path: str, wanted: Collection[str] = ()) -> frozenset[str]:
        """All names; nothing when the bytes of the file hold none of the `wanted` ones."""
        if path not in self._known:
            texts = [data for data in (self._objects.file("HEAD", path), self._disk.read(path)) if data]
            if wanted and not any(_last_word(name) in data for name in wanted for data in texts):
                return frozenset()
            self._known[path] = frozenset().union(*(_defined(path, data) for data in dict.fromkeys(texts)))
        return self._known[path]


def _last_word(name: str) -> bytes:
    return name.removesuffix("()").replace("::", ".").replace("->", ".").replace("#", ".").rpartition(".")[2].encode()


def _defined(path: str, data: bytes) -> frozenset[str]:
    """By its grammar, in another process; by its words where that is not to be had, which is generous."""
    from mementod.parsing.worker import Job, Trouble
    from mementod.parsing.workers import Workers
    from mementod_parsers.code import grammars, languages, tokens

    language = languages.language(path)
    if language and grammars.grammar(language):
        with Workers(1) as workers:
            answers = [found for _, found in workers.parse([Job(path, language, data)])]
        if answers and not isinstance(answers[0], Trouble):
            return frozenset(name for symbol in answers[0].symbols for name in (symbol.name, symbol.qual))
    return frozenset(tokens.identifiers(data))
