"""Names of then: which file of a commit defined a name, or mentioned it.

Only blobs that differ from the tip's can hold a name that today's code has not, so a stamp's commit costs its
difference to the tip, and each blob is read once whatever number of commits hold it. Answers are immutable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from mementod.cache import Cache
from mementod.facts import Facts, Wanted
from mementod.history import History
from mementod.objects import Objects
from mementod.snapshot import Contents
from mementod.table import Table, scanned
from mementod_parsers.languages import is_code
from mementod_parsers.model import Symbol, SymbolKind
from mementod_parsers.tokens import TOKENS_MAX_BYTES, decode, identifiers
from mementod_parsers.world import Definition

BLOBS_CAP = 60_000  # read in one run; beyond it a name stays unverified
PLACES_CAP = 12  # definitions or mentions of one name at one commit that are kept

Row = tuple[str, str, str, str, int, int]  # path, blob, qualified name or "", kind, first and last line
Rows = tuple[Row, ...]


class Past:
    """`prepare` with all questions at once, then ask; what was not prepared is not known."""

    def __init__(
        self, objects: Objects, history: History, cache: Cache, facts: Facts, now: Contents, table: Table
    ) -> None:
        self._objects, self._history, self._cache, self._facts = objects, history, cache, facts
        self._now, self._table = now, table
        self._holders: dict[str, list[tuple[str, str]]] = {}  # name -> (path, blob) that hold it
        self._seen: set[tuple[str, str]] = set()
        self._answers: dict[tuple[str, str], Rows] = {}
        self.truncated = False
        self.unread = 0  # blobs that the clone lacks

    def prepare(self, questions: Mapping[str, set[str]]) -> None:
        """`questions`: commit -> names."""
        open_ = {
            c: {n for n in names if self._cache.recall("past", f"{c}\0{n}") is None} for c, names in questions.items()
        }
        open_ = {c: names for c, names in open_.items() if names}
        names = set().union(*open_.values()) if open_ else set()
        if not names:
            return
        self._holders, self._seen = {}, set()
        for path, oid in self._blobs(open_):
            data = self._objects.blob(oid)
            if data is None:
                self.unread += 1
            if data is None or len(data) > TOKENS_MAX_BYTES:
                continue
            for name in names & identifiers(data):
                self._holders.setdefault(name, []).append((path, oid))
        for name in names:  # files that are today as they were then
            today = ((p, self._now.oid(p)) for p in self._table.files(name))
            self._holders.setdefault(name, []).extend((p, oid) for p, oid in today if oid)
        self._facts.prepare(self._wanted(names))
        rows = self._rows_of_holders(names)
        for commit, asked in open_.items():
            for name in asked:
                answer = self._answers[commit, name] = self._answer(commit, rows.get(name, []))
                if not self.truncated:  # a part of the answer is not for ever
                    self._cache.remember("past", f"{commit}\0{name}", answer)
        self._holders.clear()

    def _rows_of_holders(self, names: set[str]) -> dict[str, list[tuple[str, str, Rows]]]:
        """For each name the files that hold it, with its definitions there; each file is unpacked once."""
        held: dict[tuple[str, str], list[str]] = {}
        for name in names:
            for place in set(self._holders.get(name, ())):
                held.setdefault(place, []).append(name)
        rows: dict[str, list[tuple[str, str, Rows]]] = {}
        for (path, oid), within in sorted(held.items()):
            facts = self._facts.of(path, oid)
            wanted = set(within)
            defined: dict[str, list[Row]] = {}
            for s in facts.symbols if facts else ():
                if s.name in wanted:
                    defined.setdefault(s.name, []).append((path, oid, s.qual, s.kind.value, s.line, s.end_line))
            for name in within:
                rows.setdefault(name, []).append((path, oid, tuple(defined.get(name, ()))))
        return rows

    def defined(self, commit: str, name: str) -> list[Definition]:
        """Definitions of a leaf name in the repository's own code at a commit."""
        rows = self._rows(commit, name)
        return [Definition(p, Symbol(name, q, SymbolKind(k), line, end, 0)) for p, _, q, k, line, end in rows if q]

    def mentions(self, commit: str, name: str) -> list[tuple[str, str]]:
        """(path, blob) of code and configuration that held the name at a commit."""
        return [(p, oid) for p, oid, q, *_ in self._rows(commit, name) if not q]

    def text(self, blob: str) -> str:
        data = self._objects.blob(blob)
        return (decode(data) or "") if data else ""

    def _rows(self, commit: str, name: str) -> Rows:
        found = self._answers.get((commit, name)) or self._cache.recall("past", f"{commit}\0{name}")
        return found if isinstance(found, tuple) else ()

    def _answer(self, commit: str, holders: Sequence[tuple[str, str, Rows]]) -> Rows:
        held = [h for h in holders if self._holds(commit, h[0], h[1])]
        mentions = tuple((path, oid, "", "", 0, 0) for path, oid, _ in held[:PLACES_CAP])
        defined = tuple(row for _, _, rows in held for row in rows)
        return (*mentions, *defined[:PLACES_CAP])

    def _holds(self, commit: str, path: str, oid: str) -> bool:
        entry = self._objects.lookup(commit, path)
        return entry is not None and entry.oid == oid

    def _wanted(self, names: Iterable[str]) -> Iterator[Wanted]:
        places = sorted({pair for n in names for pair in self._holders.get(n, ()) if is_code(pair[0])})
        for path, oid in places:
            yield Wanted(path, oid, self._reader(oid))

    def _reader(self, oid: str) -> Callable[[], bytes | None]:
        return lambda: self._objects.blob(oid)

    def _blobs(self, commits: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Blobs of the commits that the work tree of now does not hold at their path, each once."""
        tip = self._history.tip or ""
        changed = self._changed()
        for commit in commits:
            root, tip_root = self._objects.root(commit), self._objects.root(tip)
            for path, oid in self._differing(root, tip_root, "") if root else ():
                yield from self._once(path, oid)
        for path, oid in changed:
            yield from self._once(path, oid)

    def _once(self, path: str, oid: str) -> Iterator[tuple[str, str]]:
        if (path, oid) in self._seen or not scanned(path):
            return
        if len(self._seen) >= BLOBS_CAP:
            self.truncated = True
            return
        self._seen.add((path, oid))
        yield path, oid

    def _changed(self) -> list[tuple[str, str]]:
        """Tracked files of the tip that the judged tree has otherwise or not at all."""
        return [(p, o) for p, o in self._tip_files() if scanned(p) and self._now.oid(p) != o]

    def _tip_files(self) -> Iterator[tuple[str, str]]:
        root = self._objects.root(self._history.tip or "")
        yield from self._differing(root, None, "") if root else ()

    def _differing(self, tree: str, other: str | None, prefix: str) -> Iterator[tuple[str, str]]:
        """(path, blob) below `tree` that `other` has not at the same path; equal subtrees are not entered."""
        left: list[tuple[str, str | None, str]] = [(tree, other, prefix)]
        while left:
            tree, other, prefix = left.pop()
            if tree == other:
                continue
            theirs = self._objects.tree(other) if other else {}
            for name, entry in self._objects.tree(tree).items():
                twin = theirs.get(name)
                if twin is not None and twin.oid == entry.oid:
                    continue
                if entry.is_dir:
                    left.append((entry.oid, twin.oid if twin and twin.is_dir else None, f"{prefix}{name}/"))
                elif not entry.is_module:
                    yield prefix + name, entry.oid
