"""Facts of source files by content: from the cache, else parsed in the worker processes.

Owns the tables facts and quarantine. A file that hangs or crashes a grammar is remembered by its content, the
grammar's version and the files of our program, and is known by its identifiers only.
"""

from __future__ import annotations

import contextlib
from _blake2 import blake2b  # see repository_key
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from mementod.parsing.worker import Job, Trouble, Why
from mementod.parsing.workers import Workers
from mementod.process.program import stamps
from mementod.stores.cache import Cache
from mementod.vcs.git import raw
from mementod_parsers.code.codec import FORMAT, pack, symbols_named, unpack
from mementod_parsers.code.grammars import grammar
from mementod_parsers.code.languages import component, language
from mementod_parsers.code.plain_symbols import LANGUAGES
from mementod_parsers.code.plain_symbols import VERSION as PLAIN_VERSION
from mementod_parsers.code.symbols import VERSION, with_component
from mementod_parsers.model import FileFacts, Symbol

PACKED_HELD = 1500  # files whose facts are held packed, from one look at a repository to the next
UNPACKED = 300  # files whose facts are held ready
_OF_MANY = frozenset({Why.NO_WORKER, Why.OTHERS_HUNG})  # said of one file, not of thousands
WRITE_EVERY = 500  # parsed files in one transaction


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file whose facts are asked for; `read` gives its bytes when the cache does not know them."""

    path: str
    oid: str
    read: Callable[[], bytes | None]


class Facts:
    """`of(path, oid)` after `prepare`; None for what has no grammar or is in quarantine."""

    def __init__(self, cache: Cache, workers: Workers) -> None:
        self._cache, self._workers = cache, workers
        self._known: dict[tuple[str, str], bytes | None] = {}  # packed: an eighth of the memory
        self._unpacked = lru_cache(maxsize=UNPACKED)(unpack)
        self._quarantined: dict[str, str] = {}  # path -> why, as of the last look at it
        self._said: set[Why] = set()

    @property
    def quarantined(self) -> list[str]:
        """Files that are known by their words only, and why; one line each."""
        return [f"{path}: {reason}" for path, reason in self._quarantined.items()]

    def rests_on(self) -> str:
        """What answers rest on besides contents: our own program, while anything is in quarantine."""
        return _program() if list(self._cache.db.execute("SELECT 1 FROM quarantine LIMIT 1")) else ""

    def forget(self, paths: Iterable[str]) -> None:
        """These files changed: what was wrong with their old content is no news."""
        for path in paths:
            self._quarantined.pop(path, None)

    def rest(self) -> None:
        """Let go of what can be read again, where it is much."""
        if len(self._known) > PACKED_HELD:
            self._known.clear()
            self._unpacked.cache_clear()

    def prepare(self, wanted: Iterable[Wanted]) -> None:
        """Make the facts of many files known at once, on as many cores as the workers use."""
        missing = {(w.oid, lang): w for w in wanted if (lang := _parsable(w.path)) and (w.oid, lang) not in self._known}
        self._from_cache(missing)
        left = {key: w for key, w in missing.items() if key not in self._known}
        if left:
            self._parse(left)

    def of(self, path: str, oid: str) -> FileFacts | None:
        """Known facts; a component file is a symbol of its own name."""
        packed = self._packed(path, oid)
        return None if packed is None else with_component(self._unpacked(packed), path)

    def defined(self, path: str, oid: str, names: Collection[str]) -> Sequence[Symbol]:
        """Of the symbols that `of` gives those of these names; no other is unpacked."""
        packed = self._packed(path, oid)
        if packed is None:
            return ()
        if component(path) is None:
            return symbols_named(packed, names)
        return [s for s in with_component(self._unpacked(packed), path).symbols if s.name in names]

    def _packed(self, path: str, oid: str) -> bytes | None:
        lang = _parsable(path)
        if lang and (oid, lang) not in self._known:
            self._from_cache({(oid, lang): Wanted(path, oid, lambda: None)})
        return self._known.get((oid, lang)) if lang else None

    def _from_cache(self, missing: dict[tuple[str, str], Wanted]) -> None:
        oids = {oid for oid, _ in missing}
        for oid, lang, version, data in self._cache.pick(
            "SELECT oid, language, version, facts FROM facts WHERE oid IN ({})", oids
        ):
            key = (str(oid), str(lang))
            if key in missing and version == _version(str(lang)):
                assert isinstance(data, bytes)
                with contextlib.suppress(ValueError):  # a damaged row is no row
                    self._unpacked(data)
                    self._known[key] = data
        rows = list(self._cache.pick("SELECT oid, language, version, reason FROM quarantine WHERE oid IN ({})", oids))
        ours = _program() if rows else ""
        for oid, lang, version, reason in rows:
            key = (str(oid), str(lang))
            if key in missing and version == f"{_version(str(lang))}/{ours}":
                self._known[key] = None
                self._quarantined[missing[key].path] = str(reason)

    def _parse(self, left: dict[tuple[str, str], Wanted]) -> None:
        done: list[tuple[object, ...]] = []
        for job, result in self._workers.parse(self._jobs(left)):
            key = (job.key, job.language)
            if isinstance(result, Trouble):
                self._refuse(key, left[key].path, result)
                continue
            packed = self._known[key] = pack(result)
            done.append((job.key, job.language, _version(job.language), packed))
            if len(done) >= WRITE_EVERY:
                self._store(done)
        self._store(done)

    def _jobs(self, left: dict[tuple[str, str], Wanted]) -> Iterator[Job]:
        for (oid, lang), wanted in left.items():
            data = wanted.read()
            if data is None:
                self._known[oid, lang] = None
            else:
                yield Job(oid, lang, data)

    def _refuse(self, key: tuple[str, str], path: str, trouble: Trouble) -> None:
        self._known[key] = None
        if trouble.quarantine:
            self._quarantined[path] = trouble.reason.value
            row = (*key, f"{_version(key[1])}/{_program()}", trouble.reason.value, raw(path))
            self._cache.write("INSERT OR REPLACE INTO quarantine VALUES (?, ?, ?, ?, ?)", [row])
        elif trouble.reason in _OF_MANY and trouble.reason not in self._said:
            self._said.add(trouble.reason)
            self._quarantined[f"{path} and perhaps others"] = trouble.reason.value

    def _store(self, rows: list[tuple[object, ...]]) -> None:
        self._cache.write("INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?)", rows)
        rows.clear()


def _parsable(path: str) -> str | None:
    """The language, when we read what it defines."""
    lang = language(path)
    return lang if lang and (grammar(lang) or lang in LANGUAGES) else None


def _program() -> str:
    """The files of the program as they are: what failed may be ours, and is tried again with others."""
    return blake2b(repr(sorted(stamps())).encode(), digest_size=8).hexdigest()


def _version(lang: str) -> str:
    """Rows are valid for one extractor and one grammar."""
    found = grammar(lang)
    return f"{VERSION}/{FORMAT}/{found.version if found else PLAIN_VERSION}"
