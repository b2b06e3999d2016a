"""What became of a symbol: the commit that took it away, and its successor in that commit or in the work tree.

Walks the versions of the file that defined it; the ladder that pairs what vanished with what appeared is the core's
(`moves`). Immutable evidence is kept in the cache.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from mementod.judging.contents import Contents
from mementod.judging.fates import Fates
from mementod.judging.snapshot import Snapshot
from mementod.parsing.facts import Facts, Wanted
from mementod.stores.cache import Cache
from mementod.vcs.git import Git, GitError, text
from mementod.vcs.history import Change, History
from mementod.vcs.objects import Objects
from mementod_parsers.code.languages import is_code, is_vendored
from mementod_parsers.code.moves import Placed, Step, shingles, successor
from mementod_parsers.code.tokens import norm
from mementod_parsers.model import Symbol, Verdict
from mementod_parsers.resolve import base_name, folder
from mementod_parsers.world import LIKELY, Definition, Fate, Moment

VERSIONS_CAP = 60  # of one file that are looked at for the removal
FILES_CAP = 300  # changed by one commit that are compared
CHAIN_CAP = 6  # moves of one symbol that are followed


@dataclass(frozen=True, slots=True)
class Side:
    """One file before or after a change; `oid` None when it is not there."""

    path: str
    oid: str | None


class SymbolFates:
    """Answers about symbols of one snapshot."""

    def __init__(
        self,
        git: Git,
        objects: Objects,
        history: History,
        cache: Cache,
        facts: Facts,
        now: Snapshot,
        contents: Contents,
        fates: Fates,
    ) -> None:
        self._git, self._objects, self._history, self._cache = git, objects, history, cache
        self._facts, self._now, self._contents, self._fates = facts, now, contents, fates
        self._changes: dict[str, tuple[list[Side], list[Side]]] = {}

    def fate(self, definition: Definition, moment: Moment) -> Fate:
        """Follow one definition from its moment to now."""
        here, position = definition, self._history.position(moment.commit)
        gone = ""
        for _ in range(CHAIN_CAP):
            commit = self._removal(here, position)
            step = self._step(here, commit)
            when = f" in {self._fates.name(commit)}" if commit else self._without_commit(here.path)
            gone = gone or commit or ""
            if step is None:
                return self._with_file(here, definition, moment, when, commit) or Fate(
                    Verdict.DELETED, None, f"{here.symbol.qual} was removed from {here.path}{when}", commit
                )
            here = Definition(step.to.path, step.to.symbol)
            if self.still_defined(here):
                return self._arrived(definition, step, when, commit)
            position = self._history.position(commit) if commit else None
        return Fate(Verdict.DELETED, None, f"moved {CHAIN_CAP} times, then lost from sight", gone or None)

    def _without_commit(self, path: str) -> str:
        return ", not committed yet" if self._fates.in_tip(path) else " by a merge"

    def _arrived(self, old: Definition, step: Step, when: str, commit: str | None) -> Fate:
        new = step.to
        verdict = Verdict.RENAMED if new.path == old.path or folder(new.path) == folder(old.path) else Verdict.MOVED
        if new.symbol.name == old.symbol.name:
            verdict = Verdict.MOVED
        word = LIKELY if step.probable else ""
        return Fate(verdict, f"{new.path}:{new.symbol.qual}", f"{word}{verdict}{when}", commit)

    def _with_file(
        self, here: Definition, first: Definition, moment: Moment, when: str, commit: str | None
    ) -> Fate | None:
        """The symbol of its name, whatever the spelling, or by its name the file's own one, in what its file became."""
        own = here.path == first.path and here.path not in self._now.files
        fate = self._fates.fate(here.path, moment) if own else None
        path = fate.target if fate else self._fates.file_now(here.path)
        symbols, word = self._symbols(path) if path else (), ""
        found = [s for s in symbols if norm(s.name) == norm(here.symbol.name)]
        if path and path != here.path and not found and here.symbol.name == _stem(here.path):
            found = [s for s in symbols if s.name == _stem(path)]
            word = LIKELY if fate and fate.is_likely else ""  # no surer than what became of the file
        if len(found) != 1:
            return None
        verdict = Verdict.MOVED if found[0].name == first.symbol.name else Verdict.RENAMED
        how = "with its file" if path != here.path else f"to {found[0].qual}"
        return Fate(verdict, f"{path}:{found[0].qual}", f"{word}{verdict} {how}{when}", commit)

    def still_defined(self, d: Definition) -> bool:
        """Whether its file defines it now."""
        return any(s.qual == d.symbol.qual for s in self._symbols(d.path))

    def _symbols(self, path: str) -> Sequence[Symbol]:
        """What a file of now defines; nothing where it cannot be read."""
        oid = self._contents.oid(path) if path in self._now.files else None
        if oid is None:
            return ()
        self._facts.prepare([Wanted(path, oid, lambda: self._now.read(path))])
        facts = self._facts.of(path, oid)
        return facts.symbols if facts else ()

    # the removing commit

    def _removal(self, d: Definition, position: int | None) -> str | None:
        """The commit after `position` whose version of the file no longer defines it; None: not committed yet."""
        question = f"{self._history.tip}\0{d.path}\0{d.symbol.qual}\0{position}"
        found = self._cache.recall("removal", question)
        if found is None:
            newer = [c for c in self._history.changes(d.path) if position is None or c.position < position]
            found = self._search(d, newer[-VERSIONS_CAP:])
            self._cache.remember("removal", question, found)
        return str(found) or None

    def _search(self, d: Definition, newer: Sequence[Change]) -> str:
        removing = ""
        for change in reversed(newer):
            if change.status != "D" and self._defines(d, change.blob):
                return removing
            removing = change.commit
        return removing

    def _defines(self, d: Definition, blob: str) -> bool:
        data = self._objects.blob(blob)
        if data is None or not re.search(rb"\b%s\b" % re.escape(d.symbol.name.encode()), data):
            return False
        self._facts.prepare([Wanted(d.path, blob, lambda: data)])
        facts = self._facts.of(d.path, blob)
        return facts is None or any(s.qual == d.symbol.qual for s in facts.symbols)

    # what appeared

    def _step(self, d: Definition, commit: str | None) -> Step | None:
        old, new = self._sides(commit) if commit else self._uncommitted()
        renamed_to = self._fates.renames.of(commit).get(d.path) if commit else None
        before, after = self._placed(old), self._placed(new)
        known = {(p.path, p.symbol.qual) for p in before}
        gone = next((p for p in before if (p.path, p.symbol.qual) == (d.path, d.symbol.qual)), None)
        if gone is None:
            return None
        appeared = [p for p in after if (p.path, p.symbol.qual) not in known]
        left = {(p.path, p.symbol.qual) for p in after}
        vanished = [p for p in before if (p.path, p.symbol.qual) not in left]
        return successor(gone, appeared, self._body(old), self._body(new), renamed_to, vanished)

    def _placed(self, sides: Iterable[Side]) -> list[Placed]:
        there = [s for s in sides if s.oid]
        self._facts.prepare(Wanted(s.path, s.oid or "", self._reader(s)) for s in there)
        found = ((s, self._facts.of(s.path, s.oid or "")) for s in there)
        return [Placed(s.path, symbol) for s, facts in found if facts for symbol in facts.symbols]

    def _body(self, sides: Sequence[Side]) -> Callable[[Placed], frozenset[int]]:
        places = {s.path: s for s in sides}

        def body(placed: Placed) -> frozenset[int]:
            data = self._reader(places[placed.path])()
            return shingles(data, placed.symbol) if data else frozenset()

        return body

    def _reader(self, side: Side) -> Callable[[], bytes | None]:
        oid = side.oid or ""
        return lambda: self._objects.blob(oid) or self._now.read(side.path)

    def _sides(self, commit: str) -> tuple[list[Side], list[Side]]:
        """Changed code files of a commit, before and after it."""
        if commit not in self._changes:
            try:
                fields = self._git.fields("diff-tree", "-r", "-z", "--root", "--no-renames", "--no-commit-id", commit)
            except GitError:
                fields = []
            rows = [(m.split(b" "), text(p)) for m, p in zip(fields[::2], fields[1::2], strict=False)]
            rows = [(m, p) for m, p in rows if is_code(p) and not is_vendored(p)][:FILES_CAP]
            old = [Side(p, m[2].decode()) for m, p in rows if m[4] != b"A"]
            new = [Side(p, m[3].decode()) for m, p in rows if m[4] != b"D"]
            self._changes[commit] = (old, new)
        return self._changes[commit]

    def _uncommitted(self) -> tuple[list[Side], list[Side]]:
        """Code files in which the judged tree differs from the tip."""
        if "" not in self._changes:
            tip = self._history.tip or ""
            old, new = [], []
            for path in sorted(p for p in self._now.files if is_code(p) and not is_vendored(p)):
                entry, oid = self._objects.lookup(tip, path), self._contents.oid(path)
                if oid and (entry is None or entry.oid != oid):
                    new.append(Side(path, oid))
                    old += [Side(path, entry.oid)] if entry else []
            self._changes[""] = (old[:FILES_CAP], new[:FILES_CAP])
        return self._changes[""]


def _stem(path: str) -> str:
    return base_name(path).partition(".")[0]
