"""Which commit took a name out of the code, for names that no code holds any more: the latest commits are read back.

Answers are kept by name with the tip that they are true of; only commits that are new are read for the next tip.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import islice

from mementod.judging.contents import Contents
from mementod.judging.resources import Resources
from mementod.judging.tip_code import TipCode
from mementod.parsing.occurrences import scanned
from mementod.vcs.git import GitError, text
from mementod.vcs.objects import Objects
from mementod.vcs.raw_log import ARGS, Commit, entries
from mementod_parsers.code.tokens import TOKENS_MAX_BYTES, utf8

COMMITS_CAP = 1_000  # that are read back
BLOBS_CAP = 2_000  # versions of files that are read for the names of one question
TOPIC = "removed"
_LATEST = ("--ignore-submodules=all", f"-{COMMITS_CAP}")


@dataclass(frozen=True, slots=True)
class Removal:
    """A change that took a name out of a file: the blobs before and after it (empty: the file went, or is on disk).

    `time` is that of its commit (seconds since 1970), None where it is not committed.
    """

    path: str
    before: str
    after: str
    time: int | None


class NamePast:
    """Asks about names of the tree whose contents these are."""

    def __init__(self, resources: Resources, contents: Contents) -> None:
        self._objects, self._cache, self._git = resources.objects, resources.cache, resources.repository.git
        self._contents, self._tip = contents, resources.repository.head

    def removals(self, names: Sequence[str]) -> dict[str, Removal | None]:
        """The latest one of each name; None: never there, as far back as was read. Left out: nobody can tell."""
        missing = self._objects.missing
        if self._tip is None or not names:
            return {}
        found = self._first(names, self._uncommitted())
        try:
            found |= self._committed([name for name in names if name not in found], self._tip)
        except GitError:
            missing = -1
        return found if self._objects.missing == missing else {name: one for name, one in found.items() if one}

    def _uncommitted(self) -> Iterator[Removal]:
        changed = TipCode(self._objects, self._contents).places(self._tip)
        return (Removal(path, oid, self._contents.oid(path) or "", None) for path, oid in changed)

    def _committed(self, names: Sequence[str], tip: str) -> dict[str, Removal | None]:
        """What is known, and what the commits since then say; of a name that nobody asked for yet, all commits."""
        found: dict[str, Removal | None] = {}
        groups: dict[str | None, list[str]] = {}
        for name in names:
            known, found[name] = self._kept(name)
            groups.setdefault(known, []).append(name)
        for known in groups.keys() - {tip}:
            since = known if known and self._is_below(known, tip) else None
            new = self._first(groups[known], self._changes(tip, since))
            for name in groups[known]:
                found[name] = last = new.get(name) or (found[name] if since else None)
                self._cache.keep(TOPIC, name, (tip, astuple(last) if last else None))
        return found

    def _kept(self, name: str) -> tuple[str | None, Removal | None]:
        kept = self._cache.fetch(TOPIC, name)
        known, row = kept if isinstance(kept, tuple) and len(kept) == 2 else (None, None)
        return known, Removal(*row) if row else None

    def _is_below(self, old: str, tip: str) -> bool:
        return self._git.one("merge-base", "--is-ancestor", old, tip) is not None

    def _changes(self, tip: str, since: str | None) -> Iterator[Removal]:
        """What the commits did to files that hold names, the latest first."""
        time = 0
        for entry in entries(iter(self._git.fields(*ARGS, *_LATEST, tip, *([f"^{since}"] if since else []), "--"))):
            if isinstance(entry, Commit):
                time = entry.time
            elif scanned(path := text(entry.path)):
                yield Removal(path, _oid(entry.before), _oid(entry.after), time)

    def _first(self, names: Iterable[str], changes: Iterable[Removal]) -> dict[str, Removal | None]:
        """The first change whose file held the name before it."""
        open_ = {name: name.encode() for name in names}
        found: dict[str, Removal | None] = {}
        gone = [change for change in islice(changes, BLOBS_CAP) if change.before]
        for change, data in zip(gone, _read(self._objects, gone), strict=True):
            for name in [name for name, sought in open_.items() if data and _holds(data, sought)]:
                found[name] = change
                del open_[name]
            if not open_:
                break
        return found


def _holds(data: bytes, name: bytes) -> bool:
    """Whether it stands there as a whole; most files do not hold it at all, which is told far sooner."""
    return name in data and re.search(rb"(?<![\w$])%s(?![\w$])" % re.escape(name), data) is not None


def _read(objects: Objects, changes: Sequence[Removal]) -> Iterator[bytes | None]:
    for data in objects.blobs(change.before for change in changes):
        yield utf8(data) if data is not None and len(data) <= TOKENS_MAX_BYTES else None


def _oid(raw: bytes) -> str:
    return "" if not raw.strip(b"0") else raw.decode()
