"""Names of then: which file of a commit defined a name, or mentioned it.

Only blobs that differ from the tip's can hold a name that today's code has not, so a stamp's commit costs its
difference to the tip, and each blob is read once whatever number of commits hold it. Answers are immutable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial

from mementod.judging.contents import Contents
from mementod.judging.then import Then
from mementod.judging.tip_code import TipCode
from mementod.parsing.facts import Facts, Wanted
from mementod.parsing.occurrences import scanned
from mementod.parsing.table import Table
from mementod.stores.cache import Cache
from mementod.vcs.history import History
from mementod.vcs.objects import Objects
from mementod_parsers.code.languages import is_code
from mementod_parsers.code.tokens import TOKENS_MAX_BYTES, decode, names_in_lines, utf8
from mementod_parsers.model import Symbol, SymbolKind
from mementod_parsers.world import Definition

BLOBS_CAP = 60_000  # read in one run; beyond it a name stays unverified
PLACES_CAP = 12  # definitions or mentions of one name at one commit that are kept

Row = tuple[str, str, str, str, int, int]  # path, blob, qualified name or "", kind, first and last line
Rows = tuple[Row, ...]
Place = tuple[str, str]  # path, blob


class Past:
    """`prepare` with all questions at once, then ask; what was not prepared is not known."""

    def __init__(
        self, objects: Objects, history: History, cache: Cache, facts: Facts, now: Contents, table: Table, tip: TipCode
    ) -> None:
        self._objects, self._history, self._cache, self._facts = objects, history, cache, facts
        self._now, self._table, self._tip = now, table, tip
        self._seen: set[tuple[str, str]] = set()
        self._answers: dict[tuple[str, str], Rows] = {}
        self.truncated = False

    def prepare(self, questions: Mapping[str, set[str]]) -> None:
        """`questions`: commit -> names."""
        open_ = {
            c: {n for n in names if self._cache.recall("past", f"{c}\0{n}") is None} for c, names in questions.items()
        }
        open_ = {c: names for c, names in open_.items() if names}
        names = frozenset[str]().union(*open_.values())
        if not names:
            return
        holders = self._of_then(open_, names)
        for name in names:  # files that are today as they were then
            for path in self._table.files(name):
                if oid := self._now.oid(path):
                    holders.setdefault((path, oid), set()).add(name)
        places = (place for place in sorted(holders) if is_code(place[0]))
        self._facts.prepare(Wanted(path, oid, partial(self._objects.blob, oid)) for path, oid in places)
        self._answer(open_, self._rows_of(holders))

    def _of_then(self, commits: Iterable[str], names: frozenset[str]) -> dict[Place, set[str]]:
        """Blobs that the work tree of now does not hold at their path, and which of the names they hold."""
        self._seen = set()
        places = sorted(self._blobs(commits))  # versions of one file together: most of their lines are the same
        holders: dict[Place, set[str]] = {}
        lines, last = Lines(names), ""
        for place, data in zip(places, self._objects.blobs(oid for _, oid in places), strict=True):
            if place[0] != last:
                lines, last = Lines(names), place[0]
            if data is not None and (held := lines.names_in(data)):
                holders[place] = held
        return holders

    def _rows_of(self, holders: Mapping[Place, set[str]]) -> dict[str, dict[str, dict[str, Rows]]]:
        """Name -> path -> blob that holds it -> its definitions there."""
        rows: dict[str, dict[str, dict[str, Rows]]] = {}
        for (path, oid), within in sorted(holders.items()):
            defined: dict[str, list[Row]] = {}
            for s in self._facts.defined(path, oid, within):
                defined.setdefault(s.name, []).append((path, oid, s.qual, s.kind.value, s.line, s.end_line))
            for name in within:
                rows.setdefault(name, {}).setdefault(path, {})[oid] = tuple(defined.get(name, ()))
        return rows

    def _answer(self, asked: Mapping[str, set[str]], rows: Mapping[str, Mapping[str, Mapping[str, Rows]]]) -> None:
        for commit, names in asked.items():
            blob_at = lru_cache(maxsize=None)(Then(commit, self._objects, self._history).blob)
            for name in names:
                answer = self._answers[commit, name] = _answer(rows.get(name, {}), blob_at)
                if not self.truncated:  # a part of the answer is not for ever
                    self._cache.remember("past", f"{commit}\0{name}", answer)

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

    def _blobs(self, commits: Iterable[str]) -> Iterator[Place]:
        """Blobs of the commits that the work tree of now does not hold at their path, each once."""
        tip = self._objects.root(self._history.tip or "")
        for path, entry in self._objects.differing(filter(None, map(self._objects.root, commits)), tip):
            yield from self._once(path, entry.oid)
        for path, oid in self._tip.places(self._history.tip):
            yield from self._once(path, oid)

    def _once(self, path: str, oid: str) -> Iterator[Place]:
        if (path, oid) in self._seen or not scanned(path):
            return
        if len(self._seen) >= BLOBS_CAP:
            self.truncated = True
            return
        self._seen.add((path, oid))
        yield path, oid


class Lines:
    """Which of some names a text holds, for many versions of one file: a line is read once."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names
        self._seen: set[bytes] = set()
        self._telling: dict[bytes, frozenset[str]] = {}  # lines that hold one of the names

    def names_in(self, data: bytes) -> set[str]:
        plain = utf8(data) or b""
        if max(len(data), len(plain)) > TOKENS_MAX_BYTES:
            return set()
        lines = set(plain.split(b"\n"))
        fresh = lines - self._seen
        self._seen |= fresh
        self._telling |= names_in_lines(fresh, self._names)
        return set[str]().union(*(self._telling[line] for line in lines & self._telling.keys()))


def _answer(holders: Mapping[str, Mapping[str, Rows]], blob_at: Callable[[str], str | None]) -> Rows:
    """Where a commit held a name, and its definitions there; `holders`: path -> blob -> definitions, sorted."""
    held = [(path, oid, found[oid]) for path, found in holders.items() if (oid := blob_at(path) or "") in found]
    mentions = tuple((path, oid, "", "", 0, 0) for path, oid, _ in held[:PLACES_CAP])
    defined = tuple(row for _, _, rows in held for row in rows)
    return (*mentions, *defined[:PLACES_CAP])
